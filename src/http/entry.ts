import type { Environment } from '../core/environment.ts'
import { MAIN_PLANE } from '../core/scope-name.ts'
import type { Registry } from '../kinds/registry.ts'
import type { Bindings } from '../objects/scope-object.ts'
import { createApp } from './app.ts'
import { answerFault } from './fault.ts'

/** What the runtime calls. */
export interface Entry {
  /** Never rejects: the runtime would answer with text of its own, and write more than one line into the log. */
  fetch(request: Request, bindings: Bindings, context: ExecutionContext): Promise<Response>
  /**
   * CONNECT, a request for a tunnel. The runtime has agreed to it before this is called, so nothing can be refused; the tunnel
   * ends with this call. Without it the runtime answers 500 and writes into the log.
   */
  connect(): void
}

/** The HTTP side of one control plane. */
export function createEntry(env: Environment, registry: Registry, plane = MAIN_PLANE): Entry {
  const app = createApp(env, registry, plane)
  return {
    async fetch(request, bindings, context) {
      try {
        return await app.fetch(request, bindings, context)
      } catch (error) {
        return answerFault(error, { auditId: env.uuid(), method: request.method, path: request.url })
      }
    },
    connect() {},
  }
}
