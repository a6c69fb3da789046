import type { Environment } from '../core/environment.ts'
import { byteLength } from '../core/json.ts'
import { formatObject } from '../core/object-text.ts'
import { apiVersionOf, type ResourceDefinition } from '../core/resource-definition.ts'
import { NO_REVISION, type Revision } from '../core/revision.ts'
import { CLUSTER_SCOPE } from '../core/scope-name.ts'
import { groupResource, StatusError } from '../core/errors/status-error.ts'
import type { Registry } from '../kinds/registry.ts'
import type { KubernetesObject } from '../wire/object.ts'
import { type Database, firstRow, type NotAPromise } from './database.ts'
import { type Change, ChangeKind, type StoredObject } from './change.ts'
import { recordOwnership } from './ownership.ts'
import { type ClockPosition, RevisionClock } from './revision-clock.ts'
import { type NamespaceState, SettingsTable } from './settings.ts'
import { SnapshotPins } from './snapshot-pins.ts'
import { type Retention, scheduleAfter } from './retention.ts'
import * as sql from './statements.ts'
import { Timers } from './timers.ts'

/** An object above this is refused: SQLite holds 2 MB in a value. Bytes of UTF-8. */
const MAX_OBJECT_BYTES = 1_572_864
const MAX_ROW_BYTES = 1_992_294
/** What marks an object as being deleted comes on top, so that no object is too large to be deleted. */
const DELETION_BYTES = 4_096

interface SupersededBytes {
  bytes: number
  upTo: number
}

/** What a store holds in memory beside the database. */
interface Memory {
  clock: ClockPosition
  tables: boolean
  floor: Revision
  superseded: SupersededBytes | undefined
}

/**
 * One scope on SQL: its clock, its objects, their history. Synchronous throughout; every change is made inside
 * `transaction`, which gathers the changes and hands them over once they are committed.
 */
export class ScopeStore {
  readonly db: Database
  readonly scope: string
  readonly settings: SettingsTable
  readonly clock: RevisionClock
  readonly timers: Timers
  readonly env: Environment
  readonly pins = new SnapshotPins()
  readonly retention: Retention
  /** what is served */
  readonly registry: Registry
  #changes: Change[] = []
  #floor: Revision
  #superseded: SupersededBytes | undefined

  constructor(db: Database, scope: string, env: Environment, retention: Retention, registry: Registry) {
    this.db = db
    this.scope = scope
    this.env = env
    this.retention = retention
    this.registry = registry
    this.settings = new SettingsTable(db)
    this.clock = new RevisionClock(db, this.settings, scope, env)
    this.timers = new Timers(db)
    if (this.settings.exists) db.transaction(() => this.settings.migrate())
    this.#floor = (this.settings.read('floor') ?? NO_REVISION) as Revision
  }

  /** Versions below the floor are gone. A watch may start at it; an exact list may be at it. */
  get floor(): Revision {
    return this.#floor
  }

  set floor(revision: Revision) {
    this.settings.write('floor', revision)
    this.#floor = revision
  }

  /** Size of the superseded versions that are still kept, in characters of their text (bytes, but for what is not ASCII). */
  get supersededBytes(): number {
    if (!this.settings.exists) return 0
    if (!this.#superseded) {
      const known = this.settings.read('superseded') ?? { bytes: 0, upTo: 0 }
      const since = firstRow(this.db.rows<{ bytes: number }>(sql.supersededBytesSince, known.upTo))?.bytes ?? 0
      this.#superseded = { bytes: known.bytes + since, upTo: this.clock.last }
    }
    return this.#superseded.bytes
  }

