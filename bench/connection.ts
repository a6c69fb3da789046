import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { AnswerReader, type Answer } from './answer-reader.ts'

/** Where a server listens and what every request to it carries. Plain data: it also crosses to the watchers' thread. */
export interface Endpoint {
  host: string
  port: number
  tls: boolean
  /** Header lines, each ended by CRLF. */
  headers: string
}

export interface Request {
  method: string
  path: string
  body?: string
  /** Of the body; JSON where nothing is said. */
  contentType?: string
}

export function endpointOf(url: string, token?: string): Endpoint {
  const { hostname, port, protocol, host } = new URL(url)
  const tls = protocol === 'https:'
  const credentials = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`
  return { host: hostname, port: Number(port || (tls ? 443 : 80)), tls, headers: `Host: ${host}\r\n${credentials}` }
}

/** A socket to the endpoint, connected. Certificates are not verified: only measurements go over it. */
export function openSocket({ host, port, tls }: Endpoint): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = tls ? connectTls({ host, port, rejectUnauthorized: false }) : connectPlain({ host, port })
    socket.setNoDelay(true)
    socket.once('error', reject)
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

/** The text of a request as it goes over the wire. */
export function formatRequest(endpoint: Endpoint, request: Request, more = ''): string {
  const { method, path, body, contentType = 'application/json' } = request
  const start = `${method} ${path} HTTP/1.1\r\n${endpoint.headers}${more}`
  if (body === undefined) return `${start}\r\n`
  return `${start}Content-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}

/** A kept connection with one request at a time: far cheaper for a client than `fetch`, so that the server is measured. */
export class Connection {
  readonly #endpoint: Endpoint
  readonly #socket: Socket
  readonly #reader = new AnswerReader((answer) => this.#settle(answer))
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined

  constructor(endpoint: Endpoint, socket: Socket) {
    this.#endpoint = endpoint
    this.#socket = socket
    socket.on('data', (chunk) => this.#reader.push(chunk))
    socket.on('error', (error) => this.#waiting?.reject(error))
    socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')))
  }

  static async open(endpoint: Endpoint): Promise<Connection> {
    return new Connection(endpoint, await openSocket(endpoint))
  }

  /** The answer, whatever its status. */
  request(request: Request, keepBody = true): Promise<Answer> {
    this.#reader.keepBody = keepBody
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(formatRequest(this.#endpoint, request))
    })
  }

  /** The answer of a request that must succeed: what is measured is never an error page. */
  async send(request: Request, keepBody = true): Promise<Answer> {
    const answer = await this.request(request, keepBody)
    if (answer.status < 300) return answer
    throw new Error(`${request.method} ${request.path}: ${answer.status} ${answer.body.toString().slice(0, 300)}`)
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #settle(answer: Answer): void {
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(answer)
  }
}
