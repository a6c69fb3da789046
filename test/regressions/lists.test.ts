import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import type { ApiBody, QueryValues } from '../support/client.ts'
import { briefly } from '../support/event-queue.ts'
import { configMap, namesIn, withData } from '../support/objects.ts'
import { readEnvelope } from '../support/protobuf-envelope.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const PROTOBUF = 'application/vnd.kubernetes.protobuf'

async function allPages(ns: Sandbox, query: QueryValues): Promise<ApiBody[]> {
  const pages = [await ns.list(query)]
  for (let token = pages[0]!.metadata.continue; token; token = pages.at(-1)!.metadata.continue)
    pages.push(await ns.list({ ...query, continue: token }))
  return pages
}

/** What a selector, encoded in its own way, must select. */
const LABEL_SELECTORS: Record<string, string[]> = {
  'env+in+%28prod%2Cdev%29': ['o1', 'o2'],
  'env+notin+%28prod%29': ['o2', 'o3'],
  'env%21%3Dprod': ['o2', 'o3'],
  '%21env': ['o3'],
  env: ['o1', 'o2'],
  'env%3Dprod%2Ctier%3Da': ['o1'],
  'env%3D%3Ddev': ['o2'],
}

describe('lists and selectors', () => {
  const box = useBlackBox()

  it('G15 page counts', async () => {
    const ns = await box.sandbox()
    const names = ['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7']
    for (const [i, name] of names.entries()) await ns.create(name, {}, i % 2 === 0 ? { labels: { par: 'odd' } } : {})
    const pages = await allPages(ns, { limit: 3 })
    expect(pages.map(namesIn)).toEqual([names.slice(0, 3), names.slice(3, 6), names.slice(6)])
    expect(pages.map((page) => page.metadata.remainingItemCount)).toEqual([4, 1, undefined])
    expect(new Set(pages.map((page) => page.metadata.resourceVersion)).size).toBe(1)
    expect((await ns.list({ limit: 7 })).metadata.continue).toBeUndefined()
    const odd = await allPages(ns, { limit: 2, labelSelector: 'par=odd' })
    expect(odd.flatMap(namesIn)).toEqual(['k1', 'k3', 'k5', 'k7'])
    expect(odd.map((page) => page.metadata.remainingItemCount)).toEqual(odd.map(() => undefined))
  })

  it('G16 selector grammar and URL encoding', async () => {
    const ns = await box.sandbox()
    const o1 = await ns.create('o1', {}, { labels: { env: 'prod', tier: 'a' } })
    const o2 = await ns.create('o2', {}, { labels: { env: 'dev' } })
    await ns.create('o3')
    const select = async (encoded: string) => ns.client.get(`${ns.configMaps}?${encoded}`)
    for (const [encoded, names] of Object.entries(LABEL_SELECTORS)) {
      const list = expectStatus(await select(`labelSelector=${encoded}`), 200)
      expect([encoded, namesIn(list)]).toEqual([encoded, names])
    }
    expect(namesIn((await select('fieldSelector=metadata.name%3Do2')).body)).toEqual(['o2'])
    expect(namesIn((await select('fieldSelector=metadata.name%21%3Do2')).body)).toEqual(['o1', 'o3'])
    for (const encoded of ['labelSelector=env+in+prod', 'fieldSelector=data.k%3D1']) {
      const { status, body } = await select(encoded)
      expect([encoded, status, body.reason]).toEqual([encoded, 400, 'BadRequest'])
    }
    const watch = await ns.watch({ fieldSelector: 'metadata.name=o2', resourceVersion: await ns.version() })
    await ns.update(o1, { k: '2' })
    await ns.update(o2, { k: '2' })
    await ns.remove('o2')
    expect((await watch.events.take(2)).map(briefly)).toEqual(['MODIFIED o2', 'DELETED o2'])
    watch.close()
    expect([400, 404]).toContain((await ns.client.get(`${ns.configMaps}/a%2Fb`)).status)
  })

  it('G24 tables and metadata alone', async () => {
    const ns = await box.sandbox()
    await ns.createMany(['a', 'b'])
    const accepting = (accept: string, path = ns.configMaps) => ns.client.get(path, {}, { accept })
    const watch = await ns.watch({ resourceVersion: await ns.version() }, { headers: { accept: TABLE } })
    for (const [path, names] of [
      [ns.configMaps, ['a', 'b']],
      [`${ns.configMaps}/a`, ['a']],
    ] as const) {
      const table = expectStatus(await accepting(`${TABLE},application/json`, path), 200)
      expect([table.kind, table.apiVersion]).toEqual(['Table', 'meta.k8s.io/v1'])
      expect(table.metadata.resourceVersion).toMatch(/^[1-9]\d*$/)
      const columns = table.columnDefinitions!.map((column) => column.name)
      expect([columns[0], columns.at(-1)]).toEqual(['Name', 'Age'])
      expect(table.rows!.map((row) => row.object!.metadata.name)).toEqual(names)
      for (const { cells, object } of table.rows!) {
        expect(cells).toHaveLength(columns.length)
        expect([object!.kind, typeof object!.metadata.uid]).toEqual(['PartialObjectMetadata', 'string'])
      }
    }
    await ns.remove('a')
    const event = await watch.events.next()
    watch.close()
    expect([event.type, event.object.kind, event.object.rows!.length]).toEqual(['DELETED', 'Table', 1])
    expect(event.object.rows![0]!.cells[0]).toBe('a')
    const partial = (kind: string) => `application/json;as=${kind};v=v1;g=meta.k8s.io`
    const list = expectStatus(await accepting(partial('PartialObjectMetadataList')), 200)
    expect([list.kind, namesIn(list), list.items![0]!.data]).toEqual(['PartialObjectMetadataList', ['b'], undefined])
    const one = expectStatus(await accepting(partial('PartialObjectMetadata'), `${ns.configMaps}/b`), 200)
    expect([one.kind, one.metadata.name, one.data]).toEqual(['PartialObjectMetadata', 'b', undefined])
    expect(expectStatus(await accepting(`${PROTOBUF},application/json`), 200).kind).toBe('ConfigMapList')
    const encoded = await accepting(PROTOBUF)
    expect(readEnvelope(encoded.bytes)).toEqual({ apiVersion: 'v1', kind: 'ConfigMapList' })
  })

  it('G26 dry run', async () => {
    const ns = await box.sandbox()
    const watch = await ns.watch({ resourceVersion: await ns.version() })
    const dry = { dryRun: 'All' }
    expectStatus(await ns.client.post(ns.configMaps, configMap('a', { k: '1' }), dry), 201)
    expect((await ns.client.get(`${ns.configMaps}/a`)).status).toBe(404)
    const created = await ns.create('a', { k: '1' })
    expect((await ns.client.post(ns.configMaps, configMap('a'), dry)).body.reason).toBe('AlreadyExists')
    const shown = await ns.client.put(`${ns.configMaps}/a`, withData(created, { x: '9' }), dry)
    expect(expectStatus(shown, 200).data).toEqual({ x: '9' })
    const patched = await ns.patch('a', 'merge', { data: { x: '9' } }, dry)
    expect(expectStatus(patched, 200).data).toEqual({ k: '1', x: '9' })
    expect((await ns.client.delete(`${ns.configMaps}/a`, undefined, dry)).status).toBe(200)
    const maybe = await ns.client.post(ns.configMaps, configMap('b'), { dryRun: 'Maybe' })
    expect([400, 422]).toContain(maybe.status)
    expect(await ns.read('a')).toEqual(created)
    await ns.create('end')
    expect((await watch.events.takeBefore('end')).map(briefly)).toEqual(['ADDED a'])
    watch.close()
  })
})
