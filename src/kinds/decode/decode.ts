import { isJsonObject } from '../../core/json/json.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import type { Json, JsonObject, KubernetesObject } from '../../wire/object.ts'
import { decodeScalar, zeroScalar } from './decode-scalar.ts'
import { DecodeWalk } from './decode-walk.ts'
import { OutOfBounds } from './bounds.ts'
import { canonicalJson } from './free-json.ts'
import {
  type Field,
  JSON_SCHEMA,
  type MessageType,
  messageType,
  objectType,
  type SchemaOr,
  type Shape,
} from '../schema.ts'
import { sortedObject } from './sorted-map.ts'

/**
 * The canonical object of a JSON body, without `apiVersion` and `kind` (which `checkTypeMeta` has seen): known fields
 * alone, in the order of the schema, maps in order of their keys, zero values left out or shown as the kind has it. Equal
 * content gives equal text. `problems` are the unknown fields, in the order of the body. Throws 400 for values that are
 * not of their field's type.
 */
export function decodeObject(
  definition: ResourceDefinition,
  value: Json,
): { object: KubernetesObject; problems: string[] } {
  const walk = new DecodeWalk(definition)
  const object = decodeMessage(walk, objectType(definition), value) as unknown as KubernetesObject
  return { object, problems: walk.problems }
}

function decodeMessage(walk: DecodeWalk, type: MessageType, value: Json): JsonObject {
  if (value !== null && !isJsonObject(value)) throw walk.mismatch(value, { form: 'message', type: type.name })
  walk.countMessage()
  const found = new Map<string, Json>()
  const fields = value ?? {}
  for (const key of Object.keys(fields)) {
    const given = fields[key] ?? null
    const entry = type.byName.get(key)
    if (entry && given !== null) {
      const decoded = walk.field(entry.owner, key, () => decodeValue(walk, entry.field.shape, given))
      if (!isDropped(entry.field, decoded)) found.set(key, decoded)
    } else if (!entry && !isTypeMeta(type, key)) {
      walk.assertDepth(given)
      walk.unknownField(key)
    }
  }
  const entries = type.jsonFields.flatMap(({ field }): [string, Json][] => {
    const decoded = found.get(field.name) ?? (field.keepZero ? zeroOf(field) : undefined)
    return decoded === undefined ? [] : [[field.name, decoded]]
  })
  return Object.fromEntries(entries)
}

const isTypeMeta = (type: MessageType, key: string) => type.hasTypeMeta && (key === 'apiVersion' || key === 'kind')

function decodeValue(walk: DecodeWalk, shape: Shape, value: Json): Json {
  switch (shape.form) {
    case 'scalar':
      return decodeScalar(walk, shape, value)
    case 'message':
      return decodeMessage(walk, messageType(shape.type), value)
    case 'list':
      if (value === null) return []
      if (!Array.isArray(value)) throw walk.mismatch(value, shape)
      return decodeList(walk, shape.items, value)
    case 'map':
      if (value === null) return {}
      if (!isJsonObject(value)) throw walk.mismatch(value, shape)
      return decodeMap(walk, shape.values, value)
    case 'free':
      return decodeFree(walk, value)
    case 'schemaOr':
      return decodeSchemaOr(walk, shape.of, value)
  }
}

/** A scalar is decoded where its list or map stands: errors about it name the field alone. */
function decodeList(walk: DecodeWalk, items: Shape, list: Json[]): Json[] {
  if (items.form === 'scalar') walk.countEntries(list.length)
  return items.form === 'scalar'
    ? list.map((item) => decodeScalar(walk, items, item))
    : list.map((item, index) => walk.item(index, () => decodeValue(walk, items, item)))
}

function decodeMap(walk: DecodeWalk, values: Shape, map: Record<string, Json>): JsonObject {
  walk.countEntries(Object.keys(map).length)
  return sortedObject(map, (key, item) =>
    values.form === 'scalar' ? decodeScalar(walk, values, item) : walk.key(key, () => decodeValue(walk, values, item)),
  )
}

function decodeFree(walk: DecodeWalk, value: Json): Json {
  try {
    return canonicalJson(value, walk.depth)
  } catch (error) {
    if (error instanceof OutOfBounds) throw walk.refusal(error.message)
    throw error
  }
}

/** What stands beside a schema is told apart by its JSON type. A list of nothing is nothing. */
const BESIDE_SCHEMA: Record<SchemaOr, { jsonType: (value: Json) => boolean; shape: Shape }> = {
  schemaOrArray: {
    jsonType: (value) => Array.isArray(value),
    shape: { form: 'list', items: { form: 'message', type: JSON_SCHEMA }, wrapped: false },
  },
  schemaOrBool: { jsonType: (value) => typeof value === 'boolean', shape: { form: 'scalar', scalar: 'bool' } },
  schemaOrStrings: {
    jsonType: (value) => Array.isArray(value),
    shape: { form: 'list', items: { form: 'scalar', scalar: 'string' }, wrapped: false },
  },
}

function decodeSchemaOr(walk: DecodeWalk, of: SchemaOr, value: Json): Json {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null
  const beside = BESIDE_SCHEMA[of]
  return decodeValue(walk, beside.jsonType(value) ? beside.shape : { form: 'message', type: JSON_SCHEMA }, value)
}

/** A value that says no more than an absent one: null, or the zero value of a field that is no pointer. */
function isDropped({ shape, pointer, keepZero }: Field, value: Json): boolean {
  if (value === null) return true
  if (pointer || shape.form === 'free') return false
  if (shape.form === 'scalar') return !keepZero && (value === '' || value === 0 || value === false)
  return typeof value === 'object' && Object.keys(value).length === 0
}

function zeroOf(field: Field): Json {
  return field.pointer ? null : zeroOfShape(field.shape)
}

function zeroOfShape(shape: Shape): Json {
  if (shape.form === 'scalar') return zeroScalar(shape.scalar)
  return shape.form === 'message' ? zeroMessage(messageType(shape.type)) : null
}

const zeroMessage = (type: MessageType): JsonObject =>
  Object.fromEntries(
    type.jsonFields.filter(({ field }) => field.keepZero).map(({ field }) => [field.name, zeroOf(field)]),
  )
