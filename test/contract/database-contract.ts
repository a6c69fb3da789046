import { describe, expect, it } from 'vitest'
import { type Database, firstRow } from '../../src/storage/store/database.ts'

/** Runs `work` on an empty database of its own; rejects if it throws. */
export type WithDatabase = (work: (db: Database) => void) => Promise<void>

const NUMBERS = 'WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n'
const rowsOf = (db: Database) => [...db.rows<{ a: number; b: string | null }>('SELECT a, b FROM t ORDER BY a')]

/** What every implementation of the `Database` port must do. */
export function databaseContract(name: string, withDatabase: WithDatabase): void {
  const check = (title: string, work: (db: Database) => void) =>
    it(title, () =>
      withDatabase((db) => {
        db.run('CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT) STRICT')
        work(db)
      }),
    )

  describe(`the database port: ${name}`, () => {
    check('gives rows as plain objects, texts, numbers and null as they were stored', (db) => {
      db.run('INSERT INTO t VALUES (?, ?)', 8_246_337_208_320_001, 'ä€𝄞')
      db.run('INSERT INTO t VALUES (?, ?)', -1, null)
      expect(rowsOf(db)).toEqual([
        { a: -1, b: null },
        { a: 8_246_337_208_320_001, b: 'ä€𝄞' },
      ])
    })

    check('binds parameters by position and by number', (db) => {
      for (const a of [1, 2, 3]) db.run('INSERT INTO t VALUES (?, ?)', a, `b${a}`)
      const rows = [...db.rows<{ a: number }>('SELECT a FROM t WHERE b <> ?2 AND a > ?1 AND a < ?1 + 3', 0, 'b2')]
      expect(rows).toEqual([{ a: 1 }])
    })

    check('reads no further than it is asked', (db) => {
      const seen: number[] = []
      for (const { x } of db.rows<{ x: number }>(NUMBERS)) {
        seen.push(x)
        if (x === 3) break
      }
      expect(seen).toEqual([1, 2, 3])
      expect(firstRow(db.rows<{ x: number }>(NUMBERS))).toEqual({ x: 1 })
    })

    check('lets two readers of one statement go on side by side', (db) => {
      for (const a of [1, 2]) db.run('INSERT INTO t VALUES (?, ?)', a, null)
      const pairs: [number, number][] = []
      for (const one of db.rows<{ a: number }>('SELECT a FROM t ORDER BY a'))
        for (const other of db.rows<{ a: number }>('SELECT a FROM t ORDER BY a')) pairs.push([one.a, other.a])
      expect(pairs).toEqual([
        [1, 1],
        [1, 2],
        [2, 1],
        [2, 2],
      ])
    })

    check('gives what a transaction returns, and keeps what it wrote', (db) => {
      const result = db.transaction(() => {
        db.run('INSERT INTO t VALUES (1, ?)', 'kept')
        return rowsOf(db).length
      })
      expect(result).toBe(1)
      expect(rowsOf(db)).toEqual([{ a: 1, b: 'kept' }])
    })

    check('takes everything back when a transaction throws, and goes on', (db) => {
      db.run('INSERT INTO t VALUES (1, ?)', 'before')
      const fault = new Error('on purpose')
      const work = () =>
        db.transaction(() => {
          db.run('CREATE TABLE other (a INTEGER) STRICT')
          db.run('UPDATE t SET b = ?', 'changed')
          db.run('INSERT INTO t VALUES (2, NULL)')
          throw fault
        })
      expect(work).toThrow(fault)
      expect(rowsOf(db)).toEqual([{ a: 1, b: 'before' }])
      expect(firstRow(db.rows("SELECT 1 AS found FROM sqlite_master WHERE name = 'other'"))).toBeUndefined()
      db.transaction(() => db.run('INSERT INTO t VALUES (3, NULL)'))
      expect(rowsOf(db)).toHaveLength(2)
    })

    check('throws for a statement that fails, and a transaction may go on after it', (db) => {
      db.transaction(() => {
        db.run('INSERT INTO t VALUES (1, ?)', 'first')
        expect(() => db.run('INSERT INTO t VALUES (1, ?)', 'again')).toThrow()
        expect(() => db.run('INSERT INTO t VALUES (?, ?)', 'no number', 'x')).toThrow()
        db.run('INSERT INTO t VALUES (2, ?)', 'second')
      })
      expect(rowsOf(db).map(({ b }) => b)).toEqual(['first', 'second'])
    })

    check('refuses an asynchronous transaction by its type', (db) => {
      // @ts-expect-error: what an asynchronous function does after its first await is in no transaction
      const asynchronous = () => db.transaction(async () => {})
      expect(asynchronous).toBeTypeOf('function')
    })
  })
}
