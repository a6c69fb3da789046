import { describe, expect, it } from 'vitest'
import * as client from '../../src/client/index.ts'
import { listOf, statusOf, stored } from '../support/scripted-server.ts'
import { rejection, scripted } from './scripted-client.ts'

const REASONS = [
  [400, 'BadRequest', client.BadRequestError],
  [401, 'Unauthorized', client.UnauthorizedError],
  [403, 'Forbidden', client.ForbiddenError],
  [404, 'NotFound', client.NotFoundError],
  [405, 'MethodNotAllowed', client.MethodNotAllowedError],
  [406, 'NotAcceptable', client.NotAcceptableError],
  [409, 'AlreadyExists', client.AlreadyExistsError],
  [409, 'Conflict', client.ConflictError],
  [410, 'Gone', client.ExpiredError],
  [410, 'Expired', client.ExpiredError],
  [413, 'RequestEntityTooLarge', client.TooLargeError],
  [415, 'UnsupportedMediaType', client.UnsupportedMediaTypeError],
  [422, 'Invalid', client.InvalidError],
  [429, 'TooManyRequests', client.TooManyRequestsError],
  [500, 'InternalError', client.InternalError],
  [503, 'ServiceUnavailable', client.ServiceUnavailableError],
  [504, 'Timeout', client.TimeoutError],
] as const

describe('errors', () => {
  it.for(REASONS)('X3 %i %s is a class of its own', async ([code, reason, Class]) => {
    const { server, configMaps } = await scripted()
    const error = rejection(configMaps.get('a'))
    ;(await server.next()).refuse(code, reason)
    expect(await error).toBeInstanceOf(Class)
    expect(await error).toBeInstanceOf(client.ApiError)
    expect(await error).toMatchObject({ name: Class.name, reason, code, method: 'GET' })
    expect(client.isConflict(await error)).toBe(reason === 'Conflict')
  })

  it.for([
    [409, 'Conflict'],
    [404, 'NotFound'],
    [502, 'Unknown'],
  ] as const)('X3 %i without a reason is %s', async ([code, reason]) => {
    const { server, configMaps } = await scripted()
    const error = rejection(configMaps.get('a'))
    ;(await server.next()).json('a text of a proxy', code)
    expect(await error).toMatchObject({ reason, code, message: 'a text of a proxy' })
  })

  it('X3 name each cause, and what the server says beside its Status', async () => {
    const { server, configMaps } = await scripted()
    const error = rejection(configMaps.create({ metadata: { name: 'A' } }))
    const causes = [{ reason: 'FieldValueInvalid', field: 'metadata.name', message: 'no' }]
    const headers = { 'coxswain-problem': 'operation 2' }
    ;(await server.next()).refuse(422, 'Invalid', { message: 'A is invalid', details: { causes }, headers })
    expect(await error).toMatchObject({ causes, message: 'A is invalid: operation 2' })
  })

  it('X3 tells a connection that breaks, and an answer that is none, apart from a refusal', async () => {
    const { server, configMaps } = await scripted({ readTries: 1 })
    const broken = rejection(configMaps.get('a'))
    ;(await server.next()).cut()
    expect(await broken).toBeInstanceOf(client.ConnectionError)
    const half = rejection(configMaps.get('a'))
    ;(await server.next()).json('{"metadata":')
    expect(await half).toBeInstanceOf(client.ConnectionError)
  })
})

