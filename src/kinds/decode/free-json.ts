import { isJsonObject } from '../../core/json/json.ts'
import type { Json } from '../../wire/object.ts'
import { MAX_DEPTH, tooDeep } from './bounds.ts'
import { sortedObject } from './sorted-map.ts'

/** JSON without a schema, its keys in order and its text well-formed. Throws OutOfBounds. */
export function canonicalJson(value: Json, depth: number): Json {
  if (depth > MAX_DEPTH) throw tooDeep()
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map((item) => canonicalJson(item, depth + 1))
  if (!isJsonObject(value)) return value
  return sortedObject(value, (_key, item) => canonicalJson(item, depth + 1))
}
