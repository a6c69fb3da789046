import type { Context } from 'hono'
import type { Environment } from '../core/environment.ts'
import type { ServerSettings } from '../core/server-settings.ts'
import type { Registry } from '../kinds/registry.ts'
import type { Bindings } from '../objects/scope-object.ts'
import type { User } from './authenticate.ts'
import type { Scopes } from './scopes.ts'
import type { RequestInfo } from './request-info.ts'

/** What the middleware has found out when a handler runs. */
export interface AppEnv {
  Bindings: Bindings
  Variables: {
    env: Environment
    settings: ServerSettings
    registry: Registry
    scopes: Scopes
    user: User
    info: RequestInfo
    query: URLSearchParams
    auditId: string
  }
}

export type AppContext = Context<AppEnv>
