import { beforeEach, describe, expect, it } from 'vitest'
import { parseContinue } from '../../src/core/request/continue-token.ts'
import { type Revision, revisionAt } from '../../src/core/revision.ts'
import { compactBatch } from '../../src/storage/history/compaction.ts'
import type { ListCall } from '../../src/storage/verbs/list.ts'
import { NodeDatabase } from '../support/node-database.ts'
import { refusalOf } from '../support/refusal.ts'
import { type Listed, namesOf, ScopeDriver } from '../support/scope-driver.ts'

let scope: ScopeDriver

beforeEach(() => {
  scope = new ScopeDriver(new NodeDatabase()).open()
})

const createAll = (names: string[]) => names.forEach((name) => scope.create(name))
const exact = (revision: number) => scope.list({ position: { at: 'exact', revision: revision as Revision } })

/** The rest of a page, as the Worker reads it on: all parts of one version, at most `limit` in all. */
function readParts(call: Partial<ListCall>): Listed[] {
  const first = scope.list(call)
  const parts = [first]
  for (let last = first, count = first.count; last.more === 'length'; count += last.count) {
    const position = { at: 'continue', revision: first.revision, after: last.last } as const
    const limit = call.limit ? call.limit - count : 0
    expect(call.limit === undefined || limit > 0).toBe(true)
    parts.push((last = scope.list({ ...call, position, limit })))
  }
  return parts
}

describe('a list', () => {
  it('L2 stands in the order of the bytes of its names', () => {
    createAll(['b', 'a.b', 'a-b', 'a', 'a0', '0'])
    expect(namesOf(scope.list().items)).toEqual(['0', 'a', 'a-b', 'a.b', 'a0', 'b'])
  })

  it('R8 carries the last version of the scope, whatever was written', () => {
    scope.create('a')
    scope.create('b', {}, { resource: 'secrets' })
    expect(scope.list().revision).toBe(scope.last)
  })

  it('L15 of a scope that was never opened is empty', () => {
    const fresh = new ScopeDriver(new NodeDatabase())
    expect(fresh.list()).toMatchObject({ items: [], count: 0, more: 'no' })
  })

  it('L5 at an exact version shows that version, with what was changed, deleted and made again later', () => {
    createAll(['a', 'b', 'c'])
    const then = scope.last
    scope.change('a', { data: { k: '1' } })
    scope.delete('b')
    scope.delete('c')
    scope.create('c')
    scope.create('d')
    expect(exact(then)).toMatchObject({ revision: then, count: 3 })
    expect(exact(then).items.map(({ data, metadata }) => [metadata.name, data])).toEqual([
      ['a', undefined],
      ['b', undefined],
      ['c', undefined],
    ])
    expect(namesOf(scope.list().items)).toEqual(['a', 'c', 'd'])
  })

  it('L5 at an exact version finds one object by name', () => {
    scope.create('a')
    const then = scope.last
    scope.delete('a')
    const named = { fieldSelector: 'metadata.name=a', position: { at: 'exact', revision: then } as const }
    expect(namesOf(scope.list(named).items)).toEqual(['a'])
    expect(scope.list({ fieldSelector: 'metadata.name=a' }).items).toEqual([])
  })

  it('L11 below the floor is expired; at the floor it is not', () => {
    scope.create('a')
    scope.change('a', { data: { k: '1' } })
    const floor = scope.last
    scope.change('a', { data: { k: '2' } })
    const [first] = scope.changes.slice(-1)
    scope.env.advance(scope.retention.historyMs + 1)
    compactBatch(scope.store)
    expect(scope.store.floor).toBe(first?.revision)
    expect(refusalOf(() => exact(floor))).toMatchObject({
      code: 410,
      reason: 'Expired',
      message: 'The resourceVersion for the provided list is too old.',
    })
    expect(exact(scope.store.floor).count).toBe(1)
  })

  it('L14 at a version of the future is refused', () => {
    const future = revisionAt(scope.env.nowMs + 60_000)
    for (const position of [
      { at: 'exact', revision: future },
      { at: 'recent', notOlderThan: future },
      { at: 'continue', revision: future, after: 'a' },
    ] as const)
      expect(refusalOf(() => scope.list({ position }))?.code).toBe(504)
  })

  it('L5 at a version between the last write and now: nothing is written at or below it later', () => {
    scope.create('a')
    scope.env.advance(1000)
    const told = revisionAt(scope.env.nowMs)
    expect(namesOf(exact(told).items)).toEqual(['a'])
    scope.env.advance(-1000)
    scope.create('b')
    expect(namesOf(exact(told).items)).toEqual(['a'])
  })
})

