import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestClock } from '../support/clock.ts'
import { briefly, nameOf, revisionOf } from '../support/event-inbox.ts'
import { HeldTimers } from '../support/held-timers.ts'
import {
  CALLER,
  absentNamespace,
  makeNamespace,
  newNamespace,
  type TestScope,
  versionOf,
} from '../support/test-scope.ts'

const WINDOW_BYTES = 1_048_576
const UNACKNOWLEDGED_LIMIT_BYTES = 4_194_304
const MINUTE_MS = 60_000
/** the largest int64, as far as a number holds it */
const LONGEST_SECONDS = 2 ** 63

let clock: TestClock
beforeEach(() => {
  clock = new TestClock()
})
afterEach(() => clock.restore())

const createMany = async (place: TestScope, first: number, count: number, bytes: number) => {
  for (let i = first; i < first + count; i++) await place.create(`object-${i}`, { data: 'x'.repeat(bytes) })
}
const settled = (place: TestScope) => expect.poll(() => place.inside((scope) => scope.hub.isDelivering)).toBe(false)
const socketsOf = (place: TestScope) => place.inside((scope) => scope.hub.size)

test('K7 a socket that acknowledges is sent as many events as fit 1 MB ahead, and the rest as it acknowledges', async () => {
  const place = await newNamespace()
  const socket = await place.socket()
  socket.acknowledge(0)
  await createMany(place, 0, 30, 70_000)
  await settled(place)
  const most = await receivedOf(socket, 14)
  expect(most).toBeLessThanOrEqual(WINDOW_BYTES)
  expect(socket.events.all).toHaveLength(14)
  socket.acknowledge(most / 2)
  await settled(place)
  await socket.events.takeTo('object-19')
  expect(socket.received).toBeLessThanOrEqual(most / 2 + WINDOW_BYTES)
  socket.acknowledge()
  await socket.events.takeTo('object-29')
  expect(socket.events.all.map(nameOf)).toEqual(Array.from({ length: 30 }, (_, i) => `object-${i}`))
})

test('K7 many small events made while a socket was behind come within its window too', async () => {
  const place = await newNamespace()
  const socket = await place.socket()
  socket.acknowledge(0)
  // 120 of these are in memory still when delivery begins: more than one window, and than one delivery
  await place.inside(async (scope) => {
    const create = (i: number) =>
      scope.write([place.createCall({ metadata: { name: `object-${i}` }, data: { data: 'x'.repeat(15_000) } })], CALLER)
    await Promise.all(Array.from({ length: 120 }, (_, i) => create(i)))
  })
  await settled(place)
  await socket.events.take(1)
  expect(socket.received).toBeLessThanOrEqual(WINDOW_BYTES)
  while (socket.events.all.length < 120) {
    const before = socket.received
    socket.acknowledge()
    await expect.poll(() => socket.received).toBeGreaterThan(before)
    await settled(place)
    expect(socket.received - before).toBeLessThanOrEqual(WINDOW_BYTES)
  }
})

test('K6 a socket that never acknowledges is closed with 1000 after 4 MB; a new one goes on from its last version', async () => {
  const place = await newNamespace()
  const socket = await place.socket()
  const silent = await place.socket()
  await createMany(place, 0, 6, 1_000_000)
  for (const one of [socket, silent]) {
    expect(await one.events.ended()).toMatchObject({ code: 1000 })
    expect(one.received).toBeGreaterThan(UNACKNOWLEDGED_LIMIT_BYTES)
    expect(one.received).toBeLessThan(UNACKNOWLEDGED_LIMIT_BYTES + 1_100_000)
    expect(one.events.all.map(nameOf)).toEqual(one.events.all.map((_, i) => `object-${i}`))
  }
  const last = socket.events.all.at(-1)!
  const next = await place.socket({ start: { from: 'version', revision: revisionOf(last) as never } })
  const rest = await next.events.takeTo('object-5')
  expect(rest[0] && nameOf(rest[0])).toBe(`object-${socket.events.all.length}`)
})

