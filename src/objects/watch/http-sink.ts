import type { EventBatch, EventSink } from './event-sink.ts'

/** A reader may be this far behind; then it waits for its turn in the history, not in memory. */
const MAX_WAITING_BYTES = 262_144

/**
 * A watch over chunked HTTP. Writes to an IdentityTransformStream end when the reader took them, and fail when it is
 * gone; so how much waits is known.
 */
export class HttpSink implements EventSink {
  readonly readable: ReadableStream
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>
  waitingBytes = 0
  takenBytes = 0
  isBlocked = false
  onDrain = () => {}
  onGone = () => {}

  constructor() {
    const { readable, writable } = new IdentityTransformStream()
    this.readable = readable
    this.#writer = writable.getWriter()
    this.#writer.closed.catch(() => this.onGone())
  }

  offer({ bytes }: EventBatch): boolean {
    this.isBlocked = this.waitingBytes > 0 && this.waitingBytes + bytes.byteLength > MAX_WAITING_BYTES
    if (this.isBlocked) return false
    this.waitingBytes += bytes.byteLength
    this.#writer.write(bytes).then(
      () => this.#taken(bytes.byteLength),
      () => this.onGone(),
    )
    return true
  }

  end(): void {
    this.#writer.close().catch(() => {})
  }

  #taken(byteCount: number): void {
    this.isBlocked = false
    this.waitingBytes -= byteCount
    this.takenBytes += byteCount
    this.onDrain()
  }
}
