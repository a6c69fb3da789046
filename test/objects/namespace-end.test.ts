import { expect, onTestFinished, test, vi } from 'vitest'
import type { Remaining } from '../../src/kinds/strategies/namespace-conditions.ts'
import type { Scope } from '../../src/objects/scope.ts'
import type { KubernetesObject } from '../../src/wire/object.ts'
import { TestClock } from './support/clock.ts'
import { CollectedScope, WIDGETS } from './support/collected-scope.ts'
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
} from './support/test-scope.ts'

const HOLD = 'example.com/hold'
const MINUTE_MS = 60_000

interface Stage {
  scope: CollectedScope
  clock: TestClock
  reports: Remaining[]
  emptied: string[]
}

/** The scope of a namespace that a test brings to its end, with a cluster scope that notes what it is told. */
function atTheEnd(work: (stage: Stage) => Promise<void>, isThere = () => true): Promise<void> {
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const reports: Remaining[] = []
  const emptied: string[] = []
  const links = onlyLinks({
    namespaceRemaining: (_name, _uid, remaining) => (reports.push(remaining), Promise.resolve(isThere())),
    namespaceEmptied: (_name, uid) => (emptied.push(uid), Promise.resolve()),
  })
  return scopeOn(absentNamespace(), { links }, (scope) =>
    work({ scope: new CollectedScope(scope), clock, reports, emptied }),
  )
}

const terminate = ({ scope }: CollectedScope, uid = 'ns-uid') =>
  scope.namespaces.terminate({ phase: 'terminating', uid, revision: scope.store.clock.last + 2 })

/** Objects that a finalizer holds, by the thousand. */
const heldObjects = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `held-${String(i).padStart(5, '0')}`, finalizers: [HOLD] }))

test('N9 N14 a namespace with more held objects than one run takes says so, and rests', async () => {
  await atTheEnd(async ({ scope, clock, reports, emptied }) => {
    scope.store(heldObjects(2_500))
    scope.store([{ name: 'last' }])
    terminate(scope)
    expect(await scope.settle()).toBeLessThan(5)
    expect(reports).toEqual([{ resources: { 'configmaps.': 2_500 }, finalizers: { [HOLD]: 2_500 } }])
    expect(scope.read('last')).toBeUndefined()
    expect(scope.read('held-02499')?.metadata.deletionTimestamp).toBeTruthy()
    expect(scope.pending).toEqual([])

    // those that are let go are counted together, after a pause that fits the length of a pass
    for (let i = 0; i < 5; i++) {
      scope.letGo(`held-0000${i}`)
      await scope.settle()
    }
    expect([reports.length, scope.count()]).toEqual([1, 2_495])
    clock.advance(2_500)
    await scope.settle()
    expect(reports.slice(1)).toEqual([{ resources: { 'configmaps.': 2_495 }, finalizers: { [HOLD]: 2_495 } }])
    expect([scope.pending, emptied]).toEqual([[], []])
  })
})

test('N9 a namespace of held objects goes when the last of them goes', async () => {
  await atTheEnd(async ({ scope, emptied }) => {
    scope.store(heldObjects(2))
    terminate(scope)
    await scope.settle()
    for (const { name } of heldObjects(2)) scope.letGo(name)
    await scope.settle()
    expect([emptied, scope.scope.store.namespace?.phase]).toEqual([['ns-uid'], 'closed'])
  })
})

test('N14 an object that loses one of its finalizers is told of', async () => {
  await atTheEnd(async ({ scope, clock, reports }) => {
    scope.one('a', { finalizers: [HOLD, 'example.com/second'] })
    terminate(scope)
    await scope.settle()
    scope.change('a', { finalizers: [HOLD] })
    clock.advance(1_000)
    await scope.settle()
    expect(reports.map(({ finalizers }) => finalizers)).toEqual([{ [HOLD]: 1, 'example.com/second': 1 }, { [HOLD]: 1 }])
    scope.change('a', { annotations: { still: 'writable' } })
    expect(scope.pending).toEqual([])
  })
})

test('N14 what remains is told again where nothing answered', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => log.mockRestore())
  let told = 0
  const namespaceRemaining = () => (told++ === 0 ? Promise.reject(new Error('lost')) : Promise.resolve(true))
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  await scopeOn(absentNamespace(), { links: onlyLinks({ namespaceRemaining }) }, async (inner) => {
    const scope = new CollectedScope(inner)
    scope.one('a', { finalizers: [HOLD] })
    terminate(scope)
    await scope.settle()
    clock.advance(5_000)
    await scope.settle()
    expect([told, scope.pending]).toEqual([2, []])
  })
})

