import { type Database, firstRow } from './database.ts'
import { hasTables, MIGRATIONS, readSetting, writeSetting } from './statements.ts'

/** The facts a scope keeps about itself, one row each; values are JSON. */
export interface Settings {
  /** how many migrations have run */
  schema: number
  /** the scope's name, such as `main/ns/default` */
  scope: string
  /** a new one after storage was restored to an earlier point */
  incarnation: string
  /** versions below it are gone; a watch or an exact list may start at it */
  floor: number
  /** no revision at or below it is issued */
  mark: number
  /** bytes of superseded versions up to a revision, so that a start counts only what came later */
  superseded: { bytes: number; upTo: number }
  namespace: NamespaceState
  /** nothing: written to see whether there is room */
  probe: string
  /** cluster scope: no version at or below it is known of namespaces that have given their storage back */
  forgotten: number
}

/** What a scope knows of its Namespace. The Namespace object in the cluster scope is the truth. */
export interface NamespaceState {
  phase: 'open' | 'terminating' | 'closed'
  uid: string
  /** The version of the Namespace object that this state comes from. Older news is ignored. */
  revision: number
  /** where the history of a scope begins that holds nothing yet: one of this name may have given its storage back */
  floor?: number
}

/** What a scope's settings show. */
export interface SettingsReader {
  /** False until something was opened here: then there is no table, and nothing was ever written. */
  readonly exists: boolean
  read<K extends keyof Settings>(key: K): Settings[K] | undefined
}

/** The table of settings. Changed by transactions alone. */
export class SettingsTable implements SettingsReader {
  readonly #db: Database
  #exists: boolean

  constructor(db: Database) {
    this.#db = db
    this.#exists = firstRow(db.rows(hasTables)) !== undefined
  }

  get exists(): boolean {
    return this.#exists
  }

  read<K extends keyof Settings>(key: K): Settings[K] | undefined {
    if (!this.#exists) return undefined
    const row = firstRow(this.#db.rows<{ value: string }>(readSetting, key))
    return row && (JSON.parse(row.value) as Settings[K])
  }

  write<K extends keyof Settings>(key: K, value: Settings[K]): void {
    this.#db.run(writeSetting, key, JSON.stringify(value))
  }

  /** Tables that a transaction made are gone when it is rolled back: `existed` tells whether there were some before. */
  restore(existed: boolean): void {
    this.#exists = existed
  }

  /** Makes the tables, or brings them up to date. */
  migrate(): void {
    const done = this.read('schema') ?? 0
    for (const migration of MIGRATIONS.slice(done)) for (const statement of migration) this.#db.run(statement)
    this.#exists = true
    if (done < MIGRATIONS.length) this.write('schema', MIGRATIONS.length)
  }
}
