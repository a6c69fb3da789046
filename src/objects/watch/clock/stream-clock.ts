/** While there is something to time, the clock is read at least this often: see SteadyClock. */
const LONGEST_PAUSE_MS = 5_000
/** How often it looks while something is awaited. */
const SHORT_PAUSE_MS = 1_000

/** What the clock times; both in readings of the steady clock. */
export interface Timed {
  readonly deadline: number
  nextMinute: number
}

interface StreamClockOptions<Stream extends Timed> {
  /** Milliseconds that never go back and do not jump. */
  now: () => number
  /** Their deadline or their minute has come. May throw: the clock goes on. */
  onDue: (due: readonly Stream[], now: number) => Promise<void>
  /** True where something else waits for time to pass: then the clock looks about once a second. */
  isAwaited: () => boolean
  /** A timer ran, and the clock does not show that time has passed. */
  onStandstill: () => void
  /** Called at each look. */
  onLook: () => void
}

/**
 * The minutes and deadlines of streams, on one timer in memory. Streams over HTTP keep their object awake anyway; without any
 * there is no timer, and the object may sleep.
 */
export class StreamClock<Stream extends Timed> {
  readonly #options: StreamClockOptions<Stream>
  readonly #streams = new Set<Stream>()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When the timer looks. */
  #at = Infinity
  #looking = false

  constructor(options: StreamClockOptions<Stream>) {
    this.#options = options
  }

  now(): number {
    return this.#options.now()
  }

  add(stream: Stream): void {
    this.#streams.add(stream)
    this.#lookBy(dueAt(stream))
  }

  remove(stream: Stream): void {
    if (!this.#streams.delete(stream) || this.#streams.size > 0 || this.#options.isAwaited()) return
    this.#stop()
  }

  /** To be called when something may be awaited now. */
  attend(): void {
    if (this.#options.isAwaited()) this.#lookBy(this.now() + SHORT_PAUSE_MS)
  }

  #lookBy(at: number): void {
    if (this.#looking || this.#at <= at) return
    const now = this.now()
    this.#stop()
    this.#at = Math.min(at, now + LONGEST_PAUSE_MS)
    const delayMs = Math.max(0, this.#at - now)
    this.#timer = setTimeout(() => void this.#look(now + delayMs / 2), delayMs)
  }

  #stop(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer)
    this.#timer = undefined
    this.#at = Infinity
  }

  /** It should be later than `atLeast`. */
  async #look(atLeast: number): Promise<void> {
    this.#stop()
    this.#looking = true
    try {
      const now = this.now()
      if (now < atLeast) this.#options.onStandstill()
      this.#options.onLook()
      const due = [...this.#streams].filter((stream) => dueAt(stream) <= now)
      if (due.length > 0) await this.#options.onDue(due, now)
    } catch (error) {
      console.error(`the clock of the watches: ${error instanceof Error ? error.stack : String(error)}`)
    } finally {
      this.#looking = false
      this.#lookAgain()
    }
  }

  #lookAgain(): void {
    if (this.#streams.size > 0) {
      let next = Infinity
      for (const stream of this.#streams) next = Math.min(next, dueAt(stream))
      this.#lookBy(next)
    }
    this.attend()
  }
}

const dueAt = ({ deadline, nextMinute }: Timed): number => Math.min(deadline, nextMinute)
