import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { startTestServer } from 'coxswain/testing'
import { journal } from './journal.js'

let server, configMaps

before(async () => {
  server = await startTestServer()
  configMaps = server.client.resource('v1', 'configmaps', { namespace: 'default' })
})
beforeEach(() => server.reset())
after(() => server.stop())

/** The next lines of a journal. */
async function take(lines, count) {
  const taken = []
  while (taken.length < count) taken.push((await lines.next()).value)
  return taken
}

test('tells what is there, then what changes', async () => {
  await configMaps.create({ metadata: { name: 'a' } })
  const lines = journal(server.client)
  assert.deepEqual(await take(lines, 1), ['ADDED a'])
  await configMaps.create({ metadata: { name: 'b' } })
  await configMaps.delete('a')
  assert.deepEqual(await take(lines, 2), ['ADDED b', 'DELETED a'])
  await lines.return()
})

test('misses nothing when the connection breaks, nor when history is gone', async () => {
  await configMaps.create({ metadata: { name: 'a' } })
  const lines = journal(server.client)
  assert.deepEqual(await take(lines, 1), ['ADDED a'])
  await server.cutWatches()
  await configMaps.delete('a')
  assert.deepEqual(await take(lines, 1), ['DELETED a'])
  await server.expireHistory()
  await server.cutWatches()
  await configMaps.create({ metadata: { name: 'b' } })
  assert.deepEqual(await take(lines, 1), ['ADDED b'])
  await lines.return()
})
