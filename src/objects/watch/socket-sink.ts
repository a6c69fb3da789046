import type { AckFrame } from '../../wire/watch.ts'
import type { EventBatch, EventSink } from './event-sink.ts'

/** A client that acknowledges is sent at most so much beyond what it has taken. */
const WINDOW_BYTES = 1_048_576
/** A socket that never acknowledges is closed in order after so much; its client goes on from its last version. */
const UNACKNOWLEDGED_LIMIT_BYTES = 16_777_216
export const NORMAL_CLOSURE = 1000

/** Bytes of event text since the socket opened. */
export interface SocketProgress {
  sent: number
  acknowledged: number
}

/**
 * A watch over a WebSocket, one text frame an event. Sockets do not tell how much waits, so what bounds them is what the
 * client acknowledges (docs/protocol.md: frames). One that never does is counted from when its object woke: what was sent
 * before it slept had arrived.
 */
export class SocketSink implements EventSink {
  readonly #socket: WebSocket
  #sent: number
  #acknowledged: number | undefined
  isBlocked = false
  onDrain = () => {}
  onGone = () => {}

  /** `progress`: where an acknowledging socket stood when its object went to sleep. */
  constructor(socket: WebSocket, progress?: SocketProgress) {
    this.#socket = socket
    this.#sent = progress?.sent ?? 0
    this.#acknowledged = progress?.acknowledged
  }

  get waitingBytes(): number {
    return this.#acknowledged === undefined ? 0 : this.#sent - this.#acknowledged
  }

  get takenBytes(): number {
    return this.#acknowledged ?? 0
  }

  /** Of an acknowledging socket: what must be known again after sleep. */
  get progress(): SocketProgress | undefined {
    return this.#acknowledged === undefined ? undefined : { sent: this.#sent, acknowledged: this.#acknowledged }
  }

  offer(batch: EventBatch): boolean {
    const { byteLength } = batch.bytes
    this.isBlocked = this.waitingBytes > 0 && this.waitingBytes + byteLength > WINDOW_BYTES
    if (this.isBlocked) return false
    try {
      for (const event of batch.events) this.#socket.send(event)
    } catch {
      this.onGone()
      return true
    }
    this.#sent += byteLength
    if (this.#acknowledged === undefined && this.#sent > UNACKNOWLEDGED_LIMIT_BYTES) {
      this.end()
      this.onGone()
    }
    return true
  }

  /**
   * Takes note of an acknowledgement; one that is lower than an earlier one is passed over. More than was counted is what
   * went out before the object slept.
   */
  acknowledge({ bytes }: AckFrame): void {
    if (bytes < (this.#acknowledged ?? 0)) return
    this.#acknowledged = bytes
    this.#sent = Math.max(this.#sent, bytes)
    this.isBlocked = false
    this.onDrain()
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
    return frame?.type === 'ACK' && isByteCount(frame.bytes) ? (frame as AckFrame) : undefined
  } catch {
    return undefined
  }
}

const isByteCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0
