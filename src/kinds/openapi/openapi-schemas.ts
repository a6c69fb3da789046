import type { JsonObject } from '../../wire/object.ts'
import { type FieldData, type KindReference, kindsData } from '../kinds-data.ts'
import { messageType, parseShape, SCHEMA_OR_MESSAGES, type Scalar, type Shape } from '../schema.ts'

/** What comes before the name in a reference to a schema. */
export const REFERENCE_PREFIX = '#/components/schemas/'
const MACHINERY = 'io.k8s.apimachinery.pkg'
const EXTENSIONS = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1'

export const reference = (name: string): JsonObject => ({ $ref: REFERENCE_PREFIX + name })

/** Schemas of types that have a wire form of their own, by component name. */
const SPECIAL_SCHEMAS: ReadonlyMap<string, JsonObject> = new Map([
  [`${MACHINERY}.api.resource.Quantity`, { oneOf: [{ type: 'string' }, { type: 'number' }] }],
  [`${MACHINERY}.apis.meta.v1.Time`, { type: 'string', format: 'date-time' }],
  [`${MACHINERY}.apis.meta.v1.MicroTime`, { type: 'string', format: 'date-time' }],
  [`${MACHINERY}.apis.meta.v1.FieldsV1`, { type: 'object' }],
  [
    `${MACHINERY}.util.intstr.IntOrString`,
    { oneOf: [{ type: 'integer' }, { type: 'string' }], format: 'int-or-string' },
  ],
  [`${MACHINERY}.runtime.RawExtension`, { type: 'object' }],
  [`${EXTENSIONS}.JSON`, {}],
])

const SCALAR_SCHEMAS: Record<Scalar, JsonObject> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  float64: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
  quantity: reference(`${MACHINERY}.api.resource.Quantity`),
  time: reference(`${MACHINERY}.apis.meta.v1.Time`),
  microTime: reference(`${MACHINERY}.apis.meta.v1.MicroTime`),
  intOrString: reference(`${MACHINERY}.util.intstr.IntOrString`),
}

const FREE_SCHEMAS = {
  json: reference(`${EXTENSIONS}.JSON`),
  rawExtension: reference(`${MACHINERY}.runtime.RawExtension`),
  fieldsV1: reference(`${MACHINERY}.apis.meta.v1.FieldsV1`),
}

/** The schema of a value. */
function shapeSchema(shape: Shape): JsonObject {
  switch (shape.form) {
    case 'scalar':
      return SCALAR_SCHEMAS[shape.scalar]
    case 'free':
      return FREE_SCHEMAS[shape.of]
    case 'schemaOr':
      return reference(SCHEMA_OR_MESSAGES[shape.of])
    case 'message':
      return reference(shape.type)
    case 'list':
      return { type: 'array', items: shapeSchema(shape.items) }
    case 'map':
      return { type: 'object', additionalProperties: shapeSchema(shape.values) }
  }
}

/** The schema of a field: what its type says, and how patches and apply treat it. */
function fieldSchema(data: FieldData): JsonObject {
  const base = shapeSchema(parseShape(data.type))
  const more: JsonObject = {
    ...(data.default === undefined ? {} : { default: data.default }),
    ...(data.enum ? { enum: data.enum } : {}),
    ...(data.patchStrategy ? { 'x-kubernetes-patch-strategy': data.patchStrategy } : {}),
    ...(data.patchMergeKey ? { 'x-kubernetes-patch-merge-key': data.patchMergeKey } : {}),
    ...(data.listType ? { 'x-kubernetes-list-type': data.listType } : {}),
    ...(data.mapKeys ? { 'x-kubernetes-list-map-keys': data.mapKeys } : {}),
    ...(data.mapType ? { 'x-kubernetes-map-type': data.mapType } : {}),
  }
  if (Object.keys(more).length === 0) return base
  return base.$ref ? { allOf: [base], ...more } : { ...base, ...more }
}

/** The schema of a named type; `kinds` are those that it is the object of. */
export function typeSchema(name: string, kinds: KindReference[]): JsonObject {
  const special = SPECIAL_SCHEMAS.get(name)
  if (special) return special
  if (SCHEMA_OR_NAMES.has(name)) return {}
  const fields = messageType(name).jsonFields.map(({ field }) => field.data)
  const required = fields.filter((f) => f.required).map((f) => f.name)
  const flags = Object.hasOwn(kindsData.typeFlags, name) ? kindsData.typeFlags[name] : undefined
  return {
    type: 'object',
    properties: {
      ...(kinds.length ? { apiVersion: { type: 'string' }, kind: { type: 'string' } } : {}),
      ...Object.fromEntries(fields.map((f) => [f.name, fieldSchema(f)])),
    },
    ...(required.length ? { required } : {}),
    ...(kinds.length ? groupVersionKinds(kinds) : {}),
    ...(flags?.['map-type'] ? { 'x-kubernetes-map-type': flags['map-type'] } : {}),
    ...(flags?.unions ? { 'x-kubernetes-unions': flags.unions as JsonObject[] } : {}),
  }
}

/** The schema of a list of a kind. */
export const listSchema = (itemType: string, list: KindReference): JsonObject => ({
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: reference(`${MACHINERY}.apis.meta.v1.ListMeta`),
    items: { type: 'array', items: reference(itemType) },
  },
  required: ['items'],
  ...groupVersionKinds([list]),
})

const SCHEMA_OR_NAMES = new Set(Object.values(SCHEMA_OR_MESSAGES))

const groupVersionKinds = (kinds: KindReference[]): JsonObject => ({
  'x-kubernetes-group-version-kind': kinds.map(({ group, version, kind }) => ({ group, version, kind })),
})

/** Every component that the given schemas reach, by name. */
export function reachableSchemas(roots: ReadonlyMap<string, JsonObject>): JsonObject {
  const components = new Map(roots)
  const pending = [...roots.values()]
  for (let schema = pending.pop(); schema; schema = pending.pop())
    for (const name of referencesIn(schema))
      if (!components.has(name)) {
        const found = typeSchema(name, [])
        components.set(name, found)
        pending.push(found)
      }
  return Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref.slice(REFERENCE_PREFIX.length)] : []
  return [...own, ...Object.values(value).flatMap(referencesIn)]
}
