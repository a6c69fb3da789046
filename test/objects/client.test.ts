import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { connect, isConflict, type ConfigMap, type Resource } from '../../src/client/index.ts'
import worker from '../../src/worker.ts'

const TOKEN = 'client'

/** The client in a Worker, with a `fetch` as that of a service binding. */
async function sandbox(name: string): Promise<Resource<ConfigMap>> {
  const settings = { ...env, TOKENS: `${TOKEN},client,system:masters` }
  const client = connect({
    token: TOKEN,
    fetch: async (url, init) => worker.fetch(new Request(url, init), settings, createExecutionContext()),
  })
  await client.resource('v1', 'namespaces').create({ metadata: { name } })
  return client.resource('v1', 'configmaps', { namespace: name })
}

test('X5 X17 the client reads, writes and retries in a Worker', async () => {
  const configMaps = await sandbox('client-writes')
  const created = await configMaps.create({ metadata: { name: 'a' }, data: { n: '0' } })
  const increment = () =>
    configMaps.updateWithRetry('a', (it) => ({ ...it, data: { n: `${Number(it.data?.['n']) + 1}` } }))
  await Promise.all([increment(), increment(), increment()])
  expect((await configMaps.get('a')).data).toEqual({ n: '3' })
  const error = await configMaps.update(created).catch((reason: unknown) => reason)
  expect(isConflict(error)).toBe(true)
})

test('X7 X15 X20 it watches and informs in a Worker, and leaves nothing', async () => {
  const configMaps = await sandbox('client-watches')
  const informer = configMaps.informer()
  const { metadata } = await configMaps.create({ metadata: { name: 'a' } })
  await informer.reached(metadata.resourceVersion)
  expect(informer.get('a')?.metadata.uid).toBe(metadata.uid)
  const seen: string[] = []
  for await (const { type, object } of configMaps.watch()) {
    seen.push(`${type} ${object.metadata.name}`)
    if (seen.length === 2) break
    await configMaps.create({ metadata: { name: 'b' } })
  }
  expect(seen).toEqual(['ADDED a', 'ADDED b'])
  await informer.stop()
})
