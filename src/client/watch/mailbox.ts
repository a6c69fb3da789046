import type { ApiObject } from '../types.ts'
import type { WatchChange } from './change.ts'
import { coalesce } from './coalesce.ts'

/** One event of a watch. */
export interface WatchEvent<T extends ApiObject> extends WatchChange<T> {
  /** So many changes since the event before were left out, because newer ones stand for them: the reader is too slow. */
  skipped?: number
}

type Taken<T extends ApiObject> = IteratorResult<WatchEvent<T>, undefined>

interface Reader<T extends ApiObject> {
  resolve(taken: Taken<T>): void
  reject(error: unknown): void
}

/** Beyond this, what waits is joined: one change for each object. */
const WAITING_EVENTS = 1000
const WAITING_CHARACTERS = 8_388_608

/** Events on their way to a reader who takes them one by one, perhaps slowly. */
export class Mailbox<T extends ApiObject> {
  #waiting: { change: WatchChange<T>; size: number }[] = []
  /** those before it have been taken */
  #first = 0
  #characters = 0
  #joinAt = WAITING_EVENTS
  #skipped = 0
  readonly #readers: Reader<T>[] = []
  #end: { error?: unknown } | undefined

  /** `size`: characters that the change takes beside what is held anyway. */
  put(change: WatchChange<T>, size: number): void {
    if (this.#end) return
    this.#waiting.push({ change, size })
    this.#characters += size
    if (this.#length > this.#joinAt || (this.#characters > WAITING_CHARACTERS && this.#length > 1)) this.#join()
    this.#serve()
  }

  /** No more comes. What waits is still handed out; then readers are done, or one gets the error. */
  end(error?: unknown): void {
    this.#end ??= { error }
    this.#serve()
  }

  /** The reader has gone: nothing is handed out any more. */
  close(): void {
    this.#waiting = []
    this.#first = 0
    this.#end = {}
    this.#serve()
  }

  take(): Promise<Taken<T>> {
    return new Promise((resolve, reject) => {
      this.#readers.push({ resolve, reject })
      this.#serve()
    })
  }

  get #length(): number {
    return this.#waiting.length - this.#first
  }

  #serve(): void {
    while (this.#readers.length > 0 && (this.#length > 0 || this.#end)) {
      const reader = this.#readers.shift() as Reader<T>
      if (this.#length > 0) reader.resolve({ value: this.#next(), done: false })
      else if (this.#end?.error === undefined) reader.resolve({ value: undefined, done: true })
      else {
        reader.reject(this.#end.error)
        this.#end = {}
      }
    }
  }

  #next(): WatchEvent<T> {
    const { change, size } = this.#waiting[this.#first++] as { change: WatchChange<T>; size: number }
    this.#characters -= size
    if (this.#first * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#first)
      this.#first = 0
    }
    const skipped = this.#skipped
    this.#skipped = 0
    return skipped > 0 ? { ...change, skipped } : change
  }

  #join(): void {
    const joined = coalesce(this.#waiting.slice(this.#first).map(({ change }) => change))
    this.#skipped += this.#length - joined.length
    // the newest state of each object is held anyway
    this.#waiting = joined.map((change) => ({ change, size: 0 }))
    this.#first = 0
    this.#characters = 0
    // there may be more objects than that: the next time must be worth it
    this.#joinAt = Math.max(WAITING_EVENTS, joined.length * 2)
  }
}
