import { describe, expect, it } from 'vitest'
import { ownServerOnly, useBlackBox } from '../support/black-box.ts'
import { briefly, versionOf } from '../support/event-queue.ts'
import { eventObject, namesIn, versionIn } from '../support/objects.ts'
import { openWatch } from '../support/watch-reader.ts'
import { eventually, expectStatus, type Sandbox } from '../support/sandbox.ts'

const EXPIRED_LIST = 'The resourceVersion for the provided list is too old.'

/** Waits until a list at `version` is told to be too old. */
async function untilExpired(ns: Sandbox, version: string): Promise<void> {
  const query = { resourceVersion: version, resourceVersionMatch: 'Exact' }
  await eventually(
    async () => ((await ns.client.get(ns.configMaps, query)).status === 410 ? true : undefined),
    'the version being compacted away',
    60_000,
  )
}

/** Checks what is told about everything that began at a version below the floor. */
async function expectExpired(ns: Sandbox, version: string, token: string): Promise<void> {
  const exact = await ns.client.get(ns.configMaps, { resourceVersion: version, resourceVersionMatch: 'Exact' })
  expect([exact.status, exact.body.reason, exact.body.message]).toEqual([410, 'Expired', EXPIRED_LIST])
  const watch = await ns.watch({ resourceVersion: version })
  const { events, end } = await watch.events.drain()
  expect(events.map((event) => [event.type, event.object.kind, event.object.code, event.object.reason])).toEqual([
    ['ERROR', 'Status', 410, 'Expired'],
  ])
  expect(end.how).toBe('clean')
  const socket = await ns.socket({ resourceVersion: version })
  const closed = await socket.events.drain()
  expect([closed.events.length, closed.events[0]?.object.code, closed.end.code]).toEqual([1, 410, 1000])
  const page = await ns.client.get(ns.configMaps, { limit: 2, continue: token })
  expect([page.status, page.body.reason]).toEqual([410, 'Expired'])
  expect(page.body.metadata.continue).toBeTruthy()
}

describe.skipIf(ownServerOnly)('history of a size', () => {
  const box = useBlackBox({ HISTORY_MEGABYTES: '1' })

  it('H2 H3 L10 L11 W10 is dropped beyond it, told, and nothing current is lost', async () => {
    const ns = await box.sandbox()
    await ns.createMany(['a', 'b', 'c', 'd', 'e'])
    const first = await ns.list({ limit: 2 })
    const old = first.metadata.resourceVersion!
    let busy = await ns.create('busy', { k: 'x'.repeat(200_000) })
    for (let i = 0; i < 20; i++) busy = await ns.update(busy, { k: `${i}`.padEnd(200_000, 'x') })
    await untilExpired(ns, old)
    await expectExpired(ns, old, first.metadata.continue!)
    const refusal = await ns.client.get(ns.configMaps, { limit: 2, continue: first.metadata.continue! })
    const rest = await ns.list({ limit: 2, continue: refusal.body.metadata.continue! })
    expect(namesIn(rest)).toEqual(['busy', 'c'])
    expect(versionIn(rest)).toBeGreaterThan(BigInt(old))
    const last = await ns.list({ limit: 9, continue: rest.metadata.continue! })
    expect([namesIn(last), last.metadata.resourceVersion]).toEqual([['d', 'e'], rest.metadata.resourceVersion])
    expect(await ns.read('busy')).toEqual(busy)
    const watch = await ns.watch({ resourceVersion: busy.metadata.resourceVersion })
    await ns.create('end')
    expect(briefly(await watch.events.next())).toBe('ADDED end')
    watch.close()
  }, 90_000)

  it('H2 W21 falls away from under a reader that does not read: it is cut off, and sees no gap', async () => {
    const ns = await box.sandbox()
    const from = await ns.version()
    const slow = await ns.watch({ resourceVersion: from })
    slow.pause()
    const written = [await ns.create('busy', { k: 'x'.repeat(400_000) })]
    for (let i = 0; i < 40; i++) written.push(await ns.update(written[i]!, { k: `${i}`.padEnd(400_000, 'x') }))
    await untilExpired(ns, written[20]!.metadata.resourceVersion!)
    slow.resume()
    const { events, end } = await slow.events.drain(20_000)
    expect([end.how, end.leftover]).toEqual(['clean', ''])
    const objects = events.filter((event) => event.type !== 'ERROR')
    expect(objects.map(versionOf)).toEqual(written.slice(0, objects.length).map(versionIn))
    const resumed = await ns.watch({ resourceVersion: objects.at(-1)?.object.metadata.resourceVersion ?? from })
    expect((await resumed.events.drain()).events.map((event) => event.object.reason)).toEqual(['Expired'])
  }, 90_000)
})

describe.skipIf(ownServerOnly)('history of an age', () => {
  const box = useBlackBox({ HISTORY_MINUTES: '0.02', EVENT_MINUTES: '0.02' })

  it('H1 is dropped by itself when it is older', async () => {
    const ns = await box.sandbox()
    await ns.createMany(['a', 'b', 'c'])
    const first = await ns.list({ limit: 1 })
    await ns.update(await ns.read('a'), { k: '2' })
    await untilExpired(ns, first.metadata.resourceVersion!)
    await expectExpired(ns, first.metadata.resourceVersion!, first.metadata.continue!)
    expect(namesIn(await ns.list())).toEqual(['a', 'b', 'c'])
  }, 90_000)

  it('H4 ends Events, with a DELETED event', async () => {
    const ns = await box.sandbox()
    const events = ns.path('events')
    const created = expectStatus(await ns.client.post(events, eventObject('e', ns.name)), 201)
    const watch = await openWatch(ns.client, events, { resourceVersion: created.metadata.resourceVersion })
    const deleted = await watch.events.next(60_000)
    expect(briefly(deleted)).toBe('DELETED e')
    expect(versionIn(deleted.object)).toBeGreaterThan(versionIn(created))
    expect((await ns.client.get(`${events}/e`)).status).toBe(404)
    watch.close()
  }, 90_000)
})
