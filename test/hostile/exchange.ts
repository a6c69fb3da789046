import { Agent, request as startRequest, type IncomingMessage } from 'node:http'
import type { HostileRequest } from './requests.ts'

/** What came back; nothing where the connection ended before. */
export interface HostileAnswer {
  status: number
  type: string
  text: string
  /** Such as a watch: it was left before its end. */
  isOpenEnded: boolean
}

/** An answer that goes on is left after so long, or so much. */
const LEAVE_MS = 30
const LEAVE_BYTES = 65_536
/** No promise lets a request wait longer. */
const GIVE_UP_MS = 20_000

/** Connections to one server, as many at once as `width`. */
export class HostileClient {
  readonly #port: number
  readonly #token: string
  readonly #agent: Agent

  constructor({ port, token }: { port: number; token: string }, width: number) {
    this.#port = port
    this.#token = token
    this.#agent = new Agent({ keepAlive: true, maxSockets: width })
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Undefined where no answer came: a fault only if the upload was not cut. Rejects for an answer that does not come. */
  async send(hostile: HostileRequest): Promise<HostileAnswer | undefined> {
    const { answer, wasReused } = await this.#send(hostile, this.#agent)
    // the server may close a connection that rests while the next request is on its way
    return !answer && wasReused && hostile.cutAt === undefined ? (await this.#send(hostile, false)).answer : answer
  }

  async #send({ method, path, headers, body, cutAt }: HostileRequest, agent: Agent | false) {
    const request = startRequest({
      host: '127.0.0.1',
      port: this.#port,
      agent,
      method,
      path,
      headers: { Authorization: `Bearer ${this.#token}`, ...headers },
      setHost: headers.Host === undefined,
    })
    const received = new Promise<IncomingMessage | undefined>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer in ${GIVE_UP_MS} ms`)), GIVE_UP_MS)
      const done = (response?: IncomingMessage) => (clearTimeout(timer), resolve(response))
      request.once('response', done)
      request.once('upgrade', (response, socket) => (socket.destroy(), done(response)))
      request.once('close', () => done())
      request.on('error', () => done())
    })
    if (cutAt === undefined) request.end(body)
    else request.write(body?.subarray(0, cutAt) ?? '', () => request.destroy())
    const response = await received
    return { answer: response && (await readAnswer(response)), wasReused: request.reusedSocket }
  }
}

async function readAnswer(response: IncomingMessage): Promise<HostileAnswer> {
  const chunks: Buffer[] = []
  let length = 0
  let isOpenEnded = response.statusCode === 101
  await new Promise<void>((resolve) => {
    const leave = () => {
      isOpenEnded = true
      response.destroy()
    }
    const timer = setTimeout(leave, isOpenEnded ? 0 : LEAVE_MS)
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if ((length += chunk.length) > LEAVE_BYTES) leave()
    })
    response.on('error', () => {})
    response.once('close', () => (clearTimeout(timer), resolve()))
  })
  const text = Buffer.concat(chunks).toString('utf8')
  return { status: response.statusCode!, type: response.headers['content-type'] ?? '', text, isOpenEnded }
}
