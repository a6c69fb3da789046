import { kindsData, type ResourceData } from '../../src/kinds/kinds-data.ts'
import { JSON_SCHEMA, messageType, type Shape } from '../../src/kinds/schema.ts'
import type { Json, JsonObject } from '../../src/wire/object.ts'

/** What a client may send for nothing, whatever the type of the field is. */
export const ZEROS: readonly Json[] = [null, '', 0, false, [], {}]

/** A body of a kind that holds one value in one position. */
export interface ZeroBody {
  data: ResourceData
  /** `spec.containers[].env[].value` */
  path: string
  value: Json
  body: JsonObject
}

/** Puts a value where a position is: the outermost object is the body. */
type Place = (value: Json) => Json

/**
 * Every zero value in every position of every type of these kinds, within a body of a kind that has it. A type is walked
 * once, from the kind that first leads to it, so that a kind's own fields are in each.
 */
export function* zeroBodies(kinds: readonly ResourceData[] = kindsData.resources): Generator<ZeroBody> {
  const seen = new Set<string>()
  for (const data of kinds)
    for (const { path, place } of positionsOf(data.type, '', (value) => value, seen))
      for (const value of ZEROS) yield { data, path, value, body: place(value) as JsonObject }
}

function* positionsOf(
  type: string,
  at: string,
  outer: Place,
  seen: Set<string>,
): Generator<{ path: string; place: Place }> {
  if (seen.has(type)) return
  seen.add(type)
  for (const { field } of messageType(type).jsonFields) {
    const path = at === '' ? field.name : `${at}.${field.name}`
    yield* positionsIn(field.shape, path, (value) => outer({ [field.name]: value }), seen)
  }
}

function* positionsIn(
  shape: Shape,
  path: string,
  place: Place,
  seen: Set<string>,
): Generator<{ path: string; place: Place }> {
  yield { path, place }
  switch (shape.form) {
    case 'message':
      return yield* positionsOf(shape.type, path, place, seen)
    case 'schemaOr':
      return yield* positionsOf(JSON_SCHEMA, path, place, seen)
    case 'list':
      return yield* positionsIn(shape.items, `${path}[]`, (value) => place([value]), seen)
    case 'map':
      return yield* positionsIn(shape.values, `${path}{}`, (value) => place({ k: value }), seen)
    case 'scalar':
    case 'free':
      return undefined
  }
}
