import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { connect, type ConfigMap, type Resource } from '../../src/client/index.ts'
import { stored } from '../support/scripted-server.ts'

/** A client whose requests are noted and answered with an object. */
function recording() {
  const sent: string[] = []
  const fetch = async (url: string, init: RequestInit = {}) => {
    sent.push(`${init.method} ${url.replace('http://coxswain.invalid', '')}`)
    return Response.json({ ...stored('a@5'), items: [] })
  }
  return { sent, client: connect({ fetch, readTries: 1 }) }
}

/** What cannot be one part of a path, in any of the ways that a caller may come by it. */
const control = fc.integer({ min: 0, max: 0x9f }).filter((code) => code < 0x20 || code >= 0x7f)
const forbidden = fc.oneof(
  fc.constantFrom('/', '%', '\ud800'),
  control.map((code) => String.fromCharCode(code)),
)
const UNFIT = fc.oneof(
  fc.constantFrom<unknown>('', '.', '..', '../..', '%2e%2e', 'a/b', '/', undefined, null, 1, ['..'], {}),
  fc.tuple(fc.string(), forbidden, fc.string()).map((parts) => parts.join('')),
)
/** Of an apiVersion one slash is no fault. */
const UNFIT_VERSION = UNFIT.filter(
  (text) =>
    typeof text !== 'string' ||
    !/^[^/%\p{Cc}\p{Cs}]+\/[^/%\p{Cc}\p{Cs}]+$/u.test(text) ||
    /^\.\.?\/|\/\.\.?$/.test(text),
)
/** What is left out is no part of the path. */
const UNFIT_OPTION = UNFIT.filter((text) => text !== undefined)

type ConfigMaps = Resource<ConfigMap>
const forced = { unconditional: true } as const
const objectOf = (name: unknown) => ({ kind: 'ConfigMap', metadata: { name: name as string } })

/** Every call that puts a name into the path; each may have a subresource. */
const NAMED: Record<string, (it: ConfigMaps, name: string, options?: { subresource: string }) => Promise<unknown>> = {
  get: (it, name, options) => it.get(name, options),
  create: (it, name, options = { subresource: 'part' }) => it.create(objectOf(name), options),
  update: (it, name, options) => it.update(objectOf(name), { ...forced, ...options }),
  updateWithRetry: (it, name, options) => it.updateWithRetry(name, (object) => object, options),
  mergePatch: (it, name, options) => it.mergePatch(name, {}, { ...forced, ...options }),
  strategicMergePatch: (it, name, options) => it.strategicMergePatch(name, {}, { ...forced, ...options }),
  jsonPatch: (it, name, options) => it.jsonPatch(name, [], { ...forced, ...options }),
  apply: (it, name, options) => it.apply(objectOf(name), options),
  delete: (it, name, options: object = {}) => it.delete(name, options),
}

/** Whether it is refused with a TypeError; a call must not throw where it promises. */
async function isRefused(call: () => Promise<unknown>): Promise<boolean> {
  return call().then(
    () => false,
    (error) => error instanceof TypeError,
  )
}

