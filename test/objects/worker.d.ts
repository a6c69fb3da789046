import type { Bindings } from '../../src/objects/scope-object.ts'
import type * as worker from '../../src/worker.ts'

declare global {
  namespace Cloudflare {
    /** What `env` of cloudflare:workers holds. */
    interface Env extends Bindings {}
    /** What `exports` of cloudflare:workers holds. */
    interface GlobalProps {
      mainModule: typeof worker
    }
  }
}
