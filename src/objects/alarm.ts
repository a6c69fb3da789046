import type { Timer, TimerKind, Timers } from '../storage/timers.ts'

export type TimerHandlers = Record<TimerKind, (timer: Timer) => Promise<void> | void>

/** A timer whose handler failed is tried again after this. */
const RETRY_MS = 5_000

interface AlarmStorage {
  setAlarm(at: number): Promise<void>
  deleteAlarm(): Promise<void>
}

/**
 * The one alarm of a scope object, fed by the table of timers. Armed after the commit that set a timer, never within it, so
 * that no write waits for it; every start arms what is due.
 */
export class Alarm {
  readonly #storage: AlarmStorage
  readonly #timers: Timers
  readonly #handlers: TimerHandlers
  readonly #now: () => number
  #armedFor: number | undefined

  constructor(storage: AlarmStorage, timers: Timers, handlers: TimerHandlers, now: () => number) {
    this.#storage = storage
    this.#timers = timers
    this.#handlers = handlers
    this.#now = now
  }

  /** Makes the alarm ring when the next timer is due, or sooner. */
  arm(): void {
    const next = this.#timers.next()
    if (next === undefined || (this.#armedFor !== undefined && this.#armedFor <= next)) return
    this.#armedFor = next
    void this.#storage.setAlarm(next)
  }

  /** Runs what is due. Never throws: a handler that fails is tried again later. Arms last, or rests where nothing is left. */
  async ring(): Promise<void> {
    this.#armedFor = undefined
    for (const timer of this.#timers.due(this.#now())) {
      try {
        await this.#handlers[timer.kind](timer)
      } catch (error) {
        console.error(`timer ${timer.kind} ${timer.key}: ${error instanceof Error ? error.message : String(error)}`)
        this.#timers.set(timer.kind, timer.key, this.#now() + RETRY_MS)
      }
    }
    this.arm()
    if (this.#armedFor === undefined) void this.#storage.deleteAlarm()
  }
}
