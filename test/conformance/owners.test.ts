import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import type { ApiBody } from '../support/client.ts'
import { briefly } from '../support/event-queue.ts'
import { configMap, deleteOptions, eventObject, namesIn, ownerOf, secret, versionIn } from '../support/objects.ts'
import { eventually, expectStatus, type Sandbox, untilGone } from '../support/sandbox.ts'

const HOLD = 'example.com/hold'
const FOREIGN_UID = '11111111-2222-3333-4444-555555555555'

const owned = (ns: Sandbox, name: string, ...ownerReferences: ReturnType<typeof ownerOf>[]) =>
  ns.create(name, {}, { ownerReferences })
const letGo = (ns: Sandbox, name: string) => ns.patch(name, 'merge', { metadata: { finalizers: null } })
const paths = (ns: Sandbox, ...names: string[]) => names.map((name) => `${ns.configMaps}/${name}`)
const ownersIn = ({ metadata }: ApiBody) => metadata.ownerReferences?.map((one) => one.name)

const removeBy = (ns: Sandbox, name: string, propagationPolicy: string) =>
  ns.client.delete(`${ns.configMaps}/${name}`, deleteOptions({ propagationPolicy }))

/** Waits until the object is being deleted, and gives it. */
const untilDeleting = (ns: Sandbox, name: string) =>
  eventually(async () => {
    const body = await ns.read(name)
    return body.metadata.deletionTimestamp ? body : undefined
  }, `${name} being deleted`)

/** Resolves when the garbage collector has come past everything that was due: it has collected what comes last. */
async function untilCollected(ns: Sandbox): Promise<void> {
  const absent = ownerOf(configMap('none', {}, { uid: FOREIGN_UID }) as ApiBody)
  await owned(ns, 'last', absent)
  await untilGone(ns.client, paths(ns, 'last'))
}

