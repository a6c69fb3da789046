import { isJsonObject } from '../../core/json/json.ts'
import type { Json, JsonObject } from '../../wire/object.ts'
import { isDirective, patchDirective } from './directives.ts'

/**
 * A value of the patch where there is none yet: without its directives and the members that are null. An object that is
 * itself a directive changes nothing where there is nothing: it is left out, and undefined if it is the value.
 */
export const newValue = (value: Json): Json | undefined => plain(value, newValue)

/**
 * A value of the patch that takes the place of what is there, whole. `$patch: replace` says just that and can be dropped;
 * an object with any other directive is left out, and undefined if it is the value.
 */
export const wholeValue = (value: Json): Json | undefined =>
  isJsonObject(value) && patchDirective(value) === 'replace' ? withoutReplace(value) : plain(value, wholeValue)

/** The rest of an object with `$patch: replace`. */
export const withoutReplace = (object: JsonObject): JsonObject => plainMembers(object, wholeValue)

type Cleaner = (value: Json) => Json | undefined

/** The items of a list of the patch, without those that are directives for the list. */
export const cleanItems = (items: Json[], clean: Cleaner): Json[] =>
  items.flatMap((item) => {
    const cleaned = isJsonObject(item) && patchDirective(item) !== undefined ? undefined : clean(item)
    return cleaned === undefined ? [] : [cleaned]
  })

function plain(value: Json, clean: Cleaner): Json | undefined {
  if (Array.isArray(value)) return cleanItems(value, clean)
  if (!isJsonObject(value)) return value
  return patchDirective(value) === undefined ? plainMembers(value, clean) : undefined
}

function plainMembers(object: JsonObject, clean: Cleaner): JsonObject {
  const entries = Object.entries(object).flatMap(([key, member]): [string, Json][] => {
    const kept = member === null || member === undefined || isDirective(key) ? undefined : clean(member)
    return kept === undefined ? [] : [[key, kept]]
  })
  return Object.fromEntries(entries)
}
