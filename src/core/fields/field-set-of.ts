import type { Json } from '../../wire/object.ts'
import { isJsonObject } from '../json/json.ts'
import { asGranularList, asGranularMap, type FieldSchema, itemElements, memberSchema, UNTYPED } from './field-schema.ts'
import { type FieldSet, fieldSet, isEmpty, LEAF, NO_FIELDS, owning } from './field-set.ts'
import { fieldElement, type PathElement } from './path.ts'

/**
 * The fields that an applied value sets: its leaves, the items of its sets and maps, and what is null or an empty map.
 * A struct or list that has content is not among them, only what stands in it.
 *
 *   {data: {x: '1'}, tags: ['a'], spec: {}}  →  .data.x, .tags[="a"], .spec
 */
export function fieldSetOf(schema: FieldSchema, value: Json | undefined): FieldSet {
  const map = asGranularMap(schema)
  if (map && isJsonObject(value)) {
    const children = new Map<PathElement, FieldSet>()
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue
      const below = fieldSetOf(memberSchema(map, key) ?? UNTYPED, member)
      const node = isBare(member) || !map.fields.has(key) ? owning(below) : below
      if (!isEmpty(node)) children.set(fieldElement(key), node)
    }
    return fieldSet(false, children)
  }
  if ((map || asGranularList(schema)) && (value === null || value === undefined)) return NO_FIELDS
  return setOfItems(schema, value, (item, of) => owning(fieldSetOf(of, item))) ?? LEAF
}

/** Null, or a map of nothing: set by itself, as nothing in it can be. */
export const isBare = (value: Json) => value === null || (isJsonObject(value) && Object.keys(value).length === 0)

/**
 * The fields that come into being with a value: all that it consists of, itself and the structs and lists in it
 * included. What `diff` tells where there was nothing before.
 */
export function presenceOf(schema: FieldSchema, value: Json): FieldSet {
  const map = asGranularMap(schema)
  if (map && isJsonObject(value)) {
    const children = new Map<PathElement, FieldSet>()
    for (const [key, member] of Object.entries(value))
      if (member !== undefined) children.set(fieldElement(key), presenceOf(memberSchema(map, key) ?? UNTYPED, member))
    return fieldSet(true, children)
  }
  const items = setOfItems(schema, value, (item, of) => presenceOf(of, item))
  return items ? owning(items) : LEAF
}

/** The items of a list; of those that have one key, only that there are such. Undefined if the list is one field. */
function setOfItems(
  schema: FieldSchema,
  value: Json | undefined,
  nodeOf: (item: Json, schema: FieldSchema) => FieldSet,
): FieldSet | undefined {
  const list = asGranularList(schema)
  const elements = list && Array.isArray(value) ? itemElements(list, value) : undefined
  if (!list || !elements || !Array.isArray(value)) return undefined
  const children = new Map<PathElement, FieldSet>()
  for (const [i, element] of elements.entries())
    children.set(element, children.has(element) ? LEAF : nodeOf(value[i]!, list.items))
  return fieldSet(false, children)
}
