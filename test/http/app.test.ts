import { describe, expect, it, vi } from 'vitest'
import { StatusError } from '../../src/core/errors/status-error.ts'
import { done, FakeScopes } from './fake-scopes.ts'

const MAPS = '/api/v1/namespaces/team/configmaps'
const BODY = '{"metadata":{"resourceVersion":"8","name":"a","namespace":"team"}}'
const LIST = done({ revision: 8, items: BODY, count: 1, last: 'a', more: 'no' })
const answers = {
  create: done({ body: BODY }),
  update: done({ body: BODY, created: false }),
  delete: done({ removed: true, uid: 'u', body: BODY }),
  deleteCollection: LIST,
  get: done({ body: BODY }),
  list: LIST,
}
const object = JSON.stringify({ metadata: { name: 'a', resourceVersion: '8' } })
const jsonOf = async (response: Response) => (await response.json()) as Record<string, unknown>

describe('a form that the answer cannot take', () => {
  const as = (kind: string) => ({ Accept: `application/json;as=${kind};g=meta.k8s.io;v=v1` })

  it.each([
    ['POST', MAPS, 'PartialObjectMetadataList'],
    ['PUT', `${MAPS}/a`, 'PartialObjectMetadataList'],
    ['DELETE', `${MAPS}/a`, 'PartialObjectMetadataList'],
    ['DELETE', MAPS, 'PartialObjectMetadata'],
  ])('B13 M7 is refused before a %s of %s writes', async (method, path, kind) => {
    const scopes = new FakeScopes(answers)
    const body = method === 'DELETE' ? undefined : object
    const response = await scopes.ask(path, { method, headers: as(kind), ...(body ? { body } : {}) })
    expect(await jsonOf(response)).toMatchObject({ code: 406, reason: 'NotAcceptable' })
    expect(scopes.calls).toEqual([])
  })

  it.each([
    ['POST', MAPS],
    ['PUT', `${MAPS}/a`],
    ['DELETE', MAPS],
  ])('B13 M5 is refused before a %s of %s writes, where includeObject is not known', async (method, path) => {
    const scopes = new FakeScopes(answers)
    const body = method === 'DELETE' ? undefined : object
    const asked = { method, headers: as('Table'), ...(body ? { body } : {}) }
    const response = await scopes.ask(`${path}?includeObject=Some`, asked)
    expect(await jsonOf(response)).toMatchObject({ code: 400, reason: 'BadRequest' })
    expect(scopes.calls).toEqual([])
  })

  it('M6 is refused for a list and for an object', async () => {
    const scopes = new FakeScopes(answers)
    expect((await scopes.ask(MAPS, { headers: as('PartialObjectMetadata') })).status).toBe(406)
    expect((await scopes.ask(`${MAPS}/a`, { headers: as('PartialObjectMetadataList') })).status).toBe(406)
  })
})

describe('every answer', () => {
  it('M11 has an Audit-Id: that of the request, or a new one', async () => {
    const scopes = new FakeScopes(answers)
    expect((await scopes.ask(MAPS)).headers.get('Audit-Id')).toBe('00000000-0000-4000-8000-000000000001')
    expect((await scopes.ask('/nothing', { headers: { 'Audit-Id': 'mine' } })).headers.get('Audit-Id')).toBe('mine')
  })

  it('M13 is not to be cached', async () => {
    const scopes = new FakeScopes(answers)
    for (const path of [MAPS, `${MAPS}/a`, '/version', '/nothing'])
      expect((await scopes.ask(path)).headers.get('Cache-Control')).toBe('no-cache, private')
  })

  it('M12 of a fault is a Status with its code, and shows no inside', async () => {
    const fault = () => {
      throw new Error('the secret inside')
    }
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const scopes = new FakeScopes({ get: fault })
    const response = await scopes.ask(`${MAPS}/a`)
    expect(log.mock.calls.join()).toContain('the secret inside')
    log.mockRestore()
    expect(response.status).toBe(500)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ kind: 'Status', code: 500, reason: 'InternalError' })
    expect(text).not.toContain('secret')
  })

  it('M12 of a setting that cannot be used names the setting', async () => {
    const scopes = new FakeScopes(answers, { HISTORY_MINUTES: 'long' })
    const response = await scopes.ask(MAPS)
    expect(response.status).toBe(500)
    expect((await jsonOf(response)).message).toContain('setting HISTORY_MINUTES is "long"')
  })
})

