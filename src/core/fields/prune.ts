import type { Json } from '../../wire/object.ts'
import { isJsonObject } from '../json/json.ts'
import {
  asGranularList,
  asGranularMap,
  type FieldSchema,
  itemElements,
  type ListSchema,
  type MapSchema,
  memberSchema,
  UNTYPED,
} from './field-schema.ts'
import { type FieldSet, isEmpty, NO_FIELDS } from './field-set.ts'
import { fieldSetOf, isBare } from './field-set-of.ts'
import { fieldElement, type PathElement } from './path.ts'

export interface Prune {
  /** What the manager set before. */
  readonly before: FieldSet
  /** What any manager sets now. */
  readonly now: FieldSet
}

/**
 * A value without the fields that its manager set before and nobody sets now. Items of lists and members of maps go
 * whole. A field of a struct counts as set by whoever sets something in it: so a struct or list goes with the last of
 * what stood in it, and is null if it is set by itself. The very value if nothing goes.
 */
export function prune(schema: FieldSchema, value: Json, sets: Prune): Json {
  const map = asGranularMap(schema)
  if (map && isJsonObject(value)) return pruneMap(map, value, sets)
  const list = asGranularList(schema)
  return list && Array.isArray(value) ? pruneList(list, value, sets) : value
}

/** What becomes of a child: undefined if it goes. */
function pruneChild(schema: FieldSchema, value: Json, element: PathElement, sets: Prune, isNamed: boolean) {
  const before = sets.before.children.get(element)
  if (before === undefined) return value
  const now = sets.now.children.get(element)
  const wasSet = before.owned || isNamed
  if (wasSet && !isSet(now, isNamed)) return isNamed && setsNothing(schema, value) ? value : undefined
  if (before.children.size === 0) return value
  const kept = prune(schema, value, { before, now: now ?? NO_FIELDS })
  return kept === null && value !== null && wasSet && !now?.owned ? undefined : kept
}

/** A list without items, or a struct of nothing else: nobody can own such a thing, so nobody can give it up. */
const setsNothing = (schema: FieldSchema, value: Json) => !isBare(value) && isEmpty(fieldSetOf(schema, value))

const isSet = (node: FieldSet | undefined, isNamed: boolean) =>
  node !== undefined && (node.owned || (isNamed && node.children.size > 0))

function pruneMap(schema: MapSchema, value: Record<string, Json>, sets: Prune): Json {
  let changed = false
  const kept: [string, Json][] = []
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue
    const of = memberSchema(schema, key) ?? UNTYPED
    const left = pruneChild(of, member, fieldElement(key), sets, schema.fields.has(key))
    if (left !== member) changed = true
    if (left !== undefined) kept.push([key, left])
  }
  if (!changed) return value
  return kept.length > 0 ? Object.fromEntries(kept) : null
}

function pruneList(schema: ListSchema, value: Json[], sets: Prune): Json {
  const elements = itemElements(schema, value)
  if (!elements) return value
  let changed = false
  const kept = value.flatMap((item, i) => {
    const left = pruneChild(schema.items, item, elements[i]!, sets, false)
    if (left !== item) changed = true
    return left === undefined ? [] : [left]
  })
  if (!changed) return value
  return kept.length > 0 ? kept : null
}
