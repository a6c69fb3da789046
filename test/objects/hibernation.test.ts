import { expect, test } from 'vitest'
import { INITIAL_EVENTS_END } from '../../src/wire/names.ts'
import { briefly, nameOf } from './support/event-inbox.ts'
import { newNamespace, type TestScope } from './support/test-scope.ts'

/** Large enough that six pass the window of an acknowledging socket. */
const LARGE = { data: 'x'.repeat(200_000) }

const createLarge = async (place: TestScope, names: string[]) => {
  for (const name of names) await place.create(name, LARGE)
}

test('K10 a socket survives the sleep of its namespace: the next write reaches it, in order, once', async () => {
  const place = await newNamespace()
  const socket = await place.socket()
  await place.create('a')
  expect(briefly(await socket.events.next())).toBe('ADDED a')
  for (const name of ['b', 'c', 'd']) {
    await place.evict()
    const object = await place.create(name)
    await place.update({ ...object, data: { changed: 'yes' } })
    await place.delete(name)
    const events = await socket.events.take(3)
    expect(events.map(briefly)).toEqual([`ADDED ${name}`, `MODIFIED ${name}`, `DELETED ${name}`])
  }
  await place.create('last')
  expect((await socket.events.takeTo('last')).map(briefly)).toEqual(['ADDED last'])
})

test('K10 a sleeping socket keeps its selectors: leaving them is DELETED with the content from before', async () => {
  const place = await newNamespace()
  const socket = await place.socket({ labelSelector: 'app=web', fieldSelector: 'metadata.name!=hidden' })
  const object = await place.create('a', { v: '1' }, { app: 'web' })
  await place.evict()
  await place.create('hidden', {}, { app: 'web' })
  await place.create('other', {}, { app: 'db' })
  await place.evict()
  await place.update({ ...object, metadata: { ...object.metadata, labels: { app: 'db' } }, data: { v: '2' } })
  const [added, left] = await socket.events.take(2)
  expect([briefly(added!), briefly(left!)]).toEqual(['ADDED a', 'DELETED a'])
  expect(left!.object.data).toEqual({ v: '1' })
})

test('K10 a sleeping socket keeps its form: a Table tells its columns once, before and after sleep together', async () => {
  const place = await newNamespace()
  const socket = await place.socket({ form: 'Table', includeObject: 'Object' })
  await place.create('a')
  await socket.events.next()
  await place.evict()
  await place.create('b', { key: 'value' })
  const { object } = await socket.events.next()
  expect(object.columnDefinitions).toBeNull()
  expect(object.rows?.[0]?.cells.slice(0, 2)).toEqual(['b', 1])
  expect(object.rows?.[0]?.object).toMatchObject({ kind: 'ConfigMap', data: { key: 'value' } })
})

test('W14 a Table socket that slept before its first event still tells its columns with it', async () => {
  const place = await newNamespace()
  const socket = await place.socket({ form: 'Table' })
  await place.evict()
  await place.create('a')
  expect((await socket.events.next()).object.columnDefinitions).toBeInstanceOf(Array)
})

test('K10 parameters that are too large for an attachment are kept in a row, which goes with the socket', async () => {
  const place = await newNamespace()
  const socket = await place.socket({ labelSelector: `app in (${manyValues()})` })
  const rows = () =>
    place.inside((_scope, _object, { storage }) => [...storage.sql.exec('SELECT id FROM socket_parameters')].length)
  expect(await rows()).toBe(1)
  await place.evict()
  await place.create('other', {}, { app: 'none' })
  await place.create('a', {}, { app: 'value-1499' })
  expect(briefly(await socket.events.next())).toBe('ADDED a')
  await place.evict()
  await socket.close()
  await socket.events.ended()
  await expect.poll(rows).toBe(0)
})

