import { Worker } from 'node:worker_threads'
import type { Endpoint } from './connection.ts'

export type Transport = 'http' | 'websocket'

/** What the thread is told when it starts. */
export interface WatchersPlan {
  endpoint: Endpoint
  path: string
  transport: Transport
  count: number
}

/** When the event with this mark came to the first and to the last watcher; a reading of `clockMs`. */
export interface Arrival {
  mark: string
  firstMs: number
  lastMs: number
}

export type WatchersReport = { state: 'open' } | { state: 'closed'; reason: string } | ({ state: 'arrived' } & Arrival)

/** Every mark has this form, so that a watcher finds it in the bytes without parsing the event. */
export function formatMark(number: number): string {
  return `mark-${String(number).padStart(8, '0')}`
}

const DEADLINE_MS = 15_000

/**
 * Many watchers of one collection, in a thread of their own: reading a thousand sockets must not delay the reading of
 * the writer's answer.
 */
export class Watchers {
  readonly #thread: Worker
  readonly #arrived = new Map<string, Arrival>()
  #failure: Error | undefined
  #isOpen = false
  #wake: () => void = () => {}

  private constructor(plan: WatchersPlan) {
    this.#thread = new Worker(new URL('./watchers-thread.ts', import.meta.url), { workerData: plan })
    this.#thread.on('message', (report: WatchersReport) => this.#take(report))
    this.#thread.on('error', (error) => this.#take({ state: 'closed', reason: String(error) }))
  }

  /** All of them, once the server has answered each. */
  static async open(plan: WatchersPlan): Promise<Watchers> {
    const watchers = new Watchers(plan)
    await watchers.#until(() => watchers.#isOpen || undefined, 'the watchers to open')
    return watchers
  }

  /** Resolves when every watcher has the event with this mark. */
  async arrival(mark: string): Promise<Arrival> {
    const arrival = await this.#until(() => this.#arrived.get(mark), `the event ${mark} to reach all watchers`)
    this.#arrived.delete(mark)
    return arrival
  }

  async close(): Promise<void> {
    await this.#thread.terminate()
  }

  #take(report: WatchersReport): void {
    if (report.state === 'open') this.#isOpen = true
    else if (report.state === 'closed') this.#failure = new Error(`a watch ended: ${report.reason}`)
    else this.#arrived.set(report.mark, report)
    this.#wake()
  }

  async #until<T>(find: () => T | undefined, what: string): Promise<T> {
    const deadline = Date.now() + DEADLINE_MS
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure
      const found = find()
      if (found !== undefined) return found
      if (Date.now() >= deadline) throw new Error(`waited ${DEADLINE_MS} ms for ${what}`)
      await this.#reported(deadline - Date.now())
    }
  }

  /** Resolves at the next report of the thread, or when the time is over. */
  #reported(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, withinMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
