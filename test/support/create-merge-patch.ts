import { isJsonObject, jsonEqual } from '../../src/core/json/json.ts'
import type { Json, JsonObject } from '../../src/wire/object.ts'

/** A merge patch that makes `to` of `from`. Neither may have a member that is null: a merge patch cannot set one. */
export function createMergePatch(from: JsonObject, to: JsonObject): JsonObject {
  const gone = Object.keys(from).filter((key) => !Object.hasOwn(to, key))
  const changed = Object.entries(to).flatMap(([key, value]): [string, Json][] => {
    const old = Object.hasOwn(from, key) ? from[key] : undefined
    if (value === undefined || jsonEqual(old, value)) return []
    return [[key, isJsonObject(old) && isJsonObject(value) ? createMergePatch(old, value) : value]]
  })
  return Object.fromEntries([...gone.map((key) => [key, null]), ...changed])
}