describe('reads', () => {
  it('X4 are sent again after a broken connection, and as late as the server says after 429 and 5xx', async () => {
    const { server, configMaps, clock } = await scripted()
    const read = configMaps.get('a')
    ;(await server.next()).cut()
    expect(await clock.passWait()).toBe(500)
    ;(await server.next()).refuse(503, 'ServiceUnavailable', { headers: { 'retry-after': '3' } })
    expect(await clock.passWait()).toBe(3000)
    ;(await server.next()).refuse(429, 'TooManyRequests', { headers: { 'retry-after': '1' } })
    // its own wait is longer: chance gives one half of 200 to 3200
    expect(await clock.passWait()).toBe(1700)
    ;(await server.next()).json(stored('a@5'))
    expect((await read).metadata.name).toBe('a')
    expect(clock.timers.size).toBe(0)
  })

  it.for([
    [403, 'Forbidden'],
    [500, 'InternalError'],
    [429, 'TooManyRequests'],
    [410, 'Expired'],
  ] as const)('X4 are not sent again after %i without a time', async ([code, reason]) => {
    const { server, configMaps } = await scripted()
    const error = rejection(configMaps.get('a'))
    ;(await server.next()).refuse(code, reason)
    expect(await error).toMatchObject({ reason })
    expect(server.verbs).toEqual(['GET'])
  })

  it('X4 end with the last error after five tries', async () => {
    const { server, configMaps, clock } = await scripted()
    const error = rejection(configMaps.get('a'))
    for (let i = 1; i <= 5; i++) {
      const message = `try ${i}`
      ;(await server.next()).refuse(503, 'ServiceUnavailable', { message, headers: { 'retry-after': '0' } })
      if (i < 5) await clock.passWait()
    }
    expect(await error).toMatchObject({ message: 'try 5', retryAfterMs: 0 })
  })

  it('X4 end when a server is silent for too long, and a signal ends them at once', async () => {
    const { server, configMaps, clock } = await scripted({ readTries: 1, timeoutMs: 2000 })
    const late = rejection(configMaps.get('a'))
    await server.next()
    clock.advance(2000)
    expect(await late).toMatchObject({ name: 'ConnectionError', message: 'nothing was heard for 2000 ms' })
    const control = new AbortController()
    const aborted = rejection(configMaps.get('a', { signal: control.signal }))
    await server.next()
    control.abort(new Error('enough'))
    expect(await aborted).toMatchObject({ message: 'enough' })
    expect(clock.timers.size).toBe(0)
  })

  it('X4 ask again for a token that could not be had', async () => {
    const tokens = [Promise.reject(new Error('offline')), Promise.resolve('later')]
    tokens[0]?.catch(() => {})
    const { server, configMaps, clock } = await scripted({ token: () => tokens.shift() as Promise<string> })
    const read = configMaps.get('a')
    await clock.passWait()
    const request = await server.next()
    expect(request.headers.authorization).toBe('Bearer later')
    request.json(stored('a@5'))
    await read
  })

  it.for(['create', 'update', 'patch', 'delete'] as const)('X4 a %s is sent once, whatever happens', async (verb) => {
    const { server, configMaps, clock } = await scripted()
    const object = stored('a@5')
    const calls = {
      create: () => configMaps.create({ metadata: { name: 'a' } }),
      update: () => configMaps.update(object),
      patch: () => configMaps.mergePatch('a', {}, { unconditional: true }),
      delete: () => configMaps.delete('a'),
    }
    const broken = rejection(calls[verb]())
    ;(await server.next()).cut()
    expect(await broken).toBeInstanceOf(client.ConnectionError)
    const busy = rejection(calls[verb]())
    ;(await server.next()).refuse(503, 'ServiceUnavailable', { headers: { 'retry-after': '1' } })
    expect(await busy).toMatchObject({ retryAfterMs: 1000 })
    expect([server.verbs.length, clock.timers.size]).toEqual([2, 0])
  })
})

describe('lists', () => {
  it('X2 come page by page, with the kind of each item', async () => {
    const { server, configMaps } = await scripted()
    const pages = configMaps.list({ limit: 2, labelSelector: 'app=web' })[Symbol.asyncIterator]()
    const first = pages.next()
    ;(await server.expect('GET', { limit: '2', labelSelector: 'app=web' })).json(
      listOf('9', ['a@1', 'b@2'], { continue: 'next', remainingItemCount: 1 }),
    )
    expect((await first).value).toMatchObject({
      resourceVersion: '9',
      remainingItemCount: 1,
      items: [{ kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'a' } }, {}],
    })
    const second = pages.next()
    ;(await server.expect('GET', { limit: '2', labelSelector: 'app=web', continue: 'next' })).json(listOf('9', ['c@3']))
    expect((await second).value?.items.map(({ metadata }) => metadata.name)).toEqual(['c'])
    expect((await pages.next()).done).toBe(true)
  })

  it('X2 come as a whole with their version, in one piece where the snapshot of the pages is gone', async () => {
    const { server, configMaps } = await scripted()
    const all = configMaps.list({ limit: 1 }).all()
    ;(await server.expect('GET', { limit: '1' })).json(listOf('9', ['a@1'], { continue: 'next' }))
    ;(await server.expect('GET', { continue: 'next' })).refuse(410, 'Expired')
    const whole = await server.next()
    expect(whole.query).toEqual({})
    whole.json(listOf('12', ['b@2', 'c@3']))
    const { items, resourceVersion } = await all
    expect([items.map(({ metadata }) => metadata.name), resourceVersion]).toEqual([['b', 'c'], '12'])
  })

  it('X2 whose pages are read one by one end with what happened', async () => {
    const { server, configMaps } = await scripted()
    const names: string[] = []
    const reading = (async () => {
      for await (const item of configMaps.list({ limit: 1 }).items()) names.push(item.metadata.name)
    })()
    const error = rejection(reading)
    ;(await server.next()).json(listOf('9', ['a@1'], { continue: 'next' }))
    ;(await server.next()).refuse(410, 'Expired')
    expect([client.isExpired(await error), names]).toEqual([true, ['a']])
  })
})

