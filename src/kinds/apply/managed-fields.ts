import { type FieldSet, isEmpty } from '../../core/fields/field-set.ts'
import { formatFieldsV1, parseFieldsV1 } from '../../core/fields/fields-v1.ts'
import { InvalidFields } from '../../core/fields/path.ts'
import { compareTexts } from '../../core/fields/values.ts'
import { byteLength, isJsonObject } from '../../core/json/json.ts'
import type { Json, JsonObject, KubernetesObject } from '../../wire/object.ts'

export type Operation = 'Apply' | 'Update'

/** Who: an updater counts per API version, an applier takes its fields along to another one. */
export interface ManagerIdentity {
  readonly manager: string
  readonly operation: Operation
  readonly apiVersion: string
  /** '' for the object itself */
  readonly subresource: string
}

/** One entry of `metadata.managedFields`: what a manager owns. */
export interface ManagedEntry extends ManagerIdentity {
  /** when it last moved; undefined for an apply that has only confirmed what was there */
  readonly time: string | undefined
  readonly fields: FieldSet
  /** the wire form of `fields`, where it is at hand */
  readonly fieldsV1: JsonObject | undefined
}

export const newEntry = (identity: ManagerIdentity, fields: FieldSet, time: string | undefined): ManagedEntry => ({
  manager: identity.manager,
  operation: identity.operation,
  apiVersion: identity.apiVersion,
  subresource: identity.subresource,
  time,
  fields,
  fieldsV1: undefined,
})

/** The same manager with other fields; the very entry if they are its own. */
export const withFields = (entry: ManagedEntry, fields: FieldSet): ManagedEntry =>
  fields === entry.fields ? entry : { ...entry, fields, fieldsV1: undefined }

export const isSameManager = (a: ManagerIdentity, b: ManagerIdentity): boolean =>
  a.manager === b.manager && managerKey(a) === managerKey(b)

/** The entries of a stored object. None where there are none, or what is there cannot be read. */
export const entriesOf = (object: KubernetesObject | undefined): ManagedEntry[] =>
  parseEntries(object?.metadata.managedFields, { canonical: true }) ?? []

/**
 * The entries of a list; of two of one manager the later. Undefined if one of them is not valid: then the list says
 * nothing. `canonical`: it is one that this server wrote.
 */
export function parseEntries(list: unknown, { canonical = false } = {}): ManagedEntry[] | undefined {
  if (!Array.isArray(list)) return undefined
  const entries = new Map<string, ManagedEntry>()
  for (const item of list as unknown[]) {
    const entry = parseEntry(item, canonical)
    if (!entry) return undefined
    entries.set(managerKey(entry), entry)
  }
  return [...entries.values()].filter((entry) => !isEmpty(entry.fields))
}

/** One text per manager. */
export const managerKey = ({ manager, operation, apiVersion, subresource }: ManagerIdentity): string =>
  JSON.stringify([manager, operation, subresource, operation === 'Apply' ? '' : apiVersion])

const MAX_MANAGER_BYTES = 128
const MAX_SUBRESOURCE_BYTES = 256

function parseEntry(item: unknown, canonical: boolean): ManagedEntry | undefined {
  if (!isJsonObject(item)) return undefined
  const { manager = '', operation, apiVersion, subresource = '', time, fieldsType, fieldsV1 } = item as JsonObject
  if (operation !== 'Apply' && operation !== 'Update') return undefined
  if (typeof apiVersion !== 'string' || apiVersion === '' || fieldsType !== 'FieldsV1') return undefined
  if (!isTextUpTo(MAX_MANAGER_BYTES, manager) || !isTextUpTo(MAX_SUBRESOURCE_BYTES, subresource)) return undefined
  const fields = parseFields(fieldsV1)
  return (
    fields && {
      manager,
      operation,
      apiVersion,
      subresource,
      time: typeof time === 'string' ? time : undefined,
      fields,
      fieldsV1: canonical && isJsonObject(fieldsV1) ? (fieldsV1 as JsonObject) : undefined,
    }
  )
}

const isTextUpTo = (bytes: number, text: Json): text is string =>
  typeof text === 'string' && (text.length * 3 <= bytes || byteLength(text) <= bytes)

function parseFields(fieldsV1: Json | undefined): FieldSet | undefined {
  try {
    return parseFieldsV1(fieldsV1 ?? {})
  } catch (error) {
    if (error instanceof InvalidFields) return undefined
    throw error
  }
}

/** A list that takes all tracking off an object: without entries, or with one that says nothing. */
export const isReset = (list: unknown): boolean =>
  Array.isArray(list) && (list.length === 0 || (list.length === 1 && isJsonObject(list[0]) && saysNothing(list[0])))

const saysNothing = (entry: Record<string, Json>) => Object.values(entry).every((v) => v === null || v === '')

/** Appliers first; then who moved longest ago; then by name. */
function compareEntries(a: ManagedEntry, b: ManagedEntry): number {
  return (
    compareTexts(a.operation, b.operation) ||
    compareTexts(a.time ?? '', b.time ?? '') ||
    compareTexts(a.manager, b.manager) ||
    compareTexts(a.apiVersion, b.apiVersion) ||
    compareTexts(a.subresource, b.subresource)
  )
}

/** The object with these entries as its `managedFields`; without the field if there are none that own something. */
export function withEntries(object: KubernetesObject, entries: readonly ManagedEntry[]): KubernetesObject {
  const { managedFields: _managedFields, ...metadata } = object.metadata
  const list = entries.filter((entry) => !isEmpty(entry.fields)).sort(compareEntries)
  if (list.length > 0) return { ...object, metadata: { ...metadata, managedFields: list.map(formatEntry) } }
  return { ...object, metadata }
}

const formatEntry = (entry: ManagedEntry): JsonObject => ({
  manager: entry.manager,
  operation: entry.operation,
  apiVersion: entry.apiVersion,
  ...(entry.time === undefined ? {} : { time: entry.time }),
  fieldsType: 'FieldsV1',
  fieldsV1: entry.fieldsV1 ?? formatFieldsV1(entry.fields),
  ...(entry.subresource ? { subresource: entry.subresource } : {}),
})
