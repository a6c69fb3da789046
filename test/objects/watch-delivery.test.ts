import { expect, onTestFinished, test, vi } from 'vitest'
import { MAIN_PLANE } from '../../src/core/scope-name.ts'
import type { Revision } from '../../src/core/revision.ts'
import { HttpSink } from '../../src/objects/watch/http-sink.ts'
import { nextTurn } from '../../src/objects/next-turn.ts'
import { openWatch } from '../../src/objects/watch/watch-open.ts'
import { INITIAL_EVENTS_END } from '../../src/wire/names.ts'
import { TestClock } from './support/clock.ts'
import { briefly, revisionOf } from './support/event-inbox.ts'
import { expectAll } from './support/expect-events.ts'
import { HeldTimers } from './support/held-timers.ts'
import { HttpReader } from './support/http-reader.ts'
import type { SocketClient } from './support/socket-client.ts'
import {
  CALLER,
  absentNamespace,
  cluster,
  newNamespace,
  scopeOn,
  type TestScope,
  versionOf,
} from './support/test-scope.ts'

const from = (revision: number) => ({ start: { from: 'version' as const, revision: revision as Revision } })

/** Creates objects, several at once, until told to stop; resolves with the names in the order of their versions. */
function writeOn(place: TestScope, prefix: string) {
  let stopped = false
  const written: { name: string; revision: number }[] = []
  const writer = async (worker: number) => {
    for (let i = 0; !stopped; i++) {
      const object = await place.create(`${prefix}-${worker}-${i}`)
      written.push({ name: object.metadata.name ?? '', revision: versionOf(object) })
    }
  }
  const done = Promise.all([0, 1, 2, 3].map(writer))
  return async () => {
    stopped = true
    await done
    return written.sort((a, b) => a.revision - b.revision).map(({ name }) => name)
  }
}

const reached = (writes: { length: number }, count: number) => expect.poll(() => writes.length >= count).toBe(true)

test('W2 replay and live join without loss or repeat, over HTTP and over sockets, while others write', async () => {
  const place = await newNamespace()
  for (let i = 0; i < 30; i++) await place.create(`before-${i}`)
  const stop = writeOn(place, 'during')
  const readers: (HttpReader | SocketClient)[] = []
  for (let i = 0; i < 8; i++) {
    await place.create(`between-${i}`)
    const start = { from: 'state' } as const
    readers.push((await place.watch({ start })).read(), await place.socket({ start }))
  }
  await stop()
  await place.create('last')
  const all = (await place.list()).items
  const inOrder = all.sort((a, b) => versionOf(a) - versionOf(b)).map((item) => item.metadata.name ?? '')
  for (const { events } of readers) expectAll(await events.takeTo('last'), inOrder)
  await closeAll(readers)
})

test('W19 a watch from any version of a running stream goes on from there', async () => {
  const place = await newNamespace()
  const stop = writeOn(place, 'object')
  const whole = (await place.watch(from(1))).read()
  await reached(whole.events.all, 40)
  const starts = whole.events.all.slice(0, 40).filter((_, i) => i % 8 === 0)
  const readers = await Promise.all(starts.map(async (event) => (await place.watch(from(revisionOf(event)))).read()))
  const names = await stop()
  await place.create('last')
  const events = await whole.events.takeTo('last')
  expectAll(events, [...names, 'last'])
  for (const [i, reader] of readers.entries()) {
    const rest = events.slice(events.indexOf(starts[i]!) + 1)
    expect(await reader.events.takeTo('last')).toEqual(rest)
  }
  await closeAll([whole, ...readers])
})

test('W1 a watch from before the first version of a fresh control plane shows the namespaces made then', async () => {
  await scopeOn(absentNamespace(), { name: { plane: MAIN_PLANE, namespace: '' } }, async (scope) => {
    const parameters = { ...cluster.watchCall(from(1)), resource: 'namespaces' }
    const reader = new HttpReader(openWatch(scope, parameters, new AbortController().signal)).read()
    const names = (await reader.events.take(4)).map(briefly)
    expect(names).toEqual(['default', 'kube-system', 'kube-public', 'kube-node-lease'].map((name) => `ADDED ${name}`))
    await reader.close()
  })
})

test('W24 a writer is answered before its event is sent to more than a few of 1,000 watchers', async () => {
  const place = await newNamespace()
  const readers = await openMany(place, 1_000)
  const sends = vi.spyOn(HttpSink.prototype, 'send')
  const sentWhenAnswered = await place.inside(async (scope) => {
    await scope.write([place.createCall({ metadata: { name: 'a' } })], CALLER)
    return sends.mock.calls.length
  })
  expect(sentWhenAnswered).toBeLessThanOrEqual(8)
  for (const { events } of readers) expect(briefly(await events.next(20_000))).toBe('ADDED a')
  expect(sends).toHaveBeenCalledTimes(1_000)
  sends.mockRestore()
  await closeAll(readers)
})