describe('a call that breaks', () => {
  const broken = (properties: object) => () => {
    throw Object.assign(new Error('broken'), properties)
  }

  it('of a read is made again', async () => {
    let attempts = 0
    const get = () => (++attempts < 3 ? broken({ retryable: true })() : answers.get)
    const scopes = new FakeScopes({ get })
    expect((await scopes.ask(`${MAPS}/a`)).status).toBe(200)
    expect(attempts).toBe(3)
  })

  it('as its object ended while it was at work is told as one that could not be reached', async () => {
    const ended = broken({ durableObjectReset: true })
    let attempts = 0
    const get = () => (++attempts < 3 ? ended() : answers.get)
    expect((await new FakeScopes({ get }).ask(`${MAPS}/a`)).status).toBe(200)
    expect((await new FakeScopes({ get: ended }).ask(`${MAPS}/a`)).status).toBe(503)
    const scopes = new FakeScopes({ create: ended })
    expect((await scopes.ask(MAPS, { method: 'POST', body: object })).status).toBe(504)
    expect(scopes.calls).toHaveLength(1)
  })

  it('of a watch is made again, and says when to come again', async () => {
    let attempts = 0
    const fetch = () => (++attempts < 3 ? broken({ retryable: true })() : new Response('events'))
    const watched = await new FakeScopes({ fetch }).ask(`${MAPS}?watch=1`)
    expect([watched.status, await watched.text(), attempts]).toEqual([200, 'events', 3])
    const unreachable = await new FakeScopes({ fetch: broken({ retryable: true }) }).ask(`${MAPS}?watch=1`)
    expect([unreachable.status, unreachable.headers.get('Retry-After')]).toEqual([503, '1'])
    const overloaded = await new FakeScopes({ fetch: broken({ overloaded: true }) }).ask(`${MAPS}?watch=1`)
    expect([overloaded.status, overloaded.headers.get('Retry-After')]).toEqual([429, '1'])
  })

  it('of a read that breaks each time says when to come again', async () => {
    const unreachable = await new FakeScopes({ get: broken({ retryable: true }) }).ask(`${MAPS}/a`)
    expect([unreachable.status, unreachable.headers.get('Retry-After')]).toEqual([503, '1'])
    const overloaded = await new FakeScopes({ list: broken({ retryable: true, overloaded: true }) }).ask(MAPS)
    expect([overloaded.status, overloaded.headers.get('Retry-After')]).toEqual([429, '1'])
  })

  it('of a write is not made again: a 504 without Retry-After says that its outcome is unknown', async () => {
    const scopes = new FakeScopes({ create: broken({ retryable: true }) })
    const response = await scopes.ask(MAPS, { method: 'POST', body: object })
    expect([response.status, response.headers.get('Retry-After')]).toEqual([504, null])
    expect(scopes.calls).toHaveLength(1)
  })

  it('U2 with a conflict answers 409, a status that came as data', async () => {
    const { status } = new StatusError('Conflict', 'changed', { name: 'a' })
    const scopes = new FakeScopes({ update: { ok: false, status } })
    const response = await scopes.ask(`${MAPS}/a`, { method: 'PUT', body: object })
    expect(response.status).toBe(409)
    expect(await jsonOf(response)).toMatchObject({ reason: 'Conflict', message: 'changed', details: { name: 'a' } })
  })
})

describe('rights', () => {
  it('A4 are asked for before anything is looked at', async () => {
    const scopes = new FakeScopes(answers)
    const nobody = { headers: { Authorization: 'Bearer other' } }
    for (const path of [MAPS, '/apis/no.such.group/v1/things', `${MAPS}/a?resourceVersion=x`])
      expect((await scopes.ask(path, nobody)).status).toBe(403)
    const created = await scopes.ask(MAPS, { ...nobody, method: 'POST', body: 'no JSON' })
    expect(await jsonOf(created)).toMatchObject({
      code: 403,
      message:
        'configmaps is forbidden: User "somebody" cannot create resource "configmaps" in API group "" in the namespace "team"',
    })
    expect(scopes.calls).toEqual([])
  })

  it('A2 with a token that is not known: 401', async () => {
    const response = await new FakeScopes(answers).ask(MAPS, { headers: { Authorization: 'Bearer wrong' } })
    expect(response.status).toBe(401)
  })

  it('A5 with nothing configured are nobody’s, but health and version are open', async () => {
    const scopes = new FakeScopes({ ...answers, ready: [] }, { TOKENS: '' })
    for (const path of [MAPS, '/api', '/', '/openapi/v3', '/healthzz'])
      expect([path, (await scopes.ask(path)).status]).toEqual([path, 401])
    for (const path of ['/version', '/healthz', '/livez', '/livez/ping', '/readyz'])
      expect([path, (await scopes.ask(path, { headers: { Authorization: '' } })).status]).toEqual([path, 200])
  })
})