  /** Writes the account of superseded bytes down after `freed` of them went. Call inside a transaction. */
  accountForFreed(freed: number): void {
    this.#superseded = { bytes: Math.max(0, this.supersededBytes - freed), upTo: this.clock.last }
    this.settings.write('superseded', this.#superseded)
  }

  /** Makes the tables; the first thing that is ever written here. Call inside a transaction. */
  initialize(): void {
    if (this.settings.exists) return
    this.settings.migrate()
    this.settings.write('scope', this.scope)
    this.settings.write('incarnation', this.env.uuid())
  }

  /** True for the scope of a namespace, false for that of the cluster. */
  get namespaceScoped(): boolean {
    return this.scope !== CLUSTER_SCOPE
  }

  get namespace(): NamespaceState | undefined {
    return this.settings.read('namespace')
  }

  /** Runs `work` as one transaction; the changes it made are returned with its result, once committed. */
  transaction<T>(work: () => NotAPromise<T>): { result: T; changes: Change[] } {
    const before = this.#memory()
    this.#changes = []
    try {
      const result = this.db.transaction<T>(() => {
        const value = work()
        recordOwnership(this, this.#changes)
        scheduleAfter(this, this.#changes)
        return value
      })
      this.timers.settle('committed')
      return { result, changes: this.#changes }
    } catch (error) {
      this.#restore(before)
      throw error
    } finally {
      this.#changes = []
    }
  }

  /** To be restored when a transaction is rolled back. Cheap, since refusals are many. */
  #memory(): Memory {
    const { clock, settings } = this
    const superseded = this.#superseded && { ...this.#superseded }
    return { clock: clock.position, tables: settings.exists, floor: this.#floor, superseded }
  }

  #restore({ clock, tables, floor, superseded }: Memory): void {
    this.clock.restore(clock)
    this.settings.restore(tables)
    this.timers.settle('rolled back')
    this.#floor = floor
    this.#superseded = superseded
  }

  read(definition: ResourceDefinition, name: string): StoredObject | undefined {
    if (!this.settings.exists) return undefined
    return firstRow(this.db.rows<StoredObject>(sql.readCurrent, groupResource(definition), name))
  }

  count(definition: ResourceDefinition): number {
    if (!this.settings.exists) return 0
    return firstRow(this.db.rows<{ live: number }>(sql.readCount, groupResource(definition)))?.live ?? 0
  }

  resourcesWithObjects(): string[] {
    if (!this.settings.exists) return []
    return [...this.db.rows<{ resource: string }>(sql.resourcesWithObjects)].map((row) => row.resource)
  }

  /** Stores a new object under the next revision. The caller has made sure that none has its name. */
  create(definition: ResourceDefinition, object: KubernetesObject): StoredObject {
    const name = object.metadata.name ?? ''
    this.db.run(sql.addToCount, groupResource(definition), 1)
    return this.#append(definition, name, ChangeKind.created, object, undefined)
  }

  /** Stores the next version of an object; `before` is what `read` gave. */
  replace(definition: ResourceDefinition, object: KubernetesObject, before: StoredObject): StoredObject {
    return this.#append(definition, object.metadata.name ?? '', ChangeKind.modified, object, before)
  }

  /** Removes an object; a tombstone stays until compaction. Returns the deletion's revision. */
  remove(definition: ResourceDefinition, name: string, before: StoredObject): Revision {
    const resource = groupResource(definition)
    const revision = this.clock.next()
    this.#insert(definition, resource, name, ChangeKind.deleted, { revision, labels: '', fields: '', body: '' }, before)
    this.db.run(sql.addToCount, resource, -1)
    return revision
  }

  #append(
    definition: ResourceDefinition,
    name: string,
    event: ChangeKind,
    object: KubernetesObject,
    before: StoredObject | undefined,
  ): StoredObject {
    const revision = this.clock.next()
    const stored: StoredObject = {
      revision,
      labels: textOf(object.metadata.labels),
      fields: textOf(definition.strategy.selectableFields(object)),
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
    if (this.#superseded) this.#superseded.bytes += previousBytes
    this.db.run(
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
    this.db.run(sql.movePointer, resource, name, stored.revision, event === ChangeKind.deleted ? 1 : 0)
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
