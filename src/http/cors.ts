import { Header } from '../wire/names.ts'
import { StatusError } from '../core/errors/status-error.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Other schemes (of extensions, of apps) name a host as they like. */
const PAGE_SCHEMES = new Set(['http:', 'https:'])

const isLoopback = (host: string) => LOOPBACK.test(host)

function isLoopbackOrigin(origin: string): boolean {
  const url = URL.parse(origin)
  return url !== null && PAGE_SCHEMES.has(url.protocol) && isLoopback(url.hostname)
}

/** Whether a page of this origin may read answers: those of `CORS_ORIGINS`, and in open mode those of this machine (A6). */
export const mayRead = (origin: string, allowed: readonly string[], open: boolean): boolean =>
  allowed.includes(origin) || (open && isLoopbackOrigin(origin))

/** The answer to a browser's question before a request; undefined where the request is none. `allowOrigin` completes it. */
export function preflight(request: Request, allowed: readonly string[], open: boolean): Response | undefined {
  const origin = request.headers.get(Header.origin)
  const method = request.headers.get('Access-Control-Request-Method')
  if (request.method !== 'OPTIONS' || !origin || !method || !mayRead(origin, allowed, open)) return undefined
  const headers = {
    'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': request.headers.get('Access-Control-Request-Headers') ?? '',
    'Access-Control-Max-Age': '600',
  }
  return new Response(null, { status: 204, headers })
}

/** What a page may read beside the headers that every page may. */
const EXPOSED = [Header.auditId, Header.problem, Header.retryAfter, Header.warning].join(', ')

export function allowOrigin(headers: Headers, origin: string): void {
  headers.set('Access-Control-Allow-Origin', origin)
  headers.append(Header.vary, Header.origin)
  headers.set('Access-Control-Expose-Headers', EXPOSED)
}

/**
 * Open mode answers this machine alone: a page elsewhere could reach it by a name of its own (Host), or by a request or a
 * socket from its own origin (A6). Without credentials nothing else would stop it.
 */
export function assertLocal(request: Request, allowed: readonly string[]): void {
  const { hostname } = new URL(request.url)
  const origin = request.headers.get(Header.origin)
  if (!isLoopback(hostname)) throw refused(`the Host ${hostname} is not this machine`)
  if (origin && !mayRead(origin, allowed, true))
    throw refused(`the Origin ${origin} is neither this machine nor in CORS_ORIGINS`)
}

const refused = (why: string) =>
  new StatusError('Forbidden', `this server runs open, for this machine alone: ${why}`, {})
