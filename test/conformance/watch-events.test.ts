import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { briefly, nameOf, versionOf } from '../support/event-queue.ts'
import {
  configMap,
  deleteOptions,
  eventObject,
  lease,
  namesIn,
  versionIn,
  withData,
  withMeta,
} from '../support/objects.ts'
import { openWatch } from '../support/watch-reader.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

async function relabel(ns: Sandbox, show: string, k: string) {
  const current = await ns.read('a')
  return ns.replace(withData(withMeta(current, { labels: { show } }), { k }))
}

/** Begins and stops to match `show=yes`; gives the versions of the changes. */
async function transitions(ns: Sandbox): Promise<bigint[]> {
  await ns.create('a', { k: '1' })
  const changes = []
  for (const [show, k] of ['no 2', 'yes 3', 'yes 4', 'no 5', 'no 6', 'yes 7'].map((text) => text.split(' ')))
    changes.push(versionIn(await relabel(ns, show!, k!)))
  await ns.remove('a')
  await ns.create('end', {}, { labels: { show: 'yes' } })
  return changes
}

const EXPECTED = ['ADDED a 3', 'MODIFIED a 4', 'DELETED a 4', 'ADDED a 7', 'DELETED a 7']

describe('events of a watch', () => {
  const box = useBlackBox()

  it('W8 W9 with a selector: objects that begin and stop matching, live and replayed', async () => {
    const ns = await box.sandbox()
    const query = { resourceVersion: await ns.version(), labelSelector: 'show=yes' }
    const live = await ns.watch(query)
    const changes = await transitions(ns)
    const replayed = await ns.watch(query)
    for (const watch of [live, replayed]) {
      const events = await watch.events.takeBefore('end')
      watch.close()
      expect(events.map((event) => `${briefly(event)} ${event.object.data!.k}`)).toEqual(EXPECTED)
      const versions = events.map(versionOf)
      expect(versions.slice(0, 4)).toEqual([changes[1], changes[2], changes[3], changes[5]])
      expect(versions[4]).toBeGreaterThan(changes[5]!)
      expect(events[2]!.object.metadata.labels).toEqual({ show: 'yes' })
    }
  })

  it('W9 DELETED carries the last content and the version of the deletion', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const watch = await ns.watch({ resourceVersion: created.metadata.resourceVersion })
    await ns.remove('a')
    const event = await watch.events.next()
    expect(event.type).toBe('DELETED')
    expect(versionOf(event)).toBeGreaterThan(versionIn(created))
    expect(versionIn(await ns.list())).toBeGreaterThanOrEqual(versionOf(event))
    const { resourceVersion } = event.object.metadata
    expect(event.object).toEqual(withMeta(created, { resourceVersion: resourceVersion! }))
    watch.close()
  })

  it('W13 one object by its name, from before it exists', async () => {
    const ns = await box.sandbox()
    const watch = await ns.watch({ fieldSelector: 'metadata.name=b', resourceVersion: await ns.version() })
    await ns.createMany(['a', 'b', 'c'])
    await ns.update(await ns.read('a'), { k: '2' })
    await ns.remove('b')
    await ns.create('b')
    expect((await watch.events.take(3)).map(briefly)).toEqual(['ADDED b', 'DELETED b', 'ADDED b'])
    watch.close()
  })

  it('W17 all watchers see the same, in the same order', async () => {
    const ns = await box.sandbox()
    const from = await ns.version()
    const watches = await Promise.all(Array.from({ length: 10 }, () => ns.watch({ resourceVersion: from })))
    const writer = async (name: string) => {
      const created = await ns.create(name)
      await ns.update(created, { k: '2' })
      await ns.remove(name)
    }
    await Promise.all(Array.from({ length: 10 }, (_, i) => writer(`c${i}`)))
    const [first, ...others] = await Promise.all(watches.map((watch) => watch.events.take(30)))
    for (const other of others) expect(other).toEqual(first)
    const versions = first!.map(versionOf)
    expect(versions).toEqual([...new Set(versions)].toSorted((x, y) => (x < y ? -1 : 1)))
    for (const watch of watches) watch.close()
  })

  it('W18 refused writes and dry runs make none', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const current = await ns.update(created, { k: '2' })
    const watch = await ns.watch({ resourceVersion: await ns.version() })
    const self = `${ns.configMaps}/a`
    const refused = [
      await ns.client.put(self, withData(created, { k: 'stale' })),
      await ns.client.post(ns.configMaps, configMap('a')),
      await ns.client.post(ns.configMaps, configMap('Bad_Name')),
      await ns.client.delete(self, deleteOptions({ preconditions: { uid: 'other' } })),
    ]
    expect(refused.map((answer) => answer.status)).toEqual([409, 409, 422, 409])
    await ns.client.post(ns.configMaps, configMap('dry'), { dryRun: 'All' })
    await ns.client.put(self, withData(current, { k: 'dry' }), { dryRun: 'All' })
    await ns.client.delete(self, undefined, { dryRun: 'All' })
    await ns.create('end')
    expect(await watch.events.takeBefore('end')).toEqual([])
    watch.close()
  })

  it('W20 carry kind and apiVersion, one line each', async () => {
    const ns = await box.sandbox()
    const created = [
      { path: ns.configMaps, object: configMap('a', { text: 'two\nlines' }), kind: 'ConfigMap', apiVersion: 'v1' },
      { path: ns.path('events'), object: eventObject('a', ns.name), kind: 'Event', apiVersion: 'v1' },
      { path: ns.leases, object: lease('a'), kind: 'Lease', apiVersion: 'coordination.k8s.io/v1' },
    ]
    for (const { path, object, kind, apiVersion } of created) {
      const watch = await openWatch(ns.client, path, { resourceVersion: await ns.version() })
      const answer = expectStatus(await ns.client.post(path, object), 201)
      const event = await watch.events.next()
      expect([event.type, event.object.kind, event.object.apiVersion]).toEqual(['ADDED', kind, apiVersion])
      expect(event.object).toEqual(answer)
      watch.close()
    }
  })

  it('W25 after a list add up to a list made later', async () => {
    const ns = await box.sandbox()
    await ns.createMany(['a', 'b', 'c', 'd'])
    const before = await ns.list()
    const watch = await ns.watch({ resourceVersion: before.metadata.resourceVersion })
    await ns.update(await ns.read('b'), { k: 'new' })
    await ns.remove('c')
    await ns.create('e')
    await ns.create('end')
    const state = new Map(before.items!.map((item) => [item.metadata.name, item.metadata.resourceVersion]))
    for (const event of await watch.events.takeUntil((each) => nameOf(each) === 'end')) {
      if (event.type === 'DELETED') state.delete(nameOf(event))
      else state.set(nameOf(event), event.object.metadata.resourceVersion)
    }
    watch.close()
    const after = await ns.list()
    expect([...state.keys()].toSorted()).toEqual(namesIn(after))
    for (const item of after.items!) expect(state.get(item.metadata.name)).toBe(item.metadata.resourceVersion)
  })

  it('W28 of one resource go on from a version of another', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a')
    expectStatus(await ns.client.post(ns.leases, lease('l')), 201)
    const watch = await openWatch(ns.client, ns.leases, { resourceVersion: created.metadata.resourceVersion })
    expect(briefly(await watch.events.next())).toBe('ADDED l')
    watch.close()
  })
})
