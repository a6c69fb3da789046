import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { type WebSocket, WebSocketServer } from 'ws'
import type { ApiBody } from './client.ts'

/** One request that a test answers as it likes. */
export class Exchange {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  /** Names and values in turn, as they were sent. */
  readonly rawHeaders: string[]
  readonly text: string
  readonly #response: ServerResponse | undefined
  readonly #upgrade: (() => Promise<WebSocket>) | undefined
  readonly #duplex: Duplex | undefined

  constructor(
    request: IncomingMessage,
    text: string,
    { response, upgrade, duplex }: { response?: ServerResponse; upgrade?: () => Promise<WebSocket>; duplex?: Duplex },
  ) {
    this.method = request.method ?? ''
    this.url = new URL(request.url ?? '', 'http://scripted.invalid')
    this.headers = request.headers
    this.rawHeaders = request.rawHeaders
    this.text = text
    this.#response = response
    this.#upgrade = upgrade
    this.#duplex = duplex
  }

  get body(): ApiBody {
    return JSON.parse(this.text) as ApiBody
  }

  get query(): Record<string, string> {
    return Object.fromEntries(this.url.searchParams)
  }

  get isUpgrade(): boolean {
    return this.#upgrade !== undefined
  }

  /** `GET`, `WATCH`, `PUT`, …: what most tests compare. */
  get verb(): string {
    return this.url.searchParams.has('watch') ? 'WATCH' : this.method
  }

  json(body: unknown, code = 200, headers: Record<string, string> = {}): void {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    if (this.#response) {
      this.#response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(text)
      return
    }
    this.#duplex?.end(
      `HTTP/1.1 ${code} No\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`,
    )
  }

  refuse(
    code: number,
    reason: string,
    more: { message?: string; details?: unknown; headers?: Record<string, string> } = {},
  ) {
    this.json(statusOf(code, reason, more), code, more.headers)
  }

  /** Answers a watch over HTTP: headers at once, events as the test sends them. */
  stream(): ScriptedStream {
    const response = this.#response as ServerResponse
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
    return new ScriptedStream(response)
  }

  /** Grants the socket that was asked for. */
  socket(): Promise<WebSocket> {
    if (!this.#upgrade) throw new Error('no socket was asked for')
    return this.#upgrade()
  }

  /** Ends the connection without an answer. */
  cut(): void {
    this.#response?.destroy()
    this.#duplex?.destroy()
  }
}

export class ScriptedStream {
  readonly #response: ServerResponse
  /** Resolves when the client has gone. */
  readonly closed: Promise<unknown>

  constructor(response: ServerResponse) {
    this.#response = response
    this.closed = once(response, 'close')
  }

  event(type: string, object: unknown): void {
    this.raw(`${JSON.stringify({ type, object })}\n`)
  }

  bookmark(resourceVersion: string): void {
    this.event('BOOKMARK', { kind: 'ConfigMap', apiVersion: 'v1', metadata: { resourceVersion } })
  }

  raw(chunk: string | Uint8Array): void {
    this.#response.write(chunk)
  }

  /** Resolves when the bytes have left: what comes next is a chunk of its own. */
  flush(chunk: Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#response.write(chunk, () => setImmediate(resolve)))
  }

  end(): void {
    this.#response.end()
  }

  cut(): void {
    this.#response.destroy()
  }
}

export const statusOf = (
  code: number,
  reason: string,
  { message, details }: { message?: string; details?: unknown } = {},
) => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: message ?? `refused with ${reason}`,
  reason,
  details,
  code,
})

/** A ConfigMap as a server stores it; `name@version`, such as `a@5`. The uid follows from the name unless it is given. */
export function stored(nameAndVersion: string, data: Record<string, string> = {}, uid?: string) {
  const [name = '', resourceVersion = ''] = nameAndVersion.split('@')
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      namespace: 'x',
      uid: uid ?? `uid-${name}`,
      resourceVersion,
      creationTimestamp: '2026-11-29T16:40:00Z',
    },
    data,
  }
}

/** A list as Kubernetes answers it: its items leave out their kind. */
export const listOf = (resourceVersion: string, items: string[] | ReturnType<typeof stored>[], more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMapList',
  metadata: { resourceVersion, ...more },
  items: items.map((item) => {
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = typeof item === 'string' ? stored(item) : item
    return rest
  }),
})

interface ServerTls {
  key: string
  certificate: string
}

/** An HTTP server whose answers the test writes, one request after the other. */
export class ScriptedServer {
  readonly #server
  readonly #sockets = new WebSocketServer({ noServer: true, handleProtocols: () => this.protocol })
  readonly #connections = new Set<Socket>()
  readonly #exchanges: Exchange[] = []
  #taken = 0
  #wake: () => void = () => {}
  /** The subprotocol that sockets are granted with. */
  protocol: string | false = 'coxswain.v1'
  url = ''

  private constructor(tls: ServerTls | undefined) {
    const answer: RequestListener = (request, response) => void this.#receive(request, response)
    this.#server = tls ? createSecureServer({ key: tls.key, cert: tls.certificate }, answer) : createServer(answer)
  }

  /** Over https where it is given a key and a certificate. */
  static async start(tls?: ServerTls): Promise<ScriptedServer> {
    const scripted = new ScriptedServer(tls)
    const server = scripted.#server
    server.on('connection', (socket) => {
      scripted.#connections.add(socket)
      socket.on('close', () => scripted.#connections.delete(socket))
    })
    server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
      const upgrade = () =>
        new Promise<WebSocket>((resolve) => scripted.#sockets.handleUpgrade(request, duplex, head, resolve))
      scripted.#push(new Exchange(request, '', { upgrade, duplex }))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    scripted.url = `http${tls ? 's' : ''}://127.0.0.1:${(server.address() as AddressInfo).port}`
    return scripted
  }

  /** The next request. Fails after five seconds. */
  async next(): Promise<Exchange> {
    if (this.#taken === this.#exchanges.length)
      await new Promise<void>((resolve, reject) => {
        const deadline = setTimeout(() => reject(new Error('five seconds passed without a request')), 5000)
        this.#wake = () => (clearTimeout(deadline), resolve())
      })
    return this.#exchanges[this.#taken++] as Exchange
  }

  /** The next request, which must be such a one. */
  async expect(verb: string, query: Record<string, string> = {}): Promise<Exchange> {
    const exchange = await this.next()
    const found = Object.fromEntries(Object.keys(query).map((name) => [name, exchange.query[name]]))
    if (exchange.verb !== verb || JSON.stringify(found) !== JSON.stringify(query))
      throw new Error(`${verb} ${JSON.stringify(query)} was expected, not ${exchange.verb} ${exchange.url.search}`)
    return exchange
  }

  /** What has been asked so far, in order. */
  get verbs(): string[] {
    return this.#exchanges.map(({ verb }) => verb)
  }

  get connections(): number {
    return this.#connections.size
  }

  async stop(): Promise<void> {
    for (const socket of this.#connections) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#push(new Exchange(request, await readText(request), { response }))
  }

  #push(exchange: Exchange): void {
    this.#exchanges.push(exchange)
    this.#wake()
  }
}
