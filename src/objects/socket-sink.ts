import type { AckFrame } from '../wire/watch.ts'
import type { EventBatch, EventSink } from './event-sink.ts'

/** A client that acknowledges is sent at most so much beyond what it has taken. */
const WINDOW_BYTES = 1_048_576
/** A socket that never acknowledges is closed in order after so much; its client goes on from its last version. */
const UNACKNOWLEDGED_LIMIT_BYTES = 16_777_216
export const NORMAL_CLOSURE = 1000

/**
 * A watch over a WebSocket, one text frame an event. Sockets do not tell how much waits, so what bounds them is what the
 * client acknowledges (docs/protocol.md: frames). After hibernation all that was sent had arrived: counting starts anew.
 */
export class SocketSink implements EventSink {
  readonly #socket: WebSocket
  #lastAck: number | undefined
  #acknowledges = false
  waitingBytes = 0
  takenBytes = 0
  isBlocked = false
  onDrain = () => {}
  onGone = () => {}

  constructor(socket: WebSocket) {
    this.#socket = socket
  }

  offer(batch: EventBatch): boolean {
    const { byteLength } = batch.bytes
    this.isBlocked = this.#acknowledges && this.waitingBytes > 0 && this.waitingBytes + byteLength > WINDOW_BYTES
    if (this.isBlocked) return false
    try {
      for (const event of batch.events) this.#socket.send(event)
    } catch {
      this.onGone()
      return true
    }
    this.waitingBytes += byteLength
    if (!this.#acknowledges && this.waitingBytes > UNACKNOWLEDGED_LIMIT_BYTES) {
      this.end()
      this.onGone()
    }
    return true
  }

  /** Takes note of an acknowledgement: bytes of event text that the client has consumed since the socket opened. */
  acknowledge({ bytes }: AckFrame): void {
    const wasBlocked = this.isBlocked
    this.isBlocked = false
    this.waitingBytes = Math.max(0, this.waitingBytes - (bytes - (this.#lastAck ?? 0)))
    this.#lastAck = bytes
    this.takenBytes = bytes
    this.#acknowledges = true
    if (wasBlocked) this.onDrain()
  }

  end(): void {
    try {
      this.#socket.close(NORMAL_CLOSURE)
    } catch {
      // It is closed already.
    }
  }
}

/** The acknowledgement in a frame; undefined for anything else, which is read and passed over. */
export function parseAck(message: string | ArrayBuffer): AckFrame | undefined {
  if (typeof message !== 'string' || message.length > 200) return undefined
  try {
    const frame = JSON.parse(message) as Partial<AckFrame> | null
    return frame?.type === 'ACK' && Number.isSafeInteger(frame.bytes) ? (frame as AckFrame) : undefined
  } catch {
    return undefined
  }
}
