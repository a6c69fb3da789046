import { expect, onTestFinished, test, vi } from 'vitest'
import type { NamespaceState } from '../../src/storage/store/settings.ts'
import type { NamespaceAnswer } from '../../src/storage/namespaces/namespace-objects.ts'
import { TestClock } from './support/clock.ts'
import { briefly } from './support/event-inbox.ts'
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
  versionOf,
} from './support/test-scope.ts'

const phaseOf = (place: TestScope) => place.inside((scope) => scope.store.namespace?.phase)
const isGone = async (place: TestScope) => !(await cluster.tryGet(place.namespace, 'namespaces')).ok
const WAIT = { timeout: 5_000 }
const gone = (place: TestScope) => expect.poll(() => isGone(place), WAIT).toBe(true)

/** Rings the scope's alarm until its Namespace is gone. */
const ringUntilGone = async (place: TestScope) => {
  await expect.poll(async () => (await place.ring(), isGone(place)), WAIT).toBe(true)
}

const held = (name: string) => ({ metadata: { name, finalizers: ['example.com/hold'] } })

test('N1 the first touch of a default namespace opens it', async () => {
  for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease'])
    expect((await cluster.get(name, 'namespaces')).status).toEqual({ phase: 'Active' })
})

test('N5 a namespace that does not exist is not found, and asking writes nothing', async () => {
  const place = absentNamespace()
  expect(refusalOf(await place.tryCreate('configmaps', { metadata: { name: 'a' } }))).toMatchObject({
    code: 404,
    message: `namespaces "${place.namespace}" not found`,
  })
  expect(refusalOf(await place.tryGet('a'))).toMatchObject({ code: 404, details: { name: 'a' } })
  const tables = await place.inside((_scope, _object, { storage }) => [
    ...storage.sql.exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'"),
  ])
  expect(tables).toEqual([])
  expect(await place.alarmAt()).toBeNull()
})

test('R1 lists of an absent namespace, and deletions of its collections, carry a version above 0', async () => {
  const place = absentNamespace()
  expect((await place.list()).revision).toBeGreaterThan(0)
  const other = absentNamespace()
  const call = { ...other.listCall(), preconditions: {}, propagation: {}, dryRun: false }
  const outcome = await other.stub.deleteCollection(other.scope, CALLER, call)
  expect(outcome).toMatchObject({ ok: true, value: { count: 0 } })
  expect(outcome.ok && outcome.value.revision).toBeGreaterThan(0)
})

test('N5 a create right after its namespace was made finds it, though others asked for it just before', async () => {
  const place = absentNamespace()
  const answers: PromiseWithResolvers<NamespaceAnswer>[] = []
  const namespaceState = () => {
    const answer = Promise.withResolvers<NamespaceAnswer>()
    answers.push(answer)
    return answer.promise
  }
  const named = (name: string) => place.createCall({ metadata: { name } })
  await scopeOn(place, { links: onlyLinks({ namespaceState }) }, async (scope) => {
    const before = scope.write([named('before')], CALLER)
    const after = [scope.write([named('after')], CALLER), scope.write([named('after-too')], CALLER)]
    answers[0]!.resolve({ phase: 'absent', last: 2 })
    expect(refusalOf(await before).code).toBe(404)
    await expect.poll(() => answers.length).toBe(2)
    answers[1]!.resolve({ phase: 'open', uid: 'u', revision: 4 })
    for (const outcome of await Promise.all(after)) expect(outcome).toMatchObject({ ok: true })
    expect(answers).toHaveLength(2)
  })
})

test('N8 deleting a namespace deletes what is in it, each with a DELETED event, then the namespace', async () => {
  const place = await newNamespace()
  for (let i = 0; i < 250; i++) await place.create(`object-${String(i).padStart(3, '0')}`)
  const watch = (await place.watch()).read()
  await deleteNamespace(place)
  const events = await watch.events.take(250)
  expect(new Set(events.map(briefly)).size).toBe(250)
  expect(events.every(({ type }) => type === 'DELETED')).toBe(true)
  await gone(place)
  expect(await phaseOf(place)).toBe('closed')
  await watch.close()
})

test('N6 a create in a namespace that is being deleted is forbidden; what is there can change and go', async () => {
  const place = await newNamespace()
  const kept = await place.createObject('configmaps', held('kept'))
  await deleteNamespace(place)
  expect(refusalOf(await place.tryCreate('configmaps', { metadata: { name: 'new' } }))).toMatchObject({
    code: 403,
    details: { causes: [{ reason: 'NamespaceTerminating' }] },
  })
  await expect.poll(async () => (await place.get('kept')).metadata.deletionTimestamp).toBeTruthy()
  expect(await isGone(place)).toBe(false)
  const marked = await place.get('kept')
  expect(versionOf(marked)).toBeGreaterThan(versionOf(kept))
  await place.update({ ...marked, metadata: { ...marked.metadata, finalizers: [] } })
  await gone(place)
})

test('N8 a namespace that was never used goes too', async () => {
  const place = await newNamespace()
  await deleteNamespace(place)
  await gone(place)
})

test('N10 a namespace that is made again is empty, and its versions are above all before', async () => {
  const place = await newNamespace()
  await place.create('a')
  await deleteNamespace(place)
  await gone(place)
  const highest = (await place.list()).revision
  const again = await makeNamespace(place)
  expect(versionOf(again)).toBeGreaterThan(0)
  expect((await place.list()).items).toEqual([])
  expect(versionOf(await place.create('a'))).toBeGreaterThan(Math.max(highest, versionOf(again)))
})

