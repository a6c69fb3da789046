import type { Json, JsonObject } from '../../wire/object.ts'
import { isJsonObject, jsonTypeOf } from '../json/json.ts'
import { badRequest } from '../errors/status-error.ts'
import { isDeeperThan, MAX_PATCH_DEPTH } from './bounds.ts'

/** The body of a merge patch or of a strategic merge patch. Throws 400 for what is no object and for too deep a one. */
export function parseMergePatch(value: Json): JsonObject {
  if (value === null) throw badRequest('Invalid JSON Patch')
  if (!isJsonObject(value))
    throw badRequest(`error decoding patch: a merge patch is an object, not of type ${jsonTypeOf(value)}`)
  if (isDeeperThan(value, MAX_PATCH_DEPTH))
    throw badRequest(`error decoding patch: nested deeper than ${MAX_PATCH_DEPTH} levels`)
  return value
}

/**
 * The document after a merge patch (RFC 7396): members are merged, null removes one, anything else replaces what is there.
 * A list replaces a list whole, and null within a list is a value. Neither argument is changed; parts that stay as they
 * are are shared with the result. The patch is one that `parseMergePatch` let pass.
 */
export function applyMergePatch(document: Json, patch: Json): Json {
  if (!isJsonObject(patch)) return patch
  const members = new Map<string, Json | undefined>(isJsonObject(document) ? Object.entries(document) : [])
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) members.delete(key)
    else members.set(key, applyMergePatch(members.get(key) ?? null, change))
  }
  return Object.fromEntries(members)
}
