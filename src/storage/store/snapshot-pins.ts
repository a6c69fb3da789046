import type { Revision } from '../../core/revision.ts'

/** A list may hold its version so long after its first read. */
const HOLD_MS = 60_000
/** After this a version that was held is forgotten: what compaction has not dropped by then may be held again. */
const FORGET_MS = 600_000

/** Versions that a list in progress still reads: compaction does not pass them (H7). In memory; a list dies with it. */
export class SnapshotPins {
  readonly #since = new Map<Revision, number>()

  /** A list at `revision` will read on. Reading on does not make it held for longer. */
  hold(revision: Revision, nowMs: number): void {
    if (!this.#since.has(revision)) this.#since.set(revision, nowMs)
  }

  /** The lowest version held now; undefined if none is. */
  lowest(nowMs: number): Revision | undefined {
    let lowest: Revision | undefined
    for (const [revision, since] of this.#since) {
      const heldMs = nowMs - since
      if (heldMs >= FORGET_MS) this.#since.delete(revision)
      if (heldMs < HOLD_MS && (lowest === undefined || revision < lowest)) lowest = revision
    }
    return lowest
  }
}
