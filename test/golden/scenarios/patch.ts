import { configMap, ownerOf } from '../../support/objects.ts'
import { type ApiBody, scenariosOf } from '../scenario.ts'
import type { Stage } from '../stage.ts'

const A = 'configmaps/a'

/** Creates `a`. */
const make = ({ seen }: Stage, data: Record<string, string> = { k: '1' }, metadata: ApiBody['metadata'] = {}) =>
  seen.post('configmaps', configMap('a', data, metadata))

/** Takes the finalizers away, so that the namespace can go. */
const letGo = ({ unseen }: Stage) => unseen.patch(A, 'merge', { metadata: { finalizers: null } })

/** Creates `a`, changes it by a patch, and gives the version before. */
async function changedOnce(stage: Stage, kind: 'merge' | 'strategic'): Promise<string> {
  const { body } = await make(stage)
  await stage.seen.patch(A, kind, { data: { k: '2' } })
  return body.metadata.resourceVersion!
}

const keysOf = ({ data, reason }: ApiBody) => ({ keys: Object.keys(data ?? {}).toSorted(), reason })

const mergePatches = scenariosOf('patch', {
  'merge patch adds, replaces and removes': async (stage) => {
    await make(stage, { keep: '1', change: '1', drop: '1' })
    await stage.seen.patch(A, 'merge', { data: { change: '2', drop: null, add: '3' } })
    await stage.seen.get(A)
  },
  'merge patch with a stale version is a Conflict': async (stage) => {
    const resourceVersion = await changedOnce(stage, 'merge')
    await stage.seen.patch(A, 'merge', { metadata: { resourceVersion }, data: { k: '3' } })
    await stage.seen.get(A)
  },
  'merge patch with the current version': async (stage) => {
    const { resourceVersion } = (await make(stage)).body.metadata
    await stage.seen.patch(A, 'merge', { metadata: { resourceVersion }, data: { k: '2' } })
  },
  'merge patch that changes nothing keeps the version': async (stage) => {
    const before = (await make(stage)).body.metadata.resourceVersion
    const after = (await stage.seen.patch(A, 'merge', { data: { k: '1' } })).body.metadata.resourceVersion
    stage.note('same version', before === after)
  },
  'merge patch with resourceVersion null': async (stage) => {
    await make(stage)
    await stage.seen.patch(A, 'merge', { metadata: { resourceVersion: null }, data: { k: '2' } })
  },
  'merge patch of labels and annotations': async (stage) => {
    await make(stage, {}, { labels: { a: '1', b: '2' }, annotations: { x: 'y' } })
    await stage.seen.patch(A, 'merge', { metadata: { labels: { a: null, c: '3' }, annotations: null } })
  },
  'merge patch cannot rename': async (stage) => {
    await make(stage)
    await stage.seen.patch(A, 'merge', { metadata: { name: 'b' } })
  },
  'merge patch cannot move to another namespace': async (stage) => {
    await make(stage)
    await stage.seen.patch(A, 'merge', { metadata: { namespace: 'other' } })
  },
  'merge patch to invalid content': async (stage) => {
    await make(stage)
    for (const data of [{ 'bad key!': 'x' }, { k: 5 }]) await stage.seen.patch(A, 'merge', { data })
    await stage.seen.patch(A, 'merge', { metadata: { labels: { 'bad label!': 'x' } } })
  },
  'merge patch whose body is not an object': async (stage) => {
    await make(stage)
    for (const raw of ['[1,2]', '{"data":']) await stage.seen.patch(A, 'merge', undefined, { raw })
  },
})

