import { formatRevision, type Revision } from '../../core/revision.ts'
import { StatusError } from '../../core/errors/status-error.ts'
import type { ScopeReader } from '../store/scope-reader.ts'

const TOO_LARGE = 'Too large resource version'

/** A version of the future is a 504, as Kubernetes gives it; clients then start over with none (G4, L14). */
export function assertNotFuture(store: ScopeReader, revision: Revision): void {
  if (!store.clock.isFuture(revision)) return
  throw new StatusError(
    'Timeout',
    `Timeout: ${TOO_LARGE}: ${formatRevision(revision)}, current: ${formatRevision(store.clock.reading)}`,
    { causes: [{ reason: 'ResourceVersionTooLarge', message: TOO_LARGE }], retryAfterSeconds: 1 },
  )
}

/**
 * A version between the last one and the clock counts as observed: what is written from now on is above it. Returns the
 * version that a list not older than `revision` carries.
 */
export function observeVersion(store: ScopeReader, revision: Revision): Revision {
  assertNotFuture(store, revision)
  store.observe(revision)
  return store.clock.last
}
