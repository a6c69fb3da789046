import { quote } from '../errors/quote.ts'
import { badRequest } from '../errors/status-error.ts'

const MS_PER_UNIT = new Map([
  ['ns', 1e-6],
  ['us', 1e-3],
  ['\u00b5s', 1e-3],
  ['\u03bcs', 1e-3],
  ['ms', 1],
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
])
/** 2^63 - 1 nanoseconds */
const MAX_MS = 9_223_372_036_854

/** `1h15m`, `-1.5s`, `0` in milliseconds. Throws RangeError with words that say what is wrong. */
export function parseGoDuration(text: string): number {
  const quoted = quote(text)
  const [, sign, terms] = /^([-+]?)(.*)$/s.exec(text) as unknown as [string, string, string]
  if (terms === '0') return 0
  const term = /(\d*)(\.\d*)?([^\d.]*)/y
  let ms = 0
  do {
    const [, whole, fraction, unit] = term.exec(terms) as unknown as [string, string, string | undefined, string]
    if (!/\d/.test(`${whole}${fraction ?? ''}`)) throw new RangeError(`time: invalid duration ${quoted}`)
    if (unit === '') throw new RangeError(`time: missing unit in duration ${quoted}`)
    const perUnit = MS_PER_UNIT.get(unit)
    if (perUnit === undefined) throw new RangeError(`time: unknown unit ${quote(unit)} in duration ${quoted}`)
    ms += Number(`0${whole}${fraction ?? ''}`) * perUnit
  } while (term.lastIndex < terms.length)
  if (ms > MAX_MS) throw new RangeError(`time: invalid duration ${quoted}`)
  return sign === '-' ? -ms : ms
}

/**
 * The `timeout` parameter in milliseconds; undefined = the default holds (absent, empty, zero and negative ones).
 * Throws 400.
 */
export function parseTimeout(text: string | null): number | undefined {
  if (!text) return undefined
  try {
    const ms = parseGoDuration(text)
    return ms > 0 ? ms : undefined
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw badRequest(`invalid timeout specified in the request URL - ${error.message}`)
  }
}
