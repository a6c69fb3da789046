import { expect, test } from 'vitest'
import type { Revision } from '../../src/core/revision.ts'
import { openWatch } from '../../src/objects/watch/watch-open.ts'
import type { ListCall, WatchParameters } from '../../src/objects/scope-api.ts'
import type { Scope } from '../../src/objects/scope.ts'
import { unwrap } from '../../src/core/errors/status-error.ts'
import { briefly } from './support/event-inbox.ts'
import { CALLER, newNamespace, type TestScope, versionOf } from './support/test-scope.ts'

interface Rows {
  read: number
  written: number
}

/** Rows that `work` reads and writes, in a scope that was used before. */
async function rowsOf(place: TestScope, work: (scope: Scope) => Promise<unknown>): Promise<Rows> {
  return place.inside(async (scope, { db }) => {
    const { read, written } = await db.countRows(() => work(scope))
    return { read, written }
  })
}

/** A namespace with `count` ConfigMaps, and as many Secrets beside them that no budget may depend on. */
async function filled(count: number): Promise<TestScope> {
  const place = await newNamespace()
  const names = Array.from({ length: count }, (_, i) => `object-${String(i).padStart(4, '0')}`)
  await place.inside(async (scope) => {
    const write = (name: string, i: number) => [
      scope.write([place.createCall({ metadata: { name, labels: { n: String(i % 2) } } })], CALLER),
      scope.write([place.createCall({ metadata: { name } }, 'secrets')], CALLER),
    ]
    await Promise.all(names.flatMap(write))
  })
  return place
}

const none = { read: 0, written: 0 }

test.each([10, 500])('rows of one object: the same few among %i objects', async (count) => {
  const place = await filled(count)
  const old = await place.create('a', { n: '0' })
  const current = await place.update({ ...old, data: { n: '1' } })
  const create = place.createCall({ metadata: { name: 'new' } })
  const put = place.updateCall({ ...current, data: { n: '2' } })
  const get = (name: string) => rowsOf(place, (scope) => scope.read(place.getCall(name), CALLER))
  const update = (call: typeof put) => rowsOf(place, (scope) => scope.write([call], CALLER))

  expect(await get('a')).toEqual({ read: 2, written: 0 })
  expect(await get('none')).toEqual(none)
  // written: the version and its two indexes, the pointer, the count
  expect(await rowsOf(place, (scope) => scope.write([create], CALLER))).toEqual({ read: 2, written: 5 })
  expect(await rowsOf(place, (scope) => scope.write([create], CALLER)), 'C3').toEqual({ read: 3, written: 0 })
  expect(await update(put)).toEqual({ read: 3, written: 4 })
  expect(await update(put), 'U2').toEqual({ read: 2, written: 0 })
  expect(await update(place.updateCall(await place.get('a'))), 'U5').toEqual({ read: 2, written: 0 })
  expect(await rowsOf(place, (scope) => scope.write([place.deleteCall('a')], CALLER))).toEqual({ read: 5, written: 5 })
})

test('rows of a list: two for each object looked at and one for the resource, whatever else is stored', async () => {
  const place = await filled(500)
  const list = (more: Partial<ListCall>) => rowsOf(place, (scope) => scope.read(place.listCall(more), CALLER))
  const { revision } = await place.list()
  const exact = { at: 'exact', revision: revision as Revision } as const
  const next = { at: 'continue', revision: exact.revision, after: 'object-0099', remaining: 400 } as const

  expect(await list({})).toEqual({ read: 1001, written: 0 })
  expect(await list({ labelSelector: 'n=1' })).toEqual({ read: 1001, written: 0 })
  expect(await list({ position: exact })).toEqual({ read: 1001, written: 0 })
  expect(await list({ limit: 100 }), 'a page, two names after it, and the count').toEqual({
    read: 205,
    written: 0,
  })
  expect(await list({ limit: 100, position: next }), 'the next page').toEqual({ read: 204, written: 0 })
  expect(await list({ fieldSelector: 'metadata.name=object-0007' })).toEqual({ read: 1, written: 0 })
  expect(await list({ fieldSelector: 'metadata.name=object-9999' })).toEqual({ read: 1, written: 0 })
})

test('rows of a watch: what it missed and what was before each of these; nothing while it keeps up', async () => {
  const place = await filled(500)
  const created = await place.create('one')
  await place.update({ ...created, data: { n: '1' } })
  await place.delete('one')
  const watchFrom = (start: WatchParameters['start']) =>
    rowsOf(place, async (scope) => {
      const { body } = openWatch(scope, place.watchCall({ start }), new AbortController().signal)
      while (scope.hub.isDelivering) await scope.hub.delivered()
      await body?.cancel()
    })
  const from = (revision: number) => watchFrom({ from: 'version', revision: revision as Revision })

  expect(await from(versionOf(created)), 'from memory').toEqual(none)
  await place.evict()
  expect(await from(versionOf(created)), 'from history').toEqual({ read: 5, written: 0 })
  expect(await watchFrom({ from: 'now' })).toEqual(none)
  expect(await watchFrom({ from: 'state' })).toEqual({ read: 1502, written: 0 })
})

test('W29 rows of a watch from the state follow the objects, not their versions', async () => {
  const place = await filled(10)
  await place.inside(async (scope) => {
    let object = await place.create('busy')
    for (let i = 0; i < 300; i++) {
      const call = place.updateCall({ ...object, data: { n: String(i) } })
      object = JSON.parse(unwrap(await scope.write([call], CALLER))[0].body) as typeof object
    }
  })
  const rows = await rowsOf(place, async (scope) => {
    const { body } = openWatch(scope, place.watchCall({ start: { from: 'state' } }), new AbortController().signal)
    while (scope.hub.isDelivering) await scope.hub.delivered()
    await body?.cancel()
  })
  // the eleven current objects and their texts, with what looks these up
  expect(rows.read).toBeLessThanOrEqual(3 * 11 + 2)
})

test('rows of a write are the same with 100 watchers', async () => {
  const place = await newNamespace()
  const readers = await Promise.all(Array.from({ length: 100 }, () => place.watch()))
  const rows = await rowsOf(place, async (scope) => {
    await scope.write([place.createCall({ metadata: { name: 'a' } })], CALLER)
    while (scope.hub.isDelivering) await scope.hub.delivered()
  })
  expect(rows).toEqual({ read: 2, written: 5 })
  for (const reader of readers) expect(briefly(await reader.read().events.next())).toBe('ADDED a')
  await Promise.all(readers.map((reader) => reader.close()))
})