describe('open mode', () => {
  const open = () => new FakeScopes(answers, { OPEN: 'true', TOKENS: '', CORS_ORIGINS: 'https://app.example' })
  const local = 'http://127.0.0.1:6443'

  it('serves this machine without credentials', async () => {
    for (const host of [local, 'http://localhost:1', 'http://[::1]:1'])
      expect((await open().ask(`${host}${MAPS}`, { headers: { Authorization: '' } })).status).toBe(200)
  })

  it('refuses another name of the machine, and other origins', async () => {
    const elsewhere = await open().ask(`http://rebound.example${MAPS}`)
    expect(elsewhere.status).toBe(403)
    const others = ['capacitor://localhost', 'chrome-extension://localhost', 'ws://127.0.0.1', 'file://localhost']
    for (const Origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example', ...others])
      expect((await open().ask(`${local}${MAPS}`, { headers: { Origin } })).status).toBe(403)
    for (const Origin of ['http://localhost:5173', 'https://app.example'])
      expect((await open().ask(`${local}${MAPS}`, { headers: { Origin } })).status).toBe(200)
  })
})

describe('pages of other origins', () => {
  const Origin = 'https://app.example'
  const preflight = { method: 'OPTIONS', headers: { Origin, 'Access-Control-Request-Method': 'PUT' } }

  it('A6 get nothing by default', async () => {
    const scopes = new FakeScopes(answers)
    expect((await scopes.ask(MAPS, { headers: { Origin } })).headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect((await scopes.ask(MAPS, preflight)).status).toBe(405)
  })

  it('A6 are let in by CORS_ORIGINS, preflight included, on errors too', async () => {
    const scopes = new FakeScopes(answers, { CORS_ORIGINS: `${Origin}, https://other.example` })
    const asked = await scopes.ask(MAPS, {
      ...preflight,
      headers: { ...preflight.headers, 'Access-Control-Request-Headers': 'authorization', Authorization: '' },
    })
    expect(asked.status).toBe(204)
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'access-control-allow-origin': Origin,
      'access-control-allow-headers': 'authorization',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      vary: 'Origin',
    })
    for (const path of [MAPS, '/api/v1/namespaces/team/nothing'])
      expect((await scopes.ask(path, { headers: { Origin } })).headers.get('Access-Control-Allow-Origin')).toBe(Origin)
    const shown = (await scopes.ask(MAPS, { headers: { Origin } })).headers.get('Access-Control-Expose-Headers')
    expect(shown?.split(', ')).toEqual(['Audit-Id', 'Coxswain-Problem', 'Retry-After', 'Warning'])
    const other = { Origin: 'https://evil.example' }
    expect((await scopes.ask(MAPS, { headers: other })).headers.get('Access-Control-Allow-Origin')).toBeNull()
  })
})

describe('paths', () => {
  it('B12 B13 with escapes never reach another route', async () => {
    const scopes = new FakeScopes({
      ...answers,
      get: (_scope: string, call: { name: string }) => done({ body: BODY, call }),
    })
    await scopes.ask(`${MAPS}/a%2Fb`)
    await scopes.ask(`${MAPS}/%2E%2E%2Fsecrets`)
    await scopes.ask(`${MAPS}/a%252Fb`)
    expect(scopes.calls.map(({ parameters }) => (parameters[1] as { name: string }).name)).toEqual([
      'a/b',
      '../secrets',
      'a%2Fb',
    ])
    expect((await scopes.ask('/api/v1/namespaces/team%2Fconfigmaps%2Fa')).status).toBe(200)
    expect((await scopes.ask('/api/v1/namespaces/a%2Fb/configmaps/x')).status).toBe(404)
    expect((await scopes.ask('/api%2Fv1/namespaces')).status).toBe(404)
  })

  it('V8 with a method that they do not have: 405', async () => {
    const scopes = new FakeScopes(answers)
    for (const [method, path] of [
      ['HEAD', MAPS],
      ['OPTIONS', MAPS],
      ['POST', `${MAPS}/a`],
      ['PUT', MAPS],
      ['DELETE', '/api/v1/namespaces'],
      ['POST', '/api/v1'],
      ['DELETE', '/version'],
    ] as const)
      expect([method, path, (await scopes.ask(path, { method })).status]).toEqual([method, path, 405])
    expect(scopes.calls).toEqual([])
  })
})

describe('the length of a watch', () => {
  it('B13 W7 is bounded, whatever timeoutSeconds says', async () => {
    const watched = (url: URL) => JSON.parse(new URL(url).searchParams.get('call') ?? '') as { timeoutSeconds: number }
    const seconds: number[] = []
    const fetch = (request: Request) => {
      seconds.push(watched(new URL(request.url)).timeoutSeconds)
      return new Response('')
    }
    const scopes = new FakeScopes({ fetch })
    for (const timeout of ['5', '-1', '0', '9223372036854775807'])
      expect((await scopes.ask(`${MAPS}?watch=1&timeoutSeconds=${timeout}`)).status).toBe(200)
    expect(seconds).toEqual([5, -1, 0, 31_536_000])
  })
})
