import type { Database, NotAPromise, SqlValue } from '../storage/store/database.ts'

/** The storage of a Durable Object as the port that `storage` knows. Counts rows, so that tests can hold verbs to a budget. */
export class DurableDatabase implements Database {
  readonly #storage: DurableObjectStorage
  readonly #cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = []
  #counting = false

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage
  }

  rows<Row>(statement: string, ...parameters: SqlValue[]): Iterable<Row> {
    return this.#exec(statement, parameters) as unknown as Iterable<Row>
  }

  run(statement: string, ...parameters: SqlValue[]): void {
    this.#exec(statement, parameters)
  }

  transaction<T>(work: () => NotAPromise<T>): T {
    return this.#storage.transactionSync(work as () => T)
  }

  /** Rows read and written by what `work` does: what a deployment is billed for. */
  async countRows<T>(work: () => T | Promise<T>): Promise<{ result: T; read: number; written: number }> {
    this.#counting = true
    this.#cursors.length = 0
    try {
      const result = await work()
      const sum = (pick: (c: SqlStorageCursor<Record<string, SqlStorageValue>>) => number) =>
        this.#cursors.reduce((total, cursor) => total + pick(cursor), 0)
      return { result, read: sum((c) => c.rowsRead), written: sum((c) => c.rowsWritten) }
    } finally {
      this.#counting = false
      this.#cursors.length = 0
    }
  }

  #exec(statement: string, parameters: SqlValue[]) {
    const cursor = this.#storage.sql.exec(statement, ...parameters)
    if (this.#counting) this.#cursors.push(cursor)
    return cursor
  }
}
