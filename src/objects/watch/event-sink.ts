import type { Account } from './backlog/backlog.ts'

/** Text of events that go out together, made once for all watchers that want the same. */
export class EventBatch {
  /** one event each, a line of JSON */
  readonly events: readonly string[]
  #bytes: Uint8Array | undefined

  constructor(events: readonly string[]) {
    this.events = events
  }

  /** All events as UTF-8. */
  get bytes(): Uint8Array {
    return (this.#bytes ??= new TextEncoder().encode(this.events.join('')))
  }

  /** In bytes of UTF-8. */
  get size(): number {
    return this.bytes.byteLength
  }
}

/** The transport of a stream: a chunked answer or a socket. What it may be sent is the business of the backlog. */
export interface EventSink {
  readonly account: Account
  send(batch: EventBatch): void
  /** Ends the stream in order: what was sent before arrives before the end. */
  end(): void
  /** Ends the stream and throws away what was not taken yet, where the transport can do that; in order where not. */
  abort(): void
  /** True where so much was sent without a word from the reader that the stream must end. */
  readonly isOverdrawn: boolean
  /** Set by the hub: the reader took so many bytes. */
  onTaken: (bytes: number) => void
  /** Set by the hub: the transport is gone, and all that it held. */
  onGone: () => void
}
