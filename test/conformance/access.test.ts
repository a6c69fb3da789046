import { describe, expect, it } from 'vitest'
import { ownServerOnly, useBlackBox } from '../support/black-box.ts'
import { configMap, withData } from '../support/objects.ts'
import { openSocket, refusedSocket } from '../support/socket-reader.ts'
import { expectStatus } from '../support/sandbox.ts'

const ORIGIN = 'https://app.example.com'
const OTHER = 'https://elsewhere.example.com'
const TOKENS = ['reader-token,rita,readers|staff', 'lonely-token,leo', 'second-token,sue,system:masters'].join('\n')

describe.skipIf(ownServerOnly)('access', () => {
  const box = useBlackBox({ TOKENS, CORS_ORIGINS: '' })

  it('A1 of nobody in particular is refused, but for health and version', async () => {
    const nobody = box.client.as(undefined)
    for (const path of ['/version', '/healthz', '/livez', '/readyz']) expectStatus(await nobody.get(path), 200)
    for (const path of [
      '/api',
      '/apis',
      '/openapi/v3',
      '/api/v1/namespaces',
      '/api/v1/namespaces/default/configmaps',
    ]) {
      const { status, body } = await nobody.get(path)
      expect([path, status, body.reason]).toEqual([path, 403, 'Forbidden'])
      expect(body.message).toContain('User "system:anonymous" cannot')
    }
  })

  it('A2 with a token that is not known is Unauthorized', async () => {
    const { token } = box.client.address
    for (const wrong of ['wrong', `${token}x`, token!.slice(0, -1), token!.toUpperCase() + '0', 'a'.repeat(5000)]) {
      const { body } = await box.client.as(wrong).get('/api/v1/namespaces')
      expect(body).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message: 'Unauthorized',
        reason: 'Unauthorized',
        code: 401,
      })
    }
  })

  it('A3 is all for system:masters and nothing for others', async () => {
    const ns = await box.sandbox()
    expectStatus(await box.client.as('second-token').post(ns.configMaps, configMap('a')), 201)
    const { status, body } = await box.client.as('reader-token').get(`${ns.configMaps}/a`)
    expect([status, body.reason, body.code]).toEqual([403, 'Forbidden', 403])
    const refused = `User "rita" cannot get resource "configmaps" in API group "" in the namespace "${ns.name}"`
    expect(body.message).toBe(`configmaps "a" is forbidden: ${refused}`)
    expect(body.details).toEqual({ name: 'a', kind: 'configmaps' })
    const leases = await box.client.as('lonely-token').get(ns.leases)
    expect(leases.body.message).toBe(
      `leases.coordination.k8s.io is forbidden: User "leo" cannot list resource "leases" ` +
        `in API group "coordination.k8s.io" in the namespace "${ns.name}"`,
    )
    const cluster = await box.client.as('lonely-token').get('/api/v1/namespaces')
    expect(cluster.body.message).toContain('cannot list resource "namespaces" in API group "" at the cluster scope')
  })

  it('A4 is decided before anything is looked at', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const current = await ns.update(created, { k: '2' })
    const reader = box.client.as('reader-token')
    const raw = { raw: '{', headers: { 'content-type': 'application/json' } }
    const answers = [
      await reader.post(ns.configMaps, configMap('a')),
      await reader.put(`${ns.configMaps}/a`, withData(created, { k: '3' })),
      await reader.put(`${ns.configMaps}/none`, configMap('none')),
      await reader.delete(`${ns.configMaps}/none`),
      await reader.request('POST', ns.configMaps, raw),
      await reader.get(ns.path('unknowns')),
      await reader.post('/api/v1/namespaces/no-such-namespace/configmaps', configMap('a')),
    ]
    expect(answers.map((answer) => [answer.status, answer.body.reason])).toEqual(answers.map(() => [403, 'Forbidden']))
    expect((await ns.client.put(`${ns.configMaps}/a`, withData(created, { k: '3' }))).body.reason).toBe('Conflict')
    expect(await ns.read('a')).toEqual(current)
  })

  it('A7 does not follow what a client says of itself', async () => {
    const headers = { forwarded: 'for=admin', 'x-forwarded-user': 'admin', 'x-webauth-user': 'admin', from: 'admin' }
    for (const client of [box.client.as('reader-token'), box.client.as(undefined)]) {
      const { status } = await client.request('GET', '/api/v1/namespaces', { headers })
      expect(status).toBe(403)
    }
  })

  it('A7 A8 refuses what would make it somebody else, also of one who may do all', async () => {
    const ns = await box.sandbox()
    const { body: self } = await ns.client.request('GET', ns.configMaps)
    expect(self.kind).toBe('ConfigMapList')
    for (const header of ['Impersonate-User', 'Impersonate-Group', 'Impersonate-Extra-Scopes', 'X-Remote-User']) {
      for (const client of [box.client, box.client.as('reader-token'), box.client.as(undefined)]) {
        const body = configMap('a')
        const answer = await client.request('POST', ns.configMaps, { body, headers: { [header]: 'somebody' } })
        expect([header, answer.status, answer.body.message]).toEqual([header, 400, expect.stringContaining(header)])
      }
    }
    expect((await ns.list()).items).toEqual([])
  })

  it('A6 is not given to pages of other origins', async () => {
    const ns = await box.sandbox()
    const answer = await ns.client.get(ns.configMaps, {}, { origin: ORIGIN })
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin')
    const preflight = { origin: ORIGIN, 'access-control-request-method': 'PUT' }
    const asked = await ns.client.as(undefined).request('OPTIONS', ns.configMaps, { headers: preflight })
    expect(asked.headers).not.toHaveProperty('access-control-allow-origin')
    expect(asked.status).toBeGreaterThanOrEqual(400)
  })

  it('K8 is decided the same for a socket', async () => {
    const ns = await box.sandbox()
    expect((await refusedSocket(ns.client.as('reader-token'), ns.configMaps)).status).toBe(403)
    expect((await refusedSocket(ns.client.as('wrong'), ns.configMaps)).status).toBe(401)
  })
})

describe.skipIf(ownServerOnly)('access of pages that are let in', () => {
  const box = useBlackBox({ CORS_ORIGINS: `${ORIGIN},http://localhost:5173` })

  it('A6 is given to the origins that are named', async () => {
    const ns = await box.sandbox()
    const answer = await ns.client.get(ns.configMaps, {}, { origin: ORIGIN })
    expect(answer.headers['access-control-allow-origin']).toBe(ORIGIN)
    expect(answer.headers.vary?.toLowerCase()).toContain('origin')
    const headers = {
      origin: ORIGIN,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type',
    }
    const preflight = await ns.client.as(undefined).request('OPTIONS', ns.configMaps, { headers })
    expect(preflight.status).toBeLessThan(300)
    expect(preflight.headers['access-control-allow-origin']).toBe(ORIGIN)
    expect(preflight.headers['access-control-allow-methods']).toContain('PUT')
    expect(preflight.headers['access-control-allow-headers']?.toLowerCase()).toContain('authorization')
    const other = await ns.client.get(ns.configMaps, {}, { origin: OTHER })
    expect(other.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('A6 lets their sockets in', async () => {
    const ns = await box.sandbox()
    const socket = await openSocket(ns.client, ns.configMaps, {}, { headers: { origin: ORIGIN } })
    await ns.create('a')
    expect((await socket.events.next()).object.metadata.name).toBe('a')
    socket.close()
  })
})
