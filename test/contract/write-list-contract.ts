import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Caller } from '../../src/core/caller.ts'
import type { DeleteAnswer } from '../../src/storage/verbs/delete.ts'
import type { ObjectAnswer } from '../../src/storage/verbs/object-call.ts'
import type { UpdateAnswer } from '../../src/storage/verbs/update.ts'
import { writeAll, type WriteCall } from '../../src/storage/verbs/write.ts'
import { definitionOf } from '../support/definitions.ts'
import { type Draft, ScopeDriver } from '../support/scope-driver.ts'
import type { WithDatabase } from './database-contract.ts'

const CALLER: Caller = { user: 'tester', groups: [], manager: 'list' }
const MAPS = 'configmaps'

const create = (name: string, { metadata = {}, ...more }: Draft = {}, resource = MAPS) => {
  const object = JSON.stringify({ ...more, metadata: { ...metadata, name } })
  return { verb: 'create', resource, object, dryRun: false } as const
}
const remove = (name: string) =>
  ({ verb: 'delete', resource: MAPS, name, preconditions: {}, propagation: {}, dryRun: false }) as const
const patch = (name: string, value: string) => {
  const rest = { type: 'merge', subresource: '', fieldValidation: 'Ignore', dryRun: false } as const
  const text = JSON.stringify({ data: { k: value } })
  return { verb: 'patch', resource: MAPS, name, patch: text, rules: { precondition: 'optional' }, ...rest } as const
}
const put = (name: string, resourceVersion: string) => {
  const object = JSON.stringify({ metadata: { name, resourceVersion } })
  const rules = { unconditionalUpdate: 'refuse' } as const
  return { verb: 'update', resource: MAPS, name, object, subresource: '', dryRun: false, rules } as const
}

/** All that a transaction may leave behind, in the database and in memory. */
function stateOf({ db, store, changes }: ScopeDriver): unknown {
  const rows = (table: string) => [...db.rows(`SELECT * FROM ${table}`)]
  return {
    tables: ['history', 'current', 'counts', 'timers', 'settings', 'owners'].map(rows),
    last: store.clock.last,
    floor: store.floor,
    superseded: store.supersededBytes,
    next: store.timers.next(),
    compaction: store.timers.isSet('compaction', ''),
    count: store.count(definitionOf(MAPS)),
    changes: changes.length,
  }
}

/** A list of writes in one namespace is one transaction: all are done, or none. */
export function writeListContract(name: string, withDatabase: WithDatabase): void {
  const check = (title: string, work: (scope: ScopeDriver) => void) =>
    it(title, () => withDatabase((db) => work(new ScopeDriver(db).open())))

  describe(`a list of writes on ${name}`, () => {
    check('is done as a whole, each write seeing those before it, and answers each', (scope) => {
      scope.create('old')
      const calls = [create('a'), patch('a', '1'), patch('a', '2'), remove('old')] as const
      const outcome = writeAll(scope.store, calls, CALLER)
      if (!outcome.ok) throw new Error(outcome.status.message)
      const [created, , changed, deleted] = outcome.value
      expectTypeOf(created).toEqualTypeOf<ObjectAnswer>()
      expectTypeOf(deleted).toEqualTypeOf<DeleteAnswer>()
      expect(created.body).toContain('"name":"a"')
      expect(changed.body).toContain('"k":"2"')
      expect(deleted).toMatchObject({ removed: true })
      expect(scope.get('a').data).toEqual({ k: '2' })
      expect(scope.exists('old')).toBe(false)
    })

    check('answers every verb with its own answer, by type', (scope) => {
      const outcome = writeAll(scope.store, [put('none', '8')], CALLER)
      if (outcome.ok) expectTypeOf(outcome.value).toEqualTypeOf<[UpdateAnswer]>()
      expect(outcome).toMatchObject({ ok: false, failed: 0, status: { code: 404 } })
    })

    const owned = { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'no-such', uid: 'u' }] }
    const before: readonly WriteCall[] = [
      create('new'),
      create('owned', { metadata: owned }),
      create('event', { involvedObject: { namespace: 'team' } }, 'events'),
      patch('kept', 'changed'),
      remove('gone'),
    ]
    it.each<[string, WriteCall, number]>([
      ['a name that is taken', create('kept'), 409],
      ['a name that is not there', patch('none', '1'), 404],
      ['an old version', put('kept', '8'), 409],
      ['a body that is not an object of the kind', { ...patch('kept', '1'), patch: '{"data":{"k":{}}}' }, 422],
      ['a resource that is not served', create('a', {}, 'nothing.example.com'), 404],
    ])('leaves nothing behind when one is refused: %s', (_what, refused, code) =>
      withDatabase((db) => {
        const scope = new ScopeDriver(db).open()
        scope.create('kept')
        scope.create('gone')
        const untouched = stateOf(scope)
        const outcome = writeAll(scope.store, [...before, refused, create('later')], CALLER)
        expect(outcome).toMatchObject({ ok: false, failed: before.length, status: { code } })
        expect(stateOf(scope)).toEqual(untouched)
        const again = writeAll(scope.store, before, CALLER)
        expect(again.ok).toBe(true)
        expect(scope.changes.length).toBe(2 + before.length)
      }),
    )

    check('commits its versions in order, and nothing between them', (scope) => {
      const changed = scope.changesOf(() => {
        writeAll(scope.store, [create('a'), patch('a', '1'), create('b')], CALLER)
      })
      expect(changed.map(({ name, event }) => [name, event])).toEqual([
        ['a', 0],
        ['a', 1],
        ['b', 0],
      ])
      expect(changed.map(({ revision }) => revision)).toEqual(
        changed.map(({ revision }) => revision).toSorted((a, b) => a - b),
      )
    })

    check('may be empty', (scope) => {
      const untouched = stateOf(scope)
      expect(writeAll(scope.store, [], CALLER)).toEqual({ ok: true, value: [] })
      expect(stateOf(scope)).toEqual(untouched)
    })
  })
}
