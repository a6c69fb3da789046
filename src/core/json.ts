import type { Json, RawNumber } from '../wire/object.ts'

interface RawJson {
  rawJSON(text: string): RawNumber
  isRawJSON(value: unknown): value is RawNumber
  parse(text: string, reviver: (key: string, value: unknown, context: { source?: string }) => unknown): unknown
}
const raw = JSON as unknown as RawJson

/** Where a number may begin; within a string the slower way is taken for nothing, and gives the same. */
const LONG_NUMBER = /(?:^|[:,[])\s*-?\d{16}/

/**
 * Parses JSON; an integer that a JavaScript number cannot hold exactly becomes a `RawNumber`, which `JSON.stringify`
 * writes back digit for digit. Throws SyntaxError. Keys such as `__proto__` are plain keys.
 */
export function parseJson(text: string): Json {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text) as Json
  return raw.parse(text, (_key, value, context) =>
    typeof value === 'number' &&
    context.source !== undefined &&
    /^-?\d+$/.test(context.source) &&
    !Number.isSafeInteger(value)
      ? raw.rawJSON(context.source)
      : value,
  ) as Json
}

export const isRawNumber = (value: unknown): value is RawNumber => raw.isRawJSON(value)

export const isJsonObject = (value: unknown): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value)

/** The JSON type as error messages name it. */
export function jsonTypeOf(value: unknown): 'null' | 'bool' | 'number' | 'string' | 'array' | 'object' {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isRawNumber(value)) return 'number'
  if (typeof value === 'boolean') return 'bool'
  return typeof value as 'number' | 'string' | 'object'
}

/** Equality of JSON values; the order of keys does not count. */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (isRawNumber(a) && isRawNumber(b)) return a.rawJSON === b.rawJSON
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((x, i) => jsonEqual(x, b[i]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((k) => Object.hasOwn(b, k) && jsonEqual(a[k], b[k]))
}

const encoder = new TextEncoder()
/** The length of a text in UTF-8 bytes. */
export const byteLength = (text: string) => encoder.encode(text).length
