import type { WatchEvent } from '../../support/event-queue.ts'
import {
  configMap,
  deleteOptions,
  eventObject,
  namesIn,
  namespaceObject,
  secret,
  serviceAccount,
  withData,
  withMeta,
} from '../../support/objects.ts'
import { type ApiBody, scenariosOf } from '../scenario.ts'
import type { Stage } from '../stage.ts'

const HOLD = 'example.com/hold'

/** Creates a ConfigMap whose metadata is as given. */
const withMetadata = ({ seen }: Stage, metadata: Record<string, unknown>, data = {}) =>
  seen.post('configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata, data })

/** Takes the finalizers away, so that the deletion that they held back ends. */
const letGo = ({ unseen }: Stage, name: string) =>
  unseen.patch(`configmaps/${name}`, 'merge', { metadata: { finalizers: null } })

const sizeOf = (body: ApiBody) => ({
  code: body.code,
  reason: body.reason,
  message: body.message,
  length: body.data?.k?.length,
})

/** Of a namespace that is being deleted. */
const endOf = (body: ApiBody) => ({
  kind: body.kind,
  phase: (body.status as { phase?: string }).phase,
  deleting: Boolean(body.metadata.deletionTimestamp),
  finalizers: body.spec?.finalizers,
})

const BAD_NAMES = ['UPPER', '-a', 'a/b', 'a_b', 'x'.repeat(254)]
const BAD_LABELS = [
  { 'bad key!': 'v' },
  { ok: 'bad value!' },
  { ok: 'v'.repeat(64) },
  { 'a/b/c': 'v' },
  { 'UP.example/x': 'v' },
]
const BAD_ANNOTATIONS = [{ 'bad key!': 'v' }, { big: 'v'.repeat(262_145) }]

export const lifecycle = scenariosOf('lifecycle', {
  'a finalizer holds a deletion back until it is removed': async (stage) => {
    const { seen } = stage
    await withMetadata(stage, { name: 'a', finalizers: [HOLD] }, { k: '1' })
    await seen.delete('configmaps/a')
    const { body } = await seen.get('configmaps/a')
    await seen.delete('configmaps/a')
    await seen.put('configmaps/a', withData(body, { k: '2' }))
    for (const finalizers of [[HOLD, 'example.com/new'], []])
      await seen.patch('configmaps/a', 'merge', { metadata: { finalizers } })
    await seen.get('configmaps/a')
  },
  'events of a deletion held back by a finalizer': async (stage) => {
    const show = ({ type, object: { metadata } }: WatchEvent) => ({
      type,
      name: metadata.name,
      metadata: {
        name: metadata.name,
        resourceVersion: metadata.resourceVersion,
        deletionTimestamp: metadata.deletionTimestamp,
        finalizers: metadata.finalizers,
      },
    })
    const run = async () => {
      await stage.unseen.post('configmaps', configMap('a', { k: '1' }, { finalizers: [HOLD] }))
      await stage.unseen.delete('configmaps/a')
      await letGo(stage, 'a')
    }
    await stage.watch('configmaps', { resourceVersion: await stage.listVersion() }, { count: 3, show, act: { run } })
  },
  'deletionTimestamp cannot be set or cleared by a client': async (stage) => {
    const deletion = { deletionTimestamp: '2020-01-01T00:00:00Z' }
    await withMetadata(stage, { name: 'a', ...deletion, deletionGracePeriodSeconds: 5 }, { k: '1' })
    const { body } = await withMetadata(stage, { name: 'b', finalizers: [HOLD] }, { k: '1' })
    await stage.seen.put('configmaps/b', withMeta(body, deletion))
    await stage.unseen.delete('configmaps/b')
    const dying = (await stage.unseen.get('configmaps/b')).body
    const cleared = { deletionTimestamp: undefined, deletionGracePeriodSeconds: undefined }
    await stage.seen.put('configmaps/b', withMeta(dying, cleared))
    await letGo(stage, 'b')
  },
  'a finalizer name without a slash': async (stage) => {
    await withMetadata(stage, { name: 'a', finalizers: ['hold'] })
  },
  'a finalizer name that is not valid': async (stage) => {
    await withMetadata(stage, { name: 'a', finalizers: ['example.com/bad name!'] })
  },
  'delete options given as query parameters': async ({ seen, unseen }) => {
    await unseen.post('configmaps', configMap('a'))
    const query = { gracePeriodSeconds: 0, propagationPolicy: 'Background' }
    await seen.delete('configmaps/a', undefined, { query })
    await unseen.post('configmaps', configMap('b'))
    await seen.delete('configmaps/b', undefined, { query: { propagationPolicy: 'Sideways' } })
    await seen.delete('configmaps/b', deleteOptions({ propagationPolicy: 'Background', orphanDependents: true }))
    await seen.delete('configmaps/b', deleteOptions({ gracePeriodSeconds: -1 }))
  },
  'foreground and orphan deletion set their finalizers': async ({ seen, unseen }) => {
    for (const [name, propagationPolicy] of [
      ['a', 'Foreground'],
      ['b', 'Orphan'],
    ] as const) {
      await unseen.post('configmaps', configMap(name))
      await seen.delete(`configmaps/${name}`, undefined, { query: { propagationPolicy } })
    }
  },
  generateName: async (stage) => {
    const { body } = await withMetadata(stage, { generateName: 'gen-' })
    stage.note('form of the name', /^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/.test(body.metadata.name!))
    const long = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'x'.repeat(253) } }
    const answer = await stage.unseen.post('configmaps', long)
    stage.note('a long prefix is cut', [answer.status, answer.body.metadata.name?.length])
    const refusal = { ...long, metadata: { generateName: 'Bad_' } }
    const show = ({ code, reason, details }: ApiBody) => ({
      code,
      reason,
      fields: details?.causes?.map((c) => c.field),
    })
    await stage.seen.post('configmaps', refusal, { show })
    await withMetadata(stage, {})
  },
  'names, labels and annotations that are refused': async (stage) => {
    for (const name of BAD_NAMES) await withMetadata(stage, { name })
    for (const labels of BAD_LABELS) await withMetadata(stage, { name: 'a', labels })
    for (const annotations of BAD_ANNOTATIONS) await withMetadata(stage, { name: 'a', annotations })
    for (const data of [{ 'bad key!': 'v' }, { '..': 'v', ok: 'v' }]) await withMetadata(stage, { name: 'a' }, data)
    await stage.seen.post('configmaps', { ...configMap('a', { k: 'v' }), binaryData: { k: 'AAAA' } })
    await stage.seen.post('configmaps', { ...configMap('a'), binaryData: { k: 'not base64!' } })
  },
  'a config map over the size limit': async ({ seen }) => {
    const mebibyte = 1024 * 1024
    const sizes = { big: mebibyte - 1, over: mebibyte, huge: 4 * mebibyte }
    for (const [name, size] of Object.entries(sizes))
      await seen.post('configmaps', configMap(name, { k: 'x'.repeat(size) }), { show: sizeOf })
  },
  'unicode and numbers survive': async ({ seen }) => {
    const text = 'héllo 世界 \u{1F600} \u0000\u001f "quoted" \\ end'
    await seen.post('configmaps', configMap('u', { text, empty: '' }))
    await seen.get('configmaps/u')
  },
  'secrets: stringData becomes data': async ({ seen }) => {
    const stringData = { a: 'plain', b: 'héllo' }
    await seen.post('secrets', secret('s', { stringData, data: { b: 'AAAA', c: 'Y2M=' } }))
    await seen.get('secrets/s')
    await seen.patch('secrets/s', 'merge', { stringData: { a: 'other' } })
    await seen.patch('secrets/s', 'merge', { type: 'example.com/other' })
    await seen.post('secrets', secret('bad', { data: { a: 'not base64!' } }))
  },
  'object in a namespace that does not exist': async ({ seen }) => {
    const absent = '/api/v1/namespaces/golden-no-such-namespace/configmaps'
    await seen.post(absent, configMap('a'))
    await seen.get(absent, {}, { show: ({ kind, items }) => ({ kind, items }) })
    await seen.get(`${absent}/a`)
  },
  'namespace objects': async (stage) => {
    const { seen, unseen } = stage
    const { name, path } = await stage.createNamespace('golden-n', seen, { labels: { a: 'b' } })
    await seen.get(path)
    for (const bad of [name, 'Bad_Name', 'x'.repeat(64)]) await seen.post('/api/v1/namespaces', namespaceObject(bad))
    await seen.patch(path, 'merge', { metadata: { labels: { 'kubernetes.io/metadata.name': 'other' } } })
    await unseen.post(`${path}/configmaps`, configMap('held', {}, { finalizers: [HOLD] }))
    await seen.delete(path, undefined, { show: endOf })
    await seen.post(`${path}/configmaps`, configMap('late'))
    await unseen.patch(`${path}/configmaps/held`, 'merge', { metadata: { finalizers: null } })
  },
  'a protected namespace cannot be deleted': async ({ seen }) => {
    for (const name of ['default', 'kube-system']) await seen.delete(`/api/v1/namespaces/${name}`)
  },
  'events and service accounts exist as plain objects': async ({ seen, namespace }) => {
    await seen.post('serviceaccounts', serviceAccount('sa'))
    await seen.post('events', eventObject('e', namespace, 'a', { message: 'm' }))
    for (const fieldSelector of ['involvedObject.name=a,type=Normal', 'reason=Other'])
      await seen.get('events', { fieldSelector }, { show: namesIn })
  },
})
