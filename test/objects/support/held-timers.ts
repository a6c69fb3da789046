import { onTestFinished, vi } from 'vitest'

/** From here on such timers are not run by the clock. Shorter ones order turns and run as ever. */
const LONG_MS = 1_000

interface HeldTimer {
  run: () => void
  delayMs: number
}

/** The long timers of all scope objects, in the hands of a test until it is over. */
export class HeldTimers {
  readonly #held = new Map<number, HeldTimer>()
  #lastId = -1

  constructor() {
    const set = globalThis.setTimeout
    const clear = globalThis.clearTimeout
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delayMs = 0) => {
      if (delayMs < LONG_MS) return set(run, delayMs)
      this.#held.set(--this.#lastId, { run, delayMs })
      return this.#lastId
    }) as never)
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation(((id: number) => {
      if (!this.#held.delete(id)) clear(id)
    }) as never)
    onTestFinished(() => {
      vi.mocked(globalThis.setTimeout).mockRestore()
      vi.mocked(globalThis.clearTimeout).mockRestore()
    })
  }

  /** How long each waits, in milliseconds. */
  get delays(): number[] {
    return [...this.#held.values()].map(({ delayMs }) => delayMs)
  }

  /** Runs all that are set now. Call in the object whose timers they are. */
  fire(): void {
    const due = [...this.#held.values()]
    this.#held.clear()
    for (const { run } of due) run()
  }
}
