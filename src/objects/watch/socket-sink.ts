import type { AckFrame } from '../../wire/watch.ts'
import { newAccount } from './backlog/backlog.ts'
import type { EventBatch, EventSink } from './event-sink.ts'

/** A client that acknowledges is sent at most this much beyond what it has acknowledged. */
const WINDOW_BYTES = 1_048_576
/** A socket that never acknowledges is closed in order after this much. Its client can resume from its last version. */
const UNACKNOWLEDGED_LIMIT_BYTES = 4_194_304
export const NORMAL_CLOSURE = 1000

/** Bytes of event text since the socket opened. */
export interface SocketProgress {
  sent: number
  acknowledged: number
}

/**
 * A stream over a WebSocket, one text frame per event. A socket does not show how much is waiting in it, so its debt is what
 * its client has not acknowledged (docs/protocol.md: frames). The debt of a client that never acknowledges is everything sent
 * since the object woke: what was sent before it slept has arrived.
 */
export class SocketSink implements EventSink {
  readonly #socket: WebSocket
  readonly account = newAccount(Infinity)
  #sent: number
  #acknowledged: number | undefined
  onTaken: (bytes: number) => void = () => {}
  onGone = () => {}

  /** `progress`: where an acknowledging socket stood when its object went to sleep. */
  constructor(socket: WebSocket, progress?: SocketProgress) {
    this.#socket = socket
    this.#sent = progress?.sent ?? 0
    this.#acknowledged = progress?.acknowledged
    if (progress) this.account.window = WINDOW_BYTES
  }

  /** The progress of an acknowledging socket, to be kept over sleep. */
  get progress(): SocketProgress | undefined {
    return this.#acknowledged === undefined ? undefined : { sent: this.#sent, acknowledged: this.#acknowledged }
  }

  get isOverdrawn(): boolean {
    return this.#acknowledged === undefined && this.#sent > UNACKNOWLEDGED_LIMIT_BYTES
  }

  send(batch: EventBatch): void {
    this.#sent += batch.size
    try {
      for (const event of batch.events) this.#socket.send(event)
    } catch {
      this.onGone()
    }
  }

  /**
   * Takes note of an acknowledgement. One that is lower than an earlier one is passed over. More than was counted is what
   * went out before the object slept.
   */
  acknowledge({ bytes }: AckFrame): void {
    if (bytes < (this.#acknowledged ?? 0)) return
    this.account.window = WINDOW_BYTES
    this.#acknowledged = bytes
    this.#sent = Math.max(this.#sent, bytes)
    this.onTaken(this.account.owed - (this.#sent - bytes))
  }

  end(): void {
    try {
      this.#socket.close(NORMAL_CLOSURE)
    } catch {
      // It is closed already.
    }
  }

  /** The runtime has no way to throw away what a socket was sent. */
  abort(): void {
    this.end()
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