test('N20 objects of a resource that is not served any more go with their namespace, held or not', async () => {
  await atTheEnd(async ({ scope, emptied }) => {
    scope.store([{ name: 'a' }, { name: 'b', finalizers: [HOLD] }], WIDGETS)
    terminate(scope)
    await scope.settle()
    expect([scope.count(WIDGETS), emptied]).toEqual([0, ['ns-uid']])
    expect(scope.scope.store.timers.failing()).toEqual([])
  })
})

test('N21 what is held goes too when the Namespace is gone, by somebody who took its finalizers away', async () => {
  await atTheEnd(
    async ({ scope, emptied }) => {
      scope.store(heldObjects(2_500))
      terminate(scope)
      await scope.settle()
      expect([scope.count(), emptied]).toEqual([0, ['ns-uid']])
    },
    () => false,
  )
})

test('N10 N21 a namespace that is made again begins empty, whatever finalizers held in the one before', async () => {
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const place = absentNamespace()
  await scopeOn(place, {}, async (inner) => {
    new CollectedScope(inner).store(heldObjects(2_500))
    inner.namespaces.terminate({ phase: 'terminating', uid: 'ns-uid', revision: inner.store.clock.last + 2 })
    const again = inner.store.clock.last + 4096
    const links = onlyLinks({
      namespaceState: () => Promise.resolve({ phase: 'open', uid: 'second', revision: again }),
    })
    await scopeOn(place, { links }, async (later) => {
      // the alarm of the end before goes on meanwhile
      const ring = later.alarm.ring()
      expect(await later.write([place.createCall({ metadata: { name: 'new' } })], CALLER)).toMatchObject({ ok: true })
      await ring
      const settled = new CollectedScope(later)
      await settled.settle()
      expect([settled.count(), settled.read('new')?.metadata.name]).toEqual([1, 'new'])
      expect(later.store.namespace).toMatchObject({ phase: 'open', uid: 'second' })
    })
  })
})

// ---- the Namespace stays until its scope has confirmed

const finalizeCall = (object: KubernetesObject) => ({
  ...cluster.updateCall({ ...object, spec: { finalizers: [] } }, 'namespaces'),
  subresource: 'finalize',
})
const isThere = async (place: TestScope) => (await cluster.tryGet(place.namespace, 'namespaces')).ok
const phaseOf = (place: TestScope) => place.inside((scope) => scope.store.namespace?.phase)

/** The cluster scope without a way to any namespace, as where a message is lost. */
const unreachable = <R>(work: (scope: Scope) => Promise<R>) => scopeOn(cluster, {}, work)

test('N19 a Namespace whose scope has not heard that it ends stays, though its last finalizer is taken away', async () => {
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const place = await newNamespace()
  await place.create('a')
  await unreachable(async (scope) => {
    await scope.write([cluster.deleteCall(place.namespace, 'namespaces')], CALLER)
    const namespace = await cluster.get(place.namespace, 'namespaces')
    expect(await scope.write([finalizeCall(namespace)], CALLER)).toMatchObject({ ok: true })
  })
  expect([await isThere(place), await phaseOf(place)]).toEqual([true, 'open'])
  expect(refusalOf(await cluster.tryCreate('namespaces', { metadata: { name: place.namespace } })).code).toBe(409)
  await cluster.evict()
  clock.advance(MINUTE_MS)
  await expect.poll(async () => (await cluster.ring(), await isThere(place)), { timeout: 5_000 }).toBe(false)
  expect(refusalOf(await place.tryCreate('configmaps', { metadata: { name: 'late' } })).code).toBeGreaterThan(400)
})

test('N19 a Namespace without any finalizer stays too when it is deleted, until its scope has heard of it', async () => {
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const place = await newNamespace()
  await place.create('a')
  const bare = finalizeCall(await cluster.get(place.namespace, 'namespaces'))
  expect(await cluster.stub.write(cluster.scope, CALLER, [bare])).toMatchObject({ ok: true })
  await unreachable(async (scope) => {
    const outcome = await scope.write([cluster.deleteCall(place.namespace, 'namespaces')], CALLER)
    expect(outcome).toMatchObject({ ok: true, value: [{ removed: false }] })
  })
  expect((await cluster.get(place.namespace, 'namespaces')).metadata.deletionTimestamp).toBeTruthy()
  clock.advance(MINUTE_MS)
  await expect.poll(async () => (await cluster.ring(), await isThere(place)), { timeout: 5_000 }).toBe(false)
  expect(await phaseOf(place)).not.toBe('open')
  await makeNamespace(place)
  expect((await place.list()).items).toEqual([])
})

test('N19 a Namespace without any finalizer goes at once where its scope hears of it', async () => {
  const place = await newNamespace()
  const bare = finalizeCall(await cluster.get(place.namespace, 'namespaces'))
  await cluster.stub.write(cluster.scope, CALLER, [bare])
  await deleteNamespace(place)
  expect(await isThere(place)).toBe(false)
})
