import type { ClientEnvironment } from '../../src/client/environment.ts'

interface Timer {
  dueMs: number
  delayMs: number
  run: () => void
}

/** Limits of requests and of silent streams are longer than this, waits between tries are not. */
const LONGEST_WAIT_MS = 29_000

/** The time of a client, moved by the test, with chance that the test plans. */
export class ClientClock implements ClientEnvironment {
  nowMs = 1_000_000
  /** what `random` gives next; then one half */
  readonly planned: number[] = []
  readonly timers = new Set<Timer>()
  #watchers = new Set<() => void>()

  now(): number {
    return this.nowMs
  }

  random(): number {
    return this.planned.shift() ?? 0.5
  }

  setTimer(run: () => void, delayMs: number): () => void {
    const timer = { dueMs: this.nowMs + delayMs, delayMs, run }
    this.timers.add(timer)
    for (const watcher of this.#watchers) watcher()
    return () => this.timers.delete(timer)
  }

  /** Moves the time; timers that are due meanwhile run in their order. */
  advance(ms: number): void {
    const endMs = this.nowMs + ms
    for (;;) {
      const due = [...this.timers].filter((timer) => timer.dueMs <= endMs).toSorted((a, b) => a.dueMs - b.dueMs)[0]
      if (!due) break
      this.timers.delete(due)
      this.nowMs = due.dueMs
      due.run()
    }
    this.nowMs = endMs
  }

  /** Waits until the client waits before another try, lets that time pass, and answers with its length. */
  async passWait(): Promise<number> {
    const timer = await this.timerOf((delayMs) => delayMs <= LONGEST_WAIT_MS)
    this.advance(timer.dueMs - this.nowMs)
    return timer.delayMs
  }

  /** The timer with such a delay, as soon as there is one. Fails after five seconds. */
  async timerOf(accepts: (delayMs: number) => boolean): Promise<Timer> {
    const find = () => [...this.timers].find(({ delayMs }) => accepts(delayMs))
    return (
      find() ??
      new Promise((resolve, reject) => {
        const deadline = setTimeout(() => {
          this.#watchers.delete(look)
          reject(new Error('five seconds passed without the timer waited for'))
        }, 5000)
        const look = () => {
          const timer = find()
          if (!timer) return
          clearTimeout(deadline)
          this.#watchers.delete(look)
          resolve(timer)
        }
        this.#watchers.add(look)
      })
    )
  }
}
