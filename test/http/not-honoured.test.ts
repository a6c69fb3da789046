import { describe, expect, it } from 'vitest'
import { HEADERS_NOT_HONOURED, PARAMETERS_NOT_HONOURED } from '../../src/core/request/not-honoured.ts'
import { done, FakeScopes } from './fake-scopes.ts'

const MAPS = '/api/v1/namespaces/team/configmaps'
const BODY = '{"metadata":{"resourceVersion":"8","name":"a","namespace":"team"}}'
const LIST = done({ revision: 8, items: BODY, count: 1, last: 'a', more: 'no' })
const WRITTEN = done({ body: BODY, created: false, warnings: [] })
const answers = {
  create: WRITTEN,
  update: WRITTEN,
  patch: WRITTEN,
  apply: WRITTEN,
  delete: done({ removed: true, uid: 'u', body: BODY }),
  deleteCollection: LIST,
  get: WRITTEN,
  list: LIST,
  fetch: () => new Response(''),
}
const OBJECT = '{"metadata":{"name":"a","resourceVersion":"8"}}'

/** A request that means something, for each verb. */
const REQUESTS: Record<string, { method: string; path: string; body?: string; headers?: Record<string, string> }> = {
  get: { method: 'GET', path: `${MAPS}/a?` },
  list: { method: 'GET', path: `${MAPS}?` },
  watch: { method: 'GET', path: `${MAPS}?watch=true&` },
  create: { method: 'POST', path: `${MAPS}?`, body: OBJECT },
  update: { method: 'PUT', path: `${MAPS}/a?`, body: OBJECT },
  patch: {
    method: 'PATCH',
    path: `${MAPS}/a?`,
    body: '{}',
    headers: { 'Content-Type': 'application/merge-patch+json' },
  },
  delete: { method: 'DELETE', path: `${MAPS}/a?` },
  deletecollection: { method: 'DELETE', path: `${MAPS}?` },
}
const ask = (scopes: FakeScopes, verb: string, query = '', more: Record<string, string> = {}) => {
  const { method, path, body, headers } = REQUESTS[verb]!
  return scopes.ask(path + query, { method, headers: { ...headers, ...more }, ...(body ? { body } : {}) })
}
const messageOf = async (response: Response) => ((await response.json()) as { message: string }).message
const verbsWith = (methods?: readonly string[]) =>
  Object.keys(REQUESTS).filter((verb) => !methods || methods.includes(REQUESTS[verb]!.method))

describe('what means something elsewhere', () => {
  it('B21 in the requests of this test is nothing', async () => {
    for (const verb of Object.keys(REQUESTS))
      expect([verb, (await ask(new FakeScopes(answers), verb)).status]).toEqual([verb, verb === 'create' ? 201 : 200])
  })

  it.each(HEADERS_NOT_HONOURED)('A8 B21 is refused: header $header', async ({ header, methods, harmless, reason }) => {
    const sent = header.replace('*', 'Some')
    for (const verb of verbsWith(methods)) {
      const scopes = new FakeScopes(answers)
      const response = await ask(scopes, verb, '', { [sent]: 'value' })
      expect([verb, response.status]).toEqual([verb, reason ? 415 : 400])
      expect((await messageOf(response)).toLowerCase()).toContain(sent.toLowerCase())
      expect(scopes.calls).toEqual([])
    }
    for (const verb of Object.keys(REQUESTS).filter((one) => !verbsWith(methods).includes(one)))
      expect([verb, (await ask(new FakeScopes(answers), verb, '', { [sent]: 'value' })).status]).toEqual([verb, 200])
    if (harmless) expect((await ask(new FakeScopes(answers), 'update', '', { [sent]: harmless })).status).toBe(200)
  })

  it.each(PARAMETERS_NOT_HONOURED)('B21 is refused: parameter $parameter', async ({ parameter, verbs }) => {
    for (const verb of verbs) {
      const scopes = new FakeScopes(answers)
      const response = await ask(scopes, verb, `${parameter}=true`)
      expect([verb, response.status]).toEqual([verb, 400])
      expect(await messageOf(response)).toContain(parameter)
      expect(scopes.calls).toEqual([])
    }
    for (const verb of Object.keys(REQUESTS).filter((one) => !verbs.includes(one)))
      expect((await ask(new FakeScopes(answers), verb, `${parameter}=true`)).status).toBeLessThan(300)
  })

  it('B21 is refused in the body of a DELETE', async () => {
    const scopes = new FakeScopes(answers)
    const body = (value: boolean) => `{"ignoreStoreReadErrorWithClusterBreakingPotential":${value}}`
    const refused = await scopes.ask(`${MAPS}/a`, { method: 'DELETE', body: body(true) })
    expect(refused.status).toBe(400)
    expect(scopes.calls).toEqual([])
    expect((await scopes.ask(`${MAPS}/a`, { method: 'DELETE', body: body(false) })).status).toBe(200)
  })

  it('A8 is refused on every path, whoever asks, after who it is and before what it may', async () => {
    const asked = { 'Impersonate-User': 'system:anonymous' }
    for (const path of [MAPS, '/api', '/version', '/healthz', '/nowhere', '/openapi/v2']) {
      const response = await new FakeScopes(answers).ask(path, { headers: asked })
      expect([path, response.status]).toEqual([path, 400])
      expect(await messageOf(response)).toContain('Impersonate-User')
    }
    const as = (token: string) => new FakeScopes(answers).ask(MAPS, { headers: { ...asked, Authorization: token } })
    expect((await as('Bearer other')).status).toBe(400)
    expect((await as('Bearer wrong')).status).toBe(401)
    const open = new FakeScopes(answers, { OPEN: 'true', TOKENS: '' })
    expect((await open.ask(`http://127.0.0.1${MAPS}`, { headers: asked })).status).toBe(400)
  })
})

