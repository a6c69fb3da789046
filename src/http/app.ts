import { Hono } from 'hono'
import type { Environment } from '../core/environment.ts'
import { asksForWatch } from '../core/request/list-options.ts'
import { assertHeadersHonoured } from '../core/request/not-honoured.ts'
import { parseServerSettings, type ServerSettings, type SettingValues } from '../core/server-settings.ts'
import type { Registry } from '../kinds/registry.ts'
import type { Bindings } from '../objects/scope-object.ts'
import { Header } from '../wire/names.ts'
import { assertAddress } from './address.ts'
import { type Authenticator, createAuthenticator } from './authenticate.ts'
import { authorize, isPublic } from './authorize.ts'
import type { AppContext, AppEnv } from './context.ts'
import { allowOrigin, assertLocal, mayRead, preflight } from './cors.ts'
import { addDiscoveryRoutes } from './discovery-routes.ts'
import { toStatusError } from './fault.ts'
import { addHealthRoutes } from './health-routes.ts'
import { notFoundText } from './plain-answers.ts'
import { parseRequestInfo } from './request-info.ts'
import { hasUnreadBody } from './request-body.ts'
import { handleResource } from './resource-routes.ts'
import { sendStatus } from './respond.ts'
import { Scopes } from './scopes.ts'
import { methodNotAllowed } from './target.ts'
import { answerBeforeBody } from './unread-body.ts'

/** What is made once for the bindings of an isolate. */
interface Deployment {
  settings: ServerSettings
  authenticate: Authenticator
  scopes: Scopes
}

/** Of the bindings of an isolate, for a control plane. */
function deploymentsOf(plane: string): (bindings: Bindings) => Deployment {
  const deployments = new WeakMap<Bindings, Deployment>()
  return (bindings) => {
    const known = deployments.get(bindings)
    if (known) return known
    const settings = parseServerSettings(bindings as unknown as SettingValues)
    const made = { settings, authenticate: createAuthenticator(settings), scopes: new Scopes(bindings.SCOPES, plane) }
    deployments.set(bindings, made)
    return made
  }
}

/**
 * The HTTP side of the server: who asks, what for, in which form; then the call to a scope object. From `scopes.*` on it is
 * no longer HTTP.
 */
export function createApp(env: Environment, registry: Registry, plane: string): Hono<AppEnv> {
  const deploymentOf = deploymentsOf(plane)
  const app = new Hono<AppEnv>({ strict: false })
  app.use((c, next) => {
    c.set('env', env)
    c.set('registry', registry)
    return prepare(c, env, next)
  })
  app.use((c, next) => admit(c, deploymentOf(c.env), next))
  addHealthRoutes(app)
  addDiscoveryRoutes(app)
  app.all('*', (c) => {
    const info = c.get('info')
    if (!info.isResource)
      return isKnownPath(info.path) && c.req.method !== 'GET' ? sendStatus(c, methodNotAllowed()) : notFoundText()
    return handleResource(c, info)
  })
  app.onError((error, c) => answerError(c as AppContext, error))
  return app
}

const isKnownPath = (path: string) => /^\/(api|apis|version|healthz|livez|readyz)(\/|$)/.test(path)

const NO_QUERY = new URLSearchParams()

/**
 * Around everything: what answers of every kind need, and the headers that all of them have. Nothing in it can fail, so that
 * what fails further in is always answered.
 */
async function prepare(c: AppContext, env: Environment, next: () => Promise<void>): Promise<void> {
  const request = c.req.raw
  // a request without a query shares the empty one, which is only read
  c.set('query', (request.url.includes('?') && URL.parse(request.url)?.searchParams) || NO_QUERY)
  c.set('auditId', request.headers.get(Header.auditId) ?? env.uuid())
  await next()
  finish(c)
  if (c.res.status >= 400 && hasUnreadBody(request))
    c.res = answerBeforeBody(c.res, request.body as ReadableStream<Uint8Array>)
}

/** Before every handler: where the request comes from, who sends it, and whether that one may. */
async function admit(
  c: AppContext,
  { settings, authenticate, scopes }: Deployment,
  next: () => Promise<void>,
): Promise<Response | void> {
  c.set('settings', settings)
  c.set('scopes', scopes)
  const request = c.req.raw
  assertAddress(request)
  const asked = preflight(request, settings.corsOrigins, settings.open)
  if (asked) return asked
  if (settings.open) assertLocal(request, settings.corsOrigins)
  const info = parseRequestInfo(request.method, c.req.path, asksForWatch(c.get('query')))
  c.set('info', info)
  const isOpen = isPublic(c.req.path)
  if (!isOpen) c.set('user', authenticate(request))
  assertHeadersHonoured(request.method, request.headers)
  if (!isOpen) authorize(c.get('user'), info)
  return next()
}

function finish(c: AppContext): void {
  if (c.res.status === 101) return
  const { headers } = c.res
  headers.set(Header.auditId, c.get('auditId'))
  if (!headers.has(Header.cacheControl)) headers.set(Header.cacheControl, 'no-cache, private')
  const origin = c.req.header(Header.origin)
  // absent where it is the settings that are wrong
  const settings: ServerSettings | undefined = c.get('settings')
  if (origin && settings && mayRead(origin, settings.corsOrigins, settings.open)) allowOrigin(headers, origin)
}

function answerError(c: AppContext, error: unknown): Response {
  const { method, path } = c.req
  return sendStatus(c, toStatusError(error, { auditId: c.get('auditId'), method, path, user: c.get('user')?.name }))
}
