/**
 * The port to SQLite: what a scope's storage needs of a database. Implemented by the Durable Object's storage
 * (objects/durable-database.ts) and, for tests without Cloudflare, by node:sqlite (test/support/node-database.ts).
 */
export interface Database {
  /** Rows of a query, read lazily. Must be used up or dropped before anything is awaited. */
  rows<Row>(statement: string, ...parameters: SqlValue[]): Iterable<Row>
  run(statement: string, ...parameters: SqlValue[]): void
  /** All or nothing. `work` is synchronous: an async one would silently lose atomicity, so the type refuses it. */
  transaction<T>(work: () => NotAPromise<T>): T
}

export type SqlValue = string | number | null
export type NotAPromise<T> = T extends PromiseLike<unknown> ? never : T

/** The first row, or undefined. */
export function firstRow<Row>(rows: Iterable<Row>): Row | undefined {
  for (const row of rows) return row
  return undefined
}
