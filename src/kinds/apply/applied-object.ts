import { checkFields, FieldMismatch } from '../../core/fields/check-fields.ts'
import type { MapSchema } from '../../core/fields/field-schema.ts'
import { isJsonObject, jsonTypeOf } from '../../core/json/json.ts'
import { apiVersionOf, type ResourceDefinition } from '../../core/resource-definition.ts'
import { badRequest } from '../../core/errors/status-error.ts'
import type { Json, JsonObject } from '../../wire/object.ts'

type NamesKind = Pick<ResourceDefinition, 'group' | 'version' | 'kind'>

/**
 * The body of an apply request, which must say what it is: its own kind and version, and nothing of ownership. Throws
 * 400. Its fields are checked by `applyConfiguration`.
 */
export function parseAppliedObject(definition: NamesKind, body: Json): JsonObject {
  if (!isJsonObject(body))
    throw badRequest(`error decoding patch: error unmarshaling JSON: cannot take ${jsonTypeOf(body)} as an object`)
  const applied = body as JsonObject
  const { apiVersion, kind } = applied
  if (apiVersion !== apiVersionOf(definition) || kind !== definition.kind)
    throw badRequest(`invalid object type: ${formatKind(textOf(apiVersion), textOf(kind))}`)
  const { metadata } = applied
  if (isJsonObject(metadata) && (metadata.managedFields ?? null) !== null)
    throw badRequest('metadata.managedFields must be nil')
  return applied
}

const SHOWN_CHARACTERS = 256
const textOf = (value: Json | undefined) => (typeof value === 'string' ? value.slice(0, SHOWN_CHARACTERS) : '')

/** `/v1, Kind=ConfigMap`, `example.com/v1, Kind=Gear` */
function formatKind(apiVersion: string, kind: string): string {
  const [group = '', version, ...rest] = apiVersion.split('/')
  const known = rest.length > 0 ? '/' : version === undefined ? `/${group}` : `${group}/${version}`
  return `${known}, Kind=${kind}`
}

/** Throws 400 unless every field of an applied object is in the schema, of its type, and stands there once. */
export function checkApplied(definition: NamesKind, schema: MapSchema, applied: JsonObject): void {
  try {
    checkFields(schema, applied)
  } catch (error) {
    if (error instanceof FieldMismatch) throw untyped('patch', definition, applied, error.message)
    throw error
  }
}

/** 400 about an object that does not fit its schema. */
export function untyped(which: 'patch' | 'live', definition: NamesKind, object: JsonObject, why: string) {
  const { namespace, name } = isJsonObject(object.metadata) ? (object.metadata as JsonObject) : {}
  const shown = `${textOf(namespace)}/${textOf(name)}; ${formatKind(apiVersionOf(definition), definition.kind)}`
  return badRequest(`failed to create typed ${which} object (${shown}): ${why}`)
}
