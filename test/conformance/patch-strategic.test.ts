import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import type { ApiBody } from '../support/client.ts'
import { ownerOf, serviceAccount } from '../support/objects.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

const named = (...names: string[]) => names.map((name) => `example.com/${name}`)

async function patched(ns: Sandbox, patch: unknown): Promise<ApiBody> {
  return expectStatus(await ns.patch('a', 'strategic', patch), 200)
}

/** A ServiceAccount whose `secrets` are merged by name, and what patches make of them. */
async function withSecrets(ns: Sandbox, ...names: string[]) {
  const path = ns.path('serviceaccounts')
  const secrets = names.map((name) => ({ name }))
  expectStatus(await ns.client.post(path, { ...serviceAccount('sa'), secrets }), 201)
  return (patch: unknown) => ns.client.patch(`${path}/sa`, 'strategic', patch)
}

const namesOf = (body: ApiBody) => (body.secrets as { name: string }[] | undefined)?.map((one) => one.name)

describe('strategic merge patch', () => {
  const box = useBlackBox()

  it('P6 merges maps as a merge patch does', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { keep: '1', drop: '1' }, { labels: { l: '1' } })
    const { data, metadata } = await patched(ns, { data: { drop: null, add: '2' }, metadata: { labels: { m: '2' } } })
    expect([data, metadata.labels]).toEqual([
      { keep: '1', add: '2' },
      { l: '1', m: '2' },
    ])
  })

  it('P6 unites finalizers, new ones first, and merges owners by uid', async () => {
    const ns = await box.sandbox()
    const [one, two] = [ownerOf(await ns.create('o1')), ownerOf(await ns.create('o2'))]
    await ns.create('a', {}, { finalizers: named('one'), ownerReferences: [one] })
    const both = await patched(ns, { metadata: { finalizers: named('two', 'one'), ownerReferences: [two] } })
    expect(both.metadata).toMatchObject({ finalizers: named('two', 'one'), ownerReferences: [two, one] })
    const blocking = { ...one, blockOwnerDeletion: true }
    const merged = await patched(ns, { metadata: { ownerReferences: [blocking] } })
    expect(merged.metadata.ownerReferences).toEqual([two, blocking])
    await patched(ns, { metadata: { finalizers: null } })
  })

  it('P6 orders a merged list: new items before all others', async () => {
    const ns = await box.sandbox()
    const patch = await withSecrets(ns, 'a', 'b', 'c')
    expect(namesOf(expectStatus(await patch({ secrets: [{ name: 'c' }, { name: 'd' }] }), 200))).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
    expect(namesOf(expectStatus(await patch({ secrets: [{ name: 'e' }] }), 200))).toEqual(['e', 'a', 'b', 'c', 'd'])
  })

  it('P6 replaces whole what the kind does not merge', async () => {
    const ns = await box.sandbox()
    const path = ns.path('serviceaccounts')
    const account = { ...serviceAccount('sa'), imagePullSecrets: [{ name: 'a' }] }
    expectStatus(await ns.client.post(path, account), 201)
    const answer = await ns.client.patch(`${path}/sa`, 'strategic', { imagePullSecrets: [{ name: 'b' }] })
    expect(expectStatus(answer, 200).imagePullSecrets).toEqual([{ name: 'b' }])
  })

  it('P7 follows $patch for maps', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { keep: '1', drop: '1' }, { labels: { a: 'b' }, annotations: { n: '1' } })
    const replaced = await patched(ns, { data: { $patch: 'replace', only: 'this' } })
    expect(replaced.data).toEqual({ only: 'this' })
    const deleted = await patched(ns, { metadata: { labels: { $patch: 'delete' } } })
    expect(deleted.metadata).toMatchObject({ annotations: { n: '1' } })
    expect(deleted.metadata.labels).toBeUndefined()
  })

  it('P7 follows $patch for items of a list', async () => {
    const ns = await box.sandbox()
    const patch = await withSecrets(ns, 'a', 'b', 'c')
    const deletion = await patch({ secrets: [{ $patch: 'delete', name: 'b' }] })
    expect(namesOf(expectStatus(deletion, 200))).toEqual(['a', 'c'])
    const replacement = await patch({ secrets: [{ $patch: 'replace' }, { name: 'z' }] })
    expect(namesOf(expectStatus(replacement, 200))).toEqual(['z'])
  })

  it('P7 follows $deleteFromPrimitiveList, $setElementOrder and $retainKeys', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { keep: '1', drop: '1' }, { finalizers: named('one', 'two', 'three') })
    const shorter = await patched(ns, { metadata: { '$deleteFromPrimitiveList/finalizers': named('two') } })
    expect(shorter.metadata.finalizers).toEqual(named('one', 'three'))
    const order = { '$setElementOrder/finalizers': named('new', 'three', 'one'), finalizers: named('new') }
    expect((await patched(ns, { metadata: order })).metadata.finalizers).toEqual(named('new', 'three', 'one'))
    const retained = await patched(ns, { data: { $retainKeys: ['keep', 'add'], add: '2' } })
    expect(retained.data).toEqual({ keep: '1', add: '2' })
    await patched(ns, { metadata: { finalizers: null } })
  })

  it('P8 refuses what it cannot follow and names the field', async () => {
    const ns = await box.sandbox()
    const owner = ownerOf(await ns.create('o'))
    const live = { finalizers: named('one', 'two'), ownerReferences: [owner] }
    const created = await ns.create('a', { k: '1' }, live)
    const refused: [object, string][] = [
      [{ data: { $patch: 'merge', k: '2' } }, 'data'],
      [{ data: { $patch: 'sideways' } }, 'data'],
      [{ data: { $retainKeys: ['other'], k: '2' } }, 'data'],
      [{ metadata: { ownerReferences: [{ kind: 'ConfigMap', name: 'o' }] } }, 'metadata.ownerReferences'],
      [{ metadata: { ownerReferences: [{ $patch: 'merge', uid: owner.uid }] } }, 'metadata.ownerReferences'],
      [{ metadata: { finalizers: [['example.com/nested']] } }, 'metadata.finalizers'],
      [{ metadata: { finalizers: ['example.com/one', 5] } }, 'metadata.finalizers'],
      [{ metadata: { '$setElementOrder/finalizers': named('two'), finalizers: named('new') } }, 'metadata.finalizers'],
    ]
    for (const [patch, field] of refused) {
      const { status, body } = await ns.patch('a', 'strategic', patch)
      expect([patch, status, body.kind, body.reason]).toEqual([patch, 400, 'Status', 'BadRequest'])
      expect(body.message).toContain(field)
    }
    expect(await ns.read('a')).toEqual(created)
    await patched(ns, { metadata: { finalizers: null } })
  })
})
