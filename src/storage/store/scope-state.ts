import type { Environment } from '../../core/environment.ts'
import { NO_REVISION, type Revision } from '../../core/revision.ts'
import { formatScopeName, type ScopeName } from '../../core/scope-name.ts'
import type { Registry } from '../../kinds/registry.ts'
import { type Database, firstRow } from './database.ts'
import type { Retention } from './retention.ts'
import { type ClockPosition, RevisionClock } from './revision-clock.ts'
import { SettingsTable } from './settings.ts'
import { SnapshotPins } from './snapshot-pins.ts'
import { supersededBytesSince } from './statements.ts'
import { Timers } from './timers.ts'

interface SupersededBytes {
  bytes: number
  upTo: number
}

/** What a transaction may change in memory. */
export interface Memory {
  clock: ClockPosition
  tables: boolean
  floor: Revision
  superseded: SupersededBytes | undefined
}

/** What a scope is, beside its database. */
export interface ScopeOptions {
  scope: ScopeName
  env: Environment
  retention: Retention
  /** what is served */
  registry: Registry
}

/**
 * A scope's database, and what is held in memory beside it. Shared by the store and its transactions, and seen by nobody
 * else: others read through `ScopeReader` and change through `Transaction`.
 */
export class ScopeState {
  readonly db: Database
  readonly scope: ScopeName
  readonly env: Environment
  readonly retention: Retention
  readonly registry: Registry
  readonly settings: SettingsTable
  readonly clock: RevisionClock
  readonly timers: Timers
  readonly pins = new SnapshotPins()
  floor: Revision
  #superseded: SupersededBytes | undefined

  constructor(db: Database, { scope, env, retention, registry }: ScopeOptions) {
    this.db = db
    this.scope = scope
    this.env = env
    this.retention = retention
    this.registry = registry
    this.settings = new SettingsTable(db)
    this.clock = new RevisionClock(db, this.settings, formatScopeName(scope), env)
    this.timers = new Timers(db, () => this.settings.exists)
    if (this.settings.exists) db.transaction(() => this.settings.migrate())
    this.floor = (this.settings.read('floor') ?? NO_REVISION) as Revision
  }

  get supersededBytes(): number {
    if (!this.settings.exists) return 0
    if (!this.#superseded) {
      const known = this.settings.read('superseded') ?? { bytes: 0, upTo: 0 }
      const since = firstRow(this.db.rows<{ bytes: number }>(supersededBytesSince, known.upTo))?.bytes ?? 0
      this.#superseded = { bytes: known.bytes + since, upTo: this.clock.last }
    }
    return this.#superseded.bytes
  }

  /** Makes the tables. Nothing is in them, so there is no need to look. */
  initialize(): void {
    this.settings.migrate()
    this.settings.write('scope', formatScopeName(this.scope))
    this.settings.write('incarnation', this.env.uuid())
    this.timers.begin()
    this.#superseded = { bytes: 0, upTo: this.clock.last }
  }

  /** Counts a version that was just superseded, where the account was made up already. */
  supersede(bytes: number): void {
    if (this.#superseded) this.#superseded.bytes += bytes
  }

  /** Writes the account of superseded bytes down after `freed` of them went. */
  accountForFreed(freed: number): void {
    this.#superseded = { bytes: Math.max(0, this.supersededBytes - freed), upTo: this.clock.last }
    this.settings.write('superseded', this.#superseded)
  }

  /** The database was emptied: there are no tables any more. What was issued and observed stays in memory. */
  forgotten(): void {
    this.settings.restore(false)
    this.timers.begin()
    this.clock.restore({ last: this.clock.last, mark: NO_REVISION })
    this.#superseded = undefined
  }

  /** To be restored when a transaction is rolled back. Cheap, since refusals are many. */
  memory(): Memory {
    const superseded = this.#superseded && { ...this.#superseded }
    return { clock: this.clock.position, tables: this.settings.exists, floor: this.floor, superseded }
  }

  restore({ clock, tables, floor, superseded }: Memory): void {
    this.clock.restore(clock)
    this.settings.restore(tables)
    this.timers.rolledBack()
    this.floor = floor
    this.#superseded = superseded
  }
}
