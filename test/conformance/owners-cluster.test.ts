import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import type { ApiBody, ApiClient } from '../support/client.ts'
import { deleteOptions, namespaceObject, ownerOf } from '../support/objects.ts'
import { eventually, expectStatus, type Sandbox, uniqueName, untilGone } from '../support/sandbox.ts'

const HOLD = 'example.com/hold'
const FOREIGN_UID = '11111111-2222-3333-4444-555555555555'

/** A cluster-scoped object to own others: a Namespace that holds nothing itself. */
async function clusterOwner(client: ApiClient) {
  const name = uniqueName('owner')
  const body = expectStatus(await client.post('/api/v1/namespaces', namespaceObject(name)), 201)
  return { body, path: `/api/v1/namespaces/${name}` }
}

const dependentsIn = (scopes: Sandbox[], owner: ApiBody, more = {}, metadata = {}) =>
  Promise.all(scopes.map((ns) => ns.create('d', {}, { ownerReferences: [ownerOf(owner, more)], ...metadata })))

const paths = (scopes: Sandbox[]) => scopes.map((ns) => `${ns.configMaps}/d`)
const letGo = (ns: Sandbox) => ns.patch('d', 'merge', { metadata: { finalizers: null } })

describe('a cluster-scoped owner', () => {
  const box = useBlackBox()
  const scopes = (count: number) => Promise.all(Array.from({ length: count }, () => box.sandbox()))

  it('O8 takes along what it owns in every namespace', async () => {
    const namespaces = await scopes(3)
    const owner = await clusterOwner(box.client)
    await dependentsIn(namespaces, owner.body)
    const kept = await namespaces[0]!.create('kept')
    expectStatus(await box.client.delete(owner.path), 200)
    await untilGone(box.client, [owner.path, ...paths(namespaces)])
    expect(await namespaces[0]!.read('kept')).toEqual(kept)
  })

  it('O8 leaves orphans in every namespace on demand', async () => {
    const namespaces = await scopes(2)
    const owner = await clusterOwner(box.client)
    const made = await dependentsIn(namespaces, owner.body, { blockOwnerDeletion: true })
    const orphaning = await box.client.delete(owner.path, deleteOptions({ propagationPolicy: 'Orphan' }))
    expect(expectStatus(orphaning, 200).metadata.finalizers).toEqual(['orphan'])
    await untilGone(box.client, [owner.path])
    for (const [i, ns] of namespaces.entries()) {
      const { metadata } = await ns.read('d')
      expect([metadata.uid, metadata.ownerReferences]).toEqual([made[i]!.metadata.uid, undefined])
    }
  })

  it('O8 O6 waits in the foreground for what blocks it in any namespace', async () => {
    const [one, other] = await scopes(2)
    const owner = await clusterOwner(box.client)
    await dependentsIn([one!], owner.body, { blockOwnerDeletion: true })
    await dependentsIn([other!], owner.body, { blockOwnerDeletion: true }, { finalizers: [HOLD] })
    expectStatus(await box.client.delete(owner.path, deleteOptions({ propagationPolicy: 'Foreground' })), 200)
    const isMarked = async () => ((await other!.read('d')).metadata.deletionTimestamp ? true : undefined)
    await eventually(isMarked, 'the dependent that is held being deleted')
    await untilGone(box.client, paths([one!]))
    const waiting = expectStatus(await box.client.get(owner.path), 200)
    expect(waiting.metadata).toMatchObject({ uid: owner.body.metadata.uid, finalizers: ['foregroundDeletion'] })
    await letGo(other!)
    await untilGone(box.client, [owner.path, ...paths([other!])])
  })

  it('O8 O3 that never existed, or is there under another uid, is gone', async () => {
    const namespaces = await scopes(2)
    const owner = await clusterOwner(box.client)
    const kept = await namespaces[0]!.create('kept', {}, { ownerReferences: [ownerOf(owner.body)] })
    await dependentsIn(namespaces, owner.body, { uid: FOREIGN_UID })
    await untilGone(box.client, paths(namespaces))
    const absent = ownerOf(owner.body, { name: uniqueName('absent'), uid: FOREIGN_UID })
    await namespaces[0]!.create('d', {}, { ownerReferences: [absent] })
    await untilGone(box.client, paths([namespaces[0]!]))
    expect(await namespaces[0]!.read('kept')).toEqual(kept)
    await box.client.delete(owner.path)
  })

  it('O8 O2 is enough beside one in the namespace', async () => {
    const [ns] = await scopes(1)
    const owner = await clusterOwner(box.client)
    const a = await ns!.create('a')
    await ns!.create('d', {}, { ownerReferences: [ownerOf(owner.body), ownerOf(a)] })
    await ns!.remove('a')
    const ownersLeft = async () => ((await ns!.read('d')).metadata.ownerReferences?.length === 1 ? true : undefined)
    await eventually(ownersLeft, 'the owner in the namespace being let go')
    expect((await ns!.read('d')).metadata.ownerReferences).toEqual([ownerOf(owner.body)])
    expectStatus(await box.client.delete(owner.path), 200)
    await untilGone(box.client, [owner.path, ...paths([ns!])])
  })

  it('O8 O4 of another cluster-scoped object takes it along, and one in a namespace does not', async () => {
    const owner = await clusterOwner(box.client)
    const metadata = (name: string, reference: object) => ({ name, ownerReferences: [reference] })
    const make = (name: string, reference: object) =>
      box.client.post('/api/v1/namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: metadata(name, reference),
      })
    const [owned, kept] = [uniqueName('owned'), uniqueName('kept')]
    expectStatus(await make(owned, ownerOf(owner.body)), 201)
    const [ns] = await scopes(1)
    const namespaced = await ns!.create('a')
    const before = expectStatus(await make(kept, ownerOf(namespaced)), 201)
    expectStatus(await box.client.delete(owner.path), 200)
    await untilGone(box.client, [owner.path, `/api/v1/namespaces/${owned}`])
    expect(expectStatus(await box.client.get(`/api/v1/namespaces/${kept}`), 200)).toEqual(before)
    await box.client.delete(`/api/v1/namespaces/${kept}`)
  })
})
