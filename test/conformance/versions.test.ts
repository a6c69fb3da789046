import { describe, expect, it } from 'vitest'
import { ownServerOnly, useBlackBox } from '../support/black-box.ts'
import { configMap, lease, secret, serviceAccount, versionIn, withMeta } from '../support/objects.ts'
import { eventually, expectStatus, Sandbox, uniqueName } from '../support/sandbox.ts'

/** Versions count units of 1/4096 ms from here (docs/architecture.md). */
const EPOCH_MS = Date.UTC(2025, 0, 1)
const timeOf = (version: bigint) => EPOCH_MS + Number(version / 4096n)

describe('versions', () => {
  const box = useBlackBox()

  it('R1 are decimal strings below 2^53, on lists too', async () => {
    const ns = await box.sandbox()
    const texts = [await ns.version(), (await ns.create('a')).metadata.resourceVersion, await ns.version()]
    for (const text of texts) {
      expect(text).toMatch(/^[1-9]\d*$/)
      expect(Number.isSafeInteger(Number(text))).toBe(true)
    }
  })

  it('R2 rise with every accepted change, whatever the kind', async () => {
    const ns = await box.sandbox()
    const create = async (path: string, object: object) => expectStatus(await ns.client.post(path, object), 201)
    const a = await ns.create('a')
    const s = await create(ns.path('secrets'), secret('s'))
    const l = await create(ns.leases, lease('l'))
    const changed = await ns.update(a, { k: '2' })
    const sa = await create(ns.path('serviceaccounts'), serviceAccount('sa'))
    const versions = [a, s, l, changed, sa].map(versionIn)
    expect(versions).toEqual(versions.toSorted((x, y) => (x < y ? -1 : 1)))
    expect(new Set(versions).size).toBe(versions.length)
  })

  it('R3 are not issued again to a name that is made again', async () => {
    const ns = await box.sandbox()
    const old = await ns.create('a')
    const watch = await ns.watch({ resourceVersion: old.metadata.resourceVersion })
    await ns.remove('a')
    const deleted = await watch.events.next()
    watch.close()
    const young = await ns.create('a')
    expect(versionIn(deleted.object)).toBeGreaterThan(versionIn(old))
    expect(versionIn(young)).toBeGreaterThan(versionIn(deleted.object))
  })

  it('R3 N10 are not issued again in a namespace that is made again', async () => {
    const name = uniqueName('again')
    const make = async () => {
      const answer = await box.client.post('/api/v1/namespaces', { metadata: { name } })
      return answer.status === 201 ? answer.body : undefined
    }
    const first = (await make())!
    const before = await new Sandbox(box.client, name).create('a')
    await box.client.delete(`/api/v1/namespaces/${name}`)
    const second = await eventually(make, 'the name being free again')
    expect(second.metadata.uid).not.toBe(first.metadata.uid)
    const ns = new Sandbox(box.client, name)
    expect((await ns.list()).items).toEqual([])
    expect(versionIn(await ns.create('a'))).toBeGreaterThan(versionIn(before))
  })

  it('R6 that a client made up by adding to another are refused', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const current = await ns.update(created, { k: '2' })
    for (const base of [versionIn(created), versionIn(current)]) {
      for (const step of [-1n, 1n, 2n, 3n]) {
        const madeUp = String(base + step)
        const answer = await ns.client.put(`${ns.configMaps}/a`, withMeta(current, { resourceVersion: madeUp }))
        expect([answer.status, answer.body.reason], madeUp).toEqual([409, 'Conflict'])
      }
    }
    expect(await ns.read('a')).toEqual(current)
  })

  it('R7 follow the time in every namespace', async () => {
    const one = await box.sandbox()
    const other = await box.sandbox()
    const before = Date.now()
    const versions = [await one.create('a'), await other.create('a')].map(versionIn)
    for (const version of versions) {
      expect(timeOf(version)).toBeGreaterThan(before - 5000)
      expect(timeOf(version)).toBeLessThan(Date.now() + 5000)
    }
  })

  it('R8 of a list bound its items, and a watch from it goes on right after it', async () => {
    const ns = await box.sandbox()
    await ns.createMany(['a', 'b', 'c'])
    const list = await ns.list()
    for (const item of list.items!) expect(versionIn(list)).toBeGreaterThanOrEqual(versionIn(item))
    const watch = await ns.watch({ resourceVersion: list.metadata.resourceVersion })
    await ns.create('d')
    expect((await watch.events.next()).object.metadata.name).toBe('d')
    watch.close()
  })
})

describe.skipIf(ownServerOnly)('versions over a crash', () => {
  const box = useBlackBox()

  it('R4 H5 are not issued again, and what was acknowledged is there', async () => {
    const ns = await box.sandbox()
    const created = await ns.createMany(['a', 'b', 'c'])
    const changed = await ns.update(created[0]!, { k: 'changed' })
    await ns.remove('c')
    await box.server.kill9()
    await box.server.restart()
    box.reconnect()
    const after = new Sandbox(box.client, ns.name)
    expect((await after.list()).items!.map((item) => item.metadata)).toEqual([changed.metadata, created[1]!.metadata])
    const next = await after.client.post(after.configMaps, configMap('d'))
    const highest = versionIn(changed)
    expect(versionIn(expectStatus(next, 201))).toBeGreaterThan(highest)
    const watch = await after.watch({ resourceVersion: changed.metadata.resourceVersion })
    const events = await watch.events.take(2)
    watch.close()
    expect(events.map((e) => [e.type, e.object.metadata.name])).toEqual([
      ['DELETED', 'c'],
      ['ADDED', 'd'],
    ])
    expect(versionIn(events[1]!.object)).toBeGreaterThan(versionIn(events[0]!.object))
  })
})
