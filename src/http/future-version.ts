import type { Environment } from '../core/environment.ts'
import { StatusError } from '../core/errors/status-error.ts'
import { type Revision, timeOf, TOLD_AHEAD_MS } from '../core/revision.ts'

/** So long a version of the future is waited for (G4, L14), as in Kubernetes. */
const MAX_WAIT_MS = 3_000
/** Between two looks, where the clocks of Worker and object differ. */
const MIN_PAUSE_MS = 50

/**
 * What `read` gives, asked again when the clock has reached `revision`. The wait is here and not in the scope object: nothing
 * is held awake by it. Throws the 504 of the last look.
 */
export async function whenReached<T>(
  revision: Revision | undefined,
  env: Pick<Environment, 'now'>,
  read: () => Promise<T>,
): Promise<T> {
  let left = MAX_WAIT_MS
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (revision === undefined || left <= 0 || !isTooLarge(error)) throw error
      const pause = Math.min(left, Math.max(MIN_PAUSE_MS, timeOf(revision) - TOLD_AHEAD_MS - env.now()))
      left -= pause
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

const isTooLarge = (error: unknown) =>
  error instanceof StatusError &&
  error.status.details?.causes?.some(({ reason }) => reason === 'ResourceVersionTooLarge') === true
