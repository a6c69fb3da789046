import { type Environment } from '../../core/environment.ts'
import {
  nextRevision,
  NO_REVISION,
  type Revision,
  revisionAt,
  roundUpToSecond,
  saltOf,
  TOLD_AHEAD_MS,
} from '../../core/revision.ts'
import { type Database, firstRow } from './database.ts'
import type { SettingsTable } from './settings.ts'
import { lastRevision } from './statements.ts'

/** Where a clock stands; see `RevisionClock.restore`. */
export interface ClockPosition {
  last: Revision
  mark: Revision
}

/** What a scope's clock shows. */
export interface ClockReader {
  /** the highest revision issued or observed */
  readonly last: Revision
  /** What the clock shows now: no version above it (and a few seconds) can be known to a client. */
  readonly reading: Revision
  /** True for a version that no client can have observed. */
  isFuture(revision: Revision): boolean
}

/**
 * The revision clock of one scope. `last` is the highest revision issued or observed; it is restored before the first
 * request is served, so none is issued twice (architecture: revisions).
 */
export class RevisionClock implements ClockReader {
  readonly #settings: SettingsTable
  readonly #env: Environment
  readonly #salt: number
  #last: Revision
  #mark: Revision

  constructor(db: Database, settings: SettingsTable, scope: string, env: Environment) {
    this.#settings = settings
    this.#env = env
    this.#salt = saltOf(scope)
    this.#mark = (settings.read('mark') ?? NO_REVISION) as Revision
    const stored = settings.exists ? firstRow(db.rows<{ revision: number | null }>(lastRevision))?.revision : null
    // The highest of all may be a deletion that compaction has dropped: then the floor tells of it.
    this.#last = Math.max(stored ?? NO_REVISION, this.#mark, settings.read('floor') ?? NO_REVISION) as Revision
  }

  get last(): Revision {
    return this.#last
  }

  get reading(): Revision {
    return Math.max(this.#last, revisionAt(this.#env.now()) + this.#salt) as Revision
  }

  isFuture(revision: Revision): boolean {
    return revision > Math.max(this.#last, revisionAt(this.#env.now() + TOLD_AHEAD_MS))
  }

  /** To be given to `restore` when a transaction that begins now is rolled back: what it issued was seen by nobody. */
  get position(): ClockPosition {
    return { last: this.#last, mark: this.#mark }
  }

  restore({ last, mark }: ClockPosition): void {
    this.#last = last
    this.#mark = mark
  }

  /** The next revision. */
  next(): Revision {
    return (this.#last = nextRevision(this.#last, this.#env.now(), this.#salt))
  }

  /** Shows `revision` or more as the last one, without writing it down: for a namespace that does not exist. */
  follow(revision: number): void {
    this.#last = Math.max(this.#last, revision) as Revision
  }

  /**
   * Takes a revision as observed: all that is issued later is above it. Written down, rounded up to the next second, before
   * an answer can leave, so that it holds after a crash too. Needs the tables. One that another scope has issued counts
   * however far ahead it is, since a clock may step back; those of clients are checked before (see future-version.ts).
   */
  observe(revision: Revision): void {
    if (revision <= this.#last) return
    if (revision > this.#mark) {
      const mark = roundUpToSecond(revision)
      this.#settings.write('mark', mark)
      this.#mark = mark
    }
    this.#last = revision
  }
}
