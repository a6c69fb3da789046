import { SOCKET_PROTOCOL } from '../../wire/names.ts'
import { PING_FRAME, PONG_FRAME, type AckFrame } from '../../wire/watch.ts'
import type { Connection } from '../connection.ts'
import type { ClientEnvironment } from '../environment.ts'
import { ConnectionError } from '../errors.ts'
import type { SocketConstructor } from '../options.ts'
import type { StreamListener } from './stream-listener.ts'

const PING_MS = 30_000
const NORMAL_CLOSURE = 1000
/** So much is told at once; less is told after a moment, as the server may wait for all of it. */
const ACK_BYTES = 65_536
const ACK_MS = 500

/** As much of a WebSocket as is used here. */
interface Socket {
  readonly protocol: string
  send(text: string): void
  close(): void
  /** What the package `ws` has: does not wait for the other side. */
  terminate?(): void
  addEventListener(type: string, listener: (event: { data?: unknown; code?: number }) => void): void
}

const encoder = new TextEncoder()

/** A watch over a socket: one event a text frame; pings and acknowledgements as docs/protocol.md defines them. */
export class SocketStream {
  readonly #environment: ClientEnvironment
  readonly #pingMs: number
  readonly #listener: StreamListener
  readonly #open: () => Socket
  #isOpen = false
  #hasEnded = false
  /** since the last ping */
  #wasHeard = true
  #received = 0
  #acknowledged = 0
  #cancelPing = () => {}
  #cancelAck: (() => void) | undefined
  #resolve: (wasOpen: boolean) => void = () => {}
  #reject: (error: unknown) => void = () => {}

  constructor(
    Constructor: SocketConstructor,
    { url, protocols }: { url: string; protocols: string[] },
    { environment, options }: Connection,
    listener: StreamListener,
  ) {
    this.#environment = environment
    this.#pingMs = options.pingMs ?? PING_MS
    this.#listener = listener
    this.#open = () => new Constructor(url, protocols) as Socket
  }

  /** Ends as `openStream` says, but answers with false where the server gives no such socket. */
  async run(signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted()
    let socket: Socket
    try {
      socket = this.#open()
    } catch {
      // a page of https may open no plain socket, for one
      return false
    }
    const abort = () => this.#fail(signal.reason)
    signal.addEventListener('abort', abort)
    try {
      return await new Promise<boolean>((resolve, reject) => {
        this.#resolve = resolve
        this.#reject = reject
        this.#listen(socket)
        this.#keepAlive(socket)
      })
    } finally {
      this.#cancelPing()
      this.#cancelAck?.()
      signal.removeEventListener('abort', abort)
      // who says nothing does not answer a close frame either
      if (socket.terminate && !this.#wasHeard) socket.terminate()
      else socket.close()
    }
  }

  #listen(socket: Socket): void {
    socket.addEventListener('open', () => {
      if (socket.protocol !== SOCKET_PROTOCOL) return this.#end(false)
      this.#isOpen = true
      this.#listener.opened()
    })
    socket.addEventListener('message', ({ data }) => {
      if (this.#hasEnded) return
      try {
        this.#receive(socket, data as string)
      } catch (error) {
        this.#fail(error)
      }
    })
    // what it means is told by the close that follows
    socket.addEventListener('error', () => {})
    socket.addEventListener('close', ({ code }) => {
      if (!this.#isOpen || code === NORMAL_CLOSURE) this.#end(this.#isOpen)
      else this.#fail(new ConnectionError(`the watch socket was closed with code ${code}`))
    })
  }

  #end(wasOpen: boolean): void {
    this.#hasEnded = true
    this.#resolve(wasOpen)
  }

  #fail(error: unknown): void {
    this.#hasEnded = true
    this.#reject(error)
  }

  #receive(socket: Socket, text: string): void {
    this.#wasHeard = true
    if (text === PONG_FRAME) return
    this.#listener.text(text)
    this.#received += encoder.encode(text).length
    if (this.#received - this.#acknowledged >= ACK_BYTES) this.#acknowledge(socket)
    else this.#cancelAck ??= this.#environment.setTimer(() => this.#acknowledge(socket), ACK_MS)
  }

  #acknowledge(socket: Socket): void {
    this.#cancelAck?.()
    this.#cancelAck = undefined
    this.#acknowledged = this.#received
    socket.send(JSON.stringify({ type: 'ACK', bytes: this.#received } satisfies AckFrame))
  }

  /** Asks for a sign of life at every turn; where the last one brought none the socket is dead. */
  #keepAlive(socket: Socket): void {
    this.#cancelPing = this.#environment.setTimer(() => {
      if (!this.#isOpen) return this.#end(false)
      if (!this.#wasHeard) return this.#fail(new ConnectionError(`nothing was heard for ${this.#pingMs} ms`))
      this.#wasHeard = false
      socket.send(PING_FRAME)
      this.#keepAlive(socket)
    }, this.#pingMs)
  }
}
