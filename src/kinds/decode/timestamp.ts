const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/
const MICRO_DIGITS = 6
/** The zero time of the API: shown as null. */
const ZERO = '0001-01-01T00:00:00'
const MINUTE_MS = 60_000

/**
 * A Time in UTC and whole seconds; null for the zero time, undefined for text that is no RFC 3339 time of the years 0 to
 * 9999.
 */
export function normalizeTime(text: string): string | null | undefined {
  const parsed = parse(text)
  return parsed && (parsed.seconds === ZERO ? null : `${parsed.seconds}Z`)
}

/** A MicroTime in UTC: it has six digits of a second, and keeps them. */
export function normalizeMicroTime(text: string): string | null | undefined {
  const parsed = parse(text)
  if (parsed?.fraction.length !== MICRO_DIGITS) return undefined
  return parsed.seconds === ZERO && /^0+$/.test(parsed.fraction) ? null : `${parsed.seconds}.${parsed.fraction}Z`
}

function parse(text: string): { seconds: string; fraction: string } | undefined {
  const match = RFC3339.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const local = new Date(0)
  local.setUTCFullYear(year, month - 1, day)
  local.setUTCHours(hour, minute, second)
  const isReal =
    local.getUTCMonth() === month - 1 && local.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
  if (!isReal) return undefined
  const [sign, zoneHours, zoneMinutes] = [match[8], Number(match[9] ?? 0), Number(match[10] ?? 0)]
  if (zoneHours > 23 || zoneMinutes > 59) return undefined
  const offset = (sign === '-' ? -1 : 1) * (zoneHours * 60 + zoneMinutes) * MINUTE_MS
  const seconds = formatSeconds(local.getTime() - offset)
  return seconds === undefined ? undefined : { seconds, fraction: match[7] ?? '' }
}

/** `2026-01-02T03:04:05`; undefined outside the years 0 to 9999. */
function formatSeconds(epochMs: number): string | undefined {
  const text = new Date(epochMs).toISOString()
  return /^\d{4}-/.test(text) ? text.slice(0, 19) : undefined
}

const MAX_SECONDS = 253_402_300_799
const MIN_SECONDS = -62_167_219_200

/** The Time of a protobuf message {seconds}; undefined outside the years 0 to 9999. */
export const timeFromSeconds = (seconds: number): string | undefined =>
  seconds < MIN_SECONDS || seconds > MAX_SECONDS ? undefined : `${formatSeconds(seconds * 1000)}Z`

/** The MicroTime of a protobuf message {seconds, nanos}. */
export function microTimeFromSeconds(seconds: number, nanos: number): string | undefined {
  if (nanos < 0 || nanos > 999_999_999) return undefined
  const fraction = String(Math.floor(nanos / 1000)).padStart(MICRO_DIGITS, '0')
  return timeFromSeconds(seconds)?.replace('Z', `.${fraction}Z`)
}

/** {seconds, nanos} of a normalized Time or MicroTime. */
export function secondsOf(text: string): { seconds: number; nanos: number } {
  const [whole = '', fraction = ''] = text.replace('Z', '').split('.')
  return { seconds: Date.parse(`${whole}Z`) / 1000, nanos: Number(fraction.padEnd(9, '0')) }
}
