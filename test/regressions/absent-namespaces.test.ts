import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiClient } from '../support/client.ts'
import { configMap, lease, namespaceObject } from '../support/objects.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { eventually, expectStatus } from '../support/sandbox.ts'

let server: TestServer
let client: ApiClient

beforeAll(async () => {
  server = await startServer({ settings: { HISTORY_MINUTES: '0.02' } })
  client = new ApiClient(server)
})
afterAll(() => server.stop())

/** Files of the databases of scopes. */
const databases = () =>
  readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.sqlite'))

/** Memory of workerd that is in use, in megabytes. */
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024

const ABSENT = '/api/v1/namespaces/absent'

test('N22 300 namespaces that do not exist leave no file, no descriptor and no memory behind', async () => {
  expectStatus(await client.get('/api/v1/namespaces/default/configmaps'), 200)
  const before = { files: databases(), open: readdirSync(`/proc/${server.pid}/fd`).length, memory: memory() }
  const names = Array.from({ length: 300 }, (_, i) => `absent-${i}`)
  const ask = async (name: string, i: number) => {
    const path = `/api/v1/namespaces/${name}/configmaps`
    if (i % 3 === 0) expectStatus(await client.get(`${path}/a`), 404)
    else if (i % 3 === 1) expectStatus(await client.get(path), 200)
    else expectStatus(await client.post(path, configMap('a')), 404)
  }
  for (let from = 0; from < names.length; from += 20)
    await Promise.all(names.slice(from, from + 20).map((name, i) => ask(name, from + i)))
  expect(databases()).toEqual(before.files)
  expect(readdirSync(`/proc/${server.pid}/fd`).length - before.open).toBeLessThan(50)
  expect(memory() - before.memory).toBeLessThan(64)
})

test('N22 what does not exist is answered as ever, by every verb', async () => {
  const refused = { code: 404, message: 'namespaces "absent" not found' }
  expect((await client.post(`${ABSENT}/configmaps`, configMap('a'))).body).toMatchObject(refused)
  expect((await client.put(`/apis/coordination.k8s.io/v1/namespaces/absent/leases/a`, lease('a'))).body).toMatchObject(
    refused,
  )
  expect(
    (await client.patch(`${ABSENT}/configmaps/a`, 'apply', configMap('a'), { fieldManager: 'm' })).body,
  ).toMatchObject(refused)
  const missing = { code: 404, message: 'configmaps "a" not found' }
  expect((await client.get(`${ABSENT}/configmaps/a`)).body).toMatchObject(missing)
  expect((await client.put(`${ABSENT}/configmaps/a`, configMap('a', {}, { resourceVersion: '2' }))).body).toMatchObject(
    missing,
  )
  expect((await client.patch(`${ABSENT}/configmaps/a`, 'merge', {})).body).toMatchObject(missing)
  expect((await client.delete(`${ABSENT}/configmaps/a`)).body).toMatchObject(missing)
  expect(expectStatus(await client.delete(`${ABSENT}/configmaps`), 200).items).toEqual([])
  const list = expectStatus(await client.get(`${ABSENT}/configmaps`), 200)
  expect([list.items, Number(list.metadata.resourceVersion) > 0]).toEqual([[], true])
})

test('N22 a namespace is there with the answer to its create, though it was asked for just before', async () => {
  for (let i = 0; i < 20; i++) {
    const name = `soon-${i}`
    const path = `/api/v1/namespaces/${name}/configmaps`
    const asking = [client.get(`${path}/a`), client.get(path)]
    expectStatus(await client.post('/api/v1/namespaces', namespaceObject(name)), 201)
    expectStatus(await client.post(path, configMap('a')), 201)
    await Promise.all(asking)
  }
})

test('N23 a namespace that was deleted leaves two pages of its database behind, once its history is over', async () => {
  const sizeNow = () =>
    databases().reduce(
      (sum, name) => sum + (statSync(join(server.dataDir, name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
  const before = sizeNow()
  expectStatus(await client.post('/api/v1/namespaces', namespaceObject('large')), 201)
  for (let i = 0; i < 10; i++) {
    const body = configMap(`a${i}`, { data: 'x'.repeat(500_000) })
    expectStatus(await client.post('/api/v1/namespaces/large/configmaps', body), 201)
  }
  expect(sizeNow() - before).toBeGreaterThan(4_000_000)
  expectStatus(await client.delete('/api/v1/namespaces/large'), 200)
  await eventually(async () => (sizeNow() - before < 1_000_000 ? true : undefined), 'its storage given back', 45_000)
}, 60_000)
