import type { Json, JsonObject } from '../../wire/object.ts'
import { type FieldSet, fieldSet, LEAF, union } from './field-set.ts'
import { canonicalElement, InvalidFields, type PathElement, sortElements } from './path.ts'
import { asMap, MAX_FIELD_DEPTH } from './values.ts'

const SELF = '.'

/**
 * Parses the wire form of a set: `{"f:data":{".":{},"f:x":{}}}` are the paths `.data` and `.data.x`. Steps of an unknown
 * kind are left out. Throws InvalidFields.
 */
export function parseFieldsV1(value: Json | undefined): FieldSet {
  // The whole object is owned by nobody.
  return fieldSet(false, parseNode(value, 0).children)
}

function parseNode(value: Json | undefined, depth: number): FieldSet {
  const members = asMap(value)
  if (!members) throw new InvalidFields('a set of fields is made of objects')
  if (depth > MAX_FIELD_DEPTH) throw new InvalidFields(`more than ${MAX_FIELD_DEPTH} levels`)
  const keys = Object.keys(members)
  if (keys.length === 0) return LEAF
  const children = new Map<PathElement, FieldSet>()
  for (const key of keys) {
    if (key === SELF) continue
    const element = canonicalElement(key)
    if (element === undefined) continue
    const child = parseNode(members[key], depth + 1)
    const twin = children.get(element)
    children.set(element, twin ? union(twin, child) : child)
  }
  return fieldSet(children.size === 0 || Object.hasOwn(members, SELF), children)
}

/** The wire form of a set, its steps in order: fields, keys, values, indexes. */
export function formatFieldsV1(set: FieldSet): JsonObject {
  const entries = sortElements(set.children.keys()).map((element): [string, JsonObject] => [
    element,
    formatNode(set.children.get(element)!),
  ])
  return Object.fromEntries(entries)
}

function formatNode(node: FieldSet): JsonObject {
  const isInner = node.owned && node.children.size > 0
  return isInner ? { [SELF]: {}, ...formatFieldsV1(node) } : formatFieldsV1(node)
}
