import type { Json } from '../../wire/object.ts'
import { keyElement, type PathElement, valueElement } from './path.ts'
import { asMap, isNumber, isScalar } from './values.ts'

/**
 * How the fields of a value are told apart. An atomic map or list is one field, whatever stands in it; so is a scalar.
 * May refer to itself.
 */
export type FieldSchema = ScalarSchema | UntypedSchema | MapSchema | ListSchema

/** `any`: a scalar of whatever type. */
export type ScalarType = 'string' | 'number' | 'boolean' | 'any'

export interface ScalarSchema {
  readonly form: 'scalar'
  readonly type: ScalarType
}

/** Any JSON: its maps go by key, its lists are atomic. */
export interface UntypedSchema {
  readonly form: 'untyped'
}

export interface MapSchema {
  readonly form: 'map'
  readonly atomic: boolean
  /** fields that have a schema of their own */
  readonly fields: ReadonlyMap<string, FieldSchema>
  /** the schema of any other key; without it there is none */
  readonly values: FieldSchema | undefined
}

export interface ListSchema {
  readonly form: 'list'
  readonly kind: 'atomic' | 'set' | 'map'
  readonly items: FieldSchema
  /** of a list that is a map, in order of their names */
  readonly keys: readonly ListKey[]
}

/** A field by which the items of a list are told apart, and the value that it has where it is missing. */
export interface ListKey {
  readonly name: string
  readonly default?: Json
}

export const UNTYPED: UntypedSchema = { form: 'untyped' }
const NO_NAMED_FIELDS: ReadonlyMap<string, FieldSchema> = new Map()
/** A map of any keys whose values are without a schema. */
export const UNTYPED_MAP: MapSchema = { form: 'map', atomic: false, fields: NO_NAMED_FIELDS, values: UNTYPED }

export const scalar = (type: ScalarType): ScalarSchema => ({ form: 'scalar', type })
export const structOf = (fields: Record<string, FieldSchema>, { atomic = false } = {}): MapSchema => ({
  form: 'map',
  atomic,
  fields: new Map(Object.entries(fields)),
  values: undefined,
})
export const mapOf = (values: FieldSchema, { atomic = false } = {}): MapSchema => ({
  form: 'map',
  atomic,
  fields: NO_NAMED_FIELDS,
  values,
})
export const atomicList = (items: FieldSchema): ListSchema => ({ form: 'list', kind: 'atomic', items, keys: [] })
export const setList = (items: FieldSchema): ListSchema => ({ form: 'list', kind: 'set', items, keys: [] })
export const mapList = (items: FieldSchema, keys: readonly ListKey[]): ListSchema => ({
  form: 'list',
  kind: 'map',
  items,
  keys: keys.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
})

/** The schema of a member of a map; undefined for a key that the schema does not know. */
export const memberSchema = (map: MapSchema, key: string): FieldSchema | undefined => map.fields.get(key) ?? map.values

/** A schema whose maps have members with fields of their own. */
export function asGranularMap(schema: FieldSchema): MapSchema | undefined {
  if (schema.form === 'untyped') return UNTYPED_MAP
  return schema.form === 'map' && !schema.atomic ? schema : undefined
}

/** A schema whose list has items with fields of their own. */
export const asGranularList = (schema: FieldSchema): ListSchema | undefined =>
  schema.form === 'list' && schema.kind !== 'atomic' ? schema : undefined

/** Why an item cannot be told from the others of its list. */
export class UnkeyedItem extends Error {}

/** The path element of an item of a set or a map-like list. Throws UnkeyedItem. */
export function itemElement(list: ListSchema, item: Json | undefined): PathElement {
  return list.kind === 'map' ? keyedElement(list, item) : setElement(item)
}

/** The path elements of all items; undefined if one has none. */
export function itemElements(list: ListSchema, items: readonly Json[]): PathElement[] | undefined {
  try {
    return items.map((item) => itemElement(list, item))
  } catch (error) {
    if (error instanceof UnkeyedItem) return undefined
    throw error
  }
}

function keyedElement(list: ListSchema, item: Json | undefined): PathElement {
  const members = asMap(item)
  if (!members)
    throw new UnkeyedItem(
      `associative list with keys may not have ${item === null || item === undefined ? 'a null element' : 'non-map elements'}`,
    )
  const keys: [string, Json][] = []
  for (const { name, default: preset } of list.keys) {
    const value = Object.hasOwn(members, name) ? members[name] : undefined
    const key = value === undefined ? preset : value
    if (key === undefined) continue
    if (!isScalar(key)) throw new UnkeyedItem(`associative list has an element whose key field ${name} is no scalar`)
    keys.push([name, key])
  }
  if (keys.length > 0) return keyElement(keys)
  const names = list.keys.map(({ name }) => JSON.stringify(name)).join(' ')
  throw new UnkeyedItem(
    `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`,
  )
}

function setElement(item: Json | undefined): PathElement {
  if (typeof item === 'string' || typeof item === 'boolean' || isNumber(item)) return valueElement(item)
  const found = item === null || item === undefined ? 'an explicit null' : Array.isArray(item) ? 'a list' : 'a map'
  throw new UnkeyedItem(`associative list without keys has an element that is ${found}`)
}
