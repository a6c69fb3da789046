import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { briefly, isBookmark, metadataOf, nameOf, versionOf } from '../support/event-queue.ts'
import { versionIn } from '../support/objects.ts'
import { refusedWatch } from '../support/watch-reader.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

const STREAMING = { sendInitialEvents: true, allowWatchBookmarks: true, resourceVersion: '' }
const WITH_MATCH = { ...STREAMING, resourceVersionMatch: 'NotOlderThan' }

/** Resolves after one second, told by the server: the end of a watch of that length. */
async function oneSecond(ns: Sandbox): Promise<void> {
  const clock = await ns.watch({ timeoutSeconds: 1, resourceVersion: await ns.version() })
  await clock.events.drain(5000)
}

describe('watch', () => {
  const box = useBlackBox()

  it('G07 streaming lists and bookmarks', async () => {
    const ns = await box.sandbox()
    const empty = await ns.watch(WITH_MATCH)
    const marker = await empty.events.next(3000)
    expect(marker).toMatchObject({ type: 'BOOKMARK', object: { kind: 'ConfigMap', apiVersion: 'v1' } })
    expect(metadataOf(marker).annotations).toEqual({ 'k8s.io/initial-events-end': 'true' })
    empty.close()
    await ns.createMany(['a', 'b'])
    const watch = await ns.watch({ ...WITH_MATCH, timeoutSeconds: 4 })
    const [first, second, end] = await watch.events.take(3, 3000)
    expect([first, second].map((event) => briefly(event!)).toSorted()).toEqual(['ADDED a', 'ADDED b'])
    expect(metadataOf(end!).annotations).toEqual({ 'k8s.io/initial-events-end': 'true' })
    await ns.create('c')
    const { events } = await watch.events.drain(10_000)
    expect(events.filter((event) => !isBookmark(event)).map(briefly)).toEqual(['ADDED c'])
    let highest = 0n
    for (const event of [first!, second!, end!, ...events]) {
      if (isBookmark(event)) expect(versionOf(event)).toBeGreaterThanOrEqual(highest)
      else expect(versionOf(event)).toBeGreaterThan(highest)
      expect(['', '0', undefined]).not.toContain(metadataOf(event).resourceVersion)
      highest = versionOf(event)
    }
    const refused = await refusedWatch(ns.client, ns.configMaps, STREAMING)
    expect([refused.status, refused.body.reason]).toEqual([422, 'Invalid'])
  })

  it('G08 where a watch starts', async () => {
    const ns = await box.sandbox()
    const list = await ns.list()
    expect([list.kind, list.items]).toEqual(['ConfigMapList', []])
    expect(['', '0', undefined]).not.toContain(list.metadata.resourceVersion)
    const b = await ns.create('b')
    await ns.create('a')
    await ns.update(b, { k: '2' })
    await ns.create('c')
    const unset = await ns.watch({ resourceVersion: '' })
    const zero = await ns.watch({ resourceVersion: '0' })
    const replay = await ns.watch({ resourceVersion: list.metadata.resourceVersion })
    const first = await unset.events.next()
    unset.close()
    const reopened = await ns.watch({ resourceVersion: metadataOf(first).resourceVersion })
    await ns.create('end')
    expect(briefly(first)).toBe('ADDED a')
    const expected = {
      zero: ['ADDED a', 'ADDED b', 'ADDED c'],
      reopened: ['MODIFIED b', 'ADDED c'],
      replay: ['ADDED b', 'ADDED a', 'MODIFIED b', 'ADDED c'],
    }
    for (const [name, watch] of Object.entries({ zero, reopened, replay })) {
      const events = await watch.events.takeBefore('end')
      expect([name, events.map(briefly)]).toEqual([name, expected[name as keyof typeof expected]])
      expect(events.map(versionOf)).toEqual(events.map(versionOf).toSorted((x, y) => (x < y ? -1 : 1)))
      watch.close()
    }
  })

  it('G09 old starting points: all of it, or 410', async () => {
    const ns = await box.sandbox()
    const from = await ns.version()
    const versions: bigint[] = []
    for (let round = 0; round < 100; round++) {
      const created = await ns.create('k', { round: String(round) })
      const updated = expectStatus(await ns.patch('k', 'merge', { data: { round: `${round} again` } }), 200)
      versions.push(versionIn(created), versionIn(updated))
      await ns.remove('k')
    }
    await ns.create('end')
    const middle = String(versions[99])
    // the patch of round 49 is followed by its delete and by 50 rounds of three writes
    for (const [resourceVersion, count] of [
      [from, 300],
      [middle, 151],
      ['1', 300],
    ] as const) {
      const watch = await ns.watch({ resourceVersion })
      const events = await watch.events.takeUntil((event) => nameOf(event) === 'end' || event.type === 'ERROR', 10_000)
      watch.close()
      const error = events.at(-1)!.type === 'ERROR' ? events[0]! : undefined
      if (error) {
        expect([events.length, error.object.code, error.object.reason]).toEqual([1, 410, 'Expired'])
        continue
      }
      expect(events.length - 1).toBe(count)
      const replayed = new Set(events.map(versionOf))
      expect(replayed.size).toBe(events.length)
      for (const version of versions) expect(replayed.has(version)).toBe(version > BigInt(resourceVersion))
    }
  })

  it('G10 the stream flows', async () => {
    const ns = await box.sandbox()
    const asked = performance.now()
    const watch = await ns.watch({ timeoutSeconds: 4 }, { headers: { 'accept-encoding': 'gzip' } })
    expect(performance.now() - asked).toBeLessThan(1000)
    expect(watch.headers['content-type']).toBe('application/json')
    await oneSecond(ns)
    await ns.create('a')
    expect(briefly(await watch.events.next(1000))).toBe('ADDED a')
    const { events, end } = await watch.events.drain(8000)
    const lastedMs = performance.now() - asked
    expect([events, end]).toEqual([[], { how: 'clean', leftover: '' }])
    expect(lastedMs).toBeGreaterThan(3900)
    expect(lastedMs).toBeLessThan(8000)
  })
})