const jsonPatches = scenariosOf('patch', {
  'JSON patch operations': async (stage) => {
    await make(stage, { one: '1', two: '2', three: '3' })
    await stage.seen.patch(A, 'json', [
      { op: 'test', path: '/data/one', value: '1' },
      { op: 'replace', path: '/data/one', value: '1b' },
      { op: 'remove', path: '/data/two' },
      { op: 'add', path: '/data/four', value: '4' },
      { op: 'copy', from: '/data/three', path: '/data/five' },
      { op: 'move', from: '/data/three', path: '/data/six' },
      { op: 'add', path: '/metadata/labels', value: { 'example.com/tier': 'a' } },
      { op: 'add', path: '/metadata/labels/example.com~1zone', value: 'b' },
    ])
  },
  'JSON patch whose test fails': async (stage) => {
    await make(stage)
    const test = { op: 'test', path: '/data/k', value: '2' }
    await stage.seen.patch(A, 'json', [test, { op: 'replace', path: '/data/k', value: '3' }])
    await stage.seen.get(A)
  },
  'JSON patch on a path that is not there': async (stage) => {
    await make(stage)
    await stage.seen.patch(A, 'json', [{ op: 'remove', path: '/data/none' }])
    await stage.seen.patch(A, 'json', [{ op: 'replace', path: '/data/none', value: 'x' }])
    await stage.seen.patch(A, 'json', [{ op: 'add', path: '/no/such/parent', value: 'x' }])
  },
  'JSON patch with an unknown operation or a body that is not a list': async (stage) => {
    await make(stage)
    await stage.seen.patch(A, 'json', [{ op: 'frobnicate', path: '/data/k' }])
    await stage.seen.patch(A, 'json', { data: { k: '2' } })
  },
  'JSON patch that pins the version by replacing it': async (stage) => {
    const value = await changedOnce(stage, 'merge')
    const change = { op: 'replace', path: '/data/k', value: '3' }
    const pinned = (op: string) => [{ op, path: '/metadata/resourceVersion', value }, change]
    await stage.seen.patch(A, 'json', pinned('replace'))
    await stage.seen.patch(A, 'json', pinned('test'), { show: false })
  },
  'JSON patch list operations': async (stage) => {
    const add = (path: string, value: unknown) => ({ op: 'add', path, value })
    await make(stage, {}, { finalizers: ['example.com/one', 'example.com/two'] })
    const shift = [add('/metadata/finalizers/-', 'example.com/three'), { op: 'remove', path: '/metadata/finalizers/0' }]
    await stage.seen.patch(A, 'json', shift)
    // names that are numbers: no such owner can be decoded
    const owner = (name: number) => ({
      ...ownerOf(configMap('o')),
      name,
      uid: `11111111-2222-3333-4444-55555555555${name}`,
    })
    await stage.seen.patch(A, 'json', [add('/metadata/ownerReferences', [owner(1), owner(2)])])
    await stage.seen.patch(A, 'json', [add('/metadata/finalizers/9', 'example.com/far')])
    await letGo(stage)
  },
})

const strategicPatches = scenariosOf('patch', {
  'strategic merge patch of a map': async (stage) => {
    await make(stage, { keep: '1', drop: '1' })
    await stage.seen.patch(A, 'strategic', { data: { drop: null, add: '2' } })
  },
  'strategic merge patch: replace directive': async (stage) => {
    await make(stage, { keep: '1', drop: '1' })
    await stage.seen.patch(A, 'strategic', { data: { $patch: 'replace', only: 'this' } })
  },
  'strategic merge patch: delete directive': async (stage) => {
    await make(stage, { k: '1' }, { labels: { a: 'b' } })
    await stage.seen.patch(A, 'strategic', { metadata: { labels: { $patch: 'delete' } } })
  },
  'strategic merge patch merges finalizers as a set and owners by uid': async (stage) => {
    const create = async (name: string) => ownerOf((await stage.unseen.post('configmaps', configMap(name))).body)
    const one = await create('o1')
    const two = await create('o2')
    await make(stage, {}, { finalizers: ['example.com/one'], ownerReferences: [one] })
    const patches = [
      { finalizers: ['example.com/two'], ownerReferences: [two] },
      {
        '$deleteFromPrimitiveList/finalizers': ['example.com/one'],
        ownerReferences: [{ $patch: 'delete', uid: one.uid }],
      },
      { ownerReferences: [{ ...two, blockOwnerDeletion: true }] },
    ]
    for (const metadata of patches) await stage.seen.patch(A, 'strategic', { metadata })
    await letGo(stage)
  },
  'strategic merge patch with a stale version is a Conflict': async (stage) => {
    const resourceVersion = await changedOnce(stage, 'strategic')
    await stage.seen.patch(A, 'strategic', { metadata: { resourceVersion }, data: { k: '3' } })
  },
})

const anyPatches = scenariosOf('patch', {
  'patch of a missing object': async ({ seen }) => {
    await seen.patch('configmaps/none', 'merge', { data: { k: '1' } })
    await seen.patch('configmaps/none', 'json', [{ op: 'add', path: '/data/k', value: '1' }])
    await seen.patch('configmaps/none', 'strategic', { data: { k: '1' } })
  },
  'patch with an unsupported content type': async (stage) => {
    await make(stage)
    for (const type of ['application/json', 'text/plain'])
      await stage.seen.send('PATCH', A, { body: { data: { k: '2' } }, headers: { 'content-type': type } })
  },
  'patches at once without a version all land': async (stage) => {
    await stage.unseen.post('configmaps', configMap('a'))
    const patches = Array.from({ length: 10 }, (_, i) => stage.unseen.patch(A, 'merge', { data: { [`k${i}`]: 'x' } }))
    stage.note(
      'statuses',
      (await Promise.all(patches)).map((answer) => answer.status),
    )
    await stage.seen.get(A, {}, { show: (body) => body.data })
  },
  'keys that JavaScript treats specially are plain keys': async ({ seen }) => {
    const sent = '{"metadata":{"name":"a"},"data":{"__proto__":"x","constructor":"y","toString":"z"}}'
    await seen.post('configmaps', undefined, { raw: sent, show: keysOf })
    const raw = '{"data":{"__proto__":"p","hasOwnProperty":"q"}}'
    await seen.patch(A, 'merge', undefined, { raw, show: keysOf })
  },
})

export const patch = [...mergePatches, ...jsonPatches, ...strategicPatches, ...anyPatches]
