import type { ResourceDefinition } from '../core/resource-definition.ts'
import { type FieldData, kindsData } from './kinds-data.ts'

export type Scalar =
  'string' | 'bool' | 'int32' | 'int64' | 'float64' | 'bytes' | 'quantity' | 'time' | 'microTime' | 'intOrString'
/** Any JSON; in protobuf a message whose field 1 holds its text. */
export type FreeForm = 'json' | 'rawExtension' | 'fieldsV1'
/** A schema or something simpler, told apart by its JSON type; in protobuf a message of two fields. */
export type SchemaOr = 'schemaOrArray' | 'schemaOrBool' | 'schemaOrStrings'

export type Shape =
  | { form: 'scalar'; scalar: Scalar }
  | { form: 'free'; of: FreeForm }
  | { form: 'schemaOr'; of: SchemaOr }
  | { form: 'message'; type: string }
  | { form: 'list'; items: Shape; wrapped: boolean }
  | { form: 'map'; values: Shape }

export interface Field {
  name: string
  number: number
  shape: Shape
  pointer: boolean
  keepZero: boolean
  inline: boolean
  data: FieldData
}

export interface MessageType {
  /** `io.k8s.api.core.v1.ConfigMap` */
  name: string
  /** `ConfigMap` */
  shortName: string
  /** as in protobuf */
  fields: readonly Field[]
  /** as in JSON: the fields of inline ones stand in their place */
  jsonFields: readonly { owner: string; field: Field }[]
  byName: ReadonlyMap<string, { owner: string; field: Field }>
  byNumber: ReadonlyMap<number, Field>
  /** `apiVersion` and `kind` may stand in its JSON beside its fields. */
  hasTypeMeta: boolean
}

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'
const EXTENSIONS = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1'
export const LIST_META = `${META}.ListMeta`
export const STATUS = `${META}.Status`
export const DELETE_OPTIONS = `${META}.DeleteOptions`
export const JSON_SCHEMA = `${EXTENSIONS}.JSONSchemaProps`

/** The protobuf message of each schema-or-something. */
export const SCHEMA_OR_MESSAGES: Record<SchemaOr, string> = {
  schemaOrArray: `${EXTENSIONS}.JSONSchemaPropsOrArray`,
  schemaOrBool: `${EXTENSIONS}.JSONSchemaPropsOrBool`,
  schemaOrStrings: `${EXTENSIONS}.JSONSchemaPropsOrStringArray`,
}

const SCALARS = new Set<string>(
  'string bool int32 int64 float64 bytes quantity time microTime intOrString'.split(' ') satisfies string[],
)
const FREE_FORMS = new Set<string>(['json', 'rawExtension', 'fieldsV1'] satisfies FreeForm[])
const TOP_LEVEL_TYPES = new Set(kindsData.resources.map((r) => r.type))
const TYPES_BY_KIND = new Map(kindsData.resources.map((r) => [`${r.group}/${r.version}/${r.kind}`, r.type]))

const compiled = new Map<string, MessageType>()

/** The compiled form of a named type, made at its first use. The name must be one of the data. */
export function messageType(name: string): MessageType {
  const known = compiled.get(name)
  if (known) return known
  const type = compile(name)
  compiled.set(name, type)
  return type
}

export function typeNameOf(definition: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>): string {
  const name = TYPES_BY_KIND.get(`${definition.group}/${definition.version}/${definition.kind}`)
  if (!name) throw new Error(`no type for ${definition.group}/${definition.version} ${definition.kind}`)
  return name
}

export const objectType = (definition: Pick<ResourceDefinition, 'group' | 'version' | 'kind'>) =>
  messageType(typeNameOf(definition))

/** `v1.ObjectMeta`: how messages name a type. */
export const qualifiedTypeName = (name: string) => name.split('.').slice(-2).join('.')

function compile(name: string): MessageType {
  const data = kindsData.types[name]
  if (!data) throw new Error(`no type ${name} in the table of kinds`)
  const shortName = name.slice(name.lastIndexOf('.') + 1)
  const fields = data.map(toField)
  const jsonFields = fields.flatMap((field) =>
    field.inline && field.shape.form === 'message'
      ? messageType(field.shape.type).jsonFields
      : [{ owner: shortName, field }],
  )
  return {
    name,
    shortName,
    fields: fields.toSorted((a, b) => a.number - b.number),
    jsonFields,
    byName: new Map(jsonFields.map((entry) => [entry.field.name, entry])),
    byNumber: new Map(fields.map((field) => [field.number, field])),
    hasTypeMeta: TOP_LEVEL_TYPES.has(name),
  }
}

const toField = (data: FieldData): Field => ({
  name: data.name,
  number: data.proto,
  shape: parseShape(data.type),
  pointer: data.pointer ?? false,
  keepZero: data.keepZero ?? false,
  inline: data.inline ?? false,
  data,
})

/** Parses the `type` of a field. */
export function parseShape(text: string): Shape {
  if (SCALARS.has(text)) return { form: 'scalar', scalar: text as Scalar }
  if (FREE_FORMS.has(text)) return { form: 'free', of: text as FreeForm }
  if (Object.hasOwn(SCHEMA_OR_MESSAGES, text)) return { form: 'schemaOr', of: text as SchemaOr }
  if (text.startsWith('[]')) return { form: 'list', items: parseShape(text.slice(2)), wrapped: false }
  if (text.startsWith('wrapped[]')) return { form: 'list', items: parseShape(text.slice(9)), wrapped: true }
  if (text.startsWith('map[string]')) return { form: 'map', values: parseShape(text.slice(11)) }
  if (!Object.hasOwn(kindsData.types, text)) throw new Error(`no type ${text} in the table of kinds`)
  return { form: 'message', type: text }
}
