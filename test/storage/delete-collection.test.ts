import { beforeEach, describe, expect, it } from 'vitest'
import { revisionAt } from '../../src/core/revision.ts'
import { ChangeKind } from '../../src/storage/store/change.ts'
import { compactBatch } from '../../src/storage/history/compaction.ts'
import { type DeleteCollectionCall, deleteMatches, findCollection } from '../../src/storage/verbs/delete-collection.ts'
import { unwrap } from '../../src/core/errors/status-error.ts'
import { NodeDatabase } from '../support/node-database.ts'
import { refusalOf } from '../support/refusal.ts'
import { namesOf, ScopeDriver } from '../support/scope-driver.ts'

let scope: ScopeDriver

beforeEach(() => {
  scope = new ScopeDriver(new NodeDatabase()).open()
  for (const [i, name] of ['a', 'b', 'c', 'd'].entries())
    scope.create(name, { metadata: { labels: { odd: String(i % 2) } } })
})

const DEFAULTS = { preconditions: {}, propagation: {}, dryRun: false }
const callOf = (call: Partial<DeleteCollectionCall>) => ({ ...scope.listCall(), ...DEFAULTS, ...call })

function remove(more: Partial<DeleteCollectionCall> = {}) {
  const call = callOf(more)
  const { answer, matches } = findCollection(scope.store, call)
  unwrap(scope.transaction((tx) => deleteMatches(tx, call, matches)))
  return answer
}
const left = () => namesOf(scope.list().items)
const shown = ({ items }: { items: string }) =>
  (JSON.parse(`[${items}]`) as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name)

describe('DELETE of a collection', () => {
  it('D12 deletes what matches, each with an event of its own, and shows it as it was', () => {
    const before = scope.list({ labelSelector: 'odd=0' }).items
    const answer = remove({ labelSelector: 'odd=0' })
    expect(JSON.parse(`[${answer.items}]`)).toEqual(before)
    expect(answer).toMatchObject({ count: 2, more: 'no' })
    expect(left()).toEqual(['b', 'd'])
    expect(scope.changes.slice(-2)).toMatchObject([
      { name: 'a', event: ChangeKind.deleted },
      { name: 'c', event: ChangeKind.deleted },
    ])
  })

  it('D13 deletes a page only', () => {
    const answer = remove({ limit: 3 })
    expect(answer).toMatchObject({ count: 3, more: 'limit', last: 'c' })
    expect(left()).toEqual(['d'])
  })

  it('D12 goes on in parts of one snapshot, passing over what is gone and what came later', () => {
    const first = remove({ maxLength: 1 })
    expect(first).toMatchObject({ count: 1, more: 'length' })
    scope.delete('b')
    scope.create('bb')
    const position = { at: 'continue', revision: first.revision, after: first.last } as const
    expect(shown(remove({ position }))).toEqual(['b', 'c', 'd'])
    expect(left()).toEqual(['bb'])
  })

  it('H7 holds its snapshot while it goes on', () => {
    const first = remove({ maxLength: 1 })
    scope.delete('d')
    scope.env.advance(59_000)
    const impatient = { ...scope.store.retention, historyMs: 1 }
    Object.assign(scope.store.retention, impatient)
    compactBatch(scope.store)
    const position = { at: 'continue', revision: first.revision, after: first.last } as const
    expect(shown(remove({ position }))).toEqual(['b', 'c', 'd'])
  })

  it('D4 D21 stops at the first that a precondition keeps; those before it are gone', () => {
    const uid = scope.get('a').metadata.uid
    expect(refusalOf(() => remove({ preconditions: { uid } }))?.code).toBe(409)
    expect(left()).toEqual(['b', 'c', 'd'])
    expect(refusalOf(() => remove({ preconditions: { uid } }))?.code).toBe(409)
    expect(left()).toEqual(['b', 'c', 'd'])
  })

  it('D21 passes over what went, or was made anew under its name, since it was found', () => {
    const call = callOf({})
    const { answer, matches } = findCollection(scope.store, call)
    scope.change('a', { data: { k: 'changed' } })
    scope.delete('b')
    scope.delete('c')
    scope.create('c')
    expect(scope.transaction((tx) => deleteMatches(tx, call, matches))).toMatchObject({ ok: true })
    expect(left()).toEqual(['c'])
    expect(shown(answer)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('D11 on dry run deletes nothing', () => {
    expect(remove({ dryRun: true }).count).toBe(4)
    expect(left()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('D6 marks what a finalizer holds', () => {
    scope.create('held', { metadata: { finalizers: ['example.com/hold'] } })
    remove()
    expect(left()).toEqual(['held'])
    expect(scope.get('held').metadata.deletionTimestamp).toBeTruthy()
  })

  it('L6 L14 may ask for a version, as a list may', () => {
    const notOlderThan = revisionAt(scope.env.nowMs + 1_000)
    expect(remove({ labelSelector: 'odd=1', position: { at: 'recent', notOlderThan } }).revision).toBe(notOlderThan)
    expect(left()).toEqual(['a', 'c'])
    expect(scope.last).toBeGreaterThan(notOlderThan)
    const future = { at: 'recent', notOlderThan: revisionAt(scope.env.nowMs + 60_000) } as const
    expect(refusalOf(() => remove({ position: future }))?.code).toBe(504)
  })

  it('of a scope that was never opened is empty', () => {
    scope = new ScopeDriver(new NodeDatabase())
    expect(remove()).toMatchObject({ count: 0, items: '', more: 'no' })
  })
})
