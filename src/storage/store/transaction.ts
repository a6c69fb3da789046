import { byteLength } from '../../core/json/json.ts'
import { formatObject } from '../../core/object-text.ts'
import { StatusError } from '../../core/errors/status-error.ts'
import { groupResource } from '../../core/resource-name.ts'
import { apiVersionOf, fieldValues, type ResourceDefinition } from '../../core/resource-definition.ts'
import type { Revision } from '../../core/revision.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { type Change, ChangeKind, type StoredObject } from './change.ts'
import type { SqlValue } from './database.ts'
import { ScopeReader } from './scope-reader.ts'
import type { ScopeState } from './scope-state.ts'
import type { Settings } from './settings.ts'
import * as sql from './statements.ts'
import type { Timer, TimerKind } from './timers.ts'

/** An object above this is refused: SQLite holds 2 MB in a value. Bytes of UTF-8. */
const MAX_OBJECT_BYTES = 1_572_864
const MAX_ROW_BYTES = 1_992_294
/** Extra room for the fields that mark an object as being deleted, so that no object is too large to be deleted. */
const DELETION_BYTES = 4_096

/**
 * One transaction of a scope: the only way to change it. `ScopeStore.transaction` makes it, and closes it when the work is
 * over. Using it after that is a programmer's error and throws.
 */
export class Transaction extends ScopeReader {
  #state: ScopeState | undefined
  readonly #changes: Change[] = []

  constructor(state: ScopeState) {
    super()
    this.#state = state
  }

  protected override get state(): ScopeState {
    if (!this.#state) throw new Error('a transaction was used after it was over')
    return this.#state
  }

  /** The changes made so far, in order. */
  get changes(): readonly Change[] {
    return this.#changes
  }

  close(): void {
    this.#state = undefined
  }

  // ---- objects

  /** Stores a new object under the next revision. The caller has checked that its name is free. */
  create(definition: ResourceDefinition, object: KubernetesObject): StoredObject {
    const name = object.metadata.name ?? ''
    this.run(sql.addToCount, groupResource(definition), 1)
    return this.#append(definition, name, ChangeKind.created, object, undefined)
  }

  /** Stores the next version of an object; `before` is what `read` gave. */
  replace(definition: ResourceDefinition, object: KubernetesObject, before: StoredObject): StoredObject {
    return this.#append(definition, object.metadata.name ?? '', ChangeKind.modified, object, before)
  }

  /** Removes an object and leaves a tombstone until compaction. Returns the revision of the deletion. */
  remove(definition: ResourceDefinition, name: string, before: StoredObject): Revision {
    const resource = groupResource(definition)
    const revision = this.state.clock.next()
    this.#insert(definition, resource, name, ChangeKind.deleted, { revision, labels: '', fields: '', body: '' }, before)
    this.run(sql.addToCount, resource, -1)
    return revision
  }

  // ---- timers

  /** Sets a timer, or moves it. `due` in milliseconds since the Unix epoch. */
  setTimer(kind: TimerKind, key: string, due: number): void {
    this.state.timers.set(kind, key, due)
  }

  /** Sets a timer unless it is set for then or sooner. */
  setTimerNoLater(kind: TimerKind, key: string, due: number): void {
    this.state.timers.setNoLater(kind, key, due)
  }

  clearTimer(kind: TimerKind, key: string): void {
    this.state.timers.clear(kind, key)
  }

  /** Notes that the handler of a timer failed. The timer is due again at `due`; no write brings that forward. */
  timerFailed(timer: Timer, due: number): void {
    this.state.timers.failed(timer, due)
  }

  /** Notes that the handler of a timer worked after it had failed. */
  timerWorked(timer: Timer): void {
    this.state.timers.worked(timer)
  }

  // ---- the scope itself

  /** Creates the tables, before anything else is written. */
  initialize(): void {
    if (!this.settings.exists) this.state.initialize()
  }

  writeSetting<K extends keyof Settings>(key: K, value: Settings[K]): void {
    this.state.settings.write(key, value)
  }

  override observe(revision: Revision): void {
    if (this.settings.exists) this.state.clock.observe(revision)
  }

  /** Takes the next revision without storing anything under it. */
  nextRevision(): Revision {
    return this.state.clock.next()
  }

  /** Moves the floor to `revision`. `freed` is how many superseded bytes were dropped with it. */
  moveFloor(revision: Revision, freed = 0): void {
    this.state.settings.write('floor', revision)
    this.state.floor = revision
    this.state.accountForFreed(freed)
  }

  /** Runs a statement that writes. */
  run(statement: string, ...parameters: SqlValue[]): void {
    this.state.db.run(statement, ...parameters)
  }

  #append(
    definition: ResourceDefinition,
    name: string,
    event: ChangeKind,
    object: KubernetesObject,
    before: StoredObject | undefined,
  ): StoredObject {
    const revision = this.state.clock.next()
    const stored: StoredObject = {
      revision,
      labels: textOf(object.metadata.labels),
      fields: textOf(fieldValues(definition, object)),
      body: formatObject(object, revision),
    }
    assertFits(stored, object.metadata.deletionTimestamp ? DELETION_BYTES : 0)
    this.#insert(definition, groupResource(definition), name, event, stored, before)
    return stored
  }

  #insert(
    definition: ResourceDefinition,
    resource: string,
    name: string,
    event: ChangeKind,
    stored: StoredObject,
    before: StoredObject | undefined,
  ): void {
    const previousBytes = before?.body.length ?? 0
    this.state.supersede(previousBytes)
    this.run(
      sql.insertVersion,
      stored.revision,
      resource,
      name,
      event,
      before?.revision ?? null,
      previousBytes,
      apiVersionOf(definition),
      stored.labels,
      stored.fields,
      stored.body,
    )
    this.run(sql.movePointer, resource, name, stored.revision, event === ChangeKind.deleted ? 1 : 0)
    this.#changes.push({ resource, name, event, ...stored, ...(before ? { previous: before } : {}) })
  }
}

const textOf = (map: Record<string, string> | undefined) =>
  map && Object.keys(map).length > 0 ? JSON.stringify(map) : ''

/** Refuses what SQLite could not hold, before anything is written. */
function assertFits({ body, labels, fields }: StoredObject, allowance: number): void {
  if ((body.length + labels.length + fields.length) * 3 <= MAX_OBJECT_BYTES) return
  const bytes = byteLength(body)
  const rowBytes = bytes + byteLength(labels) + byteLength(fields)
  if (bytes > MAX_OBJECT_BYTES + allowance || rowBytes > MAX_ROW_BYTES + allowance)
    throw new StatusError(
      'RequestEntityTooLarge',
      `Request entity too large: the object has ${bytes} bytes as stored, limit is ${MAX_OBJECT_BYTES}`,
    )
}
