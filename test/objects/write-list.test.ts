import { expect, test } from 'vitest'
import { CALLER, newNamespace, versionOf } from './support/test-scope.ts'

test('watchers see all of a list of writes in order, and nothing of one that was refused', async () => {
  const place = await newNamespace()
  const reader = (await place.watch()).read()
  const named = (name: string) => place.createCall({ metadata: { name } })
  const refused = await place.stub.write(place.scope, CALLER, [named('a'), named('b'), named('a')])
  expect(refused).toMatchObject({ ok: false, failed: 2, status: { reason: 'AlreadyExists' } })
  const done = await place.stub.write(place.scope, CALLER, [named('c'), named('d'), place.deleteCall('c')])
  expect(done).toMatchObject({ ok: true, value: [{}, {}, { removed: true }] })
  const seen = []
  for (let i = 0; i < 3; i++) seen.push(await reader.events.next())
  expect(seen.map(({ type, object }) => `${type} ${(object as { metadata: { name: string } }).metadata.name}`)).toEqual(
    ['ADDED c', 'ADDED d', 'DELETED c'],
  )
  await reader.close()
  expect((await place.list()).items.map(({ metadata }) => metadata.name)).toEqual(['d'])
})

test('a refused list uses no version up', async () => {
  const place = await newNamespace()
  const first = await place.create('a')
  const { revision } = await place.list()
  const calls = [place.createCall({ metadata: { name: 'b' } }), place.updateCall({ metadata: { name: 'none' } })]
  expect(await place.stub.write(place.scope, CALLER, calls)).toMatchObject({ ok: false, failed: 1 })
  expect((await place.list()).revision).toBe(revision)
  expect(versionOf(await place.get('a'))).toBe(versionOf(first))
})
