import { vi } from 'vitest'
import { environment } from '../../../src/objects/environment.ts'

/** The clock of all scope objects, in the hands of a test: it stands still until it is moved. */
export class TestClock {
  #now: number
  #passed = 0
  readonly #spies

  /** Begins at the real time. `restore` gives the real clock back. */
  constructor() {
    this.#now = Date.now()
    this.#spies = [
      vi.spyOn(environment, 'now').mockImplementation(() => this.#now),
      vi.spyOn(environment, 'steadyClock').mockReturnValue(() => this.#passed),
    ]
  }

  get now(): number {
    return this.#now
  }

  /** Time passes. */
  advance(ms: number): void {
    this.#now += ms
    this.#passed += ms
  }

  /** The wall clock is set; no time passes. */
  step(ms: number): void {
    this.#now += ms
  }

  restore(): void {
    for (const spy of this.#spies) spy.mockRestore()
  }
}
