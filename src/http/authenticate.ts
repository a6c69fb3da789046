import { SettingError, type ServerSettings } from '../core/server-settings.ts'
import { StatusError } from '../core/errors/status-error.ts'
import { Header, SOCKET_TOKEN_PREFIX, WEB_SOCKET } from '../wire/names.ts'

export interface User {
  name: string
  groups: string[]
}

const ANONYMOUS: User = { name: 'system:anonymous', groups: ['system:unauthenticated'] }
const AUTHENTICATED = 'system:authenticated'
export const MASTERS = 'system:masters'
/** Everybody, where the local runner serves without credentials. */
const OPEN_USER: User = { name: 'system:admin', groups: [MASTERS, AUTHENTICATED] }

const encoder = new TextEncoder()

interface StaticToken {
  /** UTF-8 */
  token: Uint8Array
  user: User
}

/** Says who sends a request. */
export type Authenticator = (request: Request) => User

/**
 * Static tokens from the secret `TOKENS`. Nothing configured refuses everybody; a request without credentials is
 * anonymous; a token that is not known is a 401 (A1, A2, A5).
 */
export function createAuthenticator({ tokens, open }: Pick<ServerSettings, 'tokens' | 'open'>): Authenticator {
  if (open) return () => OPEN_USER
  const known = parseTokens(tokens)
  return (request) => {
    const token = bearerToken(request)
    if (token === undefined && known.length > 0) return ANONYMOUS
    const user = token === undefined ? undefined : findUser(known, token)
    if (!user) throw new StatusError('Unauthorized', 'Unauthorized')
    return user
  }
}

/**
 * One line each: `token,user,group|group`. Empty lines and lines that begin with # are passed over; any other that is not of
 * this form is a SettingError, which does not show it.
 */
export function parseTokens(text: string): StaticToken[] {
  return text.split('\n').flatMap((whole, index) => {
    const line = whole.trim()
    if (!line || line.startsWith('#')) return []
    const [token = '', name = '', groups = ''] = line.split(',').map((part) => part.trim())
    if (!token || !name)
      throw new SettingError('TOKENS', `… (line ${index + 1})`, 'token,user,group|group on each line')
    const user = { name, groups: [...groups.split('|').filter(Boolean), AUTHENTICATED] }
    return [{ token: encoder.encode(token), user }]
  })
}

/** From the header, or from the subprotocols of a handshake for a WebSocket, where a browser can set no header (K3). */
export function bearerToken(request: Request): string | undefined {
  const header = request.headers.get(Header.authorization)
  const bearer = header && /^Bearer\s+(\S+)\s*$/i.exec(header)
  if (bearer) return bearer[1]
  if (!wantsSocket(request)) return undefined
  const offered = socketProtocols(request).find((protocol) => protocol.startsWith(SOCKET_TOKEN_PREFIX))
  return offered === undefined ? undefined : decodeBase64Url(offered.slice(SOCKET_TOKEN_PREFIX.length))
}

/** Whether a request is the handshake of a WebSocket. */
export const wantsSocket = (request: Request): boolean =>
  request.method === 'GET' && request.headers.get(Header.upgrade)?.toLowerCase() === WEB_SOCKET

/** The subprotocols that a WebSocket handshake offers. */
export const socketProtocols = (request: Request): string[] =>
  (request.headers.get(Header.webSocketProtocol) ?? '')
    .split(',')
    .map((protocol) => protocol.trim())
    .filter(Boolean)

function decodeBase64Url(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}

/** Looks at every token to its end, so that the time taken tells nothing. */
function findUser(known: readonly StaticToken[], token: string): User | undefined {
  const given = encoder.encode(token)
  let found: User | undefined
  for (const one of known) if (equalInConstantTime(one.token, given)) found ??= one.user
  return found
}

/** The platform compares equal lengths alone. Another length may show: a token is no shorter a secret for it. */
const equalInConstantTime = (left: Uint8Array, right: Uint8Array): boolean =>
  left.byteLength === right.byteLength && crypto.subtle.timingSafeEqual(left, right)
