import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { briefly, nameOf, versionOf } from '../support/event-queue.ts'
import { namespaceObject } from '../support/objects.ts'
import { refusedWatch, openWatch } from '../support/watch-reader.ts'
import { expectStatus, uniqueName } from '../support/sandbox.ts'

const TABLE = { headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' } }
const PARTIAL = { headers: { accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io' } }

describe('forms of a watch', () => {
  const box = useBlackBox()

  it('W14 as Table: one row an event, columns in the first alone', async () => {
    const ns = await box.sandbox()
    const watch = await ns.watch({ resourceVersion: await ns.version() }, TABLE)
    const created = await ns.create('a', { k: '1' })
    await ns.update(created, { k: '1', l: '2' })
    await ns.remove('a')
    const events = await watch.events.take(3)
    watch.close()
    expect(events.map((event) => event.type)).toEqual(['ADDED', 'MODIFIED', 'DELETED'])
    const columns = events.map((event) => event.object.columnDefinitions?.map((column) => column.name) ?? null)
    expect(columns).toEqual([['Name', 'Data', 'Age'], null, null])
    for (const { object } of events) {
      expect([object.kind, object.apiVersion, object.rows!.length]).toEqual(['Table', 'meta.k8s.io/v1', 1])
      expect(object.rows![0]!.object).toMatchObject({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' })
      expect(object.metadata.resourceVersion).toBe(object.rows![0]!.object!.metadata.resourceVersion)
    }
    expect(events.map((event) => event.object.rows![0]!.cells.slice(0, 2))).toEqual([
      ['a', 1],
      ['a', 2],
      ['a', 2],
    ])
  })

  it('W15 as metadata: no data', async () => {
    const ns = await box.sandbox()
    const watch = await ns.watch({ resourceVersion: await ns.version(), allowWatchBookmarks: true }, PARTIAL)
    const created = await ns.create('a', { k: '1' }, { labels: { l: 'x' } })
    await ns.remove('a')
    const [added, deleted] = await watch.events.take(2)
    watch.close()
    const form = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' }
    expect(added!.object).toEqual({ ...form, metadata: created.metadata })
    expect(deleted!.type).toBe('DELETED')
    expect(deleted!.object).not.toHaveProperty('data')
  })

  it('W26 in YAML: 406', async () => {
    const ns = await box.sandbox()
    const response = await ns.client.get(ns.configMaps, { watch: true }, { accept: 'application/yaml' })
    expect(response.status).toBe(406)
    expect((await refusedWatch(ns.client, ns.configMaps, {}, { headers: { accept: 'text/html' } })).status).toBe(406)
  })

  it('W27 of namespaces: ADDED, MODIFIED while it is being deleted, DELETED', async () => {
    const name = uniqueName('watched')
    const query = { fieldSelector: `metadata.name=${name}` }
    const list = expectStatus(await box.client.get('/api/v1/namespaces', query), 200)
    const watch = await openWatch(box.client, '/api/v1/namespaces', {
      ...query,
      resourceVersion: list.metadata.resourceVersion,
    })
    expectStatus(await box.client.post('/api/v1/namespaces', namespaceObject(name)), 201)
    expect(briefly(await watch.events.next())).toBe(`ADDED ${name}`)
    expectStatus(await box.client.delete(`/api/v1/namespaces/${name}`), 200)
    const events = await watch.events.takeUntil((event) => event.type === 'DELETED', 30_000)
    watch.close()
    expect(events.length).toBeGreaterThanOrEqual(2)
    for (const event of events) expect(event.object.metadata.deletionTimestamp).toBeTruthy()
    for (const event of events.slice(0, -1)) {
      expect(event.type).toBe('MODIFIED')
      expect(event.object.status).toMatchObject({ phase: 'Terminating' })
    }
  })

  it('W14 W10 tells an error as a Status whatever the form', async () => {
    const ns = await box.sandbox()
    const ahead = String(BigInt(await ns.version()) + 10n ** 12n)
    const query = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan', resourceVersion: ahead }
    const watch = await ns.watch(query, TABLE)
    const { events } = await watch.events.drain(10_000)
    expect(events.map((event) => [event.type, event.object.kind])).toEqual([['ERROR', 'Status']])
  })

  it('W22 of watchers that went away: writes go on as before', async () => {
    const ns = await box.sandbox()
    const gone = await Promise.all(Array.from({ length: 30 }, () => ns.watch()))
    for (const watch of gone) watch.close()
    const healthy = await ns.watch({ resourceVersion: await ns.version() })
    await ns.createMany(['a', 'b', 'c'])
    const events = await healthy.events.take(3)
    expect(events.map(nameOf)).toEqual(['a', 'b', 'c'])
    expect(versionOf(events[2]!)).toBeGreaterThan(versionOf(events[0]!))
    healthy.close()
  })
})
