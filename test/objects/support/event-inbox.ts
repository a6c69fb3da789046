import type { KubernetesObject } from '../../../src/wire/object.ts'
import type { WatchEventType } from '../../../src/wire/watch.ts'

/** One event as it came; a Table carries `rows` beside its metadata. */
export interface WatchEvent {
  type: WatchEventType
  object: KubernetesObject & {
    data?: Record<string, string>
    rows?: { cells: unknown[]; object: KubernetesObject | null }[]
    columnDefinitions?: unknown[] | null
    code?: number
  }
}

/** How a stream ended: by its proper end (of a socket: with a code), or cut. */
export type StreamEnd = { how: 'clean' | 'cut'; code?: number; leftover: string }

export const nameOf = (event: WatchEvent): string => event.object.metadata.name ?? ''
export const revisionOf = (event: WatchEvent): number => Number(event.object.metadata.resourceVersion)
/** `ADDED a`: what most tests compare. */
export const briefly = (event: WatchEvent): string => `${event.type} ${nameOf(event)}`.trim()

/** What a watch has brought. Every wait has a deadline; one that passes is an error that tells what had come. */
export class EventInbox {
  readonly all: WatchEvent[] = []
  end: StreamEnd | undefined
  #taken = 0
  readonly #wakers = new Set<() => void>()

  push(event: WatchEvent): void {
    this.all.push(event)
    this.#wake()
  }

  finish(end: StreamEnd): void {
    this.end ??= end
    this.#wake()
  }

  async next(withinMs?: number): Promise<WatchEvent> {
    const [event] = await this.take(1, withinMs)
    return event!
  }

  /** The next `count` events, in order. */
  async take(count: number, withinMs?: number): Promise<WatchEvent[]> {
    await this.#until(() => this.all.length - this.#taken >= count, `${count} events`, withinMs)
    this.#taken += count
    return this.all.slice(this.#taken - count, this.#taken)
  }

  /** All events up to the first about the object `name`, that one included: proof that no other came before it. */
  async takeTo(name: string, withinMs?: number): Promise<WatchEvent[]> {
    const place = () => this.all.findIndex((event, i) => i >= this.#taken && nameOf(event) === name)
    await this.#until(() => place() >= 0, `an event about ${name}`, withinMs)
    return this.take(place() - this.#taken + 1)
  }

  /** Waits for the end of the stream. */
  async ended(withinMs?: number): Promise<StreamEnd> {
    await this.#until(() => this.end !== undefined, 'the end of the stream', withinMs)
    return this.end!
  }

  get #rest(): string {
    return this.all.slice(this.#taken).map(briefly).join(', ')
  }

  #wake(): void {
    for (const wake of this.#wakers) wake()
  }

  #until(ready: () => boolean, what: string, withinMs = 5_000): Promise<void> {
    if (ready()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const settle = (done: () => void) => {
        clearTimeout(timer)
        this.#wakers.delete(wake)
        done()
      }
      const fail = (why: string) => settle(() => reject(new Error(`${why} ${what}; not taken: [${this.#rest}]`)))
      const wake = () => {
        if (ready()) settle(resolve)
        else if (this.end) fail('the stream ended without')
      }
      const timer = setTimeout(() => fail(`${withinMs} ms passed without`), withinMs)
      this.#wakers.add(wake)
      wake()
    })
  }
}
