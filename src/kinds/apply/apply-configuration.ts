import type { Difference } from '../../core/fields/diff.ts'
import { type MapSchema, UnkeyedItem } from '../../core/fields/field-schema.ts'
import {
  difference,
  equalSets,
  type FieldSet,
  intersection,
  isEmpty,
  NO_FIELDS,
  unionOf,
} from '../../core/fields/field-set.ts'
import { fieldSetOf } from '../../core/fields/field-set-of.ts'
import { merge } from '../../core/fields/merge.ts'
import { prune } from '../../core/fields/prune.ts'
import { sameValue } from '../../core/fields/values.ts'
import { formatTime } from '../../core/time.ts'
import type { Json, JsonObject, KubernetesObject } from '../../wire/object.ts'
import { checkApplied, untyped } from './applied-object.ts'
import { applyConflict, type Conflict } from './conflicts.ts'
import { KUBECTL, lastAppliedFields, withLastApplied } from './last-applied.ts'
import { entriesOf, isSameManager, type ManagedEntry, newEntry, withEntries } from './managed-fields.ts'
import { changedBy, NEVER_OWNED, resetFields } from './owned-fields.ts'
import {
  identityOf,
  loseFields,
  movedBy,
  reconcile,
  schemaOfWrite,
  toUntracked,
  type TrackedWrite,
} from './tracked-write.ts'

/** A server-side apply. */
export interface AppliedWrite extends TrackedWrite {
  /** The configuration as it was sent (see `parseAppliedObject`). */
  readonly applied: JsonObject
  /** Take fields from their owners. */
  readonly force: boolean
}

const BEFORE_FIRST_APPLY = 'before-first-apply'

/**
 * The live object with the configuration applied and its `managedFields`; not yet decoded, defaulted or validated. What
 * the manager applied before and does not any more is gone, unless somebody else owns it. Throws 400 for a configuration
 * that does not fit the schema, and 409 for fields that others own, unless forced.
 */
export function applyConfiguration(write: AppliedWrite): { object: KubernetesObject } {
  const schema = schemaOfWrite(write)
  checkApplied(write.definition, schema, write.applied)
  const config = settableFields(write)
  const applier = identityOf(write, 'Apply')
  const entries = reconcile(write, schema, entriesBefore(write, schema))
  const others = entries.filter((entry) => !isSameManager(entry, applier))
  const before = entries.find((entry) => isSameManager(entry, applier))
  const fields = fieldSetOf(schema, config)
  const next = withoutGivenUp(schema, mergeConfig(write, schema, config), { before, others, fields })
  const moved = movedBy(write, schema, next)
  assertNoConflicts(write, schema, others, moved)
  const isChanged = !write.live || !sameValue(toUntracked(write.live), next)
  const time = isChanged ? formatTime(write.now) : before?.time
  const own = ownEntry(newEntry(applier, difference(fields, NEVER_OWNED), time), before)
  const object = withEntries(toObject(next), [...loseFields(others, moved), own])
  return { object: write.manager === KUBECTL ? withLastApplied(object, withTypeMeta(write)) : object }
}

/** Without what the endpoint does not change, and what the definition says of every object. */
function settableFields(write: AppliedWrite): JsonObject {
  const left = new Set(['apiVersion', 'kind', ...resetFields(write.definition, write.subresource)])
  return Object.fromEntries(Object.entries(write.applied).filter(([key]) => !left.has(key)))
}

/** An object that has no entries yet gets one for all that is there, so that its fields are not taken unseen. */
function entriesBefore(write: AppliedWrite, schema: MapSchema): ManagedEntry[] {
  const entries = entriesOf(write.live)
  if (!write.live || entries.length > 0) return entries
  const { added } = movedBy({ ...write, live: undefined }, schema, toUntracked(write.live))
  const updater = { ...identityOf(write, 'Update'), manager: BEFORE_FIRST_APPLY }
  return [newEntry(updater, difference(added, NEVER_OWNED), formatTime(write.now))]
}

function mergeConfig(write: AppliedWrite, schema: MapSchema, config: JsonObject): Json {
  try {
    return merge(schema, toUntracked(write.live), config) ?? {}
  } catch (error) {
    if (error instanceof UnkeyedItem) throw untyped('live', write.definition, toUntracked(write.live), error.message)
    throw error
  }
}

function withoutGivenUp(
  schema: MapSchema,
  merged: Json,
  sets: { before: ManagedEntry | undefined; others: readonly ManagedEntry[]; fields: FieldSet },
): JsonObject {
  if (!sets.before) return merged as JsonObject
  const now = unionOf([NEVER_OWNED, sets.fields, ...sets.others.map((entry) => entry.fields)])
  return (prune(schema, merged, { before: sets.before.fields, now }) ?? {}) as JsonObject
}

function assertNoConflicts(
  write: AppliedWrite,
  schema: MapSchema,
  others: readonly ManagedEntry[],
  moved: Difference,
): void {
  if (write.force || !write.live) return
  const changed = changedBy(moved)
  const conflicts = conflictsIn(others, (fields) => intersection(fields, changed))
  if (conflicts.length === 0) return
  const own = write.manager === KUBECTL ? lastAppliedFields(schema, write.live, write.apiVersion) : NO_FIELDS
  const serious = conflictsIn(others, (fields) => difference(intersection(fields, changed), own))
  if (serious.length > 0) throw applyConflict(serious)
}

const conflictsIn = (owners: readonly ManagedEntry[], disputed: (fields: FieldSet) => FieldSet): Conflict[] =>
  owners.flatMap((owner) => {
    const fields = disputed(owner.fields)
    return isEmpty(fields) ? [] : [{ owner, fields }]
  })

/** Keeps the text of a set that is as it was. */
const ownEntry = (entry: ManagedEntry, before: ManagedEntry | undefined): ManagedEntry =>
  before && equalSets(before.fields, entry.fields) ? { ...entry, fieldsV1: before.fieldsV1 } : entry

const toObject = (value: JsonObject): KubernetesObject =>
  ({ ...value, metadata: value.metadata ?? {} }) as unknown as KubernetesObject

const withTypeMeta = (write: AppliedWrite): JsonObject => ({
  ...write.applied,
  apiVersion: write.apiVersion,
  kind: write.definition.kind,
})
