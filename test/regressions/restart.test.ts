import { describe, expect, it } from 'vitest'
import { ownServerOnly, useBlackBox } from '../support/black-box.ts'
import { briefly } from '../support/event-queue.ts'
import { versionIn, withData } from '../support/objects.ts'
import { eventually, expectStatus, Sandbox } from '../support/sandbox.ts'

describe.skipIf(ownServerOnly)('the platform', () => {
  const box = useBlackBox()

  it('G28 H6 restart in the middle', async () => {
    const before = await box.sandbox()
    const doomed = await box.sandbox('doomed')
    const created = await before.createMany(Array.from({ length: 20 }, (_, i) => `c${String(i).padStart(2, '0')}`))
    await doomed.createMany(Array.from({ length: 200 }, (_, i) => `d${i}`))
    const highest = created.at(-1)!.metadata.resourceVersion!
    const open = await before.watch({ resourceVersion: created[0]!.metadata.resourceVersion })
    await open.events.take(19)
    expectStatus(await doomed.client.delete(doomed.self), 200)
    await box.server.kill9()
    expect((await open.events.drain()).end.how).toBe('cut')
    await box.server.restart()
    box.reconnect()

    const ns = new Sandbox(box.client, before.name)
    expect((await ns.list()).items!.map((item) => item.metadata)).toEqual(created.map((object) => object.metadata))
    expect(await ns.read('c07')).toEqual(created[7])
    const young = await ns.create('new')
    expect(versionIn(young)).toBeGreaterThan(BigInt(highest))
    const watch = await ns.watch({ resourceVersion: highest })
    expect(briefly(await watch.events.next())).toBe('ADDED new')
    watch.close()
    expect(versionIn(await ns.replace(withData(created[3]!, { k: 'after' })))).toBeGreaterThan(versionIn(young))
    const isGone = async () => ((await ns.client.get(doomed.self)).status === 404 ? true : undefined)
    await eventually(isGone, 'the end of the half-deleted namespace', 60_000)
  }, 120_000)
})
