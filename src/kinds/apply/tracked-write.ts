import { type Difference, diff } from '../../core/fields/diff.ts'
import type { MapSchema } from '../../core/fields/field-schema.ts'
import { difference, union } from '../../core/fields/field-set.ts'
import { collapseAtomic, expandLists } from '../../core/fields/reconcile.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import type { Json, JsonObject, KubernetesObject } from '../../wire/object.ts'
import { decodeObject } from '../decode/decode.ts'
import { type ManagedEntry, type ManagerIdentity, type Operation, withFields } from './managed-fields.ts'
import { changedBy, exceptFields, resetFields } from './owned-fields.ts'
import { schemaOf } from './schema-of.ts'

/** A write whose fields are to be remembered. */
export interface TrackedWrite {
  readonly definition: ResourceDefinition
  /** How the fields of the kind are told apart; by default as its built-in type has it. */
  readonly schema?: MapSchema | undefined
  /** What is stored; undefined for an object that the write makes. */
  readonly live?: KubernetesObject | undefined
  /** the field manager */
  readonly manager: string
  /** '' for the object itself */
  readonly subresource: string
  /** of the request */
  readonly apiVersion: string
  /** milliseconds since the Unix epoch */
  readonly now: number
}

export const identityOf = (write: TrackedWrite, operation: Operation): ManagerIdentity => ({
  manager: write.manager,
  operation,
  apiVersion: write.apiVersion,
  subresource: write.subresource,
})

export const schemaOfWrite = (write: TrackedWrite): MapSchema => write.schema ?? schemaOf(write.definition)

/** All that an object says but its `managedFields`, which are nobody's. Nothing for one that does not exist. */
export function toUntracked(object: KubernetesObject | undefined): JsonObject {
  if (!object) return {}
  const { managedFields: _managedFields, ...metadata } = object.metadata
  return { ...object, metadata } as unknown as JsonObject
}

/**
 * What the write makes of the live object, as far as its endpoint can change that. An object that is made is compared with
 * an empty one of its kind: what every object shows, nobody has set.
 */
export function movedBy(write: TrackedWrite, schema: MapSchema, next: Json): Difference {
  const before = write.live ? toUntracked(write.live) : emptyObject(write)
  return exceptFields(diff(schema, before, next), resetFields(write.definition, write.subresource))
}

const emptyObjects = new WeakMap<ResourceDefinition, JsonObject>()

/** With a schema of its own a kind has no type that shows anything. */
function emptyObject({ definition, schema }: TrackedWrite): JsonObject {
  if (schema) return {}
  const known = emptyObjects.get(definition)
  if (known) return known
  const empty = toUntracked(decodeObject(definition, {}).object)
  emptyObjects.set(definition, empty)
  return empty
}

/**
 * The entries as they would have been written under the schema of now. Those of another group cannot be told in the
 * version of the request: they are dropped.
 */
export function reconcile(write: TrackedWrite, schema: MapSchema, entries: readonly ManagedEntry[]): ManagedEntry[] {
  const live = toUntracked(write.live)
  const group = groupOf(write.apiVersion)
  return entries
    .filter((entry) => groupOf(entry.apiVersion) === group)
    .map((entry) => {
      const collapsed = collapseAtomic(schema, entry.fields)
      return withFields(entry, entry.operation === 'Apply' ? expandLists(schema, collapsed, live) : collapsed)
    })
}

const groupOf = (apiVersion: string) => apiVersion.slice(0, Math.max(0, apiVersion.lastIndexOf('/')))

/** What others changed or took away, one no longer owns. */
export function loseFields(entries: readonly ManagedEntry[], moved: Difference): ManagedEntry[] {
  const lost = union(changedBy(moved), moved.removed)
  return entries.map((entry) => withFields(entry, difference(entry.fields, lost)))
}