describe('what means nothing', () => {
  it('B21 is ignored: what kubectl, client-go and proxies send beside, and parameters that nobody knows', async () => {
    const beside = {
      'Kubectl-Command': 'kubectl apply',
      'Kubectl-Session': 'c0ffee',
      'User-Agent': 'kubectl/v1.37.2',
      'X-Forwarded-For': '10.0.0.1',
      'X-Request-Id': '1',
      Traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'If-Modified-Since': 'Sat, 29 Oct 1994 19:43:31 GMT',
      Range: 'bytes=0-1',
    }
    for (const verb of Object.keys(REQUESTS))
      expect((await ask(new FakeScopes(answers), verb, 'unknown=1&stream=watch', beside)).status).toBeLessThan(300)
  })
})

describe('a DELETE without a body', () => {
  const preconditionsOf = async (path: string, body?: string) => {
    const scopes = new FakeScopes(answers)
    expect((await scopes.ask(path, { method: 'DELETE', ...(body ? { body } : {}) })).status).toBe(200)
    return (scopes.calls[0]!.parameters[1] as { preconditions: object }).preconditions
  }

  it('D25 takes its preconditions from the query; of a collection, the version is that of the list', async () => {
    expect(await preconditionsOf(`${MAPS}/a?uid=u&resourceVersion=7`)).toEqual({ uid: 'u', resourceVersion: '7' })
    expect(await preconditionsOf(`${MAPS}/a?uid=&resourceVersion=`)).toEqual({})
    expect(await preconditionsOf(`${MAPS}/a?uid=u`, '{}')).toEqual({})
    expect(await preconditionsOf(`${MAPS}?uid=u&resourceVersion=7`)).toEqual({ uid: 'u' })
  })
})

describe('the timeout of a request', () => {
  const never = () => new Promise(() => {})

  it('B22 ends the wait for reads and writes, a body that does not come included', async () => {
    const scopes = new FakeScopes({ ...answers, get: never, update: never, list: never })
    for (const verb of ['get', 'update', 'list']) {
      const response = await ask(scopes, verb, 'timeout=5ms')
      expect([verb, response.status, response.headers.get('Retry-After')]).toEqual([verb, 504, null])
      expect(await messageOf(response)).toBe('Timeout: request did not complete within the allotted timeout')
    }
    const held = new ReadableStream({ pull: () => new Promise(() => {}) })
    const upload = await scopes.ask(`${MAPS}?timeout=5ms`, { method: 'POST', body: held, duplex: 'half' })
    expect(upload.status).toBe(504)
    expect(await upload.text()).toContain('Timeout')
  })

  it('B22 of what is done in time, and of a watch, is not met', async () => {
    for (const verb of Object.keys(REQUESTS))
      expect((await ask(new FakeScopes(answers), verb, 'timeout=9000h')).status).toBeLessThan(300)
    const slow = { ...answers, fetch: () => new Promise((opened) => setTimeout(() => opened(new Response('')), 20)) }
    expect((await ask(new FakeScopes(slow), 'watch', 'timeout=1ms')).status).toBe(200)
  })
})
