import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { briefly } from '../support/event-queue.ts'
import { deleteOptions, eventObject, namesIn, ownerOf, withMeta } from '../support/objects.ts'
import { eventually, expectStatus, type Sandbox, untilGone } from '../support/sandbox.ts'

const FOREIGN_UID = '11111111-2222-3333-4444-555555555555'
const HOLD = 'example.com/hold'
const FOREGROUND = 'foregroundDeletion'
const ORPHAN = 'orphan'

type Options = Record<string, unknown>

const remove = (ns: Sandbox, options?: object, query = {}) => ns.client.delete(`${ns.configMaps}/a`, options, query)
const letGo = (ns: Sandbox, name = 'a') => ns.patch(name, 'merge', { metadata: { finalizers: null } })

/** What a DELETE answers about an object that `HOLD` keeps, without the garbage collector's own doing. */
async function finalizersAfter(ns: Sandbox, finalizers: string[], options: Options, query = {}): Promise<unknown> {
  await ns.create('a', {}, { finalizers })
  const answer = await remove(ns, Object.keys(query).length ? undefined : deleteOptions(options), query)
  expect(answer.body.metadata.deletionTimestamp).toBeTruthy()
  await letGo(ns)
  await untilGone(ns.client, [`${ns.configMaps}/a`])
  return answer.body.metadata.finalizers
}

