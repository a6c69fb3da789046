import { byteLength } from '../../../src/core/json/json.ts'
import { EventInbox, type WatchEvent } from './event-inbox.ts'

/** The client's end of a watch socket. */
export class SocketClient {
  readonly events = new EventInbox()
  readonly #socket: WebSocket
  /** bytes of event text that came */
  received = 0
  /** frames that are no events, such as `pong` */
  readonly otherFrames: string[] = []

  constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)))
    socket.addEventListener('close', ({ code }) => this.events.finish({ how: 'clean', code, leftover: '' }))
    socket.addEventListener('error', () => this.events.finish({ how: 'cut', leftover: '' }))
    socket.accept()
  }

  send(frame: string): void {
    this.#socket.send(frame)
  }

  /** Acknowledges what came so far, or just `bytes`. */
  acknowledge(bytes = this.received): void {
    this.send(JSON.stringify({ type: 'ACK', bytes }))
  }

  async close(): Promise<void> {
    this.#socket.close(1000)
  }

  #receive(frame: string): void {
    if (!frame.startsWith('{')) {
      this.otherFrames.push(frame)
      return
    }
    this.received += byteLength(frame)
    this.events.push(JSON.parse(frame) as WatchEvent)
  }
}