test('K10 a socket whose parameters are lost is ended, and the namespace goes on', async () => {
  const place = await newNamespace()
  const lost = await place.socket({ labelSelector: `app in (${manyValues()})` })
  const other = await place.socket()
  await place.inside((_scope, _object, { storage }) => void storage.sql.exec('DELETE FROM socket_parameters'))
  await place.evict()
  await place.create('a')
  expect(briefly(await other.events.next())).toBe('ADDED a')
  expect(await lost.events.ended()).toMatchObject({ code: 1000 })
})

test('K10 a socket that was behind and caught up before its namespace slept is sent nothing twice', async () => {
  const place = await newNamespace()
  const socket = await place.socket()
  socket.acknowledge(0)
  await createLarge(place, ['1', '2', '3', '4', '5', '6', '7', '8'])
  await socket.events.takeTo('4')
  socket.acknowledge()
  await socket.events.takeTo('8')
  socket.acknowledge()
  await place.create('before-sleep')
  await socket.events.takeTo('before-sleep')
  await place.evict()
  await place.create('after-sleep')
  expect((await socket.events.takeTo('after-sleep')).map(nameOf)).toEqual(['after-sleep'])
})

test('K7 a socket that is behind goes on where it stood after sleep, and its window holds', async () => {
  const place = await newNamespace()
  const names = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
  const socket = await place.socket()
  socket.acknowledge(0)
  await createLarge(place, names)
  await socket.events.takeTo('5')
  await place.evict()
  await createLarge(place, ['10', '11', '12', '13', '14'])
  const probe = await place.socket()
  await place.create('probe')
  await probe.events.takeTo('probe')
  expect(socket.received).toBeLessThanOrEqual(1_048_576)
  for (let got = 5; got < 14;) {
    socket.acknowledge()
    const last = String(Math.min(14, got + 5))
    expect((await socket.events.takeTo(last)).map(nameOf)).toEqual(namesBetween(got + 1, Number(last)))
    got = Number(last)
  }
  socket.acknowledge()
  expect(briefly(await socket.events.next())).toBe('ADDED probe')
})

test('K7 what was acknowledged while the namespace slept counts', async () => {
  const place = await newNamespace()
  const socket = await place.socket()
  socket.acknowledge(0)
  await createLarge(place, ['1', '2', '3', '4', '5', '6'])
  await socket.events.takeTo('5')
  await place.evict()
  socket.acknowledge()
  expect(briefly(await socket.events.next())).toBe('ADDED 6')
  await createLarge(place, ['7', '8', '9', '10'])
  expect((await socket.events.takeTo('10')).map(nameOf)).toEqual(['7', '8', '9', '10'])
})

test('K7 what was acknowledged before the namespace slept counts after it', async () => {
  const place = await newNamespace()
  const socket = await place.socket()
  socket.acknowledge(0)
  await createLarge(place, ['1', '2', '3', '4', '5'])
  await socket.events.takeTo('5')
  socket.acknowledge()
  await expect.poll(() => place.inside((scope) => [...scope.hub][0]?.stream.account.owed)).toBe(0)
  await place.evict()
  await createLarge(place, ['6', '7', '8', '9', '10'])
  expect((await socket.events.takeTo('10')).map(nameOf)).toEqual(['6', '7', '8', '9', '10'])
})

test('W3 a socket that was opened and slept before its first event still gets the end of the initial events once', async () => {
  const place = await newNamespace()
  const socket = await place.socket({ start: { from: 'state' }, bookmarks: true })
  const end = await socket.events.next()
  expect(end.object.metadata.annotations).toEqual({ [INITIAL_EVENTS_END]: 'true' })
  await place.evict()
  await place.create('a')
  expect(briefly(await socket.events.next())).toBe('ADDED a')
})

test('K5 a ping is answered while the namespace sleeps', async () => {
  const place = await newNamespace()
  const socket = await place.socket()
  await place.evict()
  socket.send('ping')
  await expect.poll(() => socket.otherFrames).toEqual(['pong'])
})

/** For a selector of more than a socket's attachment can hold. */
const manyValues = () => Array.from({ length: 1_500 }, (_, i) => `value-${i}`).join(',')

const namesBetween = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String(first + i))
