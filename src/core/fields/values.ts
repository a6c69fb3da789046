import type { Json, JsonObject, RawNumber } from '../../wire/object.ts'
import { digitsOf, isJsonObject, isRawNumber } from '../json/json.ts'

/** How deep field sets and applied objects may be nested. Deeper input is refused before the stack is at risk. */
export const MAX_FIELD_DEPTH = 256

/** Equality of values: numbers by value, maps in any order of keys, an undefined member as an absent one. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (a === null || b === null || (typeof a !== 'object' && typeof b !== 'object')) return false
  if (isRawNumber(a) || isRawNumber(b)) return isNumber(a) && isNumber(b) && numberText(a) === numberText(b)
  if (typeof a !== 'object' || typeof b !== 'object') return false
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((x, i) => sameValue(x, b[i]))
  return sameMembers(a as Record<string, unknown>, b as Record<string, unknown>)
}

function sameMembers(a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  let shared = 0
  for (const key of Object.keys(a)) {
    if (a[key] === undefined) continue
    if (!Object.hasOwn(b, key) || !sameValue(a[key], b[key])) return false
    shared++
  }
  const others = Object.keys(b)
  return others.length === shared || others.filter((key) => b[key] !== undefined).length === shared
}

/** The members of a map; undefined for any other value. */
export const asMap = (value: Json | undefined): JsonObject | undefined =>
  isJsonObject(value) ? (value as JsonObject) : undefined

/** A number held either way. */
export const isNumber = (value: unknown): value is number | RawNumber => typeof value === 'number' || isRawNumber(value)

/** What may tell items of a list apart. */
export const isScalar = (value: Json): boolean => value === null || typeof value !== 'object' || isRawNumber(value)

const INT64_LIMIT = 2n ** 63n
const INT64_CHARACTERS = 20

/** Equal numbers have equal text: the digits of an int64, else what JavaScript makes of it. */
function numberText(value: number | RawNumber): string {
  if (typeof value === 'number') return Number.isFinite(value) ? JSON.stringify(value) : 'null'
  const digits = digitsOf(value)
  if (digits === undefined || digits.length > INT64_CHARACTERS) return numberText(Number(value.rawJSON))
  const exact = BigInt(digits)
  return exact >= -INT64_LIMIT && exact < INT64_LIMIT ? String(exact) : numberText(Number(digits))
}

/** JSON text with one form per value: no spaces, keys in order, equal numbers alike. */
export function canonicalText(value: Json | undefined): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (isNumber(value)) return numberText(value)
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value ?? null)
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`)
  return `{${members.join(',')}}`
}

const RANKS = ['number', 'string', 'bool', 'list', 'map', 'null'] as const

function rankOf(value: Json): number {
  if (isNumber(value)) return RANKS.indexOf('number')
  if (typeof value === 'string') return RANKS.indexOf('string')
  if (typeof value === 'boolean') return RANKS.indexOf('bool')
  if (Array.isArray(value)) return RANKS.indexOf('list')
  return RANKS.indexOf(value === null ? 'null' : 'map')
}

/** A total order: numbers by value, then strings, false, true, lists, maps, null. */
export function compareValues(a: Json, b: Json): number {
  const [ours, theirs] = [rankOf(a), rankOf(b)]
  if (ours !== theirs) return ours - theirs
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b)
  if (typeof a === 'boolean') return Number(a) - Number(b)
  return typeof a === 'string' ? compareTexts(a, b as string) : compareTexts(canonicalText(a), canonicalText(b))
}

/** Two large numbers may differ in digits that a JavaScript number does not hold. */
function compareNumbers(a: number | RawNumber, b: number | RawNumber): number {
  const [left, right] = [numberText(a), numberText(b)]
  const difference = Number(left) - Number(right)
  if (difference !== 0 || left === right) return difference
  return isDigits(left) && isDigits(right) ? (BigInt(left) < BigInt(right) ? -1 : 1) : compareTexts(left, right)
}

const isDigits = (text: string) => /^-?\d+$/.test(text)

export const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
