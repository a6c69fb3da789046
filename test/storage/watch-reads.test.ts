import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { ObjectMatcher } from '../../src/core/selectors/object-matcher.ts'
import { NO_REVISION, type Revision } from '../../src/core/revision.ts'
import { transition } from '../../src/core/watch/transition.ts'
import { definitionOf } from '../support/definitions.ts'
import { type Change, ChangeKind } from '../../src/storage/store/change.ts'
import { compactBatch } from '../../src/storage/history/compaction.ts'
import { Snapshot } from '../../src/storage/history/snapshot.ts'
import { changesSince, readVersion } from '../../src/storage/history/watch-reads.ts'
import { NodeDatabase } from '../support/node-database.ts'
import { ScopeDriver, versionOf } from '../support/scope-driver.ts'

const MAPS = 'configmaps'
const WIDE = { limit: 1_000, maxLength: 1_000_000_000 }
let scope: ScopeDriver

beforeEach(() => {
  scope = new ScopeDriver(new NodeDatabase()).open()
})

const since = (after: Revision, bounds = WIDE, upTo = scope.last) =>
  changesSince(scope.store, MAPS, { after, upTo }, bounds)
const stateAt = (snapshot: Revision, after = NO_REVISION, bounds = WIDE) =>
  new Snapshot(scope.store, MAPS, snapshot).read(after, bounds)
const value = (text: string) => ({ data: { k: text } })

describe('the changes of a resource', () => {
  it('W1 are those of that resource, in order, above a version and up to another', () => {
    scope.create('a')
    const after = scope.last
    scope.create('s', {}, { resource: 'secrets' })
    scope.change('a', value('1'))
    scope.create('b')
    const upTo = scope.last
    scope.delete('a')
    const changes = since(after, WIDE, upTo)
    expect(changes.map(({ name, event }) => [name, event])).toEqual([
      ['a', ChangeKind.modified],
      ['b', ChangeKind.created],
    ])
  })

  it('are what the transactions gave when they were made', () => {
    scope.create('a', { metadata: { labels: { x: '1' } }, ...value('1') })
    scope.change('a', { metadata: { labels: { x: '2' } } })
    scope.delete('a')
    const live = scope.changes.map(({ previous, ...change }) => ({
      ...change,
      ...(previous ? { previous: change.event === ChangeKind.deleted ? previous : withoutBody(previous) } : {}),
    }))
    expect(since(NO_REVISION)).toEqual(live)
  })

  it('W8 W9 carry labels and fields of before and after, and the text of before only where it went', () => {
    scope.create('a', { metadata: { labels: { x: '1' } } })
    const created = scope.last
    scope.change('a', { metadata: { labels: { x: '2' } } })
    const modified = scope.last
    scope.delete('a')
    expect(since(created)).toMatchObject([
      { labels: '{"x":"2"}', previous: { revision: created, labels: '{"x":"1"}', fields: '' } },
      { labels: '', body: '', previous: { revision: modified, labels: '{"x":"2"}' } },
    ])
    expect(since(created).map(({ previous }) => previous?.body !== undefined)).toEqual([false, true])
    expect(JSON.parse(readVersion(scope.store, created))).toMatchObject({ metadata: { labels: { x: '1' } } })
  })

  it('come in bounded parts', () => {
    for (let i = 0; i < 5; i++) scope.create(`a${i}`, value('x'.repeat(10_000)))
    expect(since(NO_REVISION, { ...WIDE, limit: 2 })).toHaveLength(2)
    expect(since(NO_REVISION, { ...WIDE, maxLength: 15_000 })).toHaveLength(2)
    expect(since(NO_REVISION, { ...WIDE, maxLength: 1 })).toHaveLength(1)
  })

  it('are none where nothing came later, or nothing was ever there', () => {
    scope.create('a')
    expect(since(scope.last)).toEqual([])
    expect(since((scope.last + 100) as Revision)).toEqual([])
    scope = new ScopeDriver(new NodeDatabase())
    expect(since(NO_REVISION, WIDE, 10 as Revision)).toEqual([])
    expect(stateAt(10 as Revision)).toEqual([])
  })
})

const withoutBody = ({ body: _body, ...rest }: NonNullable<Change['previous']>) => rest

describe('the state at a version', () => {
  it('W2 comes in order of version', () => {
    for (const name of ['b', 'a', 'c']) scope.create(name)
    scope.change('b', value('1'))
    scope.delete('c')
    expect(stateAt(scope.last).map(({ name }) => name)).toEqual(['a', 'b'])
  })

  it('W2 is that of the version, whatever came later, and is read on from where it stands', () => {
    const versions = ['a', 'b', 'c'].map((name) => versionOf(scope.create(name)) as Revision)
    const snapshot = scope.last
    scope.change('a', value('1'))
    scope.delete('b')
    scope.create('d')
    const first = stateAt(snapshot, NO_REVISION, { ...WIDE, limit: 2 })
    expect(first.map(({ revision }) => revision)).toEqual(versions.slice(0, 2))
    expect(stateAt(snapshot, versions[1]).map(({ name }) => name)).toEqual(['c'])
    expect(stateAt(snapshot, versions[2])).toEqual([])
  })

  it('has what compaction kept, below the floor too', () => {
    scope.create('old')
    scope.change('old', value('1'))
    scope.env.advance(scope.retention.historyMs + 1)
    compactBatch(scope.store)
    scope.create('new')
    expect(stateAt(scope.last).map(({ name }) => name)).toEqual(['old', 'new'])
  })
})

describe('what a selector shows of history', () => {
  const label = fc.option(fc.constantFrom('yes', 'no'), { nil: undefined })
  const step = fc.record({ name: fc.constantFrom('a', 'b', 'c'), label, deletes: fc.boolean() })
  const selectors = fc.constantFrom('wanted=yes', 'wanted!=yes', '!wanted', 'wanted', 'wanted in (no)')

  /** Creates, changes or deletes; leaves everything as it is where nothing would change. */
  function perform({ name, label, deletes }: { name: string; label: string | undefined; deletes: boolean }): void {
    const labels: Record<string, string> = label === undefined ? {} : { wanted: label }
    const metadata = { labels }
    if (!scope.exists(name)) scope.create(name, { metadata })
    else if (deletes) scope.delete(name)
    else scope.change(name, { metadata })
  }

  it('W8 W25 is a state, and the events that lead from it to every later state', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), selectors, fc.nat(30), (steps, selector, split) => {
        scope = new ScopeDriver(new NodeDatabase()).open()
        steps.slice(0, split).forEach(perform)
        const snapshot = scope.last
        steps.slice(split).forEach(perform)
        const matcher = new ObjectMatcher(definitionOf(MAPS), 'team', selector, '')
        const seen = new Set(
          stateAt(snapshot)
            .filter((row) => matcher.matches(row))
            .map(({ name }) => name),
        )
        for (const change of since(snapshot)) {
          const { name, previous } = change
          const before = previous !== undefined && matcher.matches({ ...previous, name })
          const now = change.event !== ChangeKind.deleted && matcher.matches(change)
          const event = transition(before, now)
          expect([event, seen.has(name)]).toEqual([event, event === 'MODIFIED' || event === 'DELETED'])
          if (event === 'DELETED') seen.delete(name)
          else if (event) seen.add(name)
        }
        const { items } = scope.list({ labelSelector: selector })
        expect([...seen].sort()).toEqual(items.map(({ metadata }) => metadata.name))
      }),
    )
  })
})