describe('owners', () => {
  const box = useBlackBox()

  it('O1 take along what they own, and what that owns, each with an event', async () => {
    const ns = await box.sandbox()
    const a = await ns.create('a')
    const b = await owned(ns, 'b', ownerOf(a))
    const metadata = { name: 'c', ownerReferences: [ownerOf(b)] }
    expectStatus(await ns.client.post(ns.path('secrets'), secret('c', { metadata })), 201)
    const c = expectStatus(await ns.client.get(ns.path('secrets', 'c')), 200)
    const last = await owned(ns, 'd', ownerOf(c))
    const others = await ns.createMany(['other', 'same'])
    const watch = await ns.watch({ resourceVersion: others[1]!.metadata.resourceVersion })
    expect((await ns.remove('a')).status).toBe('Success')
    await untilGone(ns.client, [...paths(ns, 'b', 'd'), ns.path('secrets', 'c')])
    const events = await watch.events.take(3)
    watch.close()
    expect(events.map(briefly)).toEqual(['DELETED a', 'DELETED b', 'DELETED d'])
    const versions = [last, ...events.map((event) => event.object)].map(versionIn)
    expect(versions).toEqual(versions.toSorted((x, y) => (x < y ? -1 : 1)))
    expect((await ns.list()).items!.map((item) => item.metadata.uid)).toEqual(others.map((one) => one.metadata.uid))
  })

  it('O2 are enough as long as one is there', async () => {
    const ns = await box.sandbox()
    const [a, b, c] = await ns.createMany(['a', 'b', 'c'])
    const made = await owned(ns, 'd', ownerOf(a!), ownerOf(b!), ownerOf(c!))
    await ns.remove('b')
    await eventually(async () => (ownersIn(await ns.read('d'))?.length === 2 ? true : undefined), 'b being let go')
    const left = await ns.read('d')
    expect([ownersIn(left), left.metadata.uid]).toEqual([['a', 'c'], made.metadata.uid])
    await ns.remove('a')
    await eventually(async () => (ownersIn(await ns.read('d'))?.length === 1 ? true : undefined), 'a being let go')
    expect(ownersIn(await ns.read('d'))).toEqual(['c'])
    await ns.remove('c')
    await untilGone(ns.client, paths(ns, 'd'))
  })

  it('O3 that never existed, or have another uid, are gone', async () => {
    const ns = await box.sandbox()
    const a = await ns.create('a')
    await owned(ns, 'absent', ownerOf(a, { name: 'none', uid: FOREIGN_UID }))
    await owned(ns, 'other-uid', ownerOf(a, { uid: FOREIGN_UID }))
    await owned(ns, 'both', ownerOf(a), ownerOf(a, { name: 'none', uid: FOREIGN_UID }))
    await untilGone(ns.client, paths(ns, 'absent', 'other-uid'))
    await eventually(async () => (ownersIn(await ns.read('both'))?.length === 1 ? true : undefined), 'one being let go')
    await ns.remove('a')
    await ns.create('a')
    await untilGone(ns.client, paths(ns, 'both'))
    expect(namesIn(await ns.list())).toEqual(['a'])
  })

  it('O3 count too when the reference comes later', async () => {
    const ns = await box.sandbox()
    const a = await ns.create('a')
    const reference = ownerOf(a, { name: 'none', uid: FOREIGN_UID })
    const made = await ns.createMany(['updated', 'patched', 'moved'])
    await ns.replace({ ...made[0]!, metadata: { ...made[0]!.metadata, ownerReferences: [reference] } })
    expectStatus(await ns.patch('patched', 'merge', { metadata: { ownerReferences: [reference] } }), 200)
    expectStatus(await ns.patch('moved', 'merge', { metadata: { ownerReferences: [ownerOf(a)] } }), 200)
    await untilGone(ns.client, paths(ns, 'updated', 'patched'))
    expectStatus(await ns.patch('moved', 'merge', { metadata: { ownerReferences: null } }), 200)
    await ns.remove('a')
    await untilCollected(ns)
    expect(namesIn(await ns.list())).toEqual(['moved'])
  })

  it('O4 of an unknown kind keep what they own', async () => {
    const ns = await box.sandbox()
    const unknown = { apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: FOREIGN_UID }
    const otherVersion = { apiVersion: 'v9', kind: 'ConfigMap', name: 'w', uid: FOREIGN_UID }
    const kept = [await owned(ns, 'kept', unknown), await owned(ns, 'too', otherVersion)]
    const a = await ns.create('a')
    await owned(ns, 'mixed', unknown, ownerOf(a))
    await ns.remove('a')
    await eventually(async () => (ownersIn(await ns.read('mixed'))?.length === 1 ? true : undefined), 'a being let go')
    await untilCollected(ns)
    expect((await ns.read('mixed')).metadata.ownerReferences).toEqual([unknown])
    for (const object of kept) expect(await ns.read(object.metadata.name!)).toEqual(object)
  })

  it('O5 leave orphans behind on demand', async () => {
    const ns = await box.sandbox()
    const [a, b] = await ns.createMany(['a', 'b'])
    const blocking = ownerOf(a!, { blockOwnerDeletion: true, controller: true })
    const d = await owned(ns, 'd', blocking)
    const e = await owned(ns, 'e', ownerOf(a!), ownerOf(b!))
    const watch = await ns.watch({ resourceVersion: e.metadata.resourceVersion })
    const kept = expectStatus(await removeBy(ns, 'a', 'Orphan'), 200)
    expect(kept.metadata).toMatchObject({ uid: a!.metadata.uid, finalizers: ['orphan'] })
    const events = await watch.events.takeUntil((event) => event.type === 'DELETED')
    watch.close()
    expect(events.map(briefly)).toEqual(['MODIFIED a', 'MODIFIED d', 'MODIFIED e', 'DELETED a'])
    await untilCollected(ns)
    const [orphan, shared] = [await ns.read('d'), await ns.read('e')]
    expect([orphan.metadata.uid, orphan.metadata.ownerReferences]).toEqual([d.metadata.uid, undefined])
    expect([shared.metadata.uid, ownersIn(shared)]).toEqual([e.metadata.uid, ['b']])
  })

  it('O6 wait in the foreground for what blocks them, and for nothing else', async () => {
    const ns = await box.sandbox()
    const a = await ns.create('a')
    const hold = { finalizers: [HOLD] }
    await ns.create('blocking', {}, { ownerReferences: [ownerOf(a, { blockOwnerDeletion: true })], ...hold })
    await ns.create('free', {}, { ownerReferences: [ownerOf(a)], ...hold })
    await owned(ns, 'gone', ownerOf(a, { blockOwnerDeletion: true }))
    const waiting = expectStatus(await removeBy(ns, 'a', 'Foreground'), 200)
    expect(waiting.metadata.finalizers).toEqual(['foregroundDeletion'])
    await untilDeleting(ns, 'blocking')
    await untilGone(ns.client, paths(ns, 'gone'))
    await untilCollected(ns)
    expect((await ns.read('a')).metadata).toMatchObject({ uid: a.metadata.uid, finalizers: ['foregroundDeletion'] })
    await letGo(ns, 'blocking')
    await untilGone(ns.client, paths(ns, 'blocking', 'a'))
    expect((await untilDeleting(ns, 'free')).metadata.finalizers).toEqual([HOLD])
    await letGo(ns, 'free')
    await untilGone(ns.client, paths(ns, 'free'))
  })

  it('O6 wait for what they own in turn, down to the last', async () => {
    const ns = await box.sandbox()
    const blocking = (owner: ApiBody) => ownerOf(owner, { blockOwnerDeletion: true })
    const a = await ns.create('a')
    const b = await owned(ns, 'b', blocking(a))
    const c = await owned(ns, 'c', blocking(b))
    await ns.create('d', {}, { ownerReferences: [blocking(c)], finalizers: [HOLD] })
    const watch = await ns.watch({ resourceVersion: await ns.version() })
    expectStatus(await removeBy(ns, 'a', 'Foreground'), 200)
    await untilDeleting(ns, 'd')
    for (const name of ['a', 'b', 'c'])
      expect((await untilDeleting(ns, name)).metadata.finalizers).toEqual(['foregroundDeletion'])
    await letGo(ns, 'd')
    await untilGone(ns.client, paths(ns, 'd', 'c', 'b', 'a'))
    const events = await watch.events.takeUntil((event) => briefly(event) === 'DELETED a')
    watch.close()
    const deleted = events.filter((event) => event.type === 'DELETED').map((event) => event.object.metadata.name)
    expect(deleted).toEqual(['d', 'c', 'b', 'a'])
  })

  it('O6 go when what blocks them does so no longer', async () => {
    const ns = await box.sandbox()
    const a = await ns.create('a')
    const finalizers = [HOLD]
    await ns.create('d', {}, { ownerReferences: [ownerOf(a, { blockOwnerDeletion: true })], finalizers })
    expectStatus(await removeBy(ns, 'a', 'Foreground'), 200)
    await untilDeleting(ns, 'd')
    expectStatus(await ns.patch('d', 'merge', { metadata: { ownerReferences: null } }), 200)
    await untilGone(ns.client, paths(ns, 'a'))
    expect((await ns.read('d')).metadata.finalizers).toEqual([HOLD])
    await letGo(ns, 'd')
  })

  it('O6 O2 let go in the foreground of what another still owns', async () => {
    const ns = await box.sandbox()
    const [a, b] = await ns.createMany(['a', 'b'])
    const d = await owned(ns, 'd', ownerOf(a!, { blockOwnerDeletion: true }), ownerOf(b!))
    expectStatus(await removeBy(ns, 'a', 'Foreground'), 200)
    await untilGone(ns.client, paths(ns, 'a'))
    const left = await ns.read('d')
    expect([left.metadata.uid, ownersIn(left)]).toEqual([d.metadata.uid, ['b']])
    expect(left.metadata.deletionTimestamp).toBeUndefined()
  })

  it('O7 in a circle go as a whole', async () => {
    const ns = await box.sandbox()
    for (const policy of ['Background', 'Foreground']) {
      const blocking = (owner: ApiBody) => ownerOf(owner, { blockOwnerDeletion: true })
      const a = await ns.create('a')
      const b = await owned(ns, 'b', blocking(a))
      const c = await owned(ns, 'c', blocking(b))
      expectStatus(await ns.patch('a', 'merge', { metadata: { ownerReferences: [blocking(c)] } }), 200)
      await owned(ns, 'leaf', blocking(c))
      expectStatus(await removeBy(ns, 'a', policy), 200)
      await untilGone(ns.client, paths(ns, 'a', 'b', 'c', 'leaf'))
    }
    const self = await ns.create('self')
    expectStatus(await ns.patch('self', 'merge', { metadata: { ownerReferences: [ownerOf(self)] } }), 200)
    await untilCollected(ns)
    expect((await ns.read('self')).metadata.uid).toBe(self.metadata.uid)
    expectStatus(await removeBy(ns, 'self', 'Foreground'), 200)
    await untilGone(ns.client, paths(ns, 'self'))
  })

  it('O9 are looked for in the namespace of what they own', async () => {
    const [ns, other] = [await box.sandbox(), await box.sandbox()]
    const elsewhere = await other.create('a')
    await owned(ns, 'd', ownerOf(elsewhere))
    await untilGone(ns.client, paths(ns, 'd'))
    expect(await other.read('a')).toEqual(elsewhere)
    const here = await ns.create('a')
    const kept = await owned(ns, 'd', ownerOf(here))
    await other.remove('a')
    await untilCollected(ns)
    expect(await ns.read('d')).toEqual(kept)
  })

  it('O10 are no Events, and Events have none', async () => {
    const ns = await box.sandbox()
    const reference = { apiVersion: 'v1', kind: 'Event', name: 'e', uid: FOREIGN_UID }
    const refused = await ns.client.post(ns.configMaps, configMap('a', {}, { ownerReferences: [reference] }))
    expect(refused.body).toMatchObject({ code: 422, reason: 'Invalid' })
    expect(refused.body.message).toContain('/v1, Kind=Event is disallowed from being an owner')
    const absent = ownerOf(configMap('none', {}, { uid: FOREIGN_UID }) as ApiBody)
    const metadata = { name: 'e', ownerReferences: [absent] }
    const kept = expectStatus(
      await ns.client.post(ns.path('events'), eventObject('e', ns.name, 'a', { metadata })),
      201,
    )
    await untilCollected(ns)
    expect(expectStatus(await ns.client.get(ns.path('events', 'e')), 200)).toEqual(kept)
  })

  it('O11 take along what finalizers hold when these are gone', async () => {
    const ns = await box.sandbox()
    const a = await ns.create('a')
    const d = await ns.create('d', {}, { ownerReferences: [ownerOf(a)], finalizers: [HOLD] })
    await owned(ns, 'e', ownerOf(d))
    await ns.remove('a')
    const dying = await untilDeleting(ns, 'd')
    expect(dying.metadata).toMatchObject({ uid: d.metadata.uid, finalizers: [HOLD] })
    await untilCollected(ns)
    // O14: d is being deleted, and still there
    expect(ownersIn(await ns.read('e'))).toEqual(['d'])
    await letGo(ns, 'd')
    await untilGone(ns.client, paths(ns, 'd', 'e'))
  })

  it('O14 that finalizers hold are there', async () => {
    const ns = await box.sandbox()
    const a = await ns.create('a', {}, { finalizers: [HOLD] })
    const d = await owned(ns, 'd', ownerOf(a))
    await ns.remove('a')
    const late = await owned(ns, 'late', ownerOf(a))
    await untilCollected(ns)
    for (const object of [d, late]) expect(await ns.read(object.metadata.name!)).toEqual(object)
    await letGo(ns, 'a')
    await untilGone(ns.client, paths(ns, 'd', 'late'))
  })
})
