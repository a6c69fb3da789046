import { isNotFound } from 'coxswain/client'
import { startTestServer, type TestServer } from 'coxswain/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { increment } from './counter.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  await server.reset()
  await server.client.resource('v1', 'configmaps', { namespace: 'default' }).create({ metadata: { name: 'visits' } })
})
afterAll(() => server.stop())

test('counts', async () => {
  expect(await increment(server.client, 'visits')).toBe(1)
  expect(await increment(server.client, 'visits')).toBe(2)
})

test('counts when somebody else writes first', async () => {
  await server.conflictNext(3)
  expect(await increment(server.client, 'visits')).toBe(1)
})

test('counts each of many at once', async () => {
  await Promise.all(Array.from({ length: 8 }, () => increment(server.client, 'visits')))
  expect(await increment(server.client, 'visits')).toBe(9)
})

test('says that there is no such counter', async () => {
  await expect(increment(server.client, 'missing')).rejects.toSatisfy(isNotFound)
})
