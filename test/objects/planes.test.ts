import { createExecutionContext, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { createEntry } from '../../src/http/entry.ts'
import { builtInRegistry } from '../../src/kinds/built-in.ts'
import { environment } from '../../src/objects/environment.ts'
import type { ScopeObject } from '../../src/objects/scope-object.ts'

const BINDINGS = { ...env, OPEN: 'true' }

/** The Worker of a control plane, in the deployment that the others are in. */
function plane(name: string) {
  const entry = createEntry(environment, builtInRegistry, name)
  return async (method: string, path: string, body?: object) => {
    const init = { method, headers: { 'content-type': 'application/json' } }
    const request = new Request(`http://localhost${path}`, body ? { ...init, body: JSON.stringify(body) } : init)
    const answer = await entry.fetch(request as never, BINDINGS as never, createExecutionContext())
    return { code: answer.status, body: (await answer.json()) as { metadata: { uid: string }; items: unknown[] } }
  }
}

const MAPS = '/api/v1/namespaces/default/configmaps'
const map = { metadata: { name: 'a' } }

test('two control planes of one deployment share nothing', async () => {
  const [one, other] = [plane('one'), plane('other')]
  const made = await one('POST', MAPS, map)
  expect(made.code).toBe(201)
  expect((await other('GET', `${MAPS}/a`)).code).toBe(404)
  const again = await other('POST', MAPS, map)
  expect(again.code).toBe(201)
  expect(again.body.metadata.uid).not.toBe(made.body.metadata.uid)
})

test('a namespace belongs to its control plane, to its end', async () => {
  const [one, other] = [plane('one'), plane('other')]
  const namespace = { metadata: { name: 'team' } }
  const maps = '/api/v1/namespaces/team/configmaps'
  expect((await one('POST', '/api/v1/namespaces', namespace)).code).toBe(201)
  expect((await other('POST', maps, map)).code).toBe(404)
  expect((await other('POST', '/api/v1/namespaces', namespace)).code).toBe(201)
  expect([(await one('POST', maps, map)).code, (await other('POST', maps, map)).code]).toEqual([201, 201])
  await one('DELETE', '/api/v1/namespaces/team')
  await expect.poll(async () => (await one('GET', '/api/v1/namespaces/team')).code, { timeout: 5_000 }).toBe(404)
  expect((await other('GET', `${maps}/a`)).code).toBe(200)
})

test('a scope keeps the text of its name, which says its plane', async () => {
  await plane('third')('POST', MAPS, map)
  const stub = env.SCOPES.get(env.SCOPES.idFromName('third/ns/default'))
  const stored = await runInDurableObject<ScopeObject, unknown>(stub as never, (_object, { storage }) =>
    storage.sql.exec("SELECT value FROM settings WHERE key = 'scope'").one(),
  )
  expect(stored).toEqual({ value: '"third/ns/default"' })
})
