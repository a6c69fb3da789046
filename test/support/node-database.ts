import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Database, NotAPromise, SqlValue } from '../../src/storage/store/database.ts'

/**
 * The `Database` port on node:sqlite, in memory: the storage of a scope without Cloudflare. What a Durable Object's
 * database refuses is refused here by nature: a transaction cannot stand within another one.
 */
export class NodeDatabase implements Database {
  readonly #db = new DatabaseSync(':memory:')
  /** statements that nobody reads from at the moment, by their text */
  readonly #idle = new Map<string, StatementSync>();

  *rows<Row>(statement: string, ...parameters: SqlValue[]): Generator<Row> {
    const prepared = this.#take(statement)
    try {
      for (const row of prepared.iterate(...parameters)) yield { ...row } as Row
    } finally {
      this.#idle.set(statement, prepared)
    }
  }

  run(statement: string, ...parameters: SqlValue[]): void {
    const prepared = this.#take(statement)
    prepared.run(...parameters)
    this.#idle.set(statement, prepared)
  }

  transaction<T>(work: () => NotAPromise<T>): T {
    this.#db.exec('BEGIN')
    try {
      const result = work()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      this.#db.exec('ROLLBACK')
      throw error
    }
  }

  close(): void {
    this.#db.close()
  }

  #take(statement: string): StatementSync {
    const idle = this.#idle.get(statement)
    this.#idle.delete(statement)
    return idle ?? this.#db.prepare(statement)
  }
}

/** Runs `work` on an empty database of its own. */
export async function withNodeDatabase(work: (db: Database) => void): Promise<void> {
  const db = new NodeDatabase()
  try {
    work(db)
  } finally {
    db.close()
  }
}
