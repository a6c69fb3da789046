import type { Json } from '../../wire/object.ts'
import { isJsonObject, jsonTypeOf } from '../json/json.ts'
import {
  type FieldSchema,
  itemElement,
  type ListSchema,
  type MapSchema,
  memberSchema,
  UnkeyedItem,
} from './field-schema.ts'
import { fieldElement, type PathElement } from './path.ts'
import { formatPath } from './path-text.ts'
import { canonicalText, isNumber, MAX_FIELD_DEPTH } from './values.ts'

/** Thrown for a configuration that is not what the schema says; the message begins with the path. */
export class FieldMismatch extends Error {}

/**
 * Throws FieldMismatch unless every field of an applied configuration is in the schema and of its type, and every item
 * of a list stands in it once. Null goes for any value.
 */
export function checkFields(schema: FieldSchema, value: Json): void {
  checkValue(schema, value, [])
}

function checkValue(schema: FieldSchema, value: Json | undefined, path: PathElement[]): void {
  if (value === null || value === undefined) return
  if (path.length > MAX_FIELD_DEPTH) throw mismatch([], `exceeded max depth of ${MAX_FIELD_DEPTH}`)
  switch (schema.form) {
    case 'scalar':
      return checkScalar(schema.type, value, path)
    case 'untyped':
      return checkUntyped(value, path)
    case 'map':
      if (!isJsonObject(value)) throw mismatch(path, `expected map, got ${shown(value)}`)
      return checkMembers(schema, value, path)
    case 'list':
      if (!Array.isArray(value)) throw mismatch(path, `expected list, got ${shown(value)}`)
      return schema.kind === 'atomic' ? checkPlainItems(schema.items, value, path) : checkItems(schema, value, path)
  }
}

const mismatch = (path: readonly PathElement[], why: string) =>
  new FieldMismatch(path.length ? `${formatPath(path)}: ${why}` : why)

const SHOWN_CHARACTERS = 100

/** A value of another type than expected; what stands in it may be of any size and depth. */
function shown(value: Json): string {
  if (Array.isArray(value)) return value.length > 0 ? '[…]' : '[]'
  if (isJsonObject(value)) return Object.keys(value).length > 0 ? '{…}' : '{}'
  const text = canonicalText(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…` : text
}

function checkScalar(type: 'string' | 'number' | 'boolean' | 'any', value: Json, path: readonly PathElement[]): void {
  switch (type) {
    case 'string':
      if (typeof value === 'string') return
      throw mismatch(path, `expected string, got &value.valueUnstructured{Value:${shown(value)}}`)
    case 'number':
      if (isNumber(value)) return
      throw mismatch(path, `expected numeric (int or float), got ${jsonTypeOf(value)}`)
    case 'boolean':
      if (typeof value === 'boolean') return
      throw mismatch(path, `expected boolean, got ${shown(value)}`)
    case 'any':
      if (typeof value !== 'object' || isNumber(value)) return
      throw mismatch(path, `expected any scalar, got ${shown(value)}`)
  }
}

function within(path: PathElement[], element: PathElement, check: () => void): void {
  path.push(element)
  check()
  path.pop()
}

function checkUntyped(value: Json, path: PathElement[]): void {
  if (Array.isArray(value)) checkPlainItems({ form: 'untyped' }, value, path)
  else if (isJsonObject(value))
    for (const [key, member] of Object.entries(value))
      within(path, fieldElement(key), () => checkValue({ form: 'untyped' }, member, path))
}

function checkMembers(schema: MapSchema, value: Record<string, Json>, path: PathElement[]): void {
  for (const [key, member] of Object.entries(value)) {
    const of = memberSchema(schema, key)
    if (!of) throw mismatch([...path, fieldElement(key)], 'field not declared in schema')
    within(path, fieldElement(key), () => checkValue(of, member, path))
  }
}

function checkPlainItems(schema: FieldSchema, items: readonly Json[], path: PathElement[]): void {
  for (const [i, item] of items.entries()) within(path, `i:${i}`, () => checkValue(schema, item, path))
}

function checkItems(schema: ListSchema, items: readonly Json[], path: PathElement[]): void {
  const seen = new Set<PathElement>()
  for (const [i, item] of items.entries()) {
    const element = elementOf(schema, item, i, path)
    if (seen.has(element)) throw mismatch(path, `duplicate entries for key ${formatPath([element])}`)
    seen.add(element)
    within(path, element, () => checkValue(schema.items, item, path))
  }
}

function elementOf(schema: ListSchema, item: Json, index: number, path: readonly PathElement[]): PathElement {
  try {
    return itemElement(schema, item)
  } catch (error) {
    if (error instanceof UnkeyedItem) throw mismatch(path, `element ${index}: ${error.message}`)
    throw error
  }
}
