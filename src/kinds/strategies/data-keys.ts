import { type FieldError, forbidden, invalid } from '../../core/errors/field-error.ts'
import { jsonEqual } from '../../core/json/json.ts'
import { configKey } from '../../core/metadata/names.ts'

/** What the values of a ConfigMap or Secret may weigh together, in bytes. */
export const MAX_DATA_BYTES = 1_048_576

/** How many there are: what the column `Data` shows. */
export const entries = (map: object | undefined): number => Object.keys(map ?? {}).length

/** Faults of the keys of `data`, at `data[key]`. */
export const keyErrors = (field: string, data: Record<string, unknown> = {}): FieldError[] =>
  Object.keys(data).flatMap((key) => configKey(key).map((fault) => invalid(`${field}[${key}]`, key, fault)))

interface Freezable {
  immutable?: unknown
}

/** Once `immutable` is set, neither it nor the named fields change; an absent field equals an empty one. */
export function frozenFieldErrors<T extends Freezable>(
  next: T,
  current: T,
  fields: (keyof T & string)[],
): FieldError[] {
  if (current.immutable !== true) return []
  const changed = fields.filter((field) => !jsonEqual(next[field] ?? {}, current[field] ?? {}))
  const thawed = next.immutable === true ? [] : ['immutable']
  return [...thawed, ...changed].map((field) => forbidden(field, 'field is immutable when `immutable` is set'))
}
