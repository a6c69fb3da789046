import type { Revision } from '../core/revision.ts'

/** A long list may hold its version so long after its last read. */
const HOLD_MS = 60_000

/** Versions that a list in progress still reads: compaction does not pass them. In memory; a list dies with it. */
export class SnapshotPins {
  readonly #until = new Map<Revision, number>()

  hold(revision: Revision, nowMs: number): void {
    this.#until.set(revision, nowMs + HOLD_MS)
  }

  /** The lowest version held now; undefined if none is. */
  lowest(nowMs: number): Revision | undefined {
    for (const [revision, until] of this.#until) if (until <= nowMs) this.#until.delete(revision)
    return this.#until.size ? (Math.min(...this.#until.keys()) as Revision) : undefined
  }
}
