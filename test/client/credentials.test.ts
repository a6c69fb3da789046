import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connect, readKubeconfig, type ConnectOptions, type Kubeconfig } from '../../src/client/index.ts'
import { listOf, ScriptedServer, stored } from '../support/scripted-server.ts'

interface Given {
  user?: Record<string, unknown>
  cluster?: Record<string, unknown>
}

const configOf = (server: string, { user = {}, cluster = {} }: Given): Kubeconfig => ({
  'current-context': 'x',
  contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
  clusters: [{ name: 'c', cluster: { server, ...cluster } }],
  users: [{ name: 'u', user }],
})

async function serverFor(given: Given, options: ConnectOptions = {}) {
  const server = await ScriptedServer.start()
  onTestFinished(() => server.stop())
  const client = connect({ kubeconfig: configOf(server.url, given), readTries: 1, ...options })
  return { server, configMaps: client.resource('v1', 'configmaps', { namespace: 'x' }) }
}

const headersOf = (raw: string[], prefix: string) =>
  raw.flatMap((name, i) => (i % 2 === 0 && name.toLowerCase().startsWith(prefix) ? [`${name}: ${raw[i + 1]}`] : []))

describe('the user of a kubeconfig', () => {
  it('X27 acts as whom it names, over HTTP also where a socket is to be had', async () => {
    const user = { token: 't', as: 'bob', 'as-uid': 'u-1', 'as-groups': ['dev'], 'as-user-extra': { Scope: ['all'] } }
    const { server, configMaps } = await serverFor({ user })
    const watch = configMaps.watch()[Symbol.asyncIterator]()
    const first = watch.next()
    onTestFinished(async () => void (await watch.return?.()))
    const list = await server.expect('GET')
    list.json(listOf('5', ['a@2']))
    await first
    const opened = await server.expect('WATCH')
    expect([list.isUpgrade, opened.isUpgrade]).toEqual([false, false])
    for (const { headers } of [list, opened])
      expect(headers).toMatchObject({
        authorization: 'Bearer t',
        'impersonate-user': 'bob',
        'impersonate-uid': 'u-1',
        'impersonate-group': 'dev',
        'impersonate-extra-scope': 'all',
      })
    opened.stream()
  })

  it('X27 acts in several groups, each with a line of its own, under Node alone', async () => {
    const user = {
      as: 'Jörg',
      'as-groups': ['dev', 'ops, too'],
      'as-user-extra': { 'example.com/a (b)': ['1', '2'] },
    }
    const { server, configMaps } = await serverFor({ user })
    const read = configMaps.get('a')
    const request = await server.expect('GET')
    request.json(stored('a@5'))
    await read
    expect(headersOf(request.rawHeaders, 'impersonate').toSorted()).toEqual([
      'Impersonate-Extra-example.com%2Fa%20%28b%29: 1',
      'Impersonate-Extra-example.com%2Fa%20%28b%29: 2',
      'Impersonate-Group: dev',
      'Impersonate-Group: ops, too',
      `Impersonate-User: ${Buffer.from('Jörg').toString('latin1')}`,
    ])
    const kubeconfig = configOf(server.url, { user })
    expect(() => connect({ kubeconfig, fetch })).toThrow(/fetch cannot send several values of Impersonate-Group/)
    vi.stubGlobal('process', { versions: {} })
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(() => connect({ kubeconfig })).toThrow(/Impersonate-Group.*takes Node 20.16/)
  })

  it.each([{ 'as-groups': ['dev'] }, { 'as-uid': '1' }, { 'as-user-extra': { a: ['1'] } }])(
    'X27 is refused where it acts as nobody: %j',
    (user) => {
      expect(() => readKubeconfig(configOf('http://a', { user }))).toThrow(/without `as`/)
    },
  )

  it.each([
    { as: 1 },
    { as: 'a', 'as-groups': 'dev' },
    { as: 'a', 'as-user-extra': [] },
    { token: 5 },
    { tokenFile: true },
  ])('X27 is refused where a field is of another type: %j', (user) => {
    expect(() => readKubeconfig(configOf('http://a', { user }))).toThrow(/of the kubeconfig must be/)
  })

  it('X27 has the token of a file, which is read anew when it changes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'coxswain-token-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const tokenFile = join(folder, 'token')
    const { server, configMaps } = await serverFor({ user: { tokenFile, token: 'given' } })
    const tokenOfNext = async () => {
      const read = configMaps.get('a')
      const request = await server.expect('GET')
      request.json(stored('a@5'))
      await read
      return request.headers.authorization
    }
    expect(await tokenOfNext()).toBe('Bearer given')
    writeFileSync(tokenFile, 'one\n')
    expect(await tokenOfNext()).toBe('Bearer one')
    writeFileSync(tokenFile, 'two')
    expect(await tokenOfNext()).toBe('Bearer two')
    writeFileSync(tokenFile, ' \n')
    expect(await tokenOfNext()).toBe('Bearer two')
    rmSync(tokenFile)
    expect(await tokenOfNext()).toBe('Bearer two')
  })

  it('X27 without the token of its file sends nothing, and says why', async () => {
    const { server, configMaps } = await serverFor({ user: { tokenFile: '/nowhere/token' } })
    await expect(configMaps.get('a')).rejects.toThrow(/no token:.*\/nowhere\/token/)
    expect(server.verbs).toEqual([])
    const kubeconfig = configOf(server.url, { user: { tokenFile: 'token' } })
    expect(() => connect({ kubeconfig })).toThrow(/tokenFile of the kubeconfig is relative/)
    vi.stubGlobal('process', undefined)
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(() => connect({ kubeconfig })).toThrow(
      /the file that tokenFile names.*put what it holds into the kubeconfig/,
    )
  })
})