test('K6 W21 sockets that never acknowledge hold up nobody: who owes most is closed', async () => {
  const place = await newNamespace()
  const silent = await Promise.all(Array.from({ length: 40 }, () => place.socket()))
  const acknowledging = await place.socket()
  const http = (await place.watch()).read()
  const names: string[] = []
  // together they would be sent 40 MB
  for (let i = 0; i < 10; i++) {
    clock.advance(1_000)
    names.push(`object-${i}`)
    await place.create(`object-${i}`, { data: 'x'.repeat(100_000) })
    for (const { events } of [acknowledging, http]) await events.takeTo(`object-${i}`)
    acknowledging.acknowledge()
  }
  expect(await place.inside((scope) => scope.hub.backlog.total)).toBeLessThanOrEqual(16_777_216)
  const ended = silent.filter(({ events }) => events.end)
  expect(ended.length).toBeGreaterThan(0)
  for (const { events } of silent) expect(events.all.map(nameOf)).toEqual(names.slice(0, events.all.length))
  for (const { events } of ended) expect(await events.ended()).toMatchObject({ code: 1000 })
  await http.close()
})

test('W21 a socket that acknowledges nothing for a minute while it is owed events is closed, also if its object slept', async () => {
  const place = await newNamespace()
  const socket = await place.socket()
  socket.acknowledge(0)
  await createMany(place, 0, 12, 100_000)
  await settled(place)
  await place.evict()
  clock.advance(MINUTE_MS)
  await place.ring()
  expect(await socket.events.ended()).toMatchObject({ code: 1000 })
  expect(socket.events.all.map(nameOf)).toEqual(socket.events.all.map((_, i) => `object-${i}`))
})

test('K9 at its time limit a socket is closed with 1000 by alarm, and the next limit is set', async () => {
  const place = await newNamespace()
  const short = await place.socket({ timeoutSeconds: 30 })
  const long = await place.socket({ timeoutSeconds: 90 })
  expect(await place.alarmAt()).toBe(clock.now + 30_000)
  await place.evict()
  clock.advance(30_000)
  await place.ring()
  expect(await short.events.ended()).toMatchObject({ code: 1000 })
  expect(await place.alarmAt()).toBe(clock.now + MINUTE_MS)
  expect(await socketsOf(place)).toBe(1)
  clock.advance(MINUTE_MS)
  await place.ring()
  expect(await long.events.ended()).toMatchObject({ code: 1000 })
  expect(await place.alarmAt()).toBeNull()
})

test('K9 limits above five minutes are rounded up to whole minutes', async () => {
  const place = await newNamespace()
  await place.socket({ timeoutSeconds: 301 })
  const at = (await place.alarmAt()) ?? 0
  expect(at % MINUTE_MS).toBe(0)
  expect(at - clock.now).toBeGreaterThanOrEqual(301_000)
  expect(at - clock.now).toBeLessThanOrEqual(361_000)
})

test('K9 the longest limit that can be asked for is taken', async () => {
  const place = await newNamespace()
  const longest = await place.socket({ timeoutSeconds: LONGEST_SECONDS })
  const http = (await place.watch({ timeoutSeconds: LONGEST_SECONDS })).read()
  await place.create('a')
  for (const { events } of [longest, http]) expect(briefly(await events.next())).toBe('ADDED a')
  await http.close()
})

test('K9 a negative limit ends at once', async () => {
  const place = await newNamespace()
  const socket = await place.socket({ timeoutSeconds: -5 })
  expect(await socket.events.ended()).toMatchObject({ code: 1000 })
})

test('K9 after an ERROR event a socket is closed with 1000', async () => {
  const place = await newNamespace()
  const object = await place.create('a')
  await place.update({ ...object, data: { n: '1' } })
  clock.advance(10 * MINUTE_MS)
  await place.ring()
  const socket = await place.socket({ start: { from: 'version', revision: versionOf(object) as never } })
  expect(await socket.events.next()).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } })
  expect(await socket.events.ended()).toMatchObject({ code: 1000 })
})

