import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Revision } from '../../src/core/revision.ts'
import type { Outcome } from '../../src/core/errors/status-error.ts'
import type { ListAnswer } from '../../src/objects/scope-api.ts'
import { TestClock } from './support/clock.ts'
import { CollectedScope } from './support/collected-scope.ts'
import { setVariable } from './support/settings.ts'
import {
  absentNamespace,
  CALLER,
  cluster,
  deleteNamespace,
  makeNamespace,
  newNamespace,
  onlyLinks,
  refusalOf,
  scopeOn,
  type TestScope,
  unwrapped,
  versionOf,
} from './support/test-scope.ts'

let clock: TestClock

beforeEach(() => {
  setVariable('HISTORY_MINUTES', '0.01')
  clock = new TestClock()
  onTestFinished(() => clock.restore())
})

const tablesOf = (place: TestScope) =>
  place.inside((_scope, _object, { storage }) => [
    ...storage.sql.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'"),
  ])
const isThere = async (place: TestScope) => (await cluster.tryGet(place.namespace, 'namespaces')).ok
const untilGone = (place: TestScope) => expect.poll(() => isThere(place), { timeout: 5_000 }).toBe(false)

/** Lets time go by until the scope has given its storage back. */
const untilForgotten = (place: TestScope) =>
  expect
    .poll(async () => (clock.advance(20_000), await place.ring(), (await tablesOf(place)).length), { timeout: 5_000 })
    .toBe(0)

const listAt = (place: TestScope, revision: number) =>
  place.listCall({ position: { at: 'exact', revision: revision as Revision } })

const whileAbsent = (place: TestScope, call: ReturnType<typeof listAt>) =>
  cluster.stub.absent(cluster.scope, place.namespace, CALLER, call) as Promise<Outcome<ListAnswer> | undefined>

/** A namespace with some versions behind it, that was deleted: a version in its midst, and the highest. */
async function endedNamespace(): Promise<{ place: TestScope; early: number; last: number }> {
  const place = await newNamespace()
  const early = versionOf(await place.create('a'))
  for (let i = 0; i < 50; i++) await place.create(`b-${i}`)
  await deleteNamespace(place)
  await untilGone(place)
  return { place, early, last: await place.inside((scope) => scope.store.clock.last) }
}

test('N23 R3 a namespace that is gone gives its storage back, and one made again begins above all its versions', async () => {
  const { place, early, last } = await endedNamespace()
  await untilForgotten(place)
  expect(await place.alarmAt()).toBeNull()

  // nobody may take what was there for what is there: neither while it is absent nor later, and the clock may step back
  clock.advance(-3_600_000)
  await cluster.evict()
  const absent = unwrapped((await whileAbsent(place, place.listCall()))!)
  expect([absent.count, absent.revision >= last]).toEqual([0, true])
  expect(refusalOf((await whileAbsent(place, listAt(place, early)))!)).toMatchObject({ code: 410 })

  const again = await makeNamespace(place)
  expect(versionOf(again)).toBeGreaterThan(last)
  expect(versionOf(await place.create('a'))).toBeGreaterThan(versionOf(again))
  expect(refusalOf(await place.stub.read(place.scope, CALLER, listAt(place, early)))).toMatchObject({ code: 410 })
})

test('N23 W10 a watch from before a namespace gave its storage back is told that it is too old', async () => {
  const { place, early } = await endedNamespace()
  await untilForgotten(place)
  const from = { start: { from: 'version' as const, revision: early as Revision } }
  const expired = { type: 'ERROR', object: { code: 410, reason: 'Expired' } }
  const beforeIt = (await place.watch(from)).read()
  expect(await beforeIt.events.next()).toMatchObject(expired)
  await makeNamespace(place)
  const later = (await place.watch(from)).read()
  expect(await later.events.next()).toMatchObject(expired)
})

test('N23 history that is still there is shown', async () => {
  const { place, early } = await endedNamespace()
  expect(await whileAbsent(place, listAt(place, early))).toBeUndefined()
  const { items } = unwrapped(await place.stub.read(place.scope, CALLER, listAt(place, early)))
  expect(JSON.parse(items)).toMatchObject({ metadata: { name: 'a' } })
})

test('N23 a namespace that is watched keeps its storage', async () => {
  const { place } = await endedNamespace()
  const watch = (await place.watch()).read()
  for (let i = 0; i < 3; i++) {
    clock.advance(20_000)
    await place.ring()
  }
  expect((await tablesOf(place)).length).toBeGreaterThan(0)
  await watch.close()
  await untilForgotten(place)
})

/** A closed scope of which no history is left, and what its alarm asks. */
function closedScope(
  namespaceForgotten: (last: number) => Promise<boolean>,
  work: (scope: CollectedScope, place: TestScope) => Promise<void>,
) {
  const place = absentNamespace()
  let nextRevision = () => 0
  const links = onlyLinks({
    namespaceEmptied: () => Promise.resolve(),
    namespaceForgotten: (_name, last) => namespaceForgotten(last),
    namespaceState: () => Promise.resolve({ phase: 'open', uid: 'second', revision: nextRevision() }),
  })
  return scopeOn(place, { links }, async (inner) => {
    nextRevision = () => inner.store.clock.last + 4_096
    const scope = new CollectedScope(inner)
    inner.namespaces.terminate({ phase: 'terminating', uid: 'ns-uid', revision: inner.store.clock.last + 2 })
    await scope.settle()
    expect(inner.store.namespace?.phase).toBe('closed')
    clock.advance(600_000)
    await work(scope, place)
  })
}

test('N23 a crash between the answer of the cluster scope and the end of the storage repeats the question', async () => {
  const asked: number[] = []
  let isLost = true
  const answer = (last: number) => {
    asked.push(last)
    return isLost ? Promise.reject(new Error('the object was restarted')) : Promise.resolve(true)
  }
  await closedScope(answer, async (scope) => {
    await scope.settle()
    expect(scope.scope.store.settings.exists).toBe(true)
    isLost = false
    clock.advance(60_000)
    await scope.settle()
    expect([scope.scope.store.settings.exists, asked.length, new Set(asked).size]).toEqual([false, 2, 1])
    expect(scope.scope.store.timers.next()).toBeUndefined()
  })
})

test('N23 a namespace that is made again while the cluster scope is asked keeps what it takes in', async () => {
  const answering = Promise.withResolvers<boolean>()
  await closedScope(
    () => answering.promise,
    async (scope, place) => {
      const ring = scope.scope.alarm.ring()
      expect(await scope.scope.write([place.createCall({ metadata: { name: 'new' } })], CALLER)).toMatchObject({
        ok: true,
      })
      answering.resolve(true)
      await ring
      await scope.settle()
      expect([scope.read('new')?.metadata.name, scope.pending]).toEqual(['new', []])
    },
  )
})

test('N23 a scope that was emptied opens anew, with tables of its own', async () => {
  await closedScope(
    () => Promise.resolve(true),
    async (scope, place) => {
      const before = scope.scope.store.clock.last
      await scope.settle()
      expect(scope.scope.store.settings.exists).toBe(false)
      expect(await scope.scope.write([place.createCall({ metadata: { name: 'new' } })], CALLER)).toMatchObject({
        ok: true,
      })
      expect(versionOf(scope.read('new')!)).toBeGreaterThan(before)
    },
  )
})
