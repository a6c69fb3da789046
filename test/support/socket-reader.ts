import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { PONG_FRAME } from '../../src/wire/watch.ts'
import type { ApiBody, ApiClient, QueryValues } from './client.ts'
import { EventQueue, type WatchEvent } from './event-queue.ts'
import { encodeClose, encodeFrame, type Frame, FrameReader } from './web-socket-frames.ts'

export interface SocketOptions {
  headers?: Record<string, string>
  protocols?: string[]
  /** tells the server how much has been consumed, after every event */
  acknowledge?: boolean
}

/** A watch over a WebSocket. Reads until the socket closes; answers a close frame, as a browser does. */
export class SocketReader {
  readonly headers: IncomingHttpHeaders
  readonly events = new EventQueue()
  /** texts of the frames as they came, answers to pings left out */
  readonly frames: string[] = []
  /** bytes of event text that came so far */
  received = 0
  #frameReader = new FrameReader()
  readonly #socket: Duplex
  readonly #acknowledge: boolean
  #pongs: (() => void)[] = []

  constructor(response: IncomingMessage, socket: Duplex, first: Buffer, acknowledge: boolean) {
    this.headers = response.headers
    this.#socket = socket
    this.#acknowledge = acknowledge
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    socket.on('error', () => this.events.finish({ how: 'cut', leftover: '' }))
    socket.on('close', () => this.events.finish({ how: 'cut', leftover: '' }))
    if (first.length > 0) this.#receive(first)
  }

  send(text: string): void {
    this.#socket.write(encodeFrame('text', Buffer.from(text)))
  }

  /** Tells that `bytes` of event text have been consumed since the socket opened. */
  sendAck(bytes: number): void {
    this.send(JSON.stringify({ type: 'ACK', bytes }))
  }

  /** Resolves when the next pong text frame comes. */
  nextPong(withinMs = 5000): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${withinMs} ms passed without a pong`)), withinMs)
      this.#pongs.push(() => (clearTimeout(timer), resolve()))
    })
  }

  /** Closes in order: the server answers the close frame. */
  close(): void {
    this.#socket.write(encodeClose(1000))
  }

  /** Cuts the connection without a close frame. */
  cut(): void {
    this.#socket.destroy()
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  #receive(chunk: Buffer): void {
    for (const frame of this.#frameReader.read(chunk)) this.#handle(frame)
  }

  #handle(frame: Frame): void {
    switch (frame.kind) {
      case 'text':
        return frame.text === PONG_FRAME ? this.#pongs.shift()?.() : this.#event(frame.text)
      case 'binary':
        throw new Error('a watch in JSON sends text frames only')
      case 'ping':
        this.#socket.write(encodeFrame('pong', frame.bytes))
        return
      case 'pong':
        return
      case 'close':
        this.events.finish({ how: 'clean', code: frame.code, leftover: '' })
        if (this.#socket.writable) this.#socket.end(encodeClose(frame.code === 1005 ? 1000 : frame.code))
    }
  }

  #event(text: string): void {
    this.frames.push(text)
    this.received += Buffer.byteLength(text)
    if (this.#acknowledge) this.sendAck(this.received)
    this.events.push(JSON.parse(text) as WatchEvent)
  }
}

export interface Refusal {
  status: number
  body: ApiBody
  text: string
}

/** Asks for an upgrade; gives the socket, or the plain answer where there is none. */
export function requestSocket(
  client: ApiClient,
  path: string,
  query: QueryValues = {},
  options: SocketOptions = {},
): Promise<SocketReader | Refusal> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    ...(options.protocols ? { 'sec-websocket-protocol': options.protocols.join(', ') } : {}),
    ...options.headers,
  }
  return new Promise((resolve, reject) => {
    const request = client.start('GET', path, { query: { watch: true, ...query }, headers }, false)
    request.once('upgrade', (response, socket, first) =>
      resolve(new SocketReader(response, socket, first, options.acknowledge ?? false)),
    )
    request.once('response', (response) => void readRefusal(response).then(resolve, reject))
    request.once('error', reject)
    request.end()
  })
}

export async function openSocket(
  client: ApiClient,
  path: string,
  query: QueryValues = {},
  options: SocketOptions = {},
): Promise<SocketReader> {
  const result = await requestSocket(client, path, query, options)
  if (result instanceof SocketReader) return result
  throw new Error(`the socket was refused with ${result.status}: ${result.text}`)
}

export async function refusedSocket(
  client: ApiClient,
  path: string,
  query: QueryValues = {},
  options: SocketOptions = {},
): Promise<Refusal> {
  const result = await requestSocket(client, path, query, options)
  if (!(result instanceof SocketReader)) return result
  result.cut()
  throw new Error('the socket was granted')
}

async function readRefusal(response: IncomingMessage): Promise<Refusal> {
  const text = await readText(response)
  const isJson = (response.headers['content-type'] ?? '').includes('json')
  return { status: response.statusCode!, text, body: (isJson ? JSON.parse(text) : { metadata: {} }) as ApiBody }
}