const CREDENTIALS: [string, unknown][] = [
  ['client-certificate', '/a'],
  ['client-certificate-data', 'eA=='],
  ['client-key', '/a'],
  ['client-key-data', 'eA=='],
  ['exec', { command: 'a' }],
  ['auth-provider', { name: 'gcp' }],
  ['username', 'ann'],
  ['password', 'secret'],
  ['something-new', true],
]
const TRANSPORT: [string, unknown][] = [
  ['insecure-skip-tls-verify', true],
  ['proxy-url', 'http://proxy'],
  ['tls-server-name', 'other'],
  ['something-new', 'x'],
]

describe('what a kubeconfig asks for and the client cannot do', () => {
  it.each(CREDENTIALS)('X27 is refused by name, whatever else is there: %s', (name, value) => {
    const kubeconfig = configOf('http://a', { user: { token: 't', as: 'bob', [name]: value } })
    expect(() => connect({ kubeconfig })).toThrow(`authenticates by ${name}: give a token or a fetch`)
    connect({ kubeconfig, token: 'own' })
    connect({ kubeconfig, fetch })
  })

  it.each(TRANSPORT)('X27 is refused by name, a token of its own is no way out: %s', (name, value) => {
    const kubeconfig = configOf('http://a', { user: { token: 't' }, cluster: { [name]: value } })
    expect(() => connect({ kubeconfig })).toThrow(`asks for ${name}, which fetch cannot do`)
    expect(() => connect({ kubeconfig, token: 'own' })).toThrow(name)
    connect({ kubeconfig, fetch })
  })

  it('X27 is not there where it is empty', () => {
    const user = Object.fromEntries(CREDENTIALS.map(([name], i) => [name, [null, '', false, {}, []][i % 5]]))
    const cluster = { 'insecure-skip-tls-verify': false, 'proxy-url': '', 'disable-compression': true, extensions: [] }
    connect({ kubeconfig: configOf('http://a', { user, cluster }) })
  })

  it('X27 is a header of the caller too: who tells by one who asks gets no socket', async () => {
    const { server, configMaps } = await serverFor({}, { headers: { 'impersonate-user': 'bob' } })
    const informer = configMaps.informer()
    onTestFinished(() => informer.stop())
    ;(await server.expect('GET')).json(listOf('5', []))
    const opened = await server.expect('WATCH')
    expect([opened.isUpgrade, opened.headers['impersonate-user']]).toEqual([false, 'bob'])
    opened.stream()
  })

  it('X18 shows nothing of a text that is no JSON', () => {
    expect(() => readKubeconfig('{"users": secret')).toThrow('the kubeconfig begins as JSON and is none')
    expect(readKubeconfig(`\uFEFF${JSON.stringify(configOf('http://a', {}))}`).server).toBe('http://a')
  })
})
