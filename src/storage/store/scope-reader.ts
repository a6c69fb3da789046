import type { Environment } from '../../core/environment.ts'
import { groupResource } from '../../core/resource-name.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import type { Revision } from '../../core/revision.ts'
import type { ScopeName } from '../../core/scope-name.ts'
import type { Registry } from '../../kinds/registry.ts'
import type { StoredObject } from './change.ts'
import { firstRow, type SqlValue } from './database.ts'
import type { Retention } from './retention.ts'
import type { ClockReader } from './revision-clock.ts'
import type { ScopeState } from './scope-state.ts'
import type { NamespaceState, SettingsReader } from './settings.ts'
import type { SnapshotPins } from './snapshot-pins.ts'
import * as sql from './statements.ts'
import type { TimerReader } from './timers.ts'

/** What can be read of a scope: by its store at any time, and by a transaction, which sees its own changes. */
export abstract class ScopeReader {
  protected abstract get state(): ScopeState

  /**
   * Takes a revision as observed by a client: everything written from now on is above it, also after a crash. Writes
   * nothing where there are no tables.
   */
  abstract observe(revision: Revision): void

  get scope(): ScopeName {
    return this.state.scope
  }

  get env(): Environment {
    return this.state.env
  }

  get retention(): Retention {
    return this.state.retention
  }

  /** What is served. */
  get registry(): Registry {
    return this.state.registry
  }

  get settings(): SettingsReader {
    return this.state.settings
  }

  get clock(): ClockReader {
    return this.state.clock
  }

  get timers(): TimerReader {
    return this.state.timers
  }

  get pins(): SnapshotPins {
    return this.state.pins
  }

  /** Versions below the floor are gone. A watch may start at it; an exact list may be at it. */
  get floor(): Revision {
    return this.state.floor
  }

  /** Size of the superseded versions that are still kept, in characters of their text (bytes, but for what is not ASCII). */
  get supersededBytes(): number {
    return this.state.supersededBytes
  }

  /** True for the scope of a namespace, false for that of the cluster. */
  get namespaceScoped(): boolean {
    return this.scope.namespace !== ''
  }

  get namespace(): NamespaceState | undefined {
    return this.settings.read('namespace')
  }

  /** Rows of a query, read lazily: to be used up or dropped before anything is written or awaited. */
  rows<Row>(query: string, ...parameters: SqlValue[]): Iterable<Row> {
    return this.state.db.rows<Row>(query, ...parameters)
  }

  read(definition: ResourceDefinition, name: string): StoredObject | undefined {
    if (!this.settings.exists) return undefined
    return firstRow(this.rows<StoredObject>(sql.readCurrent, groupResource(definition), name))
  }

  count(definition: ResourceDefinition): number {
    if (!this.settings.exists) return 0
    return firstRow(this.rows<{ live: number }>(sql.readCount, groupResource(definition)))?.live ?? 0
  }

  /** How many objects there are of each resource that has some. */
  liveCounts(): { resource: string; live: number }[] {
    return this.settings.exists ? [...this.rows<{ resource: string; live: number }>(sql.resourcesWithObjects)] : []
  }

  resourcesWithObjects(): string[] {
    return this.liveCounts().map(({ resource }) => resource)
  }
}
