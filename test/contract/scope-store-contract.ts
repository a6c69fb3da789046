import { describe, expect, it } from 'vitest'
import { NO_REVISION, type Revision } from '../../src/core/revision.ts'
import { definitionOf } from '../support/definitions.ts'
import { compactBatch } from '../../src/storage/history/compaction.ts'
import { expireObjects } from '../../src/storage/history/expiry.ts'
import { applyNamespaceState, emptyBatch } from '../../src/storage/namespaces/namespace-content.ts'
import { Snapshot } from '../../src/storage/history/snapshot.ts'
import { changesSince } from '../../src/storage/history/watch-reads.ts'
import { refusalOf } from '../support/refusal.ts'
import { namesOf, ScopeDriver, versionOf } from '../support/scope-driver.ts'
import type { WithDatabase } from './database-contract.ts'

const MAPS = definitionOf('configmaps')
const WIDE = { limit: 1_000, maxLength: 1_000_000_000 }
const value = (text: string) => ({ data: { k: text } })

/** What a scope does on every implementation of the `Database` port: each statement is run, each promise looked at once. */
export function scopeStoreContract(name: string, withDatabase: WithDatabase): void {
  const check = (title: string, work: (scope: ScopeDriver) => void) =>
    it(title, () => withDatabase((db) => work(new ScopeDriver(db).open())))

  describe(`a scope on ${name}`, () => {
    it('writes nothing before it is opened', () =>
      withDatabase((db) => {
        const fresh = new ScopeDriver(db)
        expect(fresh.list().items).toEqual([])
        expect(refusalOf(() => fresh.create('a'))?.code).toBe(404)
        expect(fresh.store.settings.exists).toBe(false)
      }))

    check('U1 U2 C3 compares and swaps', (scope) => {
      const created = scope.create('a', value('1'))
      const updated = scope.update({ ...created, ...value('2') })
      expect(versionOf(updated)).toBeGreaterThan(versionOf(created))
      expect(refusalOf(() => scope.update({ ...created, ...value('3') }))?.reason).toBe('Conflict')
      expect(refusalOf(() => scope.create('a'))?.reason).toBe('AlreadyExists')
      expect(scope.get('a')).toEqual(updated)
    })

    check('R3 R4 R5 issues no version twice, over restarts and with a clock that steps back', (scope) => {
      const versions = [versionOf(scope.create('a'))]
      for (const back of [0, 1_000, 3_600_000]) {
        scope.env.advance(-back)
        scope.restart()
        scope.delete('a')
        versions.push(scope.last, versionOf(scope.create('a')))
      }
      expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b))
    })

    check('B9 stores every text as it is', (scope) => {
      const data = JSON.parse('{"__proto__":"p","k":"ä€𝄞\\u0000\\n\\"\\\\","K.-_":""}') as object
      const created = scope.create('a', { data })
      expect(Object.entries(created.data as object)).toEqual(Object.entries(data))
      expect(Object.entries(scope.get('a').data as object)).toEqual(Object.entries(data))
    })

    check('L2 L5 L7 L8 lists in order, in pages, and at an older version', (scope) => {
      for (const one of ['b', 'a', 'c']) scope.create(one)
      const then = scope.last
      scope.change('a', value('1'))
      scope.delete('b')
      const first = scope.list({ limit: 2, position: { at: 'exact', revision: then } })
      expect(first).toMatchObject({ count: 2, more: 'limit', total: 3, revision: then })
      const position = { at: 'continue', revision: then, after: first.last } as const
      expect(namesOf([...first.items, ...scope.list({ limit: 2, position }).items])).toEqual(['a', 'b', 'c'])
      const named = { fieldSelector: 'metadata.name=b', position: { at: 'exact', revision: then } as const }
      expect(namesOf(scope.list(named).items)).toEqual(['b'])
      expect(namesOf(scope.list().items)).toEqual(['a', 'c'])
    })

    check('W1 W2 W9 gives a state and the changes after it', (scope) => {
      scope.create('a')
      scope.create('b')
      const snapshot = scope.last
      scope.change('a', value('1'))
      scope.delete('b')
      const state = new Snapshot(scope.store, 'configmaps', snapshot).read(NO_REVISION, WIDE)
      expect(state.map((row) => row.name)).toEqual(['a', 'b'])
      const changes = changesSince(scope.store, 'configmaps', { after: snapshot, upTo: scope.last }, WIDE)
      expect(changes.map((change) => [change.name, change.event])).toEqual([
        ['a', 1],
        ['b', 2],
      ])
      expect(changes[1]?.previous?.body).toContain('"name":"b"')
    })

    check('H1 H3 L11 drops old history, and tells who asks for it', (scope) => {
      scope.create('a', value('1'))
      const old = scope.last
      scope.change('a', value('2'))
      scope.create('gone')
      scope.delete('gone')
      scope.env.advance(scope.retention.historyMs + 1)
      expect(compactBatch(scope.store)).toBe(false)
      const exact = (revision: Revision) => scope.list({ position: { at: 'exact', revision } })
      expect(refusalOf(() => exact(old))?.reason).toBe('Expired')
      expect(namesOf(exact(scope.store.floor).items)).toEqual(['a'])
      expect(scope.store.supersededBytes).toBe(0)
      scope.restart()
      expect(scope.last).toBeGreaterThanOrEqual(scope.store.floor)
    })

    check('H4 lets events expire', (scope) => {
      scope.create('e', { involvedObject: { namespace: 'team' } }, { resource: 'events' })
      scope.env.advance(scope.retention.eventMs)
      expect(scope.changesOf(() => expireObjects(scope.store, 'events')).map((change) => change.name)).toEqual(['e'])
      expect(scope.store.timers.isSet('expiry', 'events')).toBe(false)
    })

    check('N8 empties itself', (scope) => {
      for (const resource of ['configmaps', 'secrets']) scope.create('a', {}, { resource })
      const before = scope.changes.length
      applyNamespaceState(scope.store, { phase: 'terminating', uid: 'ns-uid', revision: scope.last + 2 })
      const { next } = emptyBatch(scope.store, { resource: '', name: '' }, 'honour finalizers')
      expect(scope.changes.slice(before).map((change) => change.resource)).toEqual(['configmaps', 'secrets'])
      expect([next, scope.store.resourcesWithObjects()]).toEqual([undefined, []])
    })

    check('takes a transaction back that throws, in memory too', (scope) => {
      scope.create('a')
      const before = { last: scope.last, next: scope.store.timers.next(), bytes: scope.store.supersededBytes }
      const work = () =>
        scope.transaction((tx) => {
          const stored = tx.read(MAPS, 'a')
          if (stored) tx.remove(MAPS, 'a', stored)
          tx.setTimer('empty', '', 1)
          throw new Error('on purpose')
        })
      expect(work).toThrow('on purpose')
      const after = { last: scope.last, next: scope.store.timers.next(), bytes: scope.store.supersededBytes }
      expect(after).toEqual(before)
      expect(scope.exists('a')).toBe(true)
    })
  })
}
