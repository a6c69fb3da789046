import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as client from '../../../src/client/index.ts'
import { externalServer } from '../../support/black-box.ts'
import { CutProxy } from '../../support/cut-proxy.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { rejection } from '../scripted-client.ts'

type ConfigMaps = client.Resource<client.ConfigMap>

const briefly = ({ type, object }: { type: string; object: client.ConfigMap }) =>
  `${type} ${object.metadata.name} ${object.data?.['k']?.length}`

describe.skipIf(externalServer !== undefined)('the client and its server', () => {
  let server: TestServer
  let namespaces = 0

  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  /** A namespace of its own, as a client of that transport sees it. */
  async function sandbox(options: client.ConnectOptions = {}): Promise<ConfigMaps> {
    const connected = client.connect({ server: server.url, token: server.token, userAgent: 'checks/1.0', ...options })
    const name = `client-${namespaces++}`
    await connected.resource('v1', 'namespaces').create({ metadata: { name } })
    return connected.resource('v1', 'configmaps', { namespace: name })
  }

  it('X1 connects with the kubeconfig that the server wrote', async () => {
    const kubeconfig = readFileSync(server.kubeconfigPath, 'utf8')
    const connected = client.connect({ kubeconfig })
    expect([connected.server, connected.namespace]).toEqual([server.url, 'default'])
    expect(await connected.request('GET', '/version')).toMatchObject({
      gitVersion: expect.stringContaining('coxswain'),
    })
    const { items } = await connected.resource('v1', 'namespaces').list().all()
    expect(items.map(({ kind, metadata }) => [kind, metadata.name])).toContainEqual(['Namespace', 'default'])
  })

  it('X1 creates, reads, updates, patches and deletes', async () => {
    const configMaps = await sandbox()
    const created = await configMaps.create({ metadata: { generateName: 'a-' }, data: { n: '1' } })
    const { name, resourceVersion, managedFields } = created.metadata
    expect(managedFields?.[0]?.['manager']).toBe('coxswain-client')
    const updated = await configMaps.update({ ...created, data: { n: '2' } })
    const stale = rejection(configMaps.update({ ...created, data: { n: '3' } }))
    expect(client.isConflict(await stale)).toBe(true)
    const version = { resourceVersion: updated.metadata.resourceVersion }
    const merged = await configMaps.mergePatch(name, { data: { m: '1' } }, version)
    expect(merged.data).toEqual({ n: '2', m: '1' })
    for (const patch of [
      () => configMaps.mergePatch(name, { data: { m: '2' } }, version),
      () => configMaps.strategicMergePatch(name, { data: { m: '2' } }, version),
      () => configMaps.jsonPatch(name, [{ op: 'replace', path: '/data/m', value: '2' }], version),
      () => configMaps.delete(name, { preconditions: { resourceVersion } }),
    ])
      expect(await rejection(patch())).toBeInstanceOf(client.ConflictError)
    await configMaps.strategicMergePatch(name, { metadata: { labels: { l: '1' } } }, { unconditional: true })
    const current = { resourceVersion: (await configMaps.get(name)).metadata.resourceVersion }
    const patched = await configMaps.jsonPatch(name, [{ op: 'remove', path: '/data/m' }], current)
    expect([patched.data, patched.metadata.labels]).toEqual([{ n: '2' }, { l: '1' }])
    expect(await configMaps.delete(name)).toMatchObject({ kind: 'Status', status: 'Success' })
    expect(client.isNotFound(await rejection(configMaps.get(name)))).toBe(true)
  })

  it('X1 applies as a manager of its own, and names who is in the way', async () => {
    const configMaps = await sandbox()
    const applied = (k: string) => ({ kind: 'ConfigMap', metadata: { name: 'a' }, data: { k } })
    await configMaps.apply(applied('1'), { fieldManager: 'one' })
    const conflict = await rejection(configMaps.apply(applied('2'), { fieldManager: 'two' }))
    expect(conflict).toMatchObject({ causes: [{ reason: 'FieldManagerConflict', field: '.data.k' }] })
    expect((await configMaps.apply(applied('2'), { fieldManager: 'two', force: true })).data).toEqual({ k: '2' })
  })

  it('X3 tells the reasons of a real server apart', async () => {
    const configMaps = await sandbox()
    await configMaps.create({ metadata: { name: 'a' } })
    expect(client.isAlreadyExists(await rejection(configMaps.create({ metadata: { name: 'a' } })))).toBe(true)
    const invalid = await rejection(configMaps.create({ metadata: { name: 'A_B' } }))
    expect(invalid).toMatchObject({ name: 'InvalidError', causes: [{ field: 'metadata.name' }] })
    const nobody = client.connect({ server: server.url }).resource('v1', 'configmaps', { namespace: 'default' })
    expect(client.isForbidden(await rejection(nobody.get('a')))).toBe(true)
    const stranger = client.connect({ server: server.url, token: 'wrong' })
    const refused = stranger.resource('v1', 'configmaps', { namespace: 'default' }).watch()[Symbol.asyncIterator]()
    expect(client.isUnauthorized(await rejection(refused.next()))).toBe(true)
  })

  it('X5 loses none of many changes that are made at once', async () => {
    const configMaps = await sandbox({ backoff: { minMs: 0 } })
    await configMaps.create({ metadata: { name: 'counter' }, data: { n: '0' } })
    const increment = () =>
      configMaps.updateWithRetry('counter', (it) => ({ ...it, data: { n: `${Number(it.data?.['n']) + 1}` } }), {
        tries: 50,
      })
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let i = 0; i < 5; i++) await increment()
      }),
    )
    expect((await configMaps.get('counter')).data).toEqual({ n: '40' })
  })

  it.for(['auto', 'http'] as const)(
    'X7 X21 follows a namespace, large events too, with transport %s',
    async (transport) => {
      const proxy = await CutProxy.start(server.port)
      onTestFinished(() => proxy.stop())
      const configMaps = await sandbox({ server: proxy.url, transport })
      await configMaps.create({ metadata: { name: 'a' }, data: { k: '1' } })
      const seen: string[] = []
      for await (const event of configMaps.watch()) {
        seen.push(briefly(event))
        if (seen.length === 1) await configMaps.create({ metadata: { name: 'b' }, data: { k: '€'.repeat(300_000) } })
        if (seen.length === 2) await configMaps.mergePatch('b', { data: { k: '22' } }, { unconditional: true })
        if (seen.length === 3) await configMaps.delete('a')
        if (seen.length === 4) break
      }
      expect(seen).toEqual(['ADDED a 1', 'ADDED b 300000', 'MODIFIED b 2', 'DELETED a 1'])
      expect(proxy.sockets).toBe(transport === 'auto' ? 1 : 0)
    },
  )

  it('X10 K7 acknowledges what it takes: far more than the server sends unasked comes over one socket', async () => {
    const proxy = await CutProxy.start(server.port)
    onTestFinished(() => proxy.stop())
    const configMaps = await sandbox({ server: proxy.url })
    const from = await configMaps.list().all()
    const watch = configMaps.watch({ from })[Symbol.asyncIterator]()
    const first = watch.next()
    for (let i = 0; i < 25; i++)
      await configMaps.create({ metadata: { name: `o${i}` }, data: { k: 'x'.repeat(900_000) } })
    await first
    for (let i = 1; i < 25; i++) expect((await watch.next()).value?.object.metadata.name).toBe(`o${i}`)
    await watch.return?.()
    expect(proxy.sockets).toBe(1)
  })

  it('X20 reads its own writes from an informer', async () => {
    const configMaps = await sandbox()
    const informer = configMaps.informer()
    onTestFinished(() => informer.stop())
    for (let i = 0; i < 10; i++) {
      const { metadata } = await configMaps.create({ metadata: { name: `o${i}` } })
      await informer.reached(metadata.resourceVersion)
      expect(informer.get(`o${i}`)?.metadata.uid).toBe(metadata.uid)
    }
  })

  it('X2 lists page by page while others write', async () => {
    const configMaps = await sandbox()
    for (let i = 0; i < 5; i++) await configMaps.create({ metadata: { name: `o${i}` } })
    const names: string[] = []
    for await (const page of configMaps.list({ limit: 2 })) {
      names.push(...page.items.map(({ metadata }) => metadata.name))
      await configMaps.create({ metadata: { name: `o1-${names.length}` } })
    }
    expect(names).toEqual(['o0', 'o1', 'o2', 'o3', 'o4'])
    expect((await configMaps.list({ limit: 2 }).all()).items).toHaveLength(8)
  })
})
