import { abortAllDurableObjects } from 'cloudflare:test'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { definitionOf } from '../support/definitions.ts'
import type { Scope } from '../../src/objects/scope.ts'
import { TestClock } from './support/clock.ts'
import { briefly, revisionOf } from './support/event-inbox.ts'
import { setVariable } from './support/settings.ts'
import { CALLER, newNamespace, refusalOf, scopeOn, type TestScope, versionOf } from './support/test-scope.ts'

const MINUTE_MS = 60_000

let clock: TestClock
beforeEach(() => {
  clock = new TestClock()
})
afterEach(() => clock.restore())

const historyRows = (place: TestScope) =>
  place.inside((_scope, _object, { storage }) => [...storage.sql.exec('SELECT revision FROM history')].length)

/** `count` versions of one object, and the last of them. */
async function versions(place: TestScope, name: string, count: number) {
  let object = await place.create(name)
  for (let i = 1; i < count; i++) object = await place.update({ ...object, data: { n: String(i) } })
  return object
}

test('H1 superseded versions go by alarm once they are HISTORY_MINUTES old; what is current stays', async () => {
  const place = await newNamespace()
  const first = await place.create('a')
  const last = await place.update({ ...first, data: { n: '1' } })
  await place.create('gone')
  await place.delete('gone')
  expect(await historyRows(place)).toBe(4)
  clock.advance(4 * MINUTE_MS)
  await place.ring()
  expect(await historyRows(place)).toBe(4)
  clock.advance(2 * MINUTE_MS)
  expect(await place.ring()).toBe(true)
  expect(await historyRows(place)).toBe(1)
  expect(await place.get('a')).toEqual(last)
  const expired = await place.stub.read(place.scope, CALLER, {
    ...place.listCall(),
    position: { at: 'exact', revision: versionOf(first) as never },
  })
  expect(refusalOf(expired)).toMatchObject({ code: 410, reason: 'Expired' })
})

test('H1 compaction of a long history goes on by alarm until all is done, and the last version stays', async () => {
  const place = await newNamespace()
  await place.create('first')
  await place.inside((scope) => fillHistory(scope, 12_000))
  clock.advance(10 * MINUTE_MS)
  let rings = 0
  while ((await historyRows(place)) > 2 && rings < 10) {
    rings++
    await place.inside((scope) => scope.alarm.ring())
  }
  expect(rings).toBeGreaterThan(1)
  expect(await historyRows(place)).toBe(2)
})

test('H2 superseded versions of more than HISTORY_MEGABYTES go at once', async () => {
  setVariable('HISTORY_MEGABYTES', '0.1')
  const place = await newNamespace()
  let object = await place.create('a', { data: 'x'.repeat(20_000) })
  for (let i = 0; i < 20; i++) object = await place.update({ ...object, data: { data: `${i}`.padEnd(20_000, 'x') } })
  await expect.poll(() => historyRows(place)).toBeLessThanOrEqual(6)
  expect(await place.get('a')).toEqual(object)
})

test('H4 events go EVENT_MINUTES after their last change, with a DELETED event each', async () => {
  const place = await newNamespace()
  const event = (name: string) => ({
    metadata: { name },
    involvedObject: { kind: 'ConfigMap', namespace: place.namespace, name: 'a' },
    reason: 'Tested',
  })
  const early = await place.createObject('events', event('early'))
  clock.advance(30 * MINUTE_MS)
  await place.createObject('events', event('late'))
  await place.update({ ...early, reason: 'Changed' }, 'events')
  await place.createObject('events', event('later'))
  const watch = (await place.watch({ resource: 'events' })).read()
  clock.advance(45 * MINUTE_MS)
  await place.ring()
  expect((await place.list({ resource: 'events' })).items).toHaveLength(3)
  clock.advance(16 * MINUTE_MS)
  await place.ring()
  const deleted = await watch.events.take(3)
  expect(deleted.map(briefly).sort()).toEqual(['DELETED early', 'DELETED late', 'DELETED later'])
  expect(revisionOf(deleted[0]!)).toBeGreaterThan(versionOf(early))
  expect((await place.list({ resource: 'events' })).items).toEqual([])
  await watch.close()
})

test('a handler that throws is logged and tried again, and holds up no other', async () => {
  const place = await newNamespace()
  await versions(place, 'a', 3)
  clock.advance(6 * MINUTE_MS)
  const log = vi.spyOn(console, 'error').mockReturnValue()
  await scopeOn(place, {}, async (scope) => {
    // the cluster scope cannot be reached, so emptying cannot be reported
    scope.namespaces.terminate({ phase: 'terminating', uid: 'u', revision: scope.store.clock.last + 2 })
    await scope.alarm.ring()
    expect(scope.store.timers.isSet('empty', '')).toBe(true)
    expect(scope.store.timers.next()).toBe(clock.now + 5_000)
    // compaction has run: what is left is the deletion and the version that it names
    expect([...scope.store.rows('SELECT revision FROM history')]).toHaveLength(2)
  })
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})

test('H6 an alarm that was due while the namespace was away is set again at its next start', async () => {
  const place = await newNamespace()
  await versions(place, 'a', 3)
  await place.inside(async (_scope, _object, { storage }) => storage.deleteAlarm())
  await abortAllDurableObjects()
  expect(await place.alarmAt()).toBeNull()
  await place.get('a')
  expect(await place.alarmAt()).toBeGreaterThan(clock.now)
  clock.advance(6 * MINUTE_MS)
  await place.ring()
  expect(await historyRows(place)).toBe(1)
})

test('an alarm that wakes a sleeping namespace and leaves nothing to do sets no other', async () => {
  const place = await newNamespace()
  await versions(place, 'a', 2)
  await place.evict()
  clock.advance(6 * MINUTE_MS)
  expect(await place.ring()).toBe(true)
  expect(await historyRows(place)).toBe(1)
  expect(await place.alarmAt()).toBeNull()
})

test('an idle namespace has no alarm: reads, creates and a second look at the same leave none', async () => {
  const place = await newNamespace()
  for (const name of ['a', 'b']) await place.create(name)
  await place.list()
  await place.get('a')
  const watch = (await place.watch()).read()
  await watch.close()
  expect(await place.alarmAt()).toBeNull()
})

test('writes do not move an alarm that is set', async () => {
  const place = await newNamespace()
  const object = await versions(place, 'a', 2)
  const at = await place.alarmAt()
  expect(at).toBe(clock.now + 5 * MINUTE_MS)
  clock.advance(1_000)
  await place.update({ ...object, data: { n: 'more' } })
  expect(await place.alarmAt()).toBe(at)
})

test('a compaction that is already going on is waited for, not rung again and again', async () => {
  const place = await newNamespace()
  await place.create('first')
  await scopeOn(place, {}, async (scope) => {
    fillHistory(scope, 2_000)
    clock.advance(10 * MINUTE_MS)
    const both = [scope.alarm.ring(), scope.alarm.ring()]
    await both[1]
    expect(scope.store.timers.next() ?? Infinity).toBeGreaterThan(clock.now)
    await both[0]
  })
})

/** Stores `count` versions of one object in one transaction. */
function fillHistory({ store }: Scope, count: number): void {
  const definition = definitionOf('configmaps')
  store.transaction((tx) => {
    let object = tx.create(definition, { metadata: { name: 'a' } })
    for (let i = 1; i < count; i++) object = tx.replace(definition, { metadata: { name: 'a' } }, object)
  })
}
