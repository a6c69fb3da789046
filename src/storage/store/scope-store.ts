import type { Revision } from '../../core/revision.ts'
import type { Change } from './change.ts'
import type { Database, NotAPromise } from './database.ts'
import { ScopeReader } from './scope-reader.ts'
import { type ScopeOptions, ScopeState } from './scope-state.ts'
import { Transaction } from './transaction.ts'

/** Writes down what follows from the changes of a transaction, as the last thing in it. */
export type Follower = (tx: Transaction, changes: readonly Change[]) => void

export interface ScopeStoreOptions extends ScopeOptions {
  followers: readonly Follower[]
}

/** One scope on SQL: its clock, its objects, their history. Synchronous throughout; changed by `transaction` alone. */
export class ScopeStore extends ScopeReader {
  protected override readonly state: ScopeState
  readonly #followers: readonly Follower[]
  #running = false
  /** Called when changes were committed, in order. */
  onCommit: (changes: readonly Change[]) => void = () => {}

  constructor(db: Database, { followers, ...options }: ScopeStoreOptions) {
    super()
    this.state = new ScopeState(db, options)
    this.#followers = followers
  }

  /** Called when a transaction that set a timer was committed: the alarm is armed for it then. */
  set onTimerSet(listener: () => void) {
    this.state.timers.onSet = listener
  }

  /** Runs `work` as one transaction: all or nothing. What it changed is handed to `onCommit` once it is committed. */
  transaction<T>(work: (tx: Transaction) => NotAPromise<T>): T {
    const tx = this.#begin()
    const before = this.state.memory()
    let result: T
    try {
      result = this.state.db.transaction<T>(() => {
        const value = work(tx)
        for (const follow of this.#followers) follow(tx, tx.changes)
        return value
      })
    } catch (error) {
      this.state.restore(before)
      throw error
    } finally {
      tx.close()
      this.#running = false
    }
    this.state.timers.committed()
    if (tx.changes.length > 0) this.onCommit(tx.changes)
    return result
  }

  #begin(): Transaction {
    if (this.#running) throw new Error('a transaction was begun within another')
    this.#running = true
    return new Transaction(this.state)
  }

  override observe(revision: Revision): void {
    if (revision > this.clock.last && this.settings.exists) this.transaction((tx) => tx.observe(revision))
  }

  /**
   * Shows `revision` or more as the scope's last one, and `floor` as where its history begins, in the place of a namespace
   * that does not exist. Nothing is written.
   */
  follow(revision: number, floor = 0): void {
    this.state.clock.follow(revision)
    this.state.floor = Math.max(this.state.floor, floor) as Revision
  }

  /** The database was emptied, in this turn: nothing is stored any more. */
  forgotten(): void {
    this.state.forgotten()
  }
}
