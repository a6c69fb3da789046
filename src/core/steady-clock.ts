/** A step of the wall clock counts for no more than this. Whoever measures with a steady clock reads it more often. */
export const LONGEST_STEP_MS = 15_000

/**
 * Milliseconds that pass, made from readings of a wall clock that may be set at any time. A step back counts for nothing, a
 * step forward for little. The runtime has no monotonic clock to offer: `performance.now()` follows the wall clock there.
 */
export class SteadyClock {
  readonly #wall: () => number
  #before: number
  #passed = 0

  constructor(wall: () => number) {
    this.#wall = wall
    this.#before = wall()
  }

  now(): number {
    const wall = this.#wall()
    this.#passed += Math.min(Math.max(0, wall - this.#before), LONGEST_STEP_MS)
    this.#before = wall
    return this.#passed
  }
}
