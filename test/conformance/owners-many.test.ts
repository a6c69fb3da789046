import { describe, expect, it } from 'vitest'
import { ownServerOnly, useBlackBox } from '../support/black-box.ts'
import { namesIn, ownerOf, versionIn } from '../support/objects.ts'
import { expectStatus, Sandbox, untilGone } from '../support/sandbox.ts'

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(5, '0')}`)

/** Creates many ConfigMaps that `owner` owns, some at a time. */
async function createOwned(ns: Sandbox, owner: ReturnType<typeof ownerOf>, dependents: string[]): Promise<void> {
  const left = [...dependents]
  const worker = async () => {
    for (let name = left.pop(); name; name = left.pop()) await ns.create(name, {}, { ownerReferences: [owner] })
  }
  await Promise.all(Array.from({ length: 16 }, worker))
}

/** Waits until watchers have been told that `count` objects are gone; while it waits, nobody asks the server anything. */
async function untilTold(ns: Sandbox, from: string, count: number, withinMs: number): Promise<string[]> {
  const watch = await ns.watch({ resourceVersion: from, labelSelector: '!kept' })
  const gone: string[] = []
  while (gone.length < count) {
    const event = await watch.events.next(withinMs)
    if (event.type === 'DELETED') gone.push(event.object.metadata.name!)
  }
  watch.close()
  return gone
}

describe('many dependents', () => {
  const box = useBlackBox()

  it('O12 go in batches, while others write on', async () => {
    const ns = await box.sandbox()
    const owner = await ns.create('owner')
    const dependents = names('d', 2_000)
    await createOwned(ns, ownerOf(owner), dependents)
    const writer = await ns.create('writer', { n: '0' }, { labels: { kept: 'yes' } })
    const told = untilTold(ns, writer.metadata.resourceVersion!, 2_001, 30_000)
    await ns.remove('owner')
    let current = writer
    let slowestMs = 0
    let isOver = false
    const over = told.then(() => (isOver = true))
    do {
      const begun = performance.now()
      current = await ns.update(current, { n: String(Number(current.data!.n) + 1) })
      slowestMs = Math.max(slowestMs, performance.now() - begun)
    } while (!isOver)
    await over
    expect((await told).toSorted()).toEqual([...dependents, 'owner'])
    expect(Number(current.data!.n)).toBeGreaterThan(10)
    expect(slowestMs).toBeLessThan(2_000)
    expect(namesIn(await ns.list())).toEqual(['writer'])
  }, 120_000)
})

describe.skipIf(ownServerOnly)('dependents and a crash', () => {
  const box = useBlackBox()

  it('O13 H6 go on being collected after it', async () => {
    const before = await box.sandbox()
    const dependents = names('d', 600)
    const owner = await before.create('owner')
    await createOwned(before, ownerOf(owner), dependents)
    const from = await before.version()
    await before.remove('owner')
    await box.server.kill9()
    await box.server.restart()
    box.reconnect()
    const ns = new Sandbox(box.client, before.name)
    expect((await untilTold(ns, from, 601, 60_000)).toSorted()).toEqual([...dependents, 'owner'])
    expect(namesIn(await ns.list())).toEqual([])
  }, 120_000)

  it('O13 O8 are waited for by a cluster-scoped owner, with nobody asking their namespace', async () => {
    const ns = await box.sandbox()
    const owner = await box.sandbox('owner')
    const object = expectStatus(await ns.client.get(owner.self), 200)
    await createOwned(ns, ownerOf(object, { blockOwnerDeletion: true }), names('d', 300))
    await ns.client.delete(owner.self, undefined, { propagationPolicy: 'Foreground' })
    await box.server.kill9()
    await box.server.restart()
    box.reconnect()
    await untilGone(box.client, [owner.self], 60_000)
    expect(namesIn(await new Sandbox(box.client, ns.name).list())).toEqual([])
  }, 120_000)

  it('O13 O6 O5 go on being waited for, or orphaned, after it', async () => {
    const before = await box.sandbox()
    const [foreground, orphaned] = await before.createMany(['foreground', 'orphaned'])
    await createOwned(before, ownerOf(foreground!, { blockOwnerDeletion: true }), names('f', 300))
    await createOwned(before, ownerOf(orphaned!), names('o', 300))
    await before.client.delete(`${before.configMaps}/foreground`, undefined, { propagationPolicy: 'Foreground' })
    await before.client.delete(`${before.configMaps}/orphaned`, undefined, { propagationPolicy: 'Orphan' })
    await box.server.kill9()
    await box.server.restart()
    box.reconnect()
    const ns = new Sandbox(box.client, before.name)
    await untilGone(ns.client, [`${ns.configMaps}/foreground`, `${ns.configMaps}/orphaned`], 60_000)
    const left = await ns.list()
    expect(namesIn(left)).toEqual(names('o', 300))
    for (const item of left.items!) expect(item.metadata.ownerReferences).toBeUndefined()
    expect(versionIn(await ns.create('after'))).toBeGreaterThan(versionIn(left.items!.at(-1)!))
    expectStatus(await ns.client.delete(ns.self), 200)
  }, 120_000)
})
