import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ApiBody, ApiClient, QueryValues } from './client.ts'
import { EventQueue, type WatchEvent } from './event-queue.ts'

/**
 * A watch over chunked HTTP. `openWatch` resolves at the headers; events are read as they come until the stream ends
 * or `close` is called.
 */
export class WatchReader {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly events = new EventQueue()
  readonly #response: IncomingMessage
  #pending = ''

  constructor(response: IncomingMessage) {
    this.status = response.statusCode!
    this.headers = response.headers
    this.#response = response
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => this.#receive(chunk))
    response.on('end', () => this.#finish(response.complete ? 'clean' : 'cut'))
    response.on('error', () => this.#finish('cut'))
    response.on('close', () => this.#finish(response.complete ? 'clean' : 'cut'))
  }

  /** Cuts the connection, as a client that goes away does. */
  close(): void {
    this.#response.destroy()
  }

  /** Stops reading; what the server sends then piles up on the way. */
  pause(): void {
    this.#response.pause()
  }

  resume(): void {
    this.#response.resume()
  }

  #receive(chunk: string): void {
    const lines = (this.#pending + chunk).split('\n')
    this.#pending = lines.pop()!
    for (const line of lines) if (line) this.events.push(JSON.parse(line) as WatchEvent)
  }

  #finish(how: 'clean' | 'cut'): void {
    this.events.finish({ how, leftover: this.#pending })
  }
}

export interface WatchOptions {
  headers?: Record<string, string>
}

/** Opens a watch that must be granted: an answer other than 200 is an error. */
export async function openWatch(
  client: ApiClient,
  path: string,
  query: QueryValues = {},
  options: WatchOptions = {},
): Promise<WatchReader> {
  const response = await client.open('GET', path, { query: { watch: true, ...query }, ...options })
  if (response.statusCode === 200) return new WatchReader(response)
  throw new Error(`the watch was refused with ${response.statusCode}: ${await text(response)}`)
}

/** The answer to a watch that must be refused before any stream begins. */
export async function refusedWatch(client: ApiClient, path: string, query: QueryValues, options: WatchOptions = {}) {
  const response = await client.open('GET', path, { query: { watch: true, ...query }, ...options })
  if (response.statusCode === 200) {
    response.destroy()
    throw new Error('the watch was granted')
  }
  return { status: response.statusCode!, body: JSON.parse(await text(response)) as ApiBody }
}
