import type { Json } from '../../wire/object.ts'
import { asGranularList, asGranularMap, type FieldSchema, memberSchema } from './field-schema.ts'
import { type FieldSet, fieldSet, LEAF } from './field-set.ts'
import { fieldSetOf } from './field-set-of.ts'
import { fieldElement, type PathElement } from './path.ts'
import { asMap } from './values.ts'

/**
 * A set that was written when the schema was another one, as the schema is now: what has become atomic is owned as a
 * whole. The very set if nothing of it is concerned.
 */
export function collapseAtomic(schema: FieldSchema, set: FieldSet): FieldSet {
  if (set.children.size === 0 || schema.form === 'untyped' || schema.form === 'scalar') return set
  if (schema.form === 'map' ? schema.atomic : schema.kind === 'atomic') return LEAF
  return mapChildren(set, (element, child) => {
    if (child.children.size === 0) return child
    const of = schema.form === 'list' ? schema.items : memberSchemaAt(schema, element)
    return of ? collapseAtomic(of, child) : child
  })
}

/**
 * The set of an applied configuration in which a list that was atomic now has items of its own: they are owned one by
 * one. (Such a list is never owned by itself; of a map that was atomic this cannot be said, `{}` owns it too.)
 */
export function expandLists(schema: FieldSchema, set: FieldSet, value: Json | undefined): FieldSet {
  if (asGranularList(schema)) return set === LEAF ? ownItems(schema, value) : set
  const map = asGranularMap(schema)
  const members = asMap(value)
  if (!map || !members || (map.fields.size === 0 && !mayHoldLists(map.values))) return set
  return mapChildren(set, (element, child) => {
    const of = memberSchemaAt(map, element)
    const name = nameOf(element)
    return of && Object.hasOwn(members, name) ? expandLists(of, child, members[name]) : child
  })
}

const mayHoldLists = (schema: FieldSchema | undefined) => schema?.form === 'map' || schema?.form === 'list'

function ownItems(schema: FieldSchema, value: Json | undefined): FieldSet {
  const items = Array.isArray(value) ? fieldSetOf(schema, value) : LEAF
  return items.children.size > 0 ? items : LEAF
}

const FIELD = fieldElement('')
const nameOf = (element: PathElement) => element.slice(FIELD.length)

const memberSchemaAt = (schema: FieldSchema, element: PathElement): FieldSchema | undefined =>
  schema.form === 'map' && element.startsWith(FIELD) ? memberSchema(schema, nameOf(element)) : undefined

function mapChildren(set: FieldSet, change: (element: PathElement, child: FieldSet) => FieldSet): FieldSet {
  let changed: Map<PathElement, FieldSet> | undefined
  for (const [element, child] of set.children) {
    const next = change(element, child)
    if (next !== child) (changed ??= new Map(set.children)).set(element, next)
  }
  return changed ? fieldSet(set.owned, changed) : set
}
