import type { Database } from './database.ts'
import * as sql from './statements.ts'

/** What happens later. One table feeds the one alarm of a scope; see objects/alarm.ts for who handles each. */
export const TIMER_KINDS = [
  /** old history is dropped */
  'compaction',
  /** events older than EVENT_MINUTES go; key: the resource */
  'expiry',
  /** bookmarks on hibernating sockets */
  'bookmarks',
  /** sockets past their time limit are closed */
  'deadlines',
  /** cluster scope: the scope of a namespace must hear that it ends; key: its name */
  'terminate',
  /** an owner is gone: its dependents are looked at; key: its uid */
  'collect',
  /** an object has owners that may not exist; key: resource/name */
  'verify',
  /** an owner is deleted in the foreground, or its dependents are orphaned; key: resource/name */
  'dependents',
  /** namespace scope: a dependent that held a cluster-scoped owner back is gone; key: the owner's uid */
  'freed',
  /** namespace scope: its content is deleted in batches, then the cluster scope hears of it */
  'empty',
  /** namespace scope: the Namespace is gone, and once its history is too, the storage is given back */
  'forget',
] as const
export type TimerKind = (typeof TIMER_KINDS)[number]

export interface Timer {
  kind: TimerKind
  key: string
  /** milliseconds since the Unix epoch */
  due: number
  /** how often its handler has failed since it last worked */
  failures: number
}

export interface FailingTimers {
  kind: TimerKind
  count: number
}

/** Keys of timers whose handlers are at work. */
export type InWork = Partial<Record<TimerKind, ReadonlySet<string>>>

/** In the place of when a timer is due that failed: no write brings it forward. */
const SET_FOR_GOOD = -Infinity
/** So many timers of one kind are taken at a time. */
const MAX_DUE = 100

/** What a scope's timers show. */
export interface TimerReader {
  isSet(kind: TimerKind, key: string): boolean
  /** When a timer is due; undefined if it is not set. */
  dueAt(kind: TimerKind, key: string): number | undefined
  /** The timers of a kind that are due, the earliest first, without those that are in work. */
  due(kind: TimerKind, nowMs: number, inWork?: ReadonlySet<string>): Timer[]
  /** When the next timer is due that is not in work; undefined if none is set. */
  next(inWork?: InWork): number | undefined
  /** How many timers of each kind have failed more than once, and fail still. */
  failing(): FailingTimers[]
}

/** The table of timers, and what is known of it in memory. Changed by transactions alone. */
export class Timers implements TimerReader {
  readonly #db: Database
  readonly #hasTable: () => boolean
  /** Called when a transaction that set or moved a timer was committed. */
  onSet: () => void = () => {}
  /** Timers known to be set (the soonest thousand), so that a write which needs one that is set writes nothing. */
  #known: Map<string, number> | undefined
  /** What the transaction that is under way has done: it may be taken back. */
  #unsettled: 'nothing' | 'changed' | 'set' = 'nothing'

  /** `hasTable` tells whether there is a table: where nothing is stored, nothing is set. */
  constructor(db: Database, hasTable: () => boolean) {
    this.#db = db
    this.#hasTable = hasTable
  }

  /** Sets a timer, or moves it. */
  set(kind: TimerKind, key: string, due: number): void {
    const known = this.#load()
    if (known.get(idOf(kind, key)) === due) return
    this.#db.run(sql.setTimer, kind, key, due)
    known.set(idOf(kind, key), due)
    this.#unsettled = 'set'
  }

  /** Sets a timer unless it is set for then or sooner. */
  setNoLater(kind: TimerKind, key: string, due: number): void {
    const known = this.#load()
    const knownDue = known.get(idOf(kind, key))
    if (knownDue !== undefined && knownDue <= due) return
    this.#db.run(sql.setTimerNoLater, kind, key, due)
    known.set(idOf(kind, key), due)
    this.#unsettled = 'set'
  }

  isSet(kind: TimerKind, key: string): boolean {
    return this.#load().has(idOf(kind, key))
  }

  dueAt(kind: TimerKind, key: string): number | undefined {
    return this.#load().get(idOf(kind, key))
  }

  clear(kind: TimerKind, key: string): void {
    this.#load().delete(idOf(kind, key))
    this.#db.run(sql.clearTimer, kind, key)
    this.#changed()
  }

  due(kind: TimerKind, nowMs: number, inWork: ReadonlySet<string> = NONE): Timer[] {
    if (!this.#hasTable()) return []
    const rows = [...this.#db.rows<Timer>(sql.dueTimers, kind, nowMs, MAX_DUE + inWork.size)]
    return rows.filter(({ key }) => !inWork.has(key)).slice(0, MAX_DUE)
  }

  next(inWork: InWork = {}): number | undefined {
    if (!this.#hasTable()) return undefined
    const dues = TIMER_KINDS.flatMap((kind) => this.#nextOf(kind, inWork[kind] ?? NONE) ?? [])
    return dues.length > 0 ? Math.min(...dues) : undefined
  }

  #nextOf(kind: TimerKind, inWork: ReadonlySet<string>): number | undefined {
    for (const { key, due } of this.#db.rows<Timer>(sql.nextTimers, kind, inWork.size + 1))
      if (!inWork.has(key)) return due
    return undefined
  }

  /** The handler of a timer failed: it is due again then, and no write brings that forward. */
  failed({ kind, key, failures }: Timer, due: number): void {
    if (!this.#hasTable()) return
    this.#load().set(idOf(kind, key), SET_FOR_GOOD)
    this.#db.run(sql.failTimer, kind, key, due, failures + 1)
    this.#unsettled = 'set'
  }

  /** The handler of a timer that had failed before has worked. */
  worked({ kind, key }: Timer): void {
    if (!this.#hasTable()) return
    this.#db.run(sql.timerWorked, kind, key)
    this.#known = undefined
    this.#changed()
  }

  failing(): FailingTimers[] {
    return this.#hasTable() ? [...this.#db.rows<FailingTimers>(sql.failingTimers)] : []
  }

  /** The table was just made: none is set. */
  begin(): void {
    this.#known = new Map()
  }

  committed(): void {
    const isSet = this.#unsettled === 'set'
    this.#unsettled = 'nothing'
    if (isSet) this.onSet()
  }

  /** Nothing was changed after all, so what is known is forgotten. */
  rolledBack(): void {
    if (this.#unsettled !== 'nothing') this.#known = undefined
    this.#unsettled = 'nothing'
  }

  #changed(): void {
    if (this.#unsettled === 'nothing') this.#unsettled = 'changed'
  }

  #load(): Map<string, number> {
    return (this.#known ??= new Map(
      [...this.#db.rows<Timer>(sql.allTimers)].map(({ kind, key, due, failures }) => [
        idOf(kind, key),
        failures > 0 ? SET_FOR_GOOD : due,
      ]),
    ))
  }
}

const NONE: ReadonlySet<string> = new Set()

const idOf = (kind: string, key: string) => `${kind}/${key}`
