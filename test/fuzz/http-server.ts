import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type ClientOptions, WebSocket } from 'ws'
import { ApiClient } from '../support/client.ts'
import type { TestServer } from '../support/server.ts'
import {
  acknowledgement,
  type FuzzAnswer,
  type FuzzRequest,
  type FuzzServer,
  type FuzzStream,
  type FuzzWatch,
  NO_ANSWER,
  type NoAnswer,
  parseItem,
  type Query,
} from './fuzz-server.ts'
import type { StreamItem } from './records.ts'
import type { WireObject } from './seen-object.ts'

/** workerd ends the connection ten seconds after the close frame: not waited for. Milliseconds. */
const CLOSE_SOON: ClientOptions = { closeTimeout: 100 } as ClientOptions

/** A server in a process of its own. Its harm is `kill -9` and a restart on the same data. */
export class HttpServer implements FuzzServer {
  readonly transports = ['http', 'socket', 'acknowledging socket'] as const
  readonly #server: TestServer
  #client: ApiClient

  constructor(server: TestServer) {
    this.#server = server
    this.#client = new ApiClient(server)
  }

  async send({ method, path, query, body, cut }: FuzzRequest): Promise<FuzzAnswer | NoAnswer> {
    if (cut) return this.#cutOff(method, path, query, body)
    try {
      const answer = await this.#client.request(method, path, { query, body })
      return { status: answer.status, body: answer.body as WireObject }
    } catch {
      return NO_ANSWER
    }
  }

  watch(request: FuzzWatch): Promise<FuzzStream | FuzzAnswer | NoAnswer> {
    return request.over === 'http' ? this.#openStream(request) : this.#openSocket(request)
  }

  async disturb(): Promise<void> {
    this.#client.close()
    await this.#server.restart()
    this.#client = new ApiClient(this.#server)
  }

  close(): void {
    this.#client.close()
  }

  #cutOff(method: string, path: string, query: Query | undefined, body: unknown): Promise<NoAnswer> {
    const request = this.#client.start(method, path, { ...(query ? { query } : {}), body }, false)
    return new Promise((resolve) => {
      request.once('error', () => {})
      request.once('close', () => resolve(NO_ANSWER))
      request.end(body === undefined ? undefined : JSON.stringify(body), () => request.destroy())
    })
  }

  async #openStream({ path, query, accept }: FuzzWatch): Promise<FuzzStream | FuzzAnswer | NoAnswer> {
    try {
      const response = await this.#client.open('GET', path, { query, headers: { accept } })
      if (response.statusCode === 200) return readStream(response)
      return { status: response.statusCode!, body: JSON.parse(await text(response)) as WireObject }
    } catch {
      return NO_ANSWER
    }
  }

  #openSocket({ path, query, accept, over }: FuzzWatch): Promise<FuzzStream | FuzzAnswer | NoAnswer> {
    const url = new URL(path, this.#server.url)
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, `${value}`)
    const headers = { accept, authorization: `Bearer ${this.#server.token}` }
    const socket = new WebSocket(url, { headers, ...CLOSE_SOON })
    const stream = readSocket(socket, over === 'acknowledging socket')
    return new Promise((resolve) => {
      socket.once('open', () => resolve(stream))
      socket.once('error', () => resolve(NO_ANSWER))
      socket.once('unexpected-response', (_request, response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode!, body: JSON.parse(body) as WireObject }),
          () => resolve(NO_ANSWER),
        )
      })
    })
  }
}

function readStream(response: IncomingMessage): FuzzStream {
  const items: StreamItem[] = []
  const ended = new Promise<'clean' | 'cut'>((resolve) => {
    response.once('error', () => resolve('cut'))
    response.once('close', () => resolve(response.complete ? 'clean' : 'cut'))
  })
  let rest = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    for (const line of lines) items.push(parseItem(line))
  })
  return {
    items,
    ended,
    cut: () => void response.destroy(),
    pause: () => void response.pause(),
    resume: () => void response.resume(),
  }
}

function readSocket(socket: WebSocket, acknowledges: boolean): FuzzStream {
  const items: StreamItem[] = []
  let received = 0
  socket.on('message', (data: Buffer) => {
    items.push(parseItem(data.toString()))
    received += data.length
    if (acknowledges) socket.send(acknowledgement(received), () => {})
  })
  socket.on('error', () => {})
  const ended = new Promise<'clean' | 'cut'>((resolve) =>
    socket.once('close', (code) => resolve(code === 1000 ? 'clean' : 'cut')),
  )
  return {
    items,
    ended,
    cut: () => socket.terminate(),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  }
}
