import { type Database, firstRow } from './database.ts'
import * as sql from './statements.ts'

/** What happens later. One table feeds the one alarm of a scope; see objects/alarm.ts for who handles each. */
export type TimerKind =
  /** old history is dropped */
  | 'compaction'
  /** events older than EVENT_MINUTES go; key: the resource */
  | 'expiry'
  /** bookmarks on hibernating sockets */
  | 'bookmarks'
  /** sockets past their time limit are closed */
  | 'deadlines'
  /** cluster scope: a namespace must be told that it ends; key: its name */
  | 'terminate'
  /** an owner is gone: its dependents are looked at; key: its uid */
  | 'collect'
  /** an object has owners that may not exist; key: resource/name */
  | 'verify'
  /** an owner is deleted in the foreground, or its dependents are orphaned; key: resource/name */
  | 'dependents'
  /** namespace scope: its content is deleted in batches, then the cluster scope is told */
  | 'empty'

export interface Timer {
  kind: TimerKind
  key: string
  /** milliseconds since the Unix epoch */
  due: number
}

export class Timers {
  readonly #db: Database
  /** Called when a timer was set or moved; the alarm is armed for it after the commit. */
  onSet: () => void = () => {}
  /** Timers known to be set (the soonest thousand), so that a write which needs one that is set writes nothing. */
  #known: Map<string, number> | undefined
  /** True while a transaction has changed timers that may be taken back. */
  #unsettled = false

  constructor(db: Database) {
    this.#db = db
  }

  /** Sets a timer, or moves it. Call inside a transaction or a turn of its own. */
  set(kind: TimerKind, key: string, due: number): void {
    const known = this.#load()
    if (known.get(idOf(kind, key)) === due) return
    this.#db.run(sql.setTimer, kind, key, due)
    this.onSet()
    known.set(idOf(kind, key), due)
    this.#unsettled = true
  }

  /** Sets a timer unless it is set for then or sooner. */
  setNoLater(kind: TimerKind, key: string, due: number): void {
    const known = this.#load()
    const knownDue = known.get(idOf(kind, key))
    if (knownDue !== undefined && knownDue <= due) return
    this.#db.run(sql.setTimerNoLater, kind, key, due)
    this.onSet()
    known.set(idOf(kind, key), due)
    this.#unsettled = true
  }

  isSet(kind: TimerKind, key: string): boolean {
    return this.#load().has(idOf(kind, key))
  }

  clear(kind: TimerKind, key: string): void {
    this.#load().delete(idOf(kind, key))
    this.#db.run(sql.clearTimer, kind, key)
    this.#unsettled = true
  }

  due(nowMs: number): Timer[] {
    return [...this.#db.rows<Timer>(sql.dueTimers, nowMs)]
  }

  /** When the next timer is due; undefined if none is set. */
  next(): number | undefined {
    return firstRow(this.#db.rows<{ due: number | null }>(sql.nextTimer))?.due ?? undefined
  }

  /** A transaction is over: one that was rolled back has changed nothing, so what is known of its timers is forgotten. */
  settle(outcome: 'committed' | 'rolled back'): void {
    if (outcome === 'rolled back' && this.#unsettled) this.#known = undefined
    this.#unsettled = false
  }

  #load(): Map<string, number> {
    return (this.#known ??= new Map(
      [...this.#db.rows<Timer>(sql.allTimers)].map((timer) => [idOf(timer.kind, timer.key), timer.due]),
    ))
  }
}

const idOf = (kind: string, key: string) => `${kind}/${key}`