describe('what a deletion says of dependents', () => {
  const box = useBlackBox()

  it('D15 decides the finalizers of the garbage collector', async () => {
    const ns = await box.sandbox()
    const policy = (propagationPolicy?: string) => (propagationPolicy ? { propagationPolicy } : {})
    for (const [before, propagationPolicy, after] of [
      [[HOLD], undefined, [HOLD]],
      [[HOLD], 'Background', [HOLD]],
      [[HOLD], 'Foreground', [HOLD, FOREGROUND]],
      [[HOLD], 'Orphan', [HOLD, ORPHAN]],
      [[HOLD, FOREGROUND], undefined, [HOLD, FOREGROUND]],
      [[HOLD, ORPHAN], undefined, [HOLD, ORPHAN]],
      [[HOLD, FOREGROUND], 'Background', [HOLD]],
      [[HOLD, ORPHAN], 'Foreground', [HOLD, FOREGROUND]],
      [[HOLD, FOREGROUND], 'Orphan', [HOLD, ORPHAN]],
    ] as const) {
      const found = await finalizersAfter(ns, [...before], policy(propagationPolicy))
      expect([before, propagationPolicy, found]).toEqual([before, propagationPolicy, after])
    }
    expect(await finalizersAfter(ns, [HOLD], {}, { propagationPolicy: 'Orphan' })).toEqual([HOLD, ORPHAN])
  })

  it('D15 keeps an object only until there is nothing left to do', async () => {
    const ns = await box.sandbox()
    for (const [propagationPolicy, finalizer] of [
      ['Foreground', FOREGROUND],
      ['Orphan', ORPHAN],
    ] as const) {
      const created = await ns.create('a')
      const watch = await ns.watch({ resourceVersion: created.metadata.resourceVersion })
      const kept = expectStatus(await remove(ns, deleteOptions({ propagationPolicy })), 200)
      expect([kept.kind, kept.metadata.uid]).toEqual(['ConfigMap', created.metadata.uid])
      expect(kept.metadata).toMatchObject({ finalizers: [finalizer], deletionGracePeriodSeconds: 0 })
      expect((await watch.events.take(2)).map(briefly)).toEqual(['MODIFIED a', 'DELETED a'])
      watch.close()
      expect((await ns.client.get(`${ns.configMaps}/a`)).status).toBe(404)
    }
  })

  it('D15 O10 means nothing to an Event, which owns nothing', async () => {
    const ns = await box.sandbox()
    const path = ns.path('events')
    for (const propagationPolicy of ['Foreground', 'Orphan']) {
      expectStatus(await ns.client.post(path, eventObject('e', ns.name)), 201)
      const answer = await ns.client.delete(`${path}/e`, deleteOptions({ propagationPolicy }))
      expect([answer.status, answer.body.status]).toEqual([200, 'Success'])
      expect((await ns.client.get(`${path}/e`)).status).toBe(404)
    }
  })

  it('D16 knows the old form of it', async () => {
    const ns = await box.sandbox()
    expect(await finalizersAfter(ns, [HOLD], { orphanDependents: true })).toEqual([HOLD, ORPHAN])
    expect(await finalizersAfter(ns, [HOLD, ORPHAN], { orphanDependents: false })).toEqual([HOLD])
    expect(await finalizersAfter(ns, [HOLD], {}, { orphanDependents: true })).toEqual([HOLD, ORPHAN])
    await ns.create('a', {}, { finalizers: [HOLD] })
    expect((await remove(ns, deleteOptions({ orphanDependents: false }))).status).toBe(202)
    expect((await remove(ns, deleteOptions({ orphanDependents: true }))).status).toBe(200)
    await letGo(ns)
    await untilGone(ns.client, [`${ns.configMaps}/a`])
    await ns.create('a')
    expect((await remove(ns, deleteOptions({ orphanDependents: false }))).status).toBe(200)
  })

  it('D17 comes after the preconditions', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a')
    const dependent = await ns.create('d', {}, { ownerReferences: [ownerOf(created)] })
    const { uid, resourceVersion } = created.metadata
    for (const propagationPolicy of ['Foreground', 'Orphan', 'Background']) {
      for (const preconditions of [{ uid: FOREIGN_UID }, { uid, resourceVersion: '1' }]) {
        const { body } = await remove(ns, deleteOptions({ preconditions, propagationPolicy }))
        expect(body).toMatchObject({ code: 409, reason: 'Conflict' })
      }
      expect(await ns.read('a')).toEqual(created)
    }
    const met = deleteOptions({ preconditions: { uid, resourceVersion }, propagationPolicy: 'Orphan' })
    expect(expectStatus(await remove(ns, met), 200).metadata.finalizers).toEqual([ORPHAN])
    await untilGone(ns.client, [`${ns.configMaps}/a`])
    const orphan = await ns.read('d')
    expect([orphan.metadata.uid, orphan.metadata.ownerReferences]).toEqual([dependent.metadata.uid, undefined])
  })

  it('D11 D15 shows its finalizer on a dry run, and does nothing', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a')
    await ns.create('d', {}, { ownerReferences: [ownerOf(created)] })
    for (const [propagationPolicy, finalizer] of [
      ['Foreground', FOREGROUND],
      ['Orphan', ORPHAN],
    ] as const) {
      const shown = expectStatus(await remove(ns, deleteOptions({ propagationPolicy, dryRun: ['All'] })), 200)
      expect(shown.metadata).toMatchObject({ finalizers: [finalizer], uid: created.metadata.uid })
      expect(shown.metadata.deletionTimestamp).toBeTruthy()
    }
    expect(await ns.read('a')).toEqual(created)
    expect((await ns.read('d')).metadata.ownerReferences).toEqual([ownerOf(created)])
  })

  it('D18 never loses a finalizer to a write at the same time', async () => {
    const ns = await box.sandbox()
    for (let round = 0; round < 40; round++) {
      const name = `r${round}`
      const created = await ns.create(name)
      const held = withMeta(created, { finalizers: [HOLD] })
      const path = `${ns.configMaps}/${name}`
      const add = () =>
        round % 2 ? ns.client.put(path, held) : ns.patch(name, 'merge', { metadata: { finalizers: [HOLD] } })
      const [first, second] = round % 4 < 2 ? [add, () => ns.client.delete(path)] : [() => ns.client.delete(path), add]
      const answers = await Promise.all([first(), second()])
      const [written, deleted] = round % 4 < 2 ? answers : answers.toReversed()
      const after = await ns.client.get(path)
      if (written!.status === 200) {
        expect(after.body.metadata).toMatchObject({ uid: created.metadata.uid, finalizers: [HOLD] })
        expect([deleted!.status, Boolean(after.body.metadata.deletionTimestamp)]).toEqual([200, true])
        await letGo(ns, name)
      } else {
        expect([written!.status, deleted!.status, after.status]).toEqual([404, 200, 404])
      }
    }
    expect(namesIn(await ns.list())).toEqual([])
  })

  it('D19 can be said again, with another policy', async () => {
    const ns = await box.sandbox()
    await ns.create('a', {}, { finalizers: [HOLD] })
    const dying = expectStatus(await remove(ns), 200)
    expect(expectStatus(await remove(ns), 200)).toEqual(dying)
    const again = deleteOptions({ propagationPolicy: 'Background' })
    expect(expectStatus(await remove(ns, again), 200)).toEqual(dying)
    const { uid, deletionTimestamp } = dying.metadata
    const orphaning = expectStatus(await remove(ns, deleteOptions({ propagationPolicy: 'Orphan' })), 200)
    expect(orphaning.metadata).toMatchObject({ uid, deletionTimestamp, finalizers: [HOLD, ORPHAN] })
    await eventually(
      async () => ((await ns.read('a')).metadata.finalizers?.length === 1 ? true : undefined),
      'the garbage collector being done with an object without dependents',
    )
    await letGo(ns)
    expect((await ns.client.get(`${ns.configMaps}/a`)).status).toBe(404)
  })

  it('D20 counts for each object of a collection', async () => {
    const ns = await box.sandbox()
    const owners = await ns.createMany(['a', 'b'])
    for (const [i, owner] of owners.entries()) await ns.create(`d${i}`, {}, { ownerReferences: [ownerOf(owner)] })
    const selected = { fieldSelector: 'metadata.name!=d0,metadata.name!=d1' }
    const preconditions = { resourceVersion: owners[0]!.metadata.resourceVersion }
    const refused = await ns.client.delete(ns.configMaps, deleteOptions({ preconditions }), {
      fieldSelector: 'metadata.name=b',
    })
    expect(refused.body.reason).toBe('Conflict')
    const options = deleteOptions({ propagationPolicy: 'Orphan' })
    const deleted = expectStatus(await ns.client.delete(ns.configMaps, options, selected), 200)
    expect(namesIn(deleted)).toEqual(['a', 'b'])
    await untilGone(ns.client, [`${ns.configMaps}/a`, `${ns.configMaps}/b`])
    const left = await ns.list()
    expect(namesIn(left)).toEqual(['d0', 'd1'])
    expect(left.items!.map((item) => item.metadata.ownerReferences)).toEqual([undefined, undefined])
  })
})
