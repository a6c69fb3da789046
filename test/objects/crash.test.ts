import { abortAllDurableObjects } from 'cloudflare:test'
import { expect, test } from 'vitest'
import type { Revision } from '../../src/core/revision.ts'
import { openWatch } from '../../src/objects/watch/watch-open.ts'
import { nameOf, revisionOf, type WatchEvent } from './support/event-inbox.ts'
import { HttpReader } from './support/http-reader.ts'
import { CALLER, newNamespace, scopeOn, type StoredConfigMap, type TestScope, versionOf } from './support/test-scope.ts'

const CRASHES = 8
const WRITERS = 6

/** Everything that was acknowledged, and all that was heard of versions. */
interface Record {
  acknowledged: StoredConfigMap[]
  /** version → the object that had it */
  versions: Map<number, string>
}

const note = ({ versions }: Record, object: StoredConfigMap) => {
  const told = versions.get(versionOf(object))
  const text = JSON.stringify(object)
  if (told !== undefined) expect(told, 'a version was issued twice').toBe(text)
  versions.set(versionOf(object), text)
}

/** Creates and updates objects until the object breaks under it. What was answered is noted. */
async function writeUntilBroken(place: TestScope, record: Record, prefix: string): Promise<void> {
  try {
    for (let i = 0; ; i++) {
      const created = await place.create(`${prefix}-${i}`)
      record.acknowledged.push(created)
      note(record, created)
      const updated = await place.update({ ...created, data: { n: '1' } })
      record.acknowledged.push(updated)
      note(record, updated)
    }
  } catch {
    // the crash
  }
}

test('H5 R4 what was acknowledged is there after a crash, and no version is issued twice', async () => {
  const place = await newNamespace()
  const record: Record = { acknowledged: [], versions: new Map() }
  for (let crash = 0; crash < CRASHES; crash++) {
    const before = record.acknowledged.length
    const writers = Array.from({ length: WRITERS }, (_, i) => writeUntilBroken(place, record, `w${crash}-${i}`))
    await expect.poll(() => record.acknowledged.length - before, { interval: 1 }).toBeGreaterThan(10 + crash * 3)
    await abortAllDurableObjects()
    await Promise.all(writers)
    const stored = new Map((await place.list()).items.map((item) => [item.metadata.name, item]))
    for (const object of record.acknowledged) {
      const now = stored.get(object.metadata.name)
      expect(now && versionOf(now), object.metadata.name).toBeGreaterThanOrEqual(versionOf(object))
    }
    for (const object of stored.values()) note(record, object)
  }
  const watch = (await place.watch({ start: { from: 'version', revision: 1 as Revision } })).read()
  await place.create('last')
  const events = await watch.events.takeTo('last')
  for (const { object } of events) note(record, strip(object))
  const revisions = events.map(revisionOf)
  expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b))
  await watch.close()
})

test('what a watcher was shown is there after a crash: bytes leave only when the commit is durable', async () => {
  const place = await newNamespace()
  const seen: WatchEvent[] = []
  for (let crash = 0; crash < CRASHES; crash++) {
    const http = (await place.watch()).read()
    const socket = await place.socket()
    const record: Record = { acknowledged: [], versions: new Map() }
    const writers = Array.from({ length: WRITERS }, (_, i) => writeUntilBroken(place, record, `s${crash}-${i}`))
    await expect.poll(() => socket.events.all.length, { interval: 1 }).toBeGreaterThan(10)
    await abortAllDurableObjects()
    await Promise.all(writers)
    await Promise.all([http.events.ended(), socket.events.ended()])
    seen.push(...http.events.all, ...socket.events.all)
    const history = await place.inside((_scope, _object, { storage }) =>
      [...storage.sql.exec<{ revision: number }>('SELECT revision FROM history')].map((row) => row.revision),
    )
    const stored = new Set(history)
    for (const event of seen) expect(stored.has(revisionOf(event)), `${event.type} ${nameOf(event)}`).toBe(true)
  }
  expect(seen.length).toBeGreaterThan(CRASHES * 20)
})

test('what sockets had written down goes with them in a crash', async () => {
  const place = await newNamespace()
  const values = Array.from({ length: 1_500 }, (_, i) => `value-${i}`)
  const socket = await place.socket({ labelSelector: `app in (${values.join(',')})` })
  await abortAllDurableObjects()
  await socket.events.ended()
  const rows = await place.inside((_scope, _object, { storage }) => [
    ...storage.sql.exec('SELECT id FROM socket_parameters'),
  ])
  expect(rows).toEqual([])
})

// Safe, as 'what a watcher was shown …' shows: the runtime holds the bytes back until the commit is durable.
test('an event is delivered with its commit, however long the disk takes', async () => {
  const place = await newNamespace()
  await place.create('a')
  const disk = Promise.withResolvers<void>()
  const storage = { sync: () => disk.promise, setAlarm: () => Promise.resolve() }
  const state = { storage, getWebSockets: () => [] } as unknown as DurableObjectState
  await scopeOn(place, { state }, async (scope) => {
    const reader = new HttpReader(openWatch(scope, place.watchCall(), new AbortController().signal)).read()
    expect(await scope.write([place.createCall({ metadata: { name: 'b' } })], CALLER)).toMatchObject({ ok: true })
    expect(nameOf(await reader.events.next())).toBe('b')
    disk.resolve()
    await reader.close()
  })
})

/** An event's object as a read gives it. */
const strip = ({ kind: _kind, apiVersion: _apiVersion, ...object }: WatchEvent['object']) => object as StoredConfigMap
