import type { Environment } from '../../src/core/environment.ts'

/** 29 November 2026, 16:40 UTC: a moment of which the clocks of tests begin. */
export const START_MS = Date.UTC(2026, 10, 29, 16, 40)

/** An `Environment` that a test moves by hand: a clock that stands still, identities and chance that are counted. */
export class TestEnvironment implements Environment {
  nowMs: number
  #identities = 0
  #draws = 0
  /** what `random` gives next, before the counted values */
  readonly planned: number[] = []

  constructor(nowMs = START_MS) {
    this.nowMs = nowMs
  }

  now(): number {
    return this.nowMs
  }

  /** The same clock: a test that steps it says so itself. */
  steadyClock(): () => number {
    return () => this.nowMs
  }

  uuid(): string {
    return `00000000-0000-4000-8000-${String(++this.#identities).padStart(12, '0')}`
  }

  random(): number {
    return this.planned.shift() ?? (this.#draws++ % 1000) / 1000
  }

  /** Moves the clock; a negative time steps it back. */
  advance(ms: number): void {
    this.nowMs += ms
  }
}
