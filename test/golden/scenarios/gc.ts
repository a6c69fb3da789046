import { configMap, namespaceObject, ownerOf, secret } from '../../support/objects.ts'
import { type ApiBody, scenariosOf } from '../scenario.ts'
import type { Stage } from '../stage.ts'

/** What happens after a deletion. Final states are waited for, so speed is not compared. */

const HOLD = 'example.com/hold'
const ownersIn = ({ metadata }: ApiBody) => metadata.ownerReferences?.map((owner) => owner.name) ?? []
const stateOf = (body: ApiBody) => ({
  deleting: Boolean(body.metadata.deletionTimestamp),
  finalizers: body.metadata.finalizers ?? [],
  owners: ownersIn(body),
})
const isDeleting = (body: ApiBody) => body.metadata.deletionTimestamp
const show = stateOf
const status = { show: false } as const
const letGo = { metadata: { finalizers: null } }

/** Creates a ConfigMap, unseen. */
const make = async ({ unseen }: Stage, name: string, metadata: ApiBody['metadata'] = {}) =>
  (await unseen.post('configmaps', configMap(name, {}, metadata))).body

/** An owner `a` that is deleted in the foreground while a finalizer holds its dependent `d`. */
async function deletedInForeground(stage: Stage, reference: { blockOwnerDeletion?: boolean; controller?: boolean }) {
  const a = await make(stage, 'a')
  await make(stage, 'd', { ownerReferences: [ownerOf(a, reference)], finalizers: [HOLD] })
  await stage.seen.delete('configmaps/a', undefined, { query: { propagationPolicy: 'Foreground' }, show })
}

const deletions = scenariosOf('gc', {
  'background deletion takes the dependents along': async (stage) => {
    const a = await make(stage, 'a')
    const b = await make(stage, 'b', { ownerReferences: [ownerOf(a)] })
    await stage.unseen.post('secrets', secret('c', { metadata: { name: 'c', ownerReferences: [ownerOf(b)] } }))
    await make(stage, 'other')
    await stage.seen.delete('configmaps/a', undefined, status)
    await stage.untilGone('configmaps/b', 'secrets/c')
    await stage.seen.get('configmaps/other', {}, status)
  },
  'a dependent with two owners stays until both are gone': async (stage) => {
    const [a, b] = [await make(stage, 'a'), await make(stage, 'b')]
    await make(stage, 'd', { ownerReferences: [ownerOf(a), ownerOf(b)] })
    await stage.unseen.delete('configmaps/a')
    await stage.until('configmaps/d', (body) => ownersIn(body).length === 1, 'the owner that is gone being let go')
    await stage.seen.get('configmaps/d', {}, { show })
    await stage.unseen.delete('configmaps/b')
    await stage.untilGone('configmaps/d')
  },
  'orphan deletion leaves the dependents without the owner': async (stage) => {
    await make(stage, 'd', { ownerReferences: [ownerOf(await make(stage, 'a'))] })
    await stage.seen.delete('configmaps/a', undefined, { query: { propagationPolicy: 'Orphan' }, show })
    await stage.untilGone('configmaps/a')
    await stage.seen.get('configmaps/d', {}, { show })
  },
  'foreground deletion waits for blocking dependents': async (stage) => {
    await deletedInForeground(stage, { blockOwnerDeletion: true, controller: true })
    await stage.until('configmaps/d', isDeleting, 'the dependent being deleted')
    for (const name of ['d', 'a']) await stage.seen.get(`configmaps/${name}`, {}, { show })
    await stage.seen.patch('configmaps/d', 'merge', letGo, status)
    await stage.untilGone('configmaps/d', 'configmaps/a')
  },
  'foreground deletion does not wait for dependents that do not block': async (stage) => {
    await deletedInForeground(stage, {})
    await stage.untilGone('configmaps/a')
    await stage.until('configmaps/d', isDeleting, 'the dependent being deleted')
    await stage.seen.get('configmaps/d', {}, { show })
    await stage.unseen.patch('configmaps/d', 'merge', letGo)
    await stage.untilGone('configmaps/d')
  },
})

