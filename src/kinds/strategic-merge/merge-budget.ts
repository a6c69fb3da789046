import { StatusError } from '../../core/errors/status-error.ts'

const MAX_COPIED = 500_000

/**
 * Counts the members and items that a merge copies. A list of the patch may name one item any number of times, and each
 * time the merged item is copied: without a limit a small patch could cost minutes.
 */
export class MergeBudget {
  #copied = 0

  /** Throws 413 past half a million. */
  spend(count: number): void {
    this.#copied += count
    if (this.#copied > MAX_COPIED)
      throw new StatusError(
        'RequestEntityTooLarge',
        `Request entity too large: the strategic merge patch copies more than ${MAX_COPIED} fields and items`,
      )
  }
}
