import { configMap, deleteOptions, lease, withData, withMeta, withoutVersion } from '../../support/objects.ts'
import { scenariosOf } from '../scenario.ts'
import type { Stage } from '../stage.ts'

const FOREIGN_UID = '11111111-2222-3333-4444-555555555555'
const first = () => configMap('a', { k: '1' })

/** Creates `a` and changes it once; gives both states. */
async function changedOnce({ seen }: Stage) {
  const before = (await seen.post('configmaps', first())).body
  const after = (await seen.put('configmaps/a', withData(before, { k: '2' }))).body
  return { before, after }
}

export const concurrency = scenariosOf('concurrency', {
  'create assigns uid, version and creation time': async ({ seen }) => {
    await seen.post('configmaps', first())
    await seen.get('configmaps/a')
  },
  'create with a resourceVersion is refused': async ({ seen }) => {
    await seen.post('configmaps', configMap('a', { k: '1' }, { resourceVersion: '5' }))
  },
  'create of an existing name is AlreadyExists': async ({ seen }) => {
    await seen.post('configmaps', first())
    await seen.post('configmaps', configMap('a', { k: '2' }))
    await seen.get('configmaps/a')
  },
  'create in a body namespace that differs from the path': async ({ seen }) => {
    await seen.post('configmaps', configMap('a', {}, { namespace: 'elsewhere' }))
  },
  'create ignores uid and creationTimestamp given by the client': async ({ seen }) => {
    const object = configMap('a', {}, { uid: FOREIGN_UID, creationTimestamp: '2001-01-01T00:00:00Z' })
    await seen.post('configmaps', { ...object, metadata: { ...object.metadata, selfLink: '/x' } })
  },
  'update with the current version raises it': async (stage) => {
    await changedOnce(stage)
    await stage.seen.get('configmaps/a')
  },
  'update with a stale version is a Conflict and changes nothing': async (stage) => {
    const { before } = await changedOnce(stage)
    await stage.seen.put('configmaps/a', withData(before, { k: '3' }))
    await stage.seen.get('configmaps/a')
  },
  'update with a made-up later version is a Conflict': async ({ seen }) => {
    const { body } = await seen.post('configmaps', first())
    const madeUp = String(BigInt(body.metadata.resourceVersion!) + 1_000_000n)
    await seen.put('configmaps/a', withMeta(withData(body, { k: '2' }), { resourceVersion: madeUp }))
  },
  'update with a version that is not a number': async ({ seen }) => {
    const { body } = await seen.post('configmaps', first())
    await seen.put('configmaps/a', withMeta(body, { resourceVersion: 'abc' }))
  },
  'update without changes keeps the version': async (stage) => {
    const before = (await stage.seen.post('configmaps', first())).body
    const after = (await stage.seen.put('configmaps/a', before)).body
    stage.note('same version', before.metadata.resourceVersion === after.metadata.resourceVersion)
  },
  'update without changes but with a stale version is a Conflict': async (stage) => {
    const { before, after } = await changedOnce(stage)
    await stage.seen.put('configmaps/a', withMeta(after, { resourceVersion: before.metadata.resourceVersion! }))
  },
  'update of a missing object is NotFound': async ({ seen }) => {
    await seen.put('configmaps/none', configMap('none', { k: '1' }, { resourceVersion: '1' }))
  },
  'update whose body names another object': async ({ seen }) => {
    const { body } = await seen.post('configmaps', first())
    await seen.put('configmaps/a', withMeta(body, { name: 'b' }))
  },
  'update with another uid is a Conflict': async ({ seen }) => {
    const { body } = await seen.post('configmaps', first())
    await seen.put('configmaps/a', withMeta(body, { uid: FOREIGN_UID }))
  },
  'update cannot change creationTimestamp': async ({ seen }) => {
    const { body } = await seen.post('configmaps', first())
    await seen.put('configmaps/a', withMeta(withData(body, { k: '2' }), { creationTimestamp: '2001-01-01T00:00:00Z' }))
  },
  'the version of a deleted and re-created object': async (stage) => {
    const old = (await stage.seen.post('configmaps', first())).body
    await stage.seen.delete('configmaps/a')
    const young = (await stage.seen.post('configmaps', first())).body
    stage.note('new uid', old.metadata.uid !== young.metadata.uid)
    const late = withData(old, { k: 'late' })
    await stage.seen.put('configmaps/a', withMeta(late, { uid: undefined }))
    await stage.seen.put('configmaps/a', withMeta(late, { resourceVersion: young.metadata.resourceVersion! }))
  },
  'eight writers at once: exactly one of the writers of each version wins': async (stage) => {
    const { body } = await stage.seen.post('configmaps', configMap('a', { n: '0' }))
    const writers = Array.from({ length: 8 }, (_, i) => withData(body, { n: String(i + 1) }))
    const answers = await Promise.all(writers.map((object) => stage.unseen.put('configmaps/a', object)))
    stage.note('statuses', answers.map((answer) => answer.status).toSorted())
    stage.note('reasons', answers.map((answer) => answer.body.reason ?? 'ok').toSorted())
  },
  'optimistic increments by eight clients lose nothing': async ({ seen, unseen }) => {
    await unseen.post('configmaps', configMap('counter', { n: '0' }))
    const increment = async (): Promise<void> => {
      const { body } = await unseen.get('configmaps/counter')
      const next = withData(body, { n: String(Number(body.data!.n) + 1) })
      const { status } = await unseen.put('configmaps/counter', next)
      if (status === 409) return increment()
      if (status !== 200) throw new Error(`status ${status}`)
    }
    const client = async () => {
      for (let i = 0; i < 5; i++) await increment()
    }
    await Promise.all(Array.from({ length: 8 }, client))
    await seen.get('configmaps/counter', {}, { show: (body) => body.data })
  },
  'delete with a stale version precondition': async (stage) => {
    const { before } = await changedOnce(stage)
    const preconditions = { resourceVersion: before.metadata.resourceVersion }
    await stage.seen.delete('configmaps/a', deleteOptions({ preconditions }))
    await stage.seen.get('configmaps/a')
  },
  'delete with a wrong uid precondition': async ({ seen }) => {
    await seen.post('configmaps', first())
    await seen.delete('configmaps/a', deleteOptions({ preconditions: { uid: FOREIGN_UID } }))
    await seen.get('configmaps/a', {}, { show: false })
  },
  'delete with matching preconditions': async ({ seen }) => {
    const { uid, resourceVersion } = (await seen.post('configmaps', first())).body.metadata
    await seen.delete('configmaps/a', deleteOptions({ preconditions: { uid, resourceVersion } }))
    await seen.get('configmaps/a')
  },
  'delete of a missing object': async ({ seen }) => {
    await seen.delete('configmaps/none')
  },
  'dry run create, update and delete leave nothing behind': async ({ seen }) => {
    const query = { dryRun: 'All' }
    await seen.post('configmaps', first(), { query })
    await seen.get('configmaps/a')
    const { body } = await seen.post('configmaps', configMap('b', { k: '1' }))
    await seen.put('configmaps/b', withData(body, { k: '2' }), { query })
    await seen.delete('configmaps/b', undefined, { query })
    await seen.get('configmaps/b')
  },
  'dry run update with a stale version is still a Conflict': async (stage) => {
    const { before } = await changedOnce(stage)
    await stage.seen.put('configmaps/a', withData(before, { k: '3' }), { query: { dryRun: 'All' } })
  },
  'dry run with an unknown value': async ({ seen }) => {
    await seen.post('configmaps', configMap('a'), { query: { dryRun: 'Some' } })
  },
  'immutable config map': async ({ seen }) => {
    const { body } = await seen.post('configmaps', { ...first(), immutable: true })
    await seen.put('configmaps/a', withData(body, { k: '2' }))
    await seen.put('configmaps/a', { ...body, immutable: false })
    await seen.put('configmaps/a', withMeta(body, { labels: { still: 'editable' } }))
  },
  'lease: empty version is refused on update': async ({ seen, namespace }) => {
    const leases = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`
    const { body } = await seen.post(leases, lease('l', { holderIdentity: 'one', leaseDurationSeconds: 15 }))
    const heldBy = (holderIdentity: string) => ({ ...body, spec: { ...body.spec, holderIdentity } })
    await seen.put(`${leases}/l`, withoutVersion(body))
    await seen.put(`${leases}/l`, heldBy('two'))
    await seen.put(`${leases}/l`, heldBy('three'))
  },
})
