import { newAccount } from './backlog/backlog.ts'
import type { EventBatch, EventSink } from './event-sink.ts'

/** A reader may be this far behind; then it waits for its turn in the history, not in memory. */
const WINDOW_BYTES = 262_144

/**
 * A stream over chunked HTTP. A write to an IdentityTransformStream ends when the reader took it, and fails when the reader is
 * gone. So how much waits is known.
 */
export class HttpSink implements EventSink {
  readonly readable: ReadableStream
  readonly account = newAccount(WINDOW_BYTES)
  readonly isOverdrawn = false
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>
  onTaken: (bytes: number) => void = () => {}
  onGone = () => {}

  constructor() {
    const { readable, writable } = new IdentityTransformStream()
    this.readable = readable
    this.#writer = writable.getWriter()
    const gone = () => this.onGone()
    this.#writer.closed.then(gone, gone)
  }

  send({ bytes }: EventBatch): void {
    this.#writer.write(bytes).then(
      () => this.onTaken(bytes.byteLength),
      () => this.onGone(),
    )
  }

  end(): void {
    this.#writer.close().catch(() => {})
  }

  abort(): void {
    const gone = () => this.onGone()
    this.#writer.abort().then(gone, gone)
  }
}
