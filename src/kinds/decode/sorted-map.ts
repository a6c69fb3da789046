import type { Json, JsonObject } from '../../wire/object.ts'

/**
 * The same map with its keys in order, so that equal maps are written as equal text. (JavaScript puts keys that look like
 * list indexes first, by value; that is an order too.)
 */
export function sortedMap<T>(map: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(map).sort(byKey))
}

/** Orders entries by key. */
export const byKey = ([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]) =>
  a < b ? -1 : a > b ? 1 : 0

/** A copy with its keys in order and well-formed, and each value made anew. Keys such as `__proto__` are plain keys. */
export function sortedObject(map: Record<string, Json>, make: (key: string, value: Json) => Json): JsonObject {
  const sorted: JsonObject = {}
  for (const key of Object.keys(map).sort()) {
    const value = make(key, map[key] ?? null)
    if (key === '__proto__') Object.defineProperty(sorted, key, { ...PLAIN, value })
    else sorted[key.toWellFormed()] = value
  }
  return sorted
}

const PLAIN = { configurable: true, enumerable: true, writable: true }
