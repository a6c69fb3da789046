import { META_VERSION } from '../../wire/names.ts'
import { quote, shorten } from '../errors/quote.ts'
import { isJsonObject } from '../json/json.ts'
import { type Revision, parseResourceVersion } from '../revision.ts'
import { StatusError, badRequest } from '../errors/status-error.ts'

/** Where the next page of a list begins. */
export interface Continue {
  /** the snapshot that all pages show; `newest`: the snapshot is gone and the client goes on with what is there now */
  revision: Revision | 'newest'
  /** the key of the last object given: the next page starts behind it. Never empty */
  after: string
  /** objects behind `after` in the snapshot, where they were counted. Told by the client: for show, never for a limit */
  remaining?: number
}

const NEWEST = -1
const MAX_TOKEN_LENGTH = 8_192

/** Opaque to clients: base64url of JSON, without padding. */
export const formatContinue = ({ revision, after, remaining }: Continue): string =>
  toBase64Url(
    JSON.stringify({ v: META_VERSION, rv: revision === 'newest' ? NEWEST : revision, start: after, remaining }),
  )

/** Throws 400 for whatever `formatContinue` did not make. */
export function parseContinue(text: string): Continue {
  const value = parseToken(text)
  if (!isJsonObject(value)) throw invalidToken('the token holds no object')
  const { v, rv, start, remaining } = value
  if (v !== META_VERSION)
    throw invalidToken(
      `server does not recognize this encoded version ${typeof v === 'string' ? shorten(v) : quote(v)}`,
    )
  if (typeof start !== 'string' || start === '') throw invalidToken(`encoded start key empty (version ${META_VERSION})`)
  if (!Number.isSafeInteger(rv) || (rv !== NEWEST && (rv as number) <= 0)) {
    throw invalidToken(`incorrect encoded start resourceVersion (version ${META_VERSION})`)
  }
  if (remaining !== undefined && !(Number.isSafeInteger(remaining) && (remaining as number) >= 0)) {
    throw invalidToken('the count of remaining items is no number')
  }
  const revision = rv === NEWEST ? 'newest' : parseResourceVersion(JSON.stringify(rv))
  return { revision, after: start, ...(remaining === undefined ? {} : { remaining: remaining as number }) }
}

const EXPIRED =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
  'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
  'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
  'deleted between the time the first chunk was returned and now may show up in the list.'

/** 410: the snapshot of a token is gone. Carries a token that goes on behind `after` with the newest state. */
export const expiredContinue = (after: string): StatusError =>
  new StatusError('Expired', EXPIRED, undefined, { continue: formatContinue({ revision: 'newest', after }) })

const invalidToken = (why: string) => badRequest(`invalid continue token: continue key is not valid: ${why}`)

function parseToken(text: string): unknown {
  if (text.length > MAX_TOKEN_LENGTH) throw invalidToken('the token is too long')
  try {
    return JSON.parse(fromBase64Url(text))
  } catch {
    throw invalidToken('send the token as the server gave it')
  }
}

function toBase64Url(text: string): string {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Throws whatever the platform throws for text that is no base64url or no UTF-8. */
function fromBase64Url(text: string): string {
  if (!/^[\w-]*={0,2}$/.test(text)) throw new SyntaxError('not base64url')
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0))
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}
