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
}

/** Where the events of one watch go: a chunked answer or a socket. */
export interface EventSink {
  /** Sends a batch, or refuses it because the reader is too far behind: then `onDrain` tells when to try again. */
  offer(batch: EventBatch): boolean
  /** Bytes given to the transport that the reader has not taken yet; 0 where nobody tells. */
  readonly waitingBytes: number
  /** Bytes that it has taken, so far as known. */
  readonly takenBytes: number
  /** True after a refusal, until the reader took something. */
  readonly isBlocked: boolean
  /** Ends the stream in order: what was sent before arrives before the end. */
  end(): void
  /** Set by the hub: the reader took something, or is gone. */
  onDrain: () => void
  onGone: () => void
}