describe('what becomes a path', () => {
  it.each(Object.keys(NAMED))('X26 is refused unsent as the name and as the subresource of %s', async (method) => {
    await fc.assert(
      fc.asyncProperty(UNFIT, UNFIT_OPTION, async (name, subresource) => {
        const { client, sent } = recording()
        const configMaps = client.resource('v1', 'configmaps', { namespace: 'x' })
        const call = NAMED[method]!
        const part = { subresource: subresource as string }
        expect(await isRefused(() => call(configMaps, name as string))).toBe(true)
        expect(await isRefused(() => call(configMaps, 'a', part))).toBe(true)
        expect(sent).toEqual([])
      }),
    )
  })

  it('X26 is refused as apiVersion, plural and namespace before there is a resource', () => {
    fc.assert(
      fc.property(UNFIT_VERSION, UNFIT, UNFIT_OPTION, (version, plural, namespace) => {
        const { client } = recording()
        const make = (...[a, p, n]: unknown[]) => client.resource(a as string, p as string, { namespace: n as string })
        expect(() => make(version, 'configmaps')).toThrow(TypeError)
        expect(() => make('v1', plural)).toThrow(TypeError)
        expect(() => make('v1', 'configmaps', namespace)).toThrow(TypeError)
      }),
    )
  })

  it.each([
    '',
    'v1',
    'api',
    '//evil',
    '@evil.invalid/',
    '/api/../x',
    '/api/%2E%2e',
    '/a\\..',
    '/a#b',
    '/a/',
    '/a//b',
    '/a\t',
    undefined,
  ])('X26 is refused as a whole: %j', async (path) => {
    const { client, sent } = recording()
    expect(await isRefused(() => client.request('DELETE', path as string))).toBe(true)
    expect(sent).toEqual([])
  })

  it.each(['localhost:6443', '127.0.0.1:6443', 'http://a/?x', 'http://a/?', 'http://a/#x', 'ftp://a', ''])(
    'X26 is put behind no server that would swallow it: %j',
    (server) => {
      expect(() => connect({ server, fetch })).toThrow(/server/)
    },
  )

  it('X26 is sent as it is written where it is one', async () => {
    const { client, sent } = recording()
    await client.request('GET', '/')
    await client.request('GET', '/version?a=%2F..')
    await client.resource('rbac.authorization.k8s.io/v1', 'clusterroles').get('system:controller:x')
    await client.resource('v1', 'pods', { namespace: 'x' }).create(objectOf('a') as never, { subresource: 'eviction' })
    expect(sent).toEqual([
      'GET /',
      'GET /version?a=%2F..',
      'GET /apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Acontroller%3Ax',
      'POST /api/v1/namespaces/x/pods/a/eviction?fieldManager=coxswain-client',
    ])
  })

  it('X26 comes out as what went in, in its place', async () => {
    const fit = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !/^\.\.?$|[/%\p{Cc}\p{Cs}]/u.test(text))
    await fc.assert(
      fc.asyncProperty(fit, fit, fit, fit, async (group, namespace, name, subresource) => {
        const { client, sent } = recording()
        await client.resource(`${group}/v1`, 'things', { namespace }).get(name, { subresource })
        const { pathname } = new URL(sent[0]!.slice(4), 'http://a.invalid')
        expect(pathname.split('/').map(decodeURIComponent)).toEqual([
          '',
          'apis',
          group,
          'v1',
          'namespaces',
          namespace,
          'things',
          name,
          subresource,
        ])
      }),
    )
  })

  it.each<[string, (it: ConfigMaps) => Promise<unknown>, RegExp]>([
    ['a patch alone', (it) => (it.mergePatch as (name: string) => Promise<unknown>)('a'), /an object with the fields/],
    [
      'a patch without its base',
      (it) => (it.mergePatch as (...all: unknown[]) => Promise<unknown>)('a', {}),
      /resourceVersion.*unconditional/,
    ],
    [
      'a JSON Patch without its base',
      (it) => (it.jsonPatch as (...all: unknown[]) => Promise<unknown>)('a', []),
      /resourceVersion.*unconditional/,
    ],
    ['an object for a JSON Patch', (it) => it.jsonPatch('a', {} as [], forced), /list of operations/],
    ['an apply without a kind', (it) => it.apply({ metadata: { name: 'a' } }), /needs the kind: `kind` in the object/],
    ['an apply without metadata', (it) => it.apply({ kind: 'ConfigMap' } as never), /an apply needs metadata.name/],
    ['an update without an object', (it) => it.update(undefined as never), /an update needs metadata.name/],
  ])('X26 says what to do about %s', async (_what, call, advice) => {
    const { client, sent } = recording()
    const error = await call(client.resource('v1', 'configmaps', { namespace: 'x' })).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(TypeError)
    expect((error as Error).message).toMatch(advice)
    expect(sent).toEqual([])
  })

  it.each([
    ['a', /one object is for delete\(name\)/],
    [null, /takes options/],
    [{ labelSelector: '' }, /would delete everything: its labelSelector is empty/],
    [{ labelSelector: undefined }, /its labelSelector is empty/],
    [{ fieldSelector: null }, /its fieldSelector is empty/],
    [{ selector: 'a=b' }, /its selector is no option/],
    [{ name: 'a' }, /its name is no option/],
  ])('X26 deletes no collection by mistake: %j', async (options, advice) => {
    const { client, sent } = recording()
    const configMaps = client.resource('v1', 'configmaps', { namespace: 'x' })
    await expect(configMaps.deleteCollection(options as object)).rejects.toThrow(advice)
    expect(sent).toEqual([])
    await configMaps.deleteCollection({ labelSelector: 'a=b', dryRun: true })
    await configMaps.deleteCollection()
    expect(sent).toEqual([
      'DELETE /api/v1/namespaces/x/configmaps?labelSelector=a%3Db',
      'DELETE /api/v1/namespaces/x/configmaps',
    ])
  })

  it('X26 says what to do about a kind in place of a plural name', () => {
    expect(() => recording().client.resource('v1', 'ConfigMap')).toThrow(
      /"ConfigMap" is no resource: give its plural name/,
    )
  })
})
