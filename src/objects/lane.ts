import type { Timer } from '../storage/store/timers.ts'

/** Works off timers of one kind, so many at a time. A timer is in work from when it is added until its handler is done. */
export class Lane {
  /** keys of the timers in work */
  readonly keys = new Set<string>()
  readonly #width: number
  readonly #handle: (timer: Timer) => Promise<void>
  readonly #waiting: Timer[] = []
  #running = 0
  #idle = Promise.withResolvers<void>()

  /** `handle` never rejects. */
  constructor(width: number, handle: (timer: Timer) => Promise<void>) {
    this.#width = width
    this.#handle = handle
    this.#idle.resolve()
  }

  /** Resolves when nothing is in work. */
  get idle(): Promise<void> {
    return this.#idle.promise
  }

  add(timers: readonly Timer[]): void {
    if (timers.length === 0) return
    if (this.keys.size === 0) this.#idle = Promise.withResolvers<void>()
    for (const timer of timers) this.keys.add(timer.key)
    this.#waiting.push(...timers)
    while (this.#running < this.#width && this.#waiting.length > 0) void this.#work()
  }

  async #work(): Promise<void> {
    this.#running++
    for (let timer = this.#waiting.shift(); timer; timer = this.#waiting.shift()) {
      await this.#handle(timer)
      this.keys.delete(timer.key)
    }
    this.#running--
    if (this.keys.size === 0) this.#idle.resolve()
  }
}