describe('writes', () => {
  it('X1 name their field manager, their agent and their kind', async () => {
    const { server, configMaps } = await scripted({ userAgent: 'tests/1.0', token: () => Promise.resolve('secret') })
    const created = configMaps.create({ metadata: { name: 'a' }, data: { k: 'v' } }, { dryRun: true })
    const request = await server.next()
    expect(request.url.pathname).toBe('/api/v1/namespaces/x/configmaps')
    expect(request.query).toEqual({ fieldManager: 'coxswain-client', dryRun: 'All' })
    expect(request.headers).toMatchObject({
      'user-agent': 'tests/1.0',
      authorization: 'Bearer secret',
      'content-type': 'application/json',
    })
    expect(request.body).toEqual({ apiVersion: 'v1', metadata: { name: 'a' }, data: { k: 'v' } })
    request.json(stored('a@5'), 201)
    expect((await created).metadata.resourceVersion).toBe('5')
  })

  const based = { resourceVersion: '5' } as const
  const PATCHES: [string, (it: client.Resource<client.ConfigMap>) => Promise<unknown>, string, unknown][] = [
    [
      'merge patch',
      (it) => it.mergePatch('a', { data: { k: null } }, based),
      'application/merge-patch+json',
      { data: { k: null }, metadata: { resourceVersion: '5' } },
    ],
    [
      'strategic merge patch',
      (it) => it.strategicMergePatch('a', { metadata: { labels: { l: '1' } } }, based),
      'application/strategic-merge-patch+json',
      { metadata: { labels: { l: '1' }, resourceVersion: '5' } },
    ],
    [
      'JSON Patch',
      (it) => it.jsonPatch('a', [{ op: 'remove', path: '/data/k' }], based),
      'application/json-patch+json',
      [
        { op: 'replace', path: '/metadata/resourceVersion', value: '5' },
        { op: 'remove', path: '/data/k' },
      ],
    ],
    [
      'merge patch that is unconditional',
      (it) => it.mergePatch('a', { data: { k: 'v' } }, { unconditional: true }),
      'application/merge-patch+json',
      { data: { k: 'v' } },
    ],
    [
      'apply',
      (it) => it.apply({ kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } }),
      'application/apply-patch+yaml',
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } },
    ],
  ]
  it.for(PATCHES)('X1 send a %s as such, with the version that it is based on', async ([, call, type, body]) => {
    const { server, configMaps } = await scripted()
    const patched = call(configMaps)
    const request = await server.expect('PATCH', { fieldManager: 'coxswain-client' })
    expect([request.headers['content-type'], JSON.parse(request.text)]).toEqual([type, body])
    request.json(stored('a@6'))
    await patched
  })

  it('X1 are refused unsent where they forget the version', async () => {
    const { server, configMaps } = await scripted()
    const { metadata, ...rest } = stored('a@5')
    const without = { ...rest, metadata: { ...metadata, resourceVersion: undefined } }
    const forgotten = {} as { unconditional: true }
    expect(await rejection(configMaps.update(without))).toBeInstanceOf(TypeError)
    expect(await rejection(configMaps.mergePatch('a', {}, forgotten))).toBeInstanceOf(TypeError)
    expect(await rejection(configMaps.strategicMergePatch('a', {}, forgotten))).toBeInstanceOf(TypeError)
    expect(await rejection(configMaps.jsonPatch('a', [], forgotten))).toBeInstanceOf(TypeError)
    expect(server.verbs).toEqual([])
  })

  it('X1 delete with preconditions and a policy', async () => {
    const { server, configMaps } = await scripted()
    const deleted = configMaps.delete('a', { preconditions: { uid: 'u', resourceVersion: '5' }, propagation: 'Orphan' })
    const request = await server.expect('DELETE')
    expect(request.body).toEqual({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions: { uid: 'u', resourceVersion: '5' },
      propagationPolicy: 'Orphan',
    })
    request.json({ ...statusOf(200, ''), status: 'Success' })
    expect(await deleted).toMatchObject({ kind: 'Status', status: 'Success' })
  })

  it('X1 tell warnings', async () => {
    const warnings: string[] = []
    const { server, configMaps } = await scripted({ onWarning: (text) => warnings.push(text) })
    const created = configMaps.create({ metadata: { name: 'a' } })
    const headers = { warning: '299 - "unknown field \\"spec.x\\"", 299 - "and another"' }
    ;(await server.next()).json(stored('a@5'), 201, headers)
    await created
    expect(warnings).toEqual(['unknown field "spec.x"', 'and another'])
  })

  it('X1 encode names, groups and namespaces in the path', async () => {
    const { server, clock } = await scripted()
    const connected = client.connect({ server: `${server.url}/base/`, environment: clock })
    const read = connected.resource('stable.example.com/v1', 'crontabs', { namespace: 'a b' }).get('..x', {
      subresource: 'status',
    })
    const request = await server.next()
    expect(request.url.pathname).toBe('/base/apis/stable.example.com/v1/namespaces/a%20b/crontabs/..x/status')
    request.json(stored('a@5'))
    await read
  })
})