test('N10 a namespace that is made again takes creates at once, though its scope has not heard that it was gone', async () => {
  const place = absentNamespace()
  const said = { phase: 'open' as NamespaceState['phase'], uid: 'first', revision: 4096 }
  const answered = Promise.withResolvers<void>()
  const namespaceState = () => Promise.resolve({ ...said })
  const links = onlyLinks({ namespaceState, namespaceEmptied: () => answered.promise })
  await scopeOn(place, { links }, async (scope) => {
    const named = (name: string) => place.createCall({ metadata: { name } })
    expect(await scope.write([named('a')], CALLER)).toMatchObject({ ok: true })
    scope.namespaces.terminate({ ...said, phase: 'terminating', revision: 8192 })
    const emptied = scope.alarm.ring()
    await expect.poll(() => scope.store.resourcesWithObjects()).toEqual([])
    Object.assign(said, { uid: 'second', revision: 12288 })
    expect(await scope.write([named('b')], CALLER)).toMatchObject({ ok: true })
    answered.resolve()
    await emptied
    await scope.alarm.ring()
    expect(scope.store.namespace).toEqual({ phase: 'open', uid: 'second', revision: 12288 })
    expect(scope.store.resourcesWithObjects()).toEqual(['configmaps'])
    expect(scope.store.timers.isSet('empty', '')).toBe(false)
  })
})

test('N10 a namespace that is made again is not emptied by what was left to do of its last end', async () => {
  const place = absentNamespace()
  const namespaceState = () => Promise.resolve({ phase: 'open', uid: 'second', revision: 12_288 } as const)
  await scopeOn(place, { links: onlyLinks({ namespaceState }) }, async (scope) => {
    // the cluster scope has heard that the first is empty; this scope went away before it was told so
    scope.namespaces.terminate({ phase: 'terminating', uid: 'first', revision: 8192 })
    expect(await scope.write([place.createCall({ metadata: { name: 'a' } })], CALLER)).toMatchObject({ ok: true })
    expect(scope.store.timers.isSet('empty', '')).toBe(true)
    await scope.alarm.ring()
    expect(scope.store.resourcesWithObjects()).toEqual(['configmaps'])
    expect(scope.store.timers.isSet('empty', '')).toBe(false)
  })
})

test('N8 the deletion goes on after sleep at every step', async () => {
  const place = await newNamespace()
  for (const name of ['a', 'b', 'c']) await place.create(name)
  // The call to the namespace's scope is lost: only the timer of the cluster scope is left.
  await scopeOn(cluster, {}, async (scope) => {
    const outcome = await scope.write([cluster.deleteCall(place.namespace, 'namespaces')], CALLER)
    expect(outcome).toMatchObject({ ok: true, value: [{ removed: false }] })
  })
  expect(await phaseOf(place)).toBe('open')
  await cluster.evict()
  await place.evict()
  await expect.poll(async () => (await cluster.ring(), await phaseOf(place))).not.toBe('open')
  await place.evict()
  await ringUntilGone(place)
})

test('N8 a report that was lost is sent again', async () => {
  const place = absentNamespace()
  let reports = 0
  const namespaceEmptied = () => (reports++ === 0 ? Promise.reject(new Error('lost')) : Promise.resolve())
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const log = vi.spyOn(console, 'error').mockReturnValue()
  await scopeOn(place, { links: onlyLinks({ namespaceEmptied }) }, async (scope) => {
    scope.namespaces.terminate({ phase: 'terminating', uid: 'first', revision: 4096 })
    await scope.alarm.ring()
    expect([reports, scope.store.namespace?.phase]).toEqual([1, 'terminating'])
    clock.advance(5_000)
    await scope.alarm.ring()
    expect([reports, scope.store.namespace?.phase]).toEqual([2, 'closed'])
    expect(scope.store.timers.isSet('empty', '')).toBe(false)
  })
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})

test('N7 messages that are old or were sent before change nothing', async () => {
  const place = await newNamespace()
  await place.create('a')
  const open = await cluster.stub.namespaceState(cluster.scope, place.namespace)
  if (open.phase === 'absent') throw new Error('the namespace is missing')
  await place.stub.terminate(place.scope, { ...open, phase: 'terminating', revision: open.revision - 2 })
  await place.stub.terminate(place.scope, { ...open, phase: 'terminating' })
  await cluster.stub.namespaceEmptied(cluster.scope, place.namespace, 'the uid of another')
  await cluster.stub.namespaceEmptied(cluster.scope, place.namespace, open.uid)
  expect(await phaseOf(place)).toBe('open')
  expect(await isGone(place)).toBe(false)
  await place.create('b')
})

test('N12 with NAMESPACE_OBJECTS=kubernetes each namespace gets its ServiceAccount and ConfigMap, once', async () => {
  setVariable('NAMESPACE_OBJECTS', 'kubernetes')
  const place = await newNamespace()
  expect((await place.list({ resource: 'serviceaccounts' })).items.map((item) => item.metadata.name)).toEqual([
    'default',
  ])
  const [first] = (await place.list()).items
  expect(first?.metadata.name).toBe('kube-root-ca.crt')
  await place.evict()
  const [again] = (await place.list()).items
  expect(again).toEqual(first)
})

test('N12 without it a namespace begins empty', async () => {
  const place = await newNamespace()
  expect((await place.list({ resource: 'serviceaccounts' })).items).toEqual([])
  expect((await place.list()).items).toEqual([])
})