test('W24 a writer that comes while 1,000 watchers are being served waits for one slice of them at most', async () => {
  const place = await newNamespace()
  const readers = await openMany(place, 1_000)
  const sends = vi.spyOn(HttpSink.prototype, 'send')
  const served = await place.inside(async (scope) => {
    await scope.write([place.createCall({ metadata: { name: 'a' } })], CALLER)
    const between: number[] = []
    for (let i = 0; i < 5; i++) {
      const before = sends.mock.calls.length
      await scope.write([place.createCall({ metadata: { name: `b-${i}` } })], CALLER)
      between.push(sends.mock.calls.length - before)
      await new Promise((resolve) => setTimeout(resolve, 0))
    }
    return between
  })
  expect(Math.max(...served)).toBeLessThanOrEqual(64)
  for (const { events } of readers) await events.takeTo('b-4', 20_000)
  sends.mockRestore()
  await closeAll(readers)
})

test('W17 an event is encoded once for all watchers that want the same', async () => {
  const place = await newNamespace()
  const readers = await openMany(place, 50)
  const encoded = await place.inside(async (scope) => {
    while (scope.hub.isDelivering) await scope.hub.delivered()
    const spies = [...scope.hub].map((watch) => vi.spyOn(watch.encoder, 'event'))
    await scope.write([place.createCall({ metadata: { name: 'a' } })], CALLER)
    while (scope.hub.isDelivering) await scope.hub.delivered()
    return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  })
  expect(encoded).toBe(1)
  for (const { events } of readers) expect(briefly(await events.next())).toBe('ADDED a')
  await closeAll(readers)
})

test('W24 a writer does not wait for the bookmarks of 200 watchers', async () => {
  const timers = new HeldTimers()
  const clock = new TestClock()
  onTestFinished(() => clock.restore())
  const place = await newNamespace()
  const readers: HttpReader[] = []
  for (let i = 0; i < 200; i++) readers.push((await place.watch({ bookmarks: true })).read())
  const sends = vi.spyOn(HttpSink.prototype, 'send')
  clock.advance(60_000)
  const sentInTurns = await place.inside(async () => {
    const counts = [0]
    timers.fire()
    while (sends.mock.calls.length < 200) {
      counts.push(sends.mock.calls.length)
      await nextTurn()
    }
    counts.push(sends.mock.calls.length)
    return counts.map((count, i) => count - (counts[i - 1] ?? 0))
  })
  expect(Math.max(...sentInTurns)).toBeLessThanOrEqual(64)
  for (const { events } of readers) expect(briefly(await events.next())).toBe('BOOKMARK')
  sends.mockRestore()
  await closeAll(readers)
})

test('W3 the end of the initial events comes after them, also when nothing matches', async () => {
  const place = await newNamespace()
  await place.create('a')
  for (const [labelSelector, names] of [
    ['', ['ADDED a', 'BOOKMARK']],
    ['app=none', ['BOOKMARK']],
  ] as const) {
    const reader = (await place.watch({ start: { from: 'state' }, bookmarks: true, labelSelector })).read()
    const events = await reader.events.take(names.length)
    expect(events.map(briefly)).toEqual(names)
    expect(events.at(-1)?.object.metadata.annotations).toEqual({ [INITIAL_EVENTS_END]: 'true' })
    await reader.close()
  }
})

test('W14 a Table watch tells its columns with its first event only, for each watcher', async () => {
  const place = await newNamespace()
  const early = (await place.watch({ form: 'Table' })).read()
  await place.create('a')
  const late = (await place.watch({ form: 'Table' })).read()
  await place.create('b')
  const [first, second] = await early.events.take(2)
  const [third] = await late.events.take(1)
  const withColumns = [first, second, third].map((event) => Array.isArray(event?.object.columnDefinitions))
  expect(withColumns).toEqual([true, false, true])
  await closeAll([early, late])
})

const openMany = async (place: TestScope, count: number): Promise<HttpReader[]> => {
  const readers: HttpReader[] = []
  for (let i = 0; i < count; i += 50) {
    const some = await Promise.all(Array.from({ length: Math.min(50, count - i) }, () => place.watch()))
    readers.push(...some.map((reader) => reader.read()))
  }
  return readers
}

const closeAll = (readers: readonly { close(): Promise<void> }[]) =>
  Promise.all(readers.map((reader) => reader.close()))
