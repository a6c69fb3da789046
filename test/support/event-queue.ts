import type { ObjectMeta } from '../../src/wire/object.ts'
import type { WatchEventType } from '../../src/wire/watch.ts'
import type { ApiBody } from './client.ts'

/** One event as it came over the wire; Table and metadata watches carry other kinds in `object`. */
export interface WatchEvent {
  type: WatchEventType
  object: ApiBody
}

/** `ADDED a 123`: what most tests compare. */
export const briefly = (event: WatchEvent) => `${event.type} ${nameOf(event)}`

export const metadataOf = (event: WatchEvent): ObjectMeta => event.object.metadata ?? {}
export const nameOf = (event: WatchEvent): string => metadataOf(event).name ?? ''
export const versionOf = (event: WatchEvent): bigint => BigInt(metadataOf(event).resourceVersion ?? '0')

export const isBookmark = (event: WatchEvent) => event.type === 'BOOKMARK'

interface Waiter {
  ready: () => boolean
  wake: () => void
}

/** How a stream ended: `clean` is the proper end of the body or a close frame, `cut` anything else. */
export type StreamEnd = { how: 'clean' | 'cut'; code?: number; leftover: string }

/**
 * What a reader has received and a test has not yet taken. Every wait has a deadline; a deadline that passes is an
 * error that tells what had come.
 */
export class EventQueue {
  readonly all: WatchEvent[] = []
  #taken = 0
  #end: StreamEnd | undefined
  #waiters = new Set<Waiter>()

  push(event: WatchEvent): void {
    this.all.push(event)
    this.#wake()
  }

  finish(end: StreamEnd): void {
    this.#end ??= end
    this.#wake()
  }

  /** The next event; fails at the deadline or when the stream has ended. */
  async next(withinMs = 5000): Promise<WatchEvent> {
    const [event] = await this.take(1, withinMs)
    return event!
  }

  /** The next `count` events, in order. */
  async take(count: number, withinMs = 5000): Promise<WatchEvent[]> {
    const enough = () => this.all.length - this.#taken >= count
    await this.#until(() => enough() || this.#end !== undefined, withinMs, `${count} events`)
    if (!enough()) throw new Error(`the stream ended; ${count} events wanted, ${this.#describeRest()}`)
    return this.#advance(count)
  }

  /** Everything up to and including the first event that `last` accepts. */
  async takeUntil(last: (event: WatchEvent) => boolean, withinMs = 5000): Promise<WatchEvent[]> {
    const place = () => this.all.findIndex((event, i) => i >= this.#taken && last(event))
    await this.#until(() => place() >= 0 || this.#end !== undefined, withinMs, 'the event that ends the wait')
    if (place() < 0) throw new Error(`the stream ended before the event waited for; ${this.#describeRest()}`)
    return this.#advance(place() - this.#taken + 1)
  }

  /** Everything not yet taken up to an event about the object `name`, that one left out: proof that no more came before. */
  async takeBefore(name: string, withinMs = 5000): Promise<WatchEvent[]> {
    return (await this.takeUntil((event) => nameOf(event) === name, withinMs)).slice(0, -1)
  }

  /** Waits for the end of the stream and gives what was not taken. */
  async drain(withinMs = 5000): Promise<{ events: WatchEvent[]; end: StreamEnd }> {
    await this.#until(() => this.#end !== undefined, withinMs, 'the end of the stream')
    return { events: this.#advance(this.all.length - this.#taken), end: this.#end! }
  }

  /** Drops what was taken, for a reader that goes on for long. */
  forget(): void {
    this.all.splice(0, this.#taken)
    this.#taken = 0
  }

  get ended(): StreamEnd | undefined {
    return this.#end
  }

  #advance(count: number): WatchEvent[] {
    const from = this.#taken
    this.#taken += count
    return this.all.slice(from, this.#taken)
  }

  #describeRest(): string {
    return `not taken: [${this.all.slice(this.#taken).map(briefly).join(', ')}]`
  }

  #wake(): void {
    for (const waiter of this.#waiters) if (waiter.ready()) waiter.wake()
  }

  #until(ready: () => boolean, withinMs: number, what: string): Promise<void> {
    if (ready()) return Promise.resolve()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter)
        reject(new Error(`${withinMs} ms passed without ${what}; ${this.#describeRest()}`))
      }, withinMs)
      const waiter: Waiter = {
        ready,
        wake: () => {
          clearTimeout(timer)
          this.#waiters.delete(waiter)
          resolve()
        },
      }
      this.#waiters.add(waiter)
    })
  }
}
