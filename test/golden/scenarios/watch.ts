import { configMap, withData, withMeta } from '../../support/objects.ts'
import type { WatchEvent } from '../../support/event-queue.ts'
import { scenariosOf } from '../scenario.ts'
import type { Stage } from '../stage.ts'

/** Of an event: its object by name and version, and its content. */
const show = ({ type, object: { metadata, data } }: WatchEvent) => ({
  type,
  name: metadata.name,
  data,
  metadata: { name: metadata.name, resourceVersion: metadata.resourceVersion, uid: metadata.uid },
})

async function createSome({ unseen }: Stage, count: number) {
  const created = []
  for (let i = 0; i < count; i++) created.push((await unseen.post('configmaps', configMap(`c${i}`))).body)
  return created
}

/** Gives `a` another label and content, whatever its version. */
async function relabel({ unseen }: Stage, label: string, k: string): Promise<void> {
  const { body } = await unseen.get('configmaps/a')
  await unseen.put('configmaps/a', withData(withMeta(body, { labels: { show: label } }), { k }))
}

export const watch = scenariosOf('watch', {
  'events of one object from list to delete': async (stage) => {
    const run = async () => {
      const { body } = await stage.unseen.post('configmaps', configMap('a', { k: '1' }))
      await stage.unseen.put('configmaps/a', withData(body, { k: '2' }))
      await stage.unseen.delete('configmaps/a')
    }
    await stage.watch('configmaps', { resourceVersion: await stage.listVersion() }, { count: 3, act: { run } })
  },
  'a deleted object is shown with a version of its own': async (stage) => {
    const { body } = await stage.unseen.post('configmaps', configMap('a', { k: '1' }))
    const resourceVersion = body.metadata.resourceVersion!
    const run = () => stage.unseen.delete('configmaps/a')
    const [event] = await stage.watch('configmaps', { resourceVersion }, { count: 1, act: { run } })
    stage.note('later than its creation', BigInt(event!.object.metadata.resourceVersion!) > BigInt(resourceVersion))
  },
  'a watch from an old version replays what came after it': async (stage) => {
    const resourceVersion = await stage.listVersion()
    for (let i = 0; i < 3; i++) await stage.unseen.post('configmaps', configMap(`c${i}`, { i: String(i) }))
    await stage.unseen.delete('configmaps/c1')
    await stage.watch('configmaps', { resourceVersion }, { count: 4, show })
  },
  'a watch from the version of an object starts after it': async (stage) => {
    const created = await createSome(stage, 3)
    const resourceVersion = created[1]!.metadata.resourceVersion!
    await stage.watch('configmaps', { resourceVersion }, { count: 1, show })
  },
  'a watch without a version begins with what is there': async (stage) => {
    await createSome(stage, 3)
    const run = () => stage.unseen.post('configmaps', configMap('late'))
    await stage.watch('configmaps', {}, { count: 4, show, act: { after: 3, run } })
    await stage.watch('configmaps', { resourceVersion: '0' }, { count: 4, show })
  },
  'no-op writes make no event': async (stage) => {
    const { body } = await stage.unseen.post('configmaps', configMap('a', { k: '1' }))
    const run = async () => {
      await stage.unseen.put('configmaps/a', body)
      await stage.unseen.put('configmaps/a', withData(body, { k: '1' }))
      await stage.unseen.put('configmaps/a', withData(body, { k: '2' }))
    }
    const query = { resourceVersion: body.metadata.resourceVersion }
    await stage.watch('configmaps', query, { count: 1, show, act: { run } })
  },
  'refused writes and dry runs make no event': async (stage) => {
    const { body } = await stage.unseen.post('configmaps', configMap('a', { k: '1' }))
    await stage.unseen.put('configmaps/a', withData(body, { k: '2' }))
    const run = async () => {
      await stage.unseen.put('configmaps/a', withData(body, { k: 'stale' }))
      await stage.unseen.post('configmaps', configMap('a'))
      await stage.unseen.post('configmaps', configMap('dry'), { query: { dryRun: 'All' } })
      await stage.unseen.post('configmaps', configMap('real'))
    }
    const query = { resourceVersion: await stage.listVersion() }
    await stage.watch('configmaps', query, { count: 1, show, act: { run } })
  },
  'an object that starts and stops matching a selector': async (stage) => {
    const run = async () => {
      await stage.unseen.post('configmaps', configMap('a', { k: '1' }))
      await relabel(stage, 'yes', '2')
      await relabel(stage, 'yes', '3')
      await relabel(stage, 'no', '4')
      await relabel(stage, 'no', '5')
      await relabel(stage, 'yes', '6')
      await stage.unseen.delete('configmaps/a')
    }
    const query = { resourceVersion: await stage.listVersion(), labelSelector: 'show=yes' }
    await stage.watch('configmaps', query, { count: 5, show, act: { run } })
  },
  'the same transitions replayed from history': async (stage) => {
    const resourceVersion = await stage.listVersion()
    await stage.unseen.post('configmaps', configMap('a', { k: '1' }))
    await relabel(stage, 'yes', '2')
    await relabel(stage, 'no', '3')
    await relabel(stage, 'yes', '4')
    await stage.unseen.delete('configmaps/a')
    for (const labelSelector of ['show=yes', 'show!=yes'])
      await stage.watch('configmaps', { resourceVersion, labelSelector }, { count: 4, show })
  },
  'watch of one name by field selector': async (stage) => {
    const run = async () => {
      for (const name of ['a', 'b', 'c']) await stage.unseen.post('configmaps', configMap(name))
      await stage.unseen.delete('configmaps/b')
    }
    const query = { resourceVersion: await stage.listVersion(), fieldSelector: 'metadata.name=b' }
    await stage.watch('configmaps', query, { count: 2, show, act: { run } })
  },
  'two watches see the same events in the same order': async (stage) => {
    const query = { resourceVersion: await stage.listVersion() }
    const run = () => createSome(stage, 10)
    const one = stage.watch('configmaps', query, { count: 10, show, act: { run } })
    const other = stage.watch('configmaps', query, { count: 10, show })
    stage.note('same', JSON.stringify(await one) === JSON.stringify(await other))
  },
  'restarted watch goes on from the last version seen': async (stage) => {
    const from = await stage.listVersion()
    const created = (await stage.unseen.post('configmaps', configMap('a', { k: '1' }))).body
    const [seen] = await stage.watch('configmaps', { resourceVersion: from }, { count: 1, show })
    const changed = (await stage.unseen.put('configmaps/a', withData(created, { k: '2' }))).body
    await stage.unseen.put('configmaps/a', withData(changed, { k: '3' }))
    await stage.unseen.delete('configmaps/a')
    const query = { resourceVersion: seen!.object.metadata.resourceVersion }
    await stage.watch('configmaps', query, { count: 3, show })
  },
  'watch with bad parameters': async (stage) => {
    const values = [{ resourceVersion: 'abc' }, { labelSelector: 'a in b' }, { fieldSelector: 'data.x=1' }]
    const initial = { sendInitialEvents: 'true' }
    const rules = [{ resourceVersionMatch: 'NotOlderThan' }, initial, { ...initial, resourceVersionMatch: 'Exact' }]
    for (const query of [...values, { timeoutSeconds: 'soon' }, ...rules])
      await stage.watch('configmaps', query, { count: 1 })
  },
  'a watch ends in order at its time limit': async (stage) => {
    const query = { watch: true, timeoutSeconds: 1, resourceVersion: await stage.listVersion() }
    const answer = await stage.unseen.get('configmaps', query)
    stage.note('status', answer.status)
    stage.note('content type', answer.headers['content-type'])
    stage.note('body', answer.text)
  },
  'streaming list: initial events and the bookmark that ends them': async (stage) => {
    await createSome(stage, 2)
    const showMarker = ({ type, object }: WatchEvent) => ({
      type,
      kind: object.kind,
      apiVersion: object.apiVersion,
      annotations: object.metadata.annotations,
      keys: Object.keys(object).toSorted(),
      metaKeys: Object.keys(object.metadata).toSorted(),
    })
    const query = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: true }
    await stage.watch('configmaps', query, {
      count: 4,
      bookmarks: 'end of the initial events',
      show: (event) => (event.type === 'BOOKMARK' ? showMarker(event) : show(event)),
      act: { after: 3, run: () => stage.unseen.post('configmaps', configMap('late')) },
    })
  },
  'a bookmark comes before the time limit': async (stage) => {
    await stage.unseen.post('configmaps', configMap('a'))
    const from = await stage.listVersion()
    const query = { resourceVersion: from, allowWatchBookmarks: true, timeoutSeconds: 4 }
    const events = await stage.eventsUntilTheLimit(query, 'application/json', async () => {})
    const last = events.at(-1)
    stage.note('only bookmarks came, at least one', events.length > 0 && events.every((e) => e.type === 'BOOKMARK'))
    stage.note('a bookmark is the last event', last?.type)
    const isRecent = last && BigInt(last.object.metadata.resourceVersion!) >= BigInt(from)
    stage.note('its version is not older than the list', isRecent)
  },
  'watch of a table': async (stage) => {
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json'
    const query = { resourceVersion: await stage.listVersion() }
    const events = await stage.eventsUntilTheLimit(query, accept, async () => {
      for (const name of ['a', 'b']) await stage.unseen.post('configmaps', configMap(name, { k: '1' }))
    })
    const showTable = ({ type, object: table }: WatchEvent) => ({
      type,
      kind: table.kind,
      apiVersion: table.apiVersion,
      columns: table.columnDefinitions?.map((column) => column.name) ?? null,
      cells: table.rows?.map((row) => row.cells.slice(0, 2)),
      rowObject: table.rows?.map((row) => row.object?.kind),
    })
    stage.note('table events', events.map(showTable))
  },
  'watch of partial metadata': async (stage) => {
    const accept = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io'
    const query = { resourceVersion: await stage.listVersion() }
    const labelled = configMap('a', { k: '1' }, { labels: { l: 'x' } })
    const create = () => stage.unseen.post('configmaps', labelled)
    stage.note('events', await stage.eventsUntilTheLimit(query, accept, create))
  },
  'the old watch paths': async (stage) => {
    const { body } = await stage.unseen.post('configmaps', configMap('a', { k: '1' }))
    const query = { watch: undefined, resourceVersion: body.metadata.resourceVersion }
    const collection = `/api/v1/watch/namespaces/${stage.namespace}/configmaps`
    const create = () => stage.unseen.post('configmaps', configMap('b'))
    await stage.watch(collection, query, { count: 1, show, act: { run: create } })
    const change = () => stage.unseen.put('configmaps/a', withData(body, { k: '2' }))
    await stage.watch(`${collection}/a`, query, { count: 1, show, act: { run: change } })
  },
})
