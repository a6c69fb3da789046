import { configMap, withData } from '../../support/objects.ts'
import { scenariosOf } from '../scenario.ts'
import type { Shown, Stage } from '../stage.ts'

const A = 'configmaps/a'

/** A server-side apply of a ConfigMap `a` with this content. */
const applied = (stage: Stage, fieldManager: string, data: Record<string, string>, query: Shown['query'] = {}) =>
  stage.seen.patch(A, 'apply', configMap('a', data), { query: { fieldManager, ...query } })

/** Managed fields are what the scenario is about. */
const withManagedFields = (run: (stage: Stage) => Promise<void>) => (stage: Stage) => {
  stage.managedFields = true
  return run(stage)
}

export const apply = scenariosOf('apply', {
  'server-side apply creates, then updates what it owns': withManagedFields(async (stage) => {
    await applied(stage, 'one', { x: '1', y: '1' })
    await applied(stage, 'one', { x: '2' })
    await stage.seen.get(A)
  }),
  'applying the same thing again changes nothing': async (stage) => {
    const first = await applied(stage, 'one', { x: '1' })
    const second = await applied(stage, 'one', { x: '1' })
    stage.note('same version', first.body.metadata.resourceVersion === second.body.metadata.resourceVersion)
  },
  'two managers and a conflict': withManagedFields(async (stage) => {
    await applied(stage, 'one', { x: '1', y: '1' })
    await applied(stage, 'two', { x: '2' })
    await applied(stage, 'two', { x: '2' }, { force: true })
    await applied(stage, 'two', { x: '2', z: '3' })
    await applied(stage, 'one', { y: '1' })
    await applied(stage, 'two', {})
  }),
  'two managers who agree share a field': withManagedFields(async (stage) => {
    await applied(stage, 'one', { x: '1' })
    await applied(stage, 'two', { x: '1' })
    await applied(stage, 'one', {})
  }),
  'apply against a field set by update': withManagedFields(async (stage) => {
    const query = { fieldManager: 'maker' }
    await stage.seen.post('configmaps', configMap('a', { x: '1' }), { query })
    await applied(stage, 'one', { x: '2' })
    await applied(stage, 'one', { y: '2' })
    const { body } = await stage.unseen.get(A)
    await stage.seen.put(A, withData(body, { x: '1', y: '3' }), { query })
  }),
  'apply that is not allowed': async (stage) => {
    const { seen } = stage
    await seen.patch(A, 'apply', configMap('a', { x: '1' }))
    await applied(stage, 'x'.repeat(129), { x: '1' })
    const query = { fieldManager: 'one' }
    await seen.post('configmaps', configMap('b'), { query: { ...query, force: true }, show: false })
    await seen.patch(A, 'apply', configMap('other', { x: '1' }), { query })
    await seen.patch(A, 'apply', configMap('a', { x: '1' }, { managedFields: [{ manager: 'x' }] }), { query })
    await seen.patch(A, 'apply', { kind: 'ConfigMap', metadata: { name: 'a' } }, { query })
    await seen.patch(A, 'merge', { data: { x: '1' } }, { query: { force: true } })
  },
  'apply with a resourceVersion': async (stage) => {
    const { resourceVersion } = (await applied(stage, 'one', { x: '1' })).body.metadata
    const versioned = (name: string, x: string) =>
      stage.seen.patch(`configmaps/${name}`, 'apply', configMap(name, { x }, { resourceVersion }), {
        query: { fieldManager: 'one' },
      })
    await versioned('a', '2')
    await versioned('a', '3')
    await versioned('none', '3')
  },
  'apply in YAML': async ({ seen }) => {
    const raw = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n    l: x\ndata:\n  x: "1"\n'
    await seen.patch(A, 'apply', undefined, { raw, query: { fieldManager: 'one' } })
  },
  'managed fields of create, update and patch': withManagedFields(async ({ seen, unseen }) => {
    const metadata = { labels: { l: '1' }, annotations: { n: '1' }, finalizers: ['example.com/f'] }
    const by = (fieldManager: string) => ({ query: { fieldManager } })
    const { body } = await seen.post('configmaps', configMap('a', { x: '1' }, metadata), by('a-maker'))
    await seen.put(A, withData(body, { x: '2', y: '1' }), by('b-editor'))
    await seen.patch(A, 'merge', { data: { z: '1', x: null } }, by('c-patcher'))
    await seen.patch(A, 'merge', { metadata: { managedFields: [{}] } }, by('d-cleaner'))
    await unseen.patch(A, 'merge', { metadata: { finalizers: null } })
  }),
  'the manager name comes from the user agent when none is given': async ({ seen }) => {
    await seen.post('configmaps', configMap('a', { x: '1' }), {
      headers: { 'user-agent': 'my-tool/1.2 (linux)' },
      show: ({ metadata }) => metadata.managedFields?.map((entry) => entry.manager),
    })
  },
  'dry run apply': async (stage) => {
    await applied(stage, 'one', { x: '1' }, { dryRun: 'All' })
    await stage.seen.get(A, {}, { show: false })
  },
})
