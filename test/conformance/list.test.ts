import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { configMap, namesIn, versionIn, withData } from '../support/objects.ts'
import { expectStatus } from '../support/sandbox.ts'

describe('list', () => {
  const box = useBlackBox()

  it('L1 L15 of nothing has items [] and a version to watch from', async () => {
    const ns = await box.sandbox()
    for (const path of [ns.configMaps, '/api/v1/namespaces/no-such-namespace/configmaps']) {
      const list = expectStatus(await ns.client.get(path), 200)
      expect([list.kind, list.apiVersion, list.items]).toEqual(['ConfigMapList', 'v1', []])
      expect(versionIn(list)).toBeGreaterThan(0n)
    }
    const leases = expectStatus(await ns.client.get(ns.leases), 200)
    expect([leases.kind, leases.apiVersion]).toEqual(['LeaseList', 'coordination.k8s.io/v1'])
  })

  it('L2 gives items in the order of the bytes of their names', async () => {
    const ns = await box.sandbox()
    const names = ['b', 'a', 'a.b', 'a-b', 'ab', 'a0', 'a10', 'a2', 'z']
    await ns.createMany(names)
    expect(namesIn(await ns.list())).toEqual(names.toSorted((x, y) => Buffer.compare(Buffer.from(x), Buffer.from(y))))
  })

  it('L3 L4 shows what was acknowledged before it', async () => {
    const ns = await box.sandbox()
    const seen: string[] = []
    for (let i = 0; i < 10; i++) {
      const created = await ns.create(`c${i}`)
      seen.push(`c${i}`)
      for (const resourceVersion of [undefined, '', '0', created.metadata.resourceVersion])
        expect(namesIn(await ns.list({ resourceVersion }))).toEqual(seen)
    }
    expect((await ns.list()).items![0]).toEqual(await withoutKind(ns.read('c0')))
  })

  it('L5 at an exact version shows the state at that version', async () => {
    const ns = await box.sandbox()
    const [a, b] = await ns.createMany(['a', 'b', 'c'])
    const before = await ns.list()
    const at = before.metadata.resourceVersion!
    await ns.remove('a')
    await ns.update(b!, { k: 'changed' })
    await ns.create('d')
    expect(await ns.list({ resourceVersion: at, resourceVersionMatch: 'Exact' })).toEqual(before)
    const page = await ns.list({ resourceVersion: at, limit: 2 })
    expect([page.metadata.resourceVersion, namesIn(page)]).toEqual([at, ['a', 'b']])
    const first = { resourceVersion: a!.metadata.resourceVersion, resourceVersionMatch: 'Exact' }
    expect(namesIn(await ns.list(first))).toEqual(['a'])
  })

  it('L6 not older than a version shows at least that state', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a')
    await ns.create('b')
    for (const limit of [undefined, 5]) {
      const query = { resourceVersion: created.metadata.resourceVersion, resourceVersionMatch: 'NotOlderThan', limit }
      const list = await ns.list(query)
      expect(namesIn(list)).toContain('a')
      expect(versionIn(list)).toBeGreaterThanOrEqual(versionIn(created))
    }
  })

  it('L12 refuses parameters that do not go together', async () => {
    const ns = await box.sandbox()
    const wrong = [
      { resourceVersionMatch: 'Exact' },
      { resourceVersionMatch: 'NotOlderThan' },
      { resourceVersion: '0', resourceVersionMatch: 'Exact' },
      { resourceVersion: '1', resourceVersionMatch: 'Sometimes' },
      { sendInitialEvents: true },
    ]
    for (const query of wrong) {
      const { body } = await ns.client.get(ns.configMaps, query)
      expect(body).toMatchObject({ code: 422, reason: 'Invalid' })
      expect(body.details).toMatchObject({ group: 'meta.k8s.io', kind: 'ListOptions' })
      expect(body.message).toMatch(/^ListOptions\.meta\.k8s\.io "" is invalid: /)
    }
  })

  it('L14 at a version of the future is a Timeout', async () => {
    const ns = await box.sandbox()
    const resourceVersion = String(BigInt(await ns.version()) + 10n ** 12n)
    const queries = [{ resourceVersion }, { resourceVersion, resourceVersionMatch: 'Exact' }]
    const start = performance.now()
    const answers = await Promise.all(queries.map((query) => ns.client.get(ns.configMaps, query)))
    expect(performance.now() - start).toBeGreaterThan(2_990)
    for (const { body, headers } of answers) {
      expect(body).toMatchObject({ code: 504, reason: 'Timeout' })
      expect(body.details?.causes?.[0]?.reason).toBe('ResourceVersionTooLarge')
      expect(headers['retry-after']).toBe('1')
    }
  })

  it('L25 in a namespace that cannot exist is empty, as in one that does not', async () => {
    const ns = await box.sandbox()
    for (const namespace of ['UPPER', 'a_b', '-', 'x'.repeat(64), 'none-such']) {
      const path = `/api/v1/namespaces/${namespace}/configmaps`
      const { status, body } = await ns.client.get(path)
      expect([namespace, status, body.kind, body.items]).toEqual([namespace, 200, 'ConfigMapList', []])
      expect(body.metadata.resourceVersion).toMatch(/^[1-9]\d+$/)
      expect((await ns.client.get(`${path}/a`)).status).toBe(404)
      expect((await ns.client.post(path, configMap('a'))).status).toBe(404)
    }
  })

  it('L16 ends its text with its metadata', async () => {
    const ns = await box.sandbox()
    await ns.createMany(['a', 'b'])
    const { text } = await ns.client.get(ns.configMaps)
    expect(Object.keys(JSON.parse(text) as object).at(-1)).toBe('metadata')
    expect(text.trimEnd()).toMatch(/"metadata":\{"resourceVersion":"\d+"\}\}$/)
  })

  it('L17 of 20 MB comes complete while others write', async () => {
    const ns = await box.sandbox()
    const data = { k: 'x'.repeat(500_000) }
    const names = Array.from({ length: 40 }, (_, i) => `big-${String(i).padStart(2, '0')}`)
    for (const name of names) await ns.create(name, data)
    const listing = ns.list()
    const writing = ns.createMany(['a-while', 'z-while'])
    const list = await listing
    await writing
    expect(namesIn(list).filter((name) => name.startsWith('big-'))).toEqual(names)
    expect(list.items!.every((item) => item.metadata.name!.endsWith('while') || item.data!.k === data.k)).toBe(true)
  }, 60_000)

  it('L18 over all namespaces is a 405 that names -n', async () => {
    for (const path of ['/api/v1/configmaps', '/apis/coordination.k8s.io/v1/leases']) {
      for (const query of [{}, { watch: true }]) {
        const { status, body } = await box.client.get(path, query)
        expect([status, body.kind, body.reason]).toEqual([405, 'Status', 'MethodNotAllowed'])
        expect(body.message).toContain('-n')
      }
    }
  })

  it('L3 shows an object without the kind that the list tells', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const updated = await ns.update(created, { k: '2' })
    const { items } = await ns.list()
    expect(items).toEqual([await withoutKind(Promise.resolve(updated))])
    expect((await ns.client.put(`${ns.configMaps}/a`, withData(configMapOf(items![0]!), { k: '3' }))).status).toBe(200)
  })
})

/** What an item of a list is: the object without what the list says for all of them. */
async function withoutKind(reading: Promise<object>) {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = (await reading) as { kind: string; apiVersion: string }
  return rest
}

const configMapOf = (item: object) => ({ ...configMap('a'), ...item })
