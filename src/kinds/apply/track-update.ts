import type { Difference } from '../../core/fields/diff.ts'
import type { MapSchema } from '../../core/fields/field-schema.ts'
import { difference, intersection, isEmpty, union } from '../../core/fields/field-set.ts'
import { sameValue } from '../../core/fields/values.ts'
import { formatTime } from '../../core/time.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { capUpdaters } from './ancient-changes.ts'
import {
  entriesOf,
  isReset,
  isSameManager,
  type ManagedEntry,
  type ManagerIdentity,
  newEntry,
  parseEntries,
  withEntries,
  withFields,
} from './managed-fields.ts'
import { changedBy, NEVER_OWNED } from './owned-fields.ts'
import {
  identityOf,
  loseFields,
  movedBy,
  reconcile,
  schemaOfWrite,
  toUntracked,
  type TrackedWrite,
} from './tracked-write.ts'

/** A create, a PUT, or a patch that is no apply. */
export interface TrackedUpdate extends TrackedWrite {
  /** The object as it will be stored; `managedFields` in it are what the client sent. */
  readonly next: KubernetesObject
  readonly operation: 'Update'
  /** Of a write that makes the object: what came from the client. What the server adds to that is nobody's. */
  readonly sent?: KubernetesObject | undefined
  /** `metadata.managedFields` of the request, where `next` does not have them as they were sent. */
  readonly sentManagedFields?: unknown
}

/**
 * `next` with its `managedFields`: the writer owns what it has added and changed, nobody owns what is gone. An object
 * without tracking stays so; one that the write makes is tracked. Refuses nothing.
 */
export function trackUpdate(write: TrackedUpdate): KubernetesObject {
  const { live, next } = write
  const entries = entriesBefore(write)
  if (live && entries.length === 0) return withEntries(next, [])
  const schema = schemaOfWrite(write)
  const moved = movedByClient(write, schema)
  const writer = identityOf(write, 'Update')
  const current = reconcile(write, schema, entries)
  const others = current.filter((entry) => !isSameManager(entry, writer))
  const before = current.find((entry) => isSameManager(entry, writer))
  const own = afterUpdate(writer, before, moved, formatTime(write.now))
  const left = loseFields(others, moved).filter((entry) => !isEmpty(entry.fields))
  return withEntries(next, capUpdaters(own ? [...left, own] : left, writer))
}

function movedByClient(write: TrackedUpdate, schema: MapSchema): Difference {
  const moved = movedBy(write, schema, toUntracked(write.next))
  if (write.live || !write.sent) return moved
  const meant = write.definition.strategy.defaults?.(write.sent) ?? write.sent
  const said = changedBy(movedBy(write, schema, toUntracked(meant)))
  return { ...moved, modified: intersection(moved.modified, said), added: intersection(moved.added, said) }
}

/**
 * What a client sends as `managedFields` of the object itself counts, if it is valid: so entries can be edited. An empty
 * list takes tracking off.
 */
function entriesBefore({ live, next, subresource, sentManagedFields }: TrackedUpdate): ManagedEntry[] {
  const sent = sentManagedFields ?? next.metadata.managedFields
  if (subresource !== '' || sent === undefined || sent === null) return entriesOf(live)
  if (isReset(sent)) return []
  if (live && sameValue(sent, live.metadata.managedFields)) return entriesOf(live)
  const entries = parseEntries(sent)
  return entries && entries.length > 0 ? entries : entriesOf(live)
}

/** The writer's entry after an update; undefined if it owns nothing. It has moved if a field or the set has. */
function afterUpdate(
  writer: ManagerIdentity,
  before: ManagedEntry | undefined,
  moved: Difference,
  time: string,
): ManagedEntry | undefined {
  const changed = difference(changedBy(moved), NEVER_OWNED)
  if (!before) return isEmpty(changed) ? undefined : newEntry(writer, changed, time)
  const fields = union(difference(before.fields, moved.removed), changed)
  if (isEmpty(changed) && fields === before.fields) return before
  return isEmpty(fields) ? undefined : { ...withFields(before, fields), time }
}
