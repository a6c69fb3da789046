import { Header, MediaType, SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX } from '../wire/names.ts'
import { backoffDelay, DEFAULT_BACKOFF, type Backoff } from './backoff.ts'
import { pause, platformEnvironment, type ClientEnvironment } from './environment.ts'
import { errorOfResponse } from './error-of.ts'
import { ApiError, ConnectionError, isUnauthorized } from './errors.ts'
import { formatJson, parseJson } from './json.ts'
import type { ConnectOptions } from './options.ts'
import { withLimit } from './time-limit.ts'

/** What the client calls itself, where it may: a page that sets the header is asked for leave by some browsers. */
export const USER_AGENT = 'coxswain/0.1.0'
const defaultAgent = () => ('document' in globalThis ? undefined : USER_AGENT)

export interface ClientRequest {
  method: string
  /** Path and query. */
  path: string
  body?: unknown
  contentType?: string | undefined
  signal?: AbortSignal | undefined
  /** How often it is sent at most; only a GET is sent again at all. */
  tries?: number | undefined
}

/** One server with the credentials for it: sends requests, and sends reads again where that may help. */
export class Connection {
  readonly server: string
  readonly environment: ClientEnvironment
  readonly backoff: Backoff
  readonly options: ConnectOptions
  /** What was learnt of watch sockets: how often one was refused where HTTP was not, and when to ask for one again. */
  readonly sockets = { refusals: 0, notBeforeMs: -Infinity }

  /** `options.server` is a URL. */
  constructor(options: ConnectOptions & { server: string }) {
    this.server = serverOf(options.server)
    this.environment = options.environment ?? platformEnvironment
    this.backoff = { ...DEFAULT_BACKOFF, ...options.backoff }
    this.options = options
  }

  /**
   * The answer, parsed. Throws ApiError for an answer of 400 or more, ConnectionError where there is none, and the reason
   * of the signal. A read is sent again after a broken connection, and after 429 or 5xx where the server says when.
   */
  async send<R>(request: ClientRequest): Promise<R> {
    const tries = request.method === 'GET' ? (request.tries ?? this.options.readTries ?? 5) : 1
    for (let failures = 1; ; failures++) {
      try {
        return (await this.#sendOnce(request)) as R
      } catch (error) {
        const atLeastMs = this.#mayRepeatAfter(error)
        if (failures >= tries || atLeastMs === undefined) throw error
        const delay = backoffDelay(this.backoff, failures, this.environment.random())
        await pause(this.environment, Math.max(atLeastMs, delay), request.signal)
        request.signal?.throwIfAborted()
      }
    }
  }

  /** Whether there may be another token than one that was refused. */
  get renewsToken(): boolean {
    return typeof this.options.token === 'function'
  }

  /** Sends once, after a 401 once more with a new token, and resolves at the headers, of an answer below 400. */
  async open(request: ClientRequest): Promise<Response> {
    const token = await this.#token()
    try {
      return await this.#openAs(token, request)
    } catch (error) {
      if (!isUnauthorized(error) || !this.renewsToken) throw error
      return this.#openAs(await this.#token(token), request)
    }
  }

  async #openAs(token: string | undefined, request: ClientRequest): Promise<Response> {
    const { method, path, body, signal } = request
    const fetch = this.options.fetch ?? globalThis.fetch
    const init: RequestInit = { method, headers: this.#headers(token, request) }
    if (body !== undefined) init.body = formatJson(body)
    if (signal) init.signal = signal
    const response = await connected(fetch(this.server + path, init))
    if (!response.ok) throw errorOfResponse(response, await connected(response.text()), method, path)
    this.#tellWarnings(response)
    return response
  }

  /** Where and how to open a socket: a page can set no header, so the token is a subprotocol. */
  async socketAddress(path: string): Promise<{ url: string; protocols: string[] }> {
    const token = await this.#token()
    const protocols = [SOCKET_PROTOCOL, ...(token ? [SOCKET_TOKEN_PREFIX + base64url(token)] : [])]
    return { url: this.server.replace(/^http/, 'ws') + path, protocols }
  }

  async #sendOnce(request: ClientRequest): Promise<unknown> {
    const { timeoutMs = 60_000 } = this.options
    const text = await withLimit(this.environment, timeoutMs, request.signal, async (signal) =>
      connected((await this.open({ ...request, signal })).text()),
    )
    try {
      return parseJson(text)
    } catch (cause) {
      throw new ConnectionError(`the answer to ${request.method} ${request.path} is no JSON`, { cause })
    }
  }

  /** Milliseconds; undefined where sending it again would not help. */
  #mayRepeatAfter(error: unknown): number | undefined {
    if (error instanceof ConnectionError) return 0
    if (!(error instanceof ApiError) || (error.code !== 429 && error.code < 500)) return undefined
    const { timeoutMs = 60_000 } = this.options
    return error.retryAfterMs !== undefined && error.retryAfterMs <= timeoutMs ? error.retryAfterMs : undefined
  }

  #headers(token: string | undefined, { body, contentType = MediaType.json }: ClientRequest): Record<string, string> {
    const userAgent = this.options.userAgent ?? defaultAgent()
    return {
      [Header.accept]: MediaType.json,
      ...(userAgent ? { [Header.userAgent]: userAgent } : {}),
      ...(token ? { [Header.authorization]: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { [Header.contentType]: contentType }),
      ...this.options.headers,
    }
  }

  async #token(refused?: string): Promise<string | undefined> {
    const { token } = this.options
    if (typeof token !== 'function') return token
    try {
      return await token(refused)
    } catch (cause) {
      throw new ConnectionError(`no token: ${messageOf(cause)}`, { cause })
    }
  }

  /** `299 - "text", 299 - "text"` */
  #tellWarnings({ headers }: Response): void {
    for (const [, text = ''] of (headers.get(Header.warning) ?? '').matchAll(/\d{3} \S+ "((?:[^"\\]|\\.)*)"/g))
      this.options.onWarning?.(text.replace(/\\(.)/g, '$1'))
  }
}

/** Paths are put behind it: a query or a fragment would swallow them. */
function serverOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || /[?#]/.test(text))
    throw new TypeError(`the server ${JSON.stringify(text)} is no URL of http or https, without "?" and "#"`)
  return url.href.replace(/\/$/, '')
}

/** What the network throws is of many kinds. */
export async function connected<R>(promise: Promise<R>): Promise<R> {
  try {
    return await promise
  } catch (cause) {
    throw new ConnectionError(`no connection: ${messageOf(cause)}`, { cause })
  }
}

/** `fetch failed` alone says little. */
function messageOf(error: unknown): string {
  const { message, cause } = error as Error
  const { code = '' } = (cause ?? error) as { code?: string }
  const told = cause instanceof Error ? `${message} (${cause.message || code})` : message
  return UNKNOWN_AUTHORITY.test(code) ? `${told}: give its authority by a kubeconfig or certificateAuthority` : told
}
/** What Node says of a certificate whose authority it does not know. */
const UNKNOWN_AUTHORITY = /^(UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO)/

function base64url(text: string): string {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
