import { isInt64 } from '../int64.ts'
import { quote } from '../errors/quote.ts'
import { badRequest } from '../errors/status-error.ts'

/** Any text but `0` and `false` (in any case) is true, the empty one too. */
export const isTrue = (text: string): boolean => text !== '0' && text.toLowerCase() !== 'false'

/** Of a repeated parameter the first counts. */
export function readBoolean(query: URLSearchParams, name: string): boolean | undefined {
  const text = query.get(name)
  return text === null ? undefined : isTrue(text)
}

/** A whole number in the range of int64; above 2^53 it is rounded. Throws 400. */
export function readInteger(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  const refused = (why: string) => badRequest(`strconv.ParseInt: parsing ${quote(text)}: ${why}`)
  if (!/^[-+]?\d+$/.test(text)) throw refused('invalid syntax')
  if (text.length > 40 || !isInt64(BigInt(text.replace('+', '')))) throw refused('value out of range')
  return Number(text)
}
