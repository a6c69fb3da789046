import http from 'node:http'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { MediaType } from '../../src/wire/names.ts'
import type { JsonObject, ListMeta, ObjectMeta } from '../../src/wire/object.ts'
import type { StatusDetails, StatusReason } from '../../src/wire/status.ts'

/** Any answer of the API: an object, a list, a Table, a discovery document or a Status. Tests look at what they know. */
export interface ApiBody {
  kind?: string
  apiVersion?: string
  metadata: ObjectMeta & ListMeta
  data?: Record<string, string>
  binaryData?: Record<string, string>
  immutable?: boolean
  type?: string
  spec?: JsonObject
  /** `Success` or `Failure` of a Status, the status of an object otherwise */
  status?: unknown
  items?: ApiBody[]
  reason?: StatusReason
  message?: string
  details?: StatusDetails
  code?: number
  columnDefinitions?: { name: string; type: string; format: string; description: string; priority: number }[] | null
  rows?: { cells: unknown[]; object: ApiBody | null }[]
  [field: string]: unknown
}

export interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  bytes: Buffer
  text: string
  /** the text parsed, where the answer says that it is JSON; an empty object otherwise */
  body: ApiBody
}

export type QueryValues = Record<string, string | number | boolean | undefined>

export interface RequestOptions {
  query?: QueryValues
  headers?: Record<string, string>
  /** sent as JSON */
  body?: unknown
  /** sent as it is; wins over `body` */
  raw?: string | Uint8Array
  signal?: AbortSignal
}

/** The content type that tells what kind of patch a body is. */
export const PATCH_TYPES = {
  json: MediaType.jsonPatch,
  merge: MediaType.mergePatch,
  strategic: MediaType.strategicMergePatch,
  apply: MediaType.applyPatch,
} as const

export type PatchKind = keyof typeof PATCH_TYPES

export interface ServerAddress {
  url: string
  token?: string | undefined
  /** PEM of the authority that signed the server's certificate; without one, certificates are not checked */
  ca?: string | undefined
}

/** Sends each request once: nothing is retried, redirected or decoded on the way. */
export class ApiClient {
  readonly address: ServerAddress
  readonly #agent: http.Agent | https.Agent

  constructor(address: ServerAddress) {
    this.address = { ...address, url: address.url.replace(/\/$/, '') }
    const pool = { keepAlive: true, maxSockets: 256 }
    this.#agent = address.url.startsWith('https:')
      ? new https.Agent({ ...pool, ...this.#trust() })
      : new http.Agent(pool)
  }

  /** The same server with other credentials; `undefined` sends none. */
  as(token: string | undefined): ApiClient {
    return new ApiClient({ ...this.address, token })
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const response = await this.open(method, path, options)
    const bytes = await buffer(response)
    const text = bytes.toString('utf8')
    const isJson = (response.headers['content-type'] ?? '').startsWith('application/json')
    const plain = response.headers['content-encoding'] === undefined
    const body = isJson && plain && text ? (JSON.parse(text) as ApiBody) : ({ metadata: {} } as ApiBody)
    return { status: response.statusCode!, headers: response.headers, bytes, text, body }
  }

  /** Resolves at the headers of the answer; the body is the caller's to read or to destroy. */
  open(method: string, path: string, options: RequestOptions = {}): Promise<http.IncomingMessage> {
    const payload = payloadOf(options)
    return new Promise((resolve, reject) => {
      const request = this.start(method, path, options)
      request.once('response', resolve)
      request.once('error', reject)
      request.end(payload)
    })
  }

  /** A request whose body is not sent yet. */
  start(method: string, path: string, options: RequestOptions = {}, agent: http.Agent | false = this.#agent) {
    const url = new URL(this.address.url + path)
    for (const [name, value] of Object.entries(options.query ?? {}))
      if (value !== undefined) url.searchParams.append(name, String(value))
    const payload = payloadOf(options)
    const headers = {
      accept: 'application/json',
      ...(this.address.token ? { authorization: `Bearer ${this.address.token}` } : {}),
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(payload.length) }),
      ...options.headers,
    }
    const signal = options.signal ? { signal: options.signal } : {}
    if (url.protocol === 'https:') return https.request(url, { method, headers, agent, ...signal, ...this.#trust() })
    return http.request(url, { method, headers, agent, ...signal })
  }

  get(path: string, query?: QueryValues, headers?: Record<string, string>): Promise<Answer> {
    return this.request('GET', path, { ...(query ? { query } : {}), ...(headers ? { headers } : {}) })
  }

  post(path: string, body: unknown, query?: QueryValues): Promise<Answer> {
    return this.request('POST', path, { body, ...(query ? { query } : {}) })
  }

  put(path: string, body: unknown, query?: QueryValues): Promise<Answer> {
    return this.request('PUT', path, { body, ...(query ? { query } : {}) })
  }

  patch(path: string, kind: PatchKind, body: unknown, query?: QueryValues): Promise<Answer> {
    const headers = { 'content-type': PATCH_TYPES[kind] }
    return this.request('PATCH', path, { body, headers, ...(query ? { query } : {}) })
  }

  delete(path: string, body?: unknown, query?: QueryValues): Promise<Answer> {
    return this.request('DELETE', path, { ...(body === undefined ? {} : { body }), ...(query ? { query } : {}) })
  }

  /** Drops idle connections; those in use end with their request. */
  close(): void {
    this.#agent.destroy()
  }

  #trust(): { ca?: string; rejectUnauthorized?: boolean } {
    return this.address.ca ? { ca: this.address.ca } : { rejectUnauthorized: false }
  }
}

function payloadOf(options: RequestOptions): Buffer | undefined {
  if (options.raw !== undefined) return Buffer.from(options.raw as string)
  return options.body === undefined ? undefined : Buffer.from(JSON.stringify(options.body))
}
