import { beforeEach, describe, expect, it } from 'vitest'
import type { Revision } from '../../src/core/revision.ts'
import { definitionOf } from '../support/definitions.ts'
import { compactBatch, isOverSize } from '../../src/storage/history/compaction.ts'
import type { TimerKind } from '../../src/storage/store/timers.ts'
import { NodeDatabase } from '../support/node-database.ts'
import { refusalOf } from '../support/refusal.ts'
import { namesOf, RETENTION, ScopeDriver } from '../support/scope-driver.ts'

const { historyMs } = RETENTION
let scope: ScopeDriver

beforeEach(() => {
  scope = new ScopeDriver(new NodeDatabase()).open()
})

const value = (text: string) => ({ data: { k: text } })
const rowsIn = (table: string) => [...scope.db.rows<Record<string, unknown>>(`SELECT * FROM ${table}`)]
/** What the account must say: the sum over the rows that are superseded. */
const superseded = () =>
  rowsIn('history').reduce(
    (sum, row) => (Number(row.revision) > scope.store.floor ? sum + Number(row.previous_bytes) : sum),
    0,
  )
const exact = (revision: number) => scope.list({ position: { at: 'exact', revision: revision as Revision } })
const dueOf = (kind: TimerKind) => scope.store.timers.due(kind, Infinity)[0]?.due

function compactAll(): number {
  let batches = 1
  while (compactBatch(scope.store)) batches++
  return batches
}

/** Does what is due at the moment; false when nothing is. */
function ringCompaction(): boolean {
  if (scope.store.timers.due('compaction', scope.env.nowMs).length === 0) return false
  compactAll()
  return true
}

describe('compaction', () => {
  it('H1 H3 drops what was superseded long ago, and no current object', () => {
    scope.create('a', value('1'))
    scope.create('b', value('1'))
    scope.change('a', value('2'))
    scope.env.advance(historyMs + 1)
    const kept = scope.change('a', value('3'))
    compactAll()
    const [, second] = scope.changes.filter(({ name }) => name === 'a')
    expect(scope.store.floor).toBe(second?.revision)
    expect(rowsIn('history')).toHaveLength(3)
    expect(scope.get('a')).toEqual(kept)
    expect(namesOf(scope.list().items)).toEqual(['a', 'b'])
  })

  it('H1 keeps the version that a retained change names as the one before', () => {
    scope.create('a', value('1'))
    scope.env.advance(historyMs + 1)
    scope.change('a', value('2'))
    compactAll()
    expect(exact(scope.store.floor).items.map(({ data }) => data)).toEqual([{ k: '1' }])
  })

  it('H1 drops a deletion and its tombstone when the deletion is old', () => {
    scope.create('a')
    scope.delete('a')
    expect(rowsIn('current')).toHaveLength(1)
    scope.env.advance(historyMs + 1)
    compactAll()
    expect([rowsIn('history'), rowsIn('current')]).toEqual([[], []])
  })

  it('H3 leaves an object alone that was made again under the name of a dropped one', () => {
    scope.create('a', value('1'))
    scope.delete('a')
    const again = scope.create('a', value('2'))
    scope.env.advance(historyMs + 1)
    compactAll()
    expect(scope.get('a')).toEqual(again)
    expect(rowsIn('history')).toHaveLength(1)
  })

  it('L5 leaves the tombstone of a later deletion of the same name', () => {
    scope.create('a')
    scope.delete('a')
    scope.env.advance(historyMs + 1)
    scope.create('a', value('2'))
    const then = scope.last
    scope.delete('a')
    compactAll()
    expect(scope.store.floor).toBeLessThan(then)
    expect(exact(then).items.map(({ data }) => data)).toEqual([{ k: '2' }])
  })

  it('H1 works in bounded batches, and the floor moves with each', () => {
    scope.create('a')
    for (let i = 0; i < 1_100; i++) scope.change('a', value(String(i)))
    scope.env.advance(historyMs + 1)
    const floors: number[] = []
    while (compactBatch(scope.store)) floors.push(scope.store.floor)
    floors.push(scope.store.floor)
    expect(floors).toHaveLength(3)
    expect(floors).toEqual([...floors].sort((x, y) => x - y))
    expect(rowsIn('history')).toHaveLength(1)
  })

  it('L11 moves the floor in the transaction of the deletes: a fault takes both back', () => {
    scope.create('a', value('1'))
    scope.change('a', value('2'))
    scope.env.advance(historyMs + 1)
    const run = scope.db.run.bind(scope.db)
    scope.db.run = (statement, ...parameters) => {
      if (statement.startsWith('INSERT INTO settings')) throw new Error('the disk is full')
      run(statement, ...parameters)
    }
    expect(() => compactBatch(scope.store)).toThrow('the disk is full')
    scope.db.run = run
    expect(scope.store.floor).toBe(0)
    expect(rowsIn('history')).toHaveLength(2)
    expect(scope.store.supersededBytes).toBe(superseded())
    compactAll()
    expect(rowsIn('history')).toHaveLength(1)
  })

  it('keeps the floor over a restart', () => {
    scope.create('a', value('1'))
    const old = scope.last
    scope.change('a', value('2'))
    scope.env.advance(historyMs + 1)
    compactAll()
    const { floor } = scope.store
    scope.restart()
    expect(scope.store.floor).toBe(floor)
    expect(refusalOf(() => exact(old))?.code).toBe(410)
  })
})

