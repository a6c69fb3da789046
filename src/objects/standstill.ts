import { WorkerEntrypoint } from 'cloudflare:workers'
import { readClock } from './environment.ts'

/** Tells the time as it is now: each call of it is a request of its own, and sees the clock anew. */
export class TrueTime extends WorkerEntrypoint {
  now(): number {
    return readClock()
  }
}

/** So many calls at one and the same time are suspicious: each is a turn of its own. */
const CALLS_AT_ONE_TIME = 100
/** A smaller step back is waited for. */
const MIN_STEP_MS = 2_000

interface StandstillOptions {
  /** The time as the object sees it. */
  now: () => number
  /** The time as it is. */
  trueNow: () => Promise<number>
  /** Ends the object and all that it holds. */
  restart: (reason: string) => void
}

/**
 * Notices that the machine's clock was set back. The runtime never shows an object a time before one that it has shown: until
 * the clock has caught up its time stands still and none of its timers runs, those of one turn included. No object can work
 * like that, so it starts anew. Clients of its watches go on from their last version.
 */
export class Standstill {
  readonly #options: StandstillOptions
  #time = 0
  #calls = 0
  #asking = false

  constructor(options: StandstillOptions) {
    this.#options = options
  }

  /** To be called with each call that the object gets. */
  called(): void {
    const time = this.#options.now()
    this.#calls = time === this.#time ? this.#calls + 1 : 0
    this.#time = time
    if (this.#calls >= CALLS_AT_ONE_TIME) this.suspect()
  }

  /** Something else makes it likely. */
  suspect(): void {
    if (this.#asking) return
    this.#asking = true
    this.#calls = 0
    void this.#ask().finally(() => (this.#asking = false))
  }

  async #ask(): Promise<void> {
    const { now, trueNow, restart } = this.#options
    const step = now() - (await trueNow().catch(() => Infinity))
    if (step >= MIN_STEP_MS) restart(`the clock was set back by ${Math.round(step / 1000)} s`)
  }
}
