import { jsonTypeOf } from '../../core/json/json.ts'
import { shorten } from '../../core/patch/bounds.ts'
import { badRequest, type StatusError } from '../../core/errors/status-error.ts'
import type { Json, JsonObject } from '../../wire/object.ts'

const PATCH = '$patch'
const RETAIN_KEYS = '$retainKeys'
const SET_ORDER = '$setElementOrder'
const DELETE_ITEMS = '$deleteFromPrimitiveList'

/** What a patch does with one field. */
export interface FieldEdit {
  /** undefined: the patch has directives for the field alone */
  value?: Json
  /** of `$deleteFromPrimitiveList/<field>` */
  deleted?: Json[]
  /** of `$setElementOrder/<field>` */
  order?: Json[]
}

/** An object of a patch, its directives told from its fields. */
export interface PatchParts {
  retainKeys?: ReadonlySet<Json>
  edits: ReadonlyMap<string, FieldEdit>
}

/** 400 that names the place. (kube-apiserver falls over most of these: a 500.) */
export const refusal = (at: string, why: string): StatusError =>
  badRequest(`${why}: ${at === '' ? 'at the top of the patch' : shorten(at)}`)

/** The value of `$patch`; undefined where there is none. */
export const patchDirective = (object: JsonObject): Json | undefined =>
  Object.hasOwn(object, PATCH) ? (object[PATCH] ?? null) : undefined

export const unknownDirective = (directive: Json, at: string) =>
  refusal(at, `unknown patch type: ${shorten(JSON.stringify(directive))}`)

/** Tells the fields of an object of the patch from its directives. Throws 400. */
export function readParts(patch: JsonObject, at: string): PatchParts {
  const edits = new Map<string, FieldEdit>()
  const edit = (field: string, more: FieldEdit) => edits.set(field, { ...edits.get(field), ...more })
  let retained: Json | undefined
  for (const [key, value] of Object.entries(patch)) {
    const [prefix, field] = splitDirective(key)
    if (value === undefined) continue
    else if (key === RETAIN_KEYS) retained = value
    else if (prefix === SET_ORDER)
      edit(fieldName(field, 'setElementOrder list', key, at), { order: listOf(value, key, at) })
    else if (prefix === DELETE_ITEMS)
      edit(fieldName(field, 'primitive list', key, at), { deleted: listOf(value, key, at) })
    else edit(key, { value })
  }
  return retained === undefined ? { edits } : { edits, retainKeys: readRetainKeys(retained, edits, at) }
}

function splitDirective(key: string): [string | undefined, string | undefined] {
  if (!key.startsWith('$')) return [undefined, undefined]
  const slash = key.indexOf('/')
  return slash === -1 ? [key, undefined] : [key.slice(0, slash), key.slice(slash + 1)]
}

function fieldName(field: string | undefined, what: string, key: string, at: string): string {
  if (field === undefined) throw refusal(join(at, key), `invalid patch format of ${what}, want ${key}/<field>`)
  return field
}

function listOf(value: Json, key: string, at: string): Json[] {
  if (!Array.isArray(value))
    throw refusal(join(at, key), `expected a list, but received a value of type ${jsonTypeOf(value)}`)
  return value
}

function readRetainKeys(value: Json, edits: ReadonlyMap<string, FieldEdit>, at: string): ReadonlySet<Json> {
  if (!Array.isArray(value)) throw refusal(join(at, RETAIN_KEYS), 'invalid patch format of retainKeys, want a list')
  const keys = new Set(value)
  for (const [key, edit] of edits)
    if (edit.value !== undefined && edit.value !== null && !keys.has(key))
      throw refusal(join(at, key), 'invalid patch format of retainKeys, which must list every field of the patch')
  return keys
}

/** Whether a key of an object of the patch is a directive rather than a field. */
export const isDirective = (key: string): boolean =>
  key === PATCH || key === RETAIN_KEYS || [SET_ORDER, DELETE_ITEMS].includes(splitDirective(key)[0] ?? '')

/** The path of a field or of an item, as errors show it. */
export const join = (at: string, key: string) => (at === '' ? key : `${at}.${key}`)
