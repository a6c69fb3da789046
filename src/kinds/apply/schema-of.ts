import {
  atomicList,
  type FieldSchema,
  type ListKey,
  type MapSchema,
  mapList,
  mapOf,
  scalar,
  setList,
  UNTYPED,
  UNTYPED_MAP,
} from '../../core/fields/field-schema.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import { type FieldData, kindsData } from '../kinds-data.ts'
import { type Field, messageType, type Scalar, type Shape, typeNameOf } from '../schema.ts'

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta'

const SCALARS: Record<Scalar, FieldSchema> = {
  string: scalar('string'),
  bool: scalar('boolean'),
  int32: scalar('number'),
  int64: scalar('number'),
  float64: scalar('number'),
  bytes: scalar('string'),
  quantity: scalar('any'),
  time: scalar('any'),
  microTime: scalar('any'),
  intOrString: scalar('any'),
}

const FREE_FORMS = { json: UNTYPED, rawExtension: UNTYPED_MAP, fieldsV1: UNTYPED_MAP } as const

const structs = new Map<string, MapSchema>()

/** How the fields of a built-in kind are owned: its types, and their `listType`, `mapKeys` and `mapType`. */
export const schemaOf = (definition: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>): MapSchema =>
  structOfType(typeNameOf(definition))

/** The schema of an object with the given fields beside `apiVersion`, `kind` and `metadata`: of a custom resource. */
export const objectSchema = (fields: Iterable<readonly [string, FieldSchema]>, values?: FieldSchema): MapSchema => ({
  form: 'map',
  atomic: false,
  fields: new Map([...fields, ...TYPE_META, ['metadata', structOfType(OBJECT_META)]]),
  values,
})

const TYPE_META: [string, FieldSchema][] = [
  ['apiVersion', SCALARS.string],
  ['kind', SCALARS.string],
]

/** Made at its first use; it may refer to itself. */
function structOfType(name: string): MapSchema {
  const known = structs.get(name)
  if (known) return known
  const type = messageType(name)
  const fields = new Map<string, FieldSchema>(type.hasTypeMeta ? TYPE_META : [])
  const atomic = Object.hasOwn(kindsData.typeFlags, name) && kindsData.typeFlags[name]?.['map-type'] === 'atomic'
  const schema: MapSchema = { form: 'map', atomic, fields, values: undefined }
  structs.set(name, schema)
  for (const { field } of type.jsonFields) fields.set(field.name, schemaOfField(field))
  return schema
}

function schemaOfField({ shape, data }: Field): FieldSchema {
  if (shape.form === 'list') return listSchema(shape.items, data)
  const schema = schemaOfShape(shape)
  return schema.form === 'map' && data.mapType ? { ...schema, atomic: data.mapType === 'atomic' } : schema
}

function schemaOfShape(shape: Shape): FieldSchema {
  switch (shape.form) {
    case 'scalar':
      return SCALARS[shape.scalar]
    case 'message':
      return structOfType(shape.type)
    case 'list':
      return atomicList(schemaOfShape(shape.items))
    case 'map':
      return mapOf(schemaOfShape(shape.values))
    case 'free':
      return FREE_FORMS[shape.of]
    case 'schemaOr':
      return UNTYPED
  }
}

function listSchema(items: Shape, { listType, mapKeys = [] }: FieldData): FieldSchema {
  const schema = schemaOfShape(items)
  if (listType === 'set') return setList(schema)
  return listType === 'map'
    ? mapList(
        schema,
        mapKeys.map((name) => toListKey(name, items)),
      )
    : atomicList(schema)
}

function toListKey(name: string, items: Shape): ListKey {
  const preset = items.form === 'message' ? messageType(items.type).byName.get(name)?.field.data.default : undefined
  return preset === undefined ? { name } : { name, default: preset }
}