test('K9 in a namespace that does not exist a socket ends at its limit, and nothing is written for it', async () => {
  const timers = new HeldTimers()
  const place = absentNamespace()
  const socket = await place.socket({ timeoutSeconds: 30 })
  expect(await place.alarmAt()).toBeNull()
  expect(timers.delays).toEqual([30_000])
  clock.advance(30_000)
  await place.inside(() => timers.fire())
  expect(await socket.events.ended()).toMatchObject({ code: 1000 })
})

test('W13 a socket that was opened before its namespace was made sees what is created there', async () => {
  const place = absentNamespace()
  const socket = await place.socket({ labelSelector: `app in (${'a,'.repeat(6_000)}b)` })
  await makeNamespace(place)
  await place.create('a', {}, { app: 'b' })
  expect(briefly(await socket.events.next())).toBe('ADDED a')
})

test('W5 a socket gets a bookmark by alarm a minute after something changed, awake or not; and none when idle', async () => {
  const place = await newNamespace()
  const socket = await place.socket({ bookmarks: true, timeoutSeconds: 3_000 })
  const deadline = await place.alarmAt()
  const secret = await place.createObject('secrets', { metadata: { name: 's' } })
  expect(await place.alarmAt()).toBe(clock.now + MINUTE_MS)
  await place.evict()
  clock.advance(MINUTE_MS)
  await place.ring()
  const bookmark = await socket.events.next()
  expect(briefly(bookmark)).toBe('BOOKMARK')
  expect(revisionOf(bookmark)).toBeGreaterThanOrEqual(versionOf(secret))
  expect(await place.alarmAt()).toBe(deadline)
  const added = await place.create('a')
  expect(briefly(await socket.events.next())).toBe('ADDED a')
  expect(versionOf(added)).toBeGreaterThan(revisionOf(bookmark))
})

test('W5 no bookmark goes to a socket that is owed events', async () => {
  const place = await newNamespace()
  const socket = await place.socket({ bookmarks: true })
  socket.acknowledge(0)
  await createMany(place, 0, 20, 100_000)
  await settled(place)
  clock.advance(MINUTE_MS / 2)
  socket.acknowledge(1)
  await settled(place)
  clock.advance(MINUTE_MS / 2)
  await place.ring()
  while (socket.events.all.length < 20) {
    const { length } = socket.events.all
    socket.acknowledge()
    await expect.poll(() => socket.events.all.length).toBeGreaterThan(length)
  }
  expect(socket.events.all.map(nameOf)).toEqual(Array.from({ length: 20 }, (_, i) => `object-${i}`))
})

test('W6 sockets that want no bookmarks set no alarm for them', async () => {
  const place = await newNamespace()
  const socket = await place.socket({ timeoutSeconds: 3_000 })
  const deadline = await place.alarmAt()
  await place.create('a')
  expect(briefly(await socket.events.next())).toBe('ADDED a')
  expect(await place.alarmAt()).toBe(deadline)
})

test('K11 frames that no rule names are passed over', async () => {
  const place = await newNamespace()
  const socket = await place.socket()
  for (const frame of [
    '',
    'hello',
    '{',
    '[]',
    'null',
    '{"type":"ACK"}',
    '{"type":"ACK","bytes":-1}',
    'x'.repeat(1_000),
  ])
    socket.send(frame)
  socket.send('ping')
  await place.create('a')
  expect(briefly(await socket.events.next())).toBe('ADDED a')
  expect(await place.inside((scope) => [...scope.hub].map(({ stream }) => stream.account.window))).toEqual([Infinity])
})

test('a socket that its client closes is forgotten', async () => {
  const place = await newNamespace()
  const socket = await place.socket()
  await socket.close()
  expect(await socket.events.ended()).toMatchObject({ code: 1000 })
  await expect.poll(() => socketsOf(place)).toBe(0)
})

async function receivedOf(
  socket: { events: { take(count: number): Promise<unknown> }; received: number },
  count: number,
) {
  await socket.events.take(count)
  return socket.received
}
