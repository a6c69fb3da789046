import type { Json } from '../../wire/object.ts'
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
import { type FieldSet, fieldSet, LEAF, NO_FIELDS } from './field-set.ts'
import { presenceOf } from './field-set-of.ts'
import { fieldElement, type PathElement } from './path.ts'
import { asMap, sameValue } from './values.ts'

/**
 * What makes the right value of the left one. The order of a list counts as no difference where its items have keys. A
 * path is in one of the sets alone, but for an item that takes the place of several with its key, or gives it to them.
 */
export interface Difference {
  readonly removed: FieldSet
  readonly modified: FieldSet
  readonly added: FieldSet
}

type Change = keyof Difference

const NO_DIFFERENCE: Difference = { removed: NO_FIELDS, modified: NO_FIELDS, added: NO_FIELDS }
const MODIFIED: Difference = { ...NO_DIFFERENCE, modified: LEAF }

const added = (set: FieldSet): Difference => ({ ...NO_DIFFERENCE, added: set })
const removed = (set: FieldSet): Difference => ({ ...NO_DIFFERENCE, removed: set })

/** Where nothing is, there is undefined. */
export function diff(schema: FieldSchema, left: Json | undefined, right: Json | undefined): Difference {
  if (left === right) return NO_DIFFERENCE
  if (left === undefined) return right === undefined ? NO_DIFFERENCE : added(presenceOf(schema, right))
  if (right === undefined) return removed(presenceOf(schema, left))
  if (schema.form === 'scalar') return diffLeaves(left, right)
  const map = asGranularMap(schema)
  if (map) return diffMaps(map, left, right)
  const list = asGranularList(schema)
  return list ? diffLists(list, left, right) : diffLeaves(left, right)
}

const diffLeaves = (left: Json, right: Json) => (sameValue(left, right) ? NO_DIFFERENCE : MODIFIED)

/** Differences of the children of a node, gathered. */
class Differences {
  readonly #sets: Record<Change, Map<PathElement, FieldSet> | undefined> = {
    removed: undefined,
    modified: undefined,
    added: undefined,
  }

  put(element: PathElement, difference: Difference) {
    this.#put('removed', element, difference.removed)
    this.#put('modified', element, difference.modified)
    this.#put('added', element, difference.added)
  }

  #put(change: Change, element: PathElement, set: FieldSet) {
    if (set !== NO_FIELDS) (this.#sets[change] ??= new Map()).set(element, set)
  }

  /** `modified`: the node itself has changed too. */
  under({ modified = false } = {}): Difference {
    return {
      removed: this.#set('removed'),
      modified: this.#set('modified', modified),
      added: this.#set('added'),
    }
  }

  #set(change: Change, owned = false): FieldSet {
    const children = this.#sets[change]
    return children ? fieldSet(owned, children) : owned ? LEAF : NO_FIELDS
  }
}

/** Null goes for a map without members, unless the other side has none either: then the two are told apart. */
function diffMaps(schema: MapSchema, left: Json, right: Json): Difference {
  const ours = asMap(left) ?? {}
  const theirs = asMap(right) ?? {}
  const keys = Object.keys(ours)
  const otherKeys = Object.keys(theirs)
  if (keys.length === 0 && otherKeys.length === 0) return diffLeaves(left, right)
  const found = new Differences()
  for (const key of keys) {
    const [before, after] = [ours[key], Object.hasOwn(theirs, key) ? theirs[key] : undefined]
    if (before !== after) found.put(fieldElement(key), diff(memberSchema(schema, key) ?? UNTYPED, before, after))
  }
  for (const key of otherKeys)
    if (!Object.hasOwn(ours, key))
      found.put(fieldElement(key), diff(memberSchema(schema, key) ?? UNTYPED, undefined, theirs[key]))
  return found.under({ modified: !isMapLike(left) || !isMapLike(right) })
}

const isMapLike = (value: Json) => value === null || asMap(value) !== undefined

function diffLists(schema: ListSchema, left: Json, right: Json): Difference {
  const ours = groupItems(schema, left)
  const theirs = groupItems(schema, right)
  if (!ours || !theirs || (ours.size === 0 && theirs.size === 0)) return diffLeaves(left, right)
  const found = new Differences()
  for (const [element, before] of ours)
    found.put(element, diffItems(schema.items, before, theirs.get(element) ?? NO_ITEMS))
  for (const [element, after] of theirs)
    if (!ours.has(element)) found.put(element, diffItems(schema.items, NO_ITEMS, after))
  return found.under()
}

const NO_ITEMS: Json[] = []

/** The items by their keys; undefined for what is no list of such items. */
function groupItems(schema: ListSchema, value: Json): Map<PathElement, Json[]> | undefined {
  const items = value === null ? NO_ITEMS : value
  const elements = Array.isArray(items) ? itemElements(schema, items) : undefined
  if (!elements || !Array.isArray(items)) return undefined
  const groups = new Map<PathElement, Json[]>()
  for (const [i, element] of elements.entries()) {
    const group = groups.get(element)
    if (group) group.push(items[i]!)
    else groups.set(element, [items[i]!])
  }
  return groups
}

/** Items of one key. Where a side has several, they are one field. */
function diffItems(schema: FieldSchema, before: Json[], after: Json[]): Difference {
  if (before.length <= 1 && after.length <= 1) return diff(schema, before[0], after[0])
  if (before.length > 1 && after.length > 1) return diffLeaves(before, after)
  const single = (items: Json[]) => (items[0] === undefined ? NO_FIELDS : presenceOf(schema, items[0]))
  return before.length > 1 ? { ...removed(LEAF), added: single(after) } : { ...added(LEAF), removed: single(before) }
}