const owners = scenariosOf('gc', {
  'an owner that does not exist, or has another uid': async (stage) => {
    const a = await make(stage, 'a')
    const uid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
    const references = { absent: ownerOf(a, { name: 'none', uid: uid(1) }), wrong: ownerOf(a, { uid: uid(2) }) }
    for (const [name, reference] of Object.entries(references))
      await stage.seen.post('configmaps', configMap(name, {}, { ownerReferences: [reference] }), status)
    await stage.untilGone('configmaps/absent', 'configmaps/wrong')
    await stage.seen.get('configmaps/a', {}, status)
  },
  'owner references that are refused': async (stage) => {
    const owner = ownerOf(await make(stage, 'a'))
    const without = ['uid', 'name', 'kind', 'apiVersion'].map((field) => [{ ...owner, [field]: '' }])
    const other = { ...owner, name: 'c', uid: '00000000-0000-4000-8000-000000000003' }
    const twoControllers = [owner, other].map((one) => ({ ...one, controller: true }))
    for (const ownerReferences of [...without, twoControllers, [{ ...owner, kind: 'Event' }]])
      await stage.seen.post('configmaps', configMap('b', {}, { ownerReferences }))
    const twice = configMap('twice', {}, { ownerReferences: [owner, owner] })
    await stage.seen.post('configmaps', twice, { show: (body) => ({ owners: ownersIn(body) }) })
  },
  'a circle of owners goes as a whole': async (stage) => {
    const a = await make(stage, 'a')
    const b = await make(stage, 'b', { ownerReferences: [ownerOf(a)] })
    const c = await make(stage, 'c', { ownerReferences: [ownerOf(b)] })
    await stage.unseen.patch('configmaps/a', 'merge', { metadata: { ownerReferences: [ownerOf(c)] } })
    await stage.seen.delete('configmaps/a', undefined, status)
    await stage.untilGone('configmaps/b', 'configmaps/c')
  },
  'a cluster-scoped owner of an object in a namespace': async (stage) => {
    const owner = await stage.createNamespace('golden-owner')
    const dependent = configMap('d', {}, { ownerReferences: [ownerOf(owner.body)] })
    await stage.seen.post('configmaps', dependent, { show })
    await stage.seen.get('configmaps/d', {}, { show })
    await stage.seen.delete(owner.path, undefined, status)
    await stage.untilGone('configmaps/d')
  },
})

interface Condition {
  type: string
  status: string
  reason: string
  message: string
}

const conditionsIn = (body: ApiBody) =>
  ((body.status as { conditions?: Condition[] } | undefined)?.conditions ?? []).map(
    ({ type, status: value, reason, message }) => ({ type, status: value, reason, message }),
  )
const isHeld = (body: ApiBody) =>
  conditionsIn(body).some((one) => one.type === 'NamespaceFinalizersRemaining' && one.status === 'True')
const phaseOf = (body: ApiBody) => (body.status as { phase?: string } | undefined)?.phase
const specOf = { show: (body: ApiBody) => body.spec }

const namespaces = scenariosOf('gc', {
  'a namespace goes with everything in it': async (stage) => {
    const { name, path } = await stage.createNamespace('golden-full')
    for (let i = 0; i < 5; i++) await stage.unseen.post(`${path}/configmaps`, configMap(`c${i}`))
    await stage.unseen.post(`${path}/secrets`, secret('s'))
    const showEnd = (body: ApiBody) => ({
      phase: phaseOf(body),
      finalizers: body.spec?.finalizers,
      deleting: Boolean(body.metadata.deletionTimestamp),
    })
    await stage.seen.delete(path, undefined, { show: showEnd })
    await stage.untilGone(path)
    const count = { show: (body: ApiBody) => body.items?.length }
    await stage.seen.get(`${path}/configmaps`, {}, count)
    await stage.seen.post('/api/v1/namespaces', namespaceObject(name), status)
    await stage.seen.get(`${path}/configmaps`, {}, count)
  },
  'a namespace waits for an object with a finalizer and says so': async (stage) => {
    const { path } = await stage.createNamespace('golden-held')
    const held = `${path}/configmaps/held`
    await stage.unseen.post(`${path}/configmaps`, configMap('held', {}, { finalizers: [HOLD] }))
    await stage.unseen.delete(path)
    await stage.until(path, isHeld, 'the namespace saying what holds it')
    await stage.seen.get(path, {}, { show: conditionsIn })
    await stage.seen.get(held, {}, { show })
    await stage.seen.post(`${path}/configmaps`, configMap('late'))
    await stage.seen.patch(held, 'merge', { data: { still: 'writable' } }, status)
    await stage.seen.delete(path, undefined, {
      show: (body) => ({ code: body.code, reason: body.reason, message: body.message, phase: phaseOf(body) }),
    })
    await stage.seen.patch(held, 'merge', letGo, status)
    await stage.untilGone(path)
  },
  'finalizers of a namespace are set through the finalize subresource': async (stage) => {
    const { path, body } = await stage.createNamespace('golden-fin', stage.seen, specOf)
    const finalize = (namespace: ApiBody, ...finalizers: string[]) =>
      stage.seen.put(`${path}/finalize`, { ...namespace, spec: { finalizers } }, specOf)
    await finalize(body, 'kubernetes', 'example.com/ours')
    await stage.seen.patch(path, 'merge', { spec: { finalizers: ['kubernetes'] } }, specOf)
    await finalize((await stage.unseen.get(path)).body, 'kubernetes')
    await stage.seen.delete(path, undefined, status)
    await stage.untilGone(path)
  },
})

export const gc = [...deletions, ...owners, ...namespaces]