describe('pages', () => {
  it('L7 L8 show one snapshot while writing goes on, and count what remains', () => {
    createAll(['a', 'b', 'c', 'd', 'e'])
    const first = scope.list({ limit: 2 })
    expect(first).toMatchObject({ count: 2, last: 'b', more: 'limit', total: 5 })
    scope.delete('c')
    scope.create('bb')
    scope.change('d', { data: { k: 'new' } })
    const position = { at: 'continue', revision: first.revision, after: 'b', remaining: 3 } as const
    const second = scope.list({ limit: 2, position })
    expect(namesOf(second.items)).toEqual(['c', 'd'])
    expect(second.items[1]?.data).toBeUndefined()
    expect(second).toMatchObject({ revision: first.revision, more: 'limit', total: 3 })
    const third = scope.list({ limit: 2, position: { ...position, after: 'd', remaining: 1 } })
    expect(third).toMatchObject({ count: 1, more: 'no', total: 1 })
  })

  it('L8 of an exact version count what there was', () => {
    createAll(['a', 'b', 'c'])
    const then = scope.last
    scope.delete('b')
    scope.delete('c')
    const page = scope.list({ limit: 1, position: { at: 'exact', revision: then } })
    expect(page).toMatchObject({ total: 3, more: 'limit' })
  })

  it('L8 end without a token when the page is exactly full', () => {
    createAll(['a', 'b'])
    expect(scope.list({ limit: 2 })).toMatchObject({ count: 2, more: 'no' })
  })

  it('L8 L9 with a selector hold as many matches, and no count', () => {
    for (const [i, name] of ['a', 'b', 'c', 'd', 'e'].entries())
      scope.create(name, { metadata: { labels: { odd: String(i % 2) } } })
    const first = scope.list({ limit: 2, labelSelector: 'odd=0' })
    expect(namesOf(first.items)).toEqual(['a', 'c'])
    expect(first).toMatchObject({ more: 'limit', last: 'd' })
    expect(first.total).toBeUndefined()
    const position = { at: 'continue', revision: first.revision, after: first.last } as const
    expect(scope.list({ limit: 2, labelSelector: 'odd=0', position })).toMatchObject({ count: 1, more: 'no' })
  })

  it('L9 with a selector never hold more than the limit, however much does not match behind them', () => {
    scope.create('a', { metadata: { labels: { wanted: '' } } })
    for (let i = 0; i < 2_100; i++) scope.create(`b${i}`)
    for (let i = 0; i < 3; i++) scope.create(`c${i}`, { metadata: { labels: { wanted: '' } } })
    const parts = readParts({ limit: 1, labelSelector: 'wanted' })
    expect(parts.flatMap(({ items }) => namesOf(items))).toEqual(['a'])
    expect(parts.at(-1)?.more).toBe('limit')
    const rest = { at: 'continue', revision: parts[0]!.revision, after: parts.at(-1)!.last } as const
    const next = readParts({ limit: 2, labelSelector: 'wanted', position: rest })
    expect(next.flatMap(({ items }) => namesOf(items))).toEqual(['c0', 'c1'])
  })

  it('L16 are read in parts of a bounded length', () => {
    for (let i = 0; i < 10; i++) scope.create(`a${i}`, { data: { k: 'x'.repeat(10_000) } })
    const parts = readParts({ maxLength: 25_000 })
    expect(parts.map(({ count }) => count)).toEqual([3, 3, 3, 1])
    expect(new Set(parts.map(({ revision }) => revision)).size).toBe(1)
  })

  it('L16 go on in parts within a page, up to its limit', () => {
    for (let i = 0; i < 10; i++) scope.create(`a${i}`, { data: { k: 'x'.repeat(10_000) } })
    const parts = readParts({ maxLength: 25_000, limit: 7 })
    expect(parts.map(({ count, more }) => [count, more])).toEqual([
      [3, 'length'],
      [3, 'length'],
      [1, 'limit'],
    ])
  })

  it('L10 below the floor are expired, with a token that goes on with the newest state', () => {
    createAll(['a', 'b', 'c'])
    const { revision } = scope.list({ limit: 1 })
    scope.change('a', { data: { k: '1' } })
    scope.env.advance(scope.retention.historyMs + 1)
    compactBatch(scope.store)
    const refused = refusalOf(() => scope.list({ limit: 1, position: { at: 'continue', revision, after: 'a' } }))
    expect(refused).toMatchObject({ code: 410, reason: 'Expired' })
    const token = parseContinue(refused?.metadata.continue ?? '')
    expect(token).toEqual({ revision: 'newest', after: 'a' })
    const rest = scope.list({ limit: 1, position: { at: 'inconsistent', after: 'a' } })
    expect(rest).toMatchObject({ revision: scope.last, last: 'b', more: 'limit', total: 2 })
  })
})

describe('a snapshot that is read in parts', () => {
  const begin = () => scope.list({ maxLength: 1 })
  const readOn = (revision: Revision) =>
    scope.list({ maxLength: 1, position: { at: 'continue', revision, after: 'a' } })
  const compactLater = () => {
    scope.env.advance(scope.retention.historyMs + 1)
    compactBatch(scope.store)
  }

  beforeEach(() => {
    scope = new ScopeDriver(new NodeDatabase(), { retention: { historyMs: 1_000 } }).open()
    createAll(['a', 'b', 'c', 'd'])
  })

  it('H7 is kept while it is read', () => {
    const { revision } = begin()
    scope.change('b', { data: { k: 'new' } })
    compactLater()
    expect(scope.store.floor).toBe(revision)
    expect(readOn(revision).items[0]?.data).toBeUndefined()
  })

  it('H7 is kept for 60 seconds, no longer, however often it is read on', () => {
    const { revision } = begin()
    scope.change('b', { data: { k: 'new' } })
    scope.env.advance(59_000)
    expect(readOn(revision).count).toBe(1)
    compactLater()
    expect(scope.store.floor).toBeGreaterThan(revision)
    expect(refusalOf(() => readOn(revision))?.code).toBe(410)
  })
})
