import { vi } from 'vitest'
import { environment } from '../../../src/objects/environment.ts'

/** The clock of all scope objects, in the hands of a test: it stands still until it is moved. */
export class TestClock {
  #now: number
  readonly #spy

  /** Begins at the real time. `restore` gives the real clock back. */
  constructor() {
    this.#now = Date.now()
    this.#spy = vi.spyOn(environment, 'now').mockImplementation(() => this.#now)
  }

  get now(): number {
    return this.#now
  }

  advance(ms: number): void {
    this.#now += ms
  }

  restore(): void {
    this.#spy.mockRestore()
  }
}