describe('the size of history', () => {
  beforeEach(() => {
    scope = new ScopeDriver(new NodeDatabase(), { retention: { historyBytes: 20_000 } }).open()
    scope.create('a', value('x'.repeat(3_000)))
  })
  const grow = (times: number) => {
    for (let i = 0; i < times; i++) scope.change('a', value(String(i).padEnd(3_000, 'x')))
  }

  it('H2 wins over the time: the oldest go until the rest fits', () => {
    grow(5)
    expect(isOverSize(scope.store)).toBe(false)
    grow(10)
    expect(isOverSize(scope.store)).toBe(true)
    compactAll()
    expect(isOverSize(scope.store)).toBe(false)
    expect(scope.store.supersededBytes).toBeGreaterThan(20_000 - 4_000)
    expect(exact(scope.store.floor).count).toBe(1)
  })

  it('H2 is accounted for as it is, over changes, deletions, compaction and restarts', () => {
    const check = () => expect(scope.store.supersededBytes).toBe(superseded())
    grow(4)
    check()
    scope.restart()
    check()
    scope.delete('a')
    check()
    scope.create('a', value('again'))
    grow(8)
    scope.restart()
    compactAll()
    check()
    grow(8)
    compactAll()
    check()
    scope.restart()
    check()
  })

  it('H2 counts nothing of a write that was refused', () => {
    grow(2)
    const before = scope.store.supersededBytes
    const maps = definitionOf('configmaps')
    const refused = () =>
      scope.transaction((tx) => {
        tx.remove(maps, 'a', tx.read(maps, 'a')!)
        throw new Error('refused')
      })
    expect(refused).toThrow('refused')
    expect(scope.store.supersededBytes).toBe(before)
    expect(scope.exists('a')).toBe(true)
  })

  it('H7 does not pass a snapshot that is read, however large history is', () => {
    scope.create('b', value('x'))
    const { revision } = scope.list({ maxLength: 1 })
    grow(20)
    compactAll()
    expect(scope.store.floor).toBe(revision)
    expect(isOverSize(scope.store)).toBe(true)
    scope.env.advance(60_001)
    compactAll()
    expect(isOverSize(scope.store)).toBe(false)
  })
})

describe('the timer of compaction', () => {
  it('is set by the first change that supersedes something, and not by a creation', () => {
    scope.create('a', value('1'))
    expect(dueOf('compaction')).toBeUndefined()
    scope.change('a', value('2'))
    expect(dueOf('compaction')).toBe(scope.env.nowMs + historyMs)
  })

  it('is not moved by later changes: a write costs no row for it', () => {
    scope.create('a', value('1'))
    scope.change('a', value('2'))
    const due = dueOf('compaction')
    scope.env.advance(1_000)
    scope.change('a', value('3'))
    expect(dueOf('compaction')).toBe(due)
  })

  it('H1 comes back for what is left, and ends when nothing is', () => {
    scope.create('a', value('1'))
    scope.change('a', value('2'))
    scope.env.advance(60_000)
    scope.change('a', value('3'))
    scope.env.advance(historyMs - 60_000)
    expect(ringCompaction()).toBe(true)
    const rings: number[] = []
    for (let due = dueOf('compaction'); due !== undefined; due = dueOf('compaction')) {
      scope.env.advance(due - scope.env.nowMs)
      rings.push(scope.env.nowMs)
      expect(ringCompaction()).toBe(true)
    }
    expect(rings.length).toBeLessThan(5)
    expect(rowsIn('history')).toHaveLength(1)
  })

  it('never comes at once again, so that a clock that stands still rings no bell for ever', () => {
    scope.create('a', value('1'))
    scope.change('a', value('2'))
    scope.env.advance(historyMs)
    ringCompaction()
    expect(dueOf('compaction') ?? Infinity).toBeGreaterThan(scope.env.nowMs)
  })
})
