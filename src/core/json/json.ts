import type { Json, RawNumber } from '../../wire/object.ts'
import { readJson } from './read-json.ts'

interface RawJson {
  rawJSON(text: string): RawNumber
  isRawJSON(value: unknown): value is RawNumber
}
const raw = JSON as unknown as RawJson

/**
 * Where a number may begin that is kept as it was written; within a string the slower way is taken for nothing, and gives
 * the same.
 */
const LONG_INTEGER = /(?:^|[:,[])\s*-?\d{16}/
const INTEGRAL_FRACTION = /(?:^|[:,[])\s*-?\d+(?:\.0+(?!\d)|(?:\.\d+)?[eE])/

const isInteger = (text: string) => /^-?\d+$/.test(text)

/**
 * Parses JSON. What a JavaScript number would not give back becomes a `RawNumber`, which `JSON.stringify` writes as it
 * was written: integers beyond 2^53, and numbers such as `15.0` and `1e1`, whose text decides whether an integer field
 * takes them. Throws SyntaxError. Keys such as `__proto__` are plain keys.
 */
export function parseJson(text: string): Json {
  if (!LONG_INTEGER.test(text) && !INTEGRAL_FRACTION.test(text)) return JSON.parse(text) as Json
  return parseKeeping(text, (value, written) =>
    isInteger(written) ? !Number.isSafeInteger(value) : Number.isInteger(value) || !Number.isFinite(value),
  )
}

/** The same, but by value: `15.0` is 15, as YAML and strategic merge patches read it. */
export function parseJsonByValue(text: string): Json {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text) as Json
  return parseKeeping(text, (value, written) => isInteger(written) && !Number.isSafeInteger(value))
}

function parseKeeping(text: string, isKept: (value: number, written: string) => boolean): Json {
  JSON.parse(text)
  return readJson(text, (written) => {
    const value = Number(written)
    return isKept(value, written) ? raw.rawJSON(written) : value
  })
}

/** A number of these digits, written back as they are. */
export const rawNumber = (digits: string): RawNumber => raw.rawJSON(digits)

export const isRawNumber = (value: unknown): value is RawNumber => raw.isRawJSON(value)

/** The digits of a number that is kept as written and is an integer. */
export const digitsOf = ({ rawJSON }: RawNumber): string | undefined => (isInteger(rawJSON) ? rawJSON : undefined)

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
