import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { briefly, isBookmark, nameOf, versionOf, type WatchEvent } from '../support/event-queue.ts'
import { namesIn, versionIn } from '../support/objects.ts'
import type { Sandbox } from '../support/sandbox.ts'

const MARKER = { 'k8s.io/initial-events-end': 'true' }
const STREAMING = { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan', allowWatchBookmarks: true }
const isMarker = (event: WatchEvent) => event.object.metadata.annotations?.['k8s.io/initial-events-end'] === 'true'

/** b, a and c in this order of creation, then b once more. */
async function someHistory(ns: Sandbox): Promise<void> {
  const b = await ns.create('b')
  await ns.create('a')
  await ns.update(b, { k: '2' })
  await ns.create('c')
}

describe('where a watch starts', () => {
  const box = useBlackBox()

  it('W1 from a version: every later event once, in order', async () => {
    const ns = await box.sandbox()
    const from = await ns.version()
    await someHistory(ns)
    const watch = await ns.watch({ resourceVersion: from })
    await ns.remove('a')
    await ns.create('end')
    const events = await watch.events.takeUntil((event) => nameOf(event) === 'end')
    expect(events.map(briefly)).toEqual(['ADDED b', 'ADDED a', 'MODIFIED b', 'ADDED c', 'DELETED a', 'ADDED end'])
    const versions = events.map(versionOf)
    expect(versions).toEqual([...new Set(versions)].toSorted((x, y) => (x < y ? -1 : 1)))
    watch.close()
  })

  it('W2 without a version and from 0: what is there in the order of versions, then what comes', async () => {
    const ns = await box.sandbox()
    await someHistory(ns)
    const list = await ns.list()
    for (const resourceVersion of [undefined, '', '0']) {
      const watch = await ns.watch({ resourceVersion })
      const events = await watch.events.take(3)
      expect(events.map(briefly)).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
      expect(events.map(versionOf)).toEqual(list.items!.map(versionIn))
      await ns.create(`live-${String(resourceVersion)}x`.toLowerCase())
      expect(briefly(await watch.events.next())).toMatch(/^ADDED live-/)
      watch.close()
      await ns.remove(`live-${String(resourceVersion)}x`.toLowerCase())
    }
  })

  it('W2 while others write: none lost, none doubled', async () => {
    const ns = await box.sandbox()
    const names = Array.from({ length: 40 }, (_, i) => `c${String(i).padStart(2, '0')}`)
    const writing = ns.createMany([...names, 'end'])
    const watches = []
    for (let i = 0; i < 8; i++) watches.push(await ns.watch({ resourceVersion: i % 2 === 0 ? '0' : undefined }))
    await writing
    for (const watch of watches) {
      const events = await watch.events.takeUntil((event) => nameOf(event) === 'end')
      expect(events.map(briefly)).toEqual([...names, 'end'].map((name) => `ADDED ${name}`))
      watch.close()
    }
  })

  it('W3 with sendInitialEvents: what is there, the bookmark that ends it, then what comes', async () => {
    const ns = await box.sandbox()
    for (const resourceVersion of [undefined, '0', await ns.version()]) {
      const empty = await ns.watch({ ...STREAMING, resourceVersion })
      const marker = await empty.events.next(3000)
      expect(marker.type).toBe('BOOKMARK')
      const { kind, apiVersion, metadata, ...rest } = marker.object
      expect([kind, apiVersion, metadata.annotations, rest]).toEqual(['ConfigMap', 'v1', MARKER, {}])
      expect(versionOf(marker)).toBeGreaterThan(0n)
      empty.close()
    }
    await ns.createMany(['b', 'a'])
    const watch = await ns.watch(STREAMING)
    const [b, a, marker] = await watch.events.take(3)
    expect([b, a].map((event) => briefly(event!))).toEqual(['ADDED b', 'ADDED a'])
    expect([marker!.type, marker!.object.metadata.annotations]).toEqual(['BOOKMARK', MARKER])
    expect(versionOf(marker!)).toBeGreaterThanOrEqual(versionOf(a!))
    await ns.create('c')
    const live = await watch.events.next()
    expect(briefly(live)).toBe('ADDED c')
    expect(versionOf(live)).toBeGreaterThan(versionOf(marker!))
    watch.close()
  })

  it('W3 without bookmarks: the same without the bookmark', async () => {
    const ns = await box.sandbox()
    await ns.createMany(['a', 'b'])
    const watch = await ns.watch({ ...STREAMING, allowWatchBookmarks: undefined })
    await watch.events.take(2)
    await ns.create('end')
    expect(await watch.events.takeBefore('end')).toEqual([])
    watch.close()
  })

  it('W4 with sendInitialEvents=false: only what comes', async () => {
    const ns = await box.sandbox()
    await ns.create('old')
    for (const resourceVersion of [undefined, '0']) {
      const query = { sendInitialEvents: false, resourceVersionMatch: 'NotOlderThan', resourceVersion }
      const watch = await ns.watch(query)
      const name = `new-${resourceVersion ?? 'unset'}`
      await ns.create(name)
      expect(briefly(await watch.events.next())).toBe(`ADDED ${name}`)
      watch.close()
    }
  })

  it('W19 from the last event seen: no loss, no repeat', async () => {
    const ns = await box.sandbox()
    let from = await ns.version()
    const writing = ns.createMany(Array.from({ length: 30 }, (_, i) => `c${String(i).padStart(2, '0')}`))
    const seen: string[] = []
    while (seen.length < 30) {
      const watch = await ns.watch({ resourceVersion: from })
      const event = await watch.events.next()
      watch.close()
      seen.push(nameOf(event))
      from = event.object.metadata.resourceVersion!
    }
    await writing
    expect(seen).toEqual(namesIn(await ns.list()))
  })

  it('W11 from the future: silent until events pass it', async () => {
    const ns = await box.sandbox()
    const now = BigInt(await ns.version())
    const soon = String(now + 4096n * 300n)
    const watch = await ns.watch({ resourceVersion: soon })
    expect(watch.status).toBe(200)
    let name = ''
    for (let i = 0; i < 400 && watch.events.all.length === 0; i++) {
      name = `c${String(i).padStart(3, '0')}`
      await ns.create(name)
    }
    const first = await watch.events.next()
    expect(versionOf(first)).toBeGreaterThan(BigInt(soon))
    const later = (await ns.list()).items!.filter((item) => versionIn(item) > BigInt(soon))
    expect(nameOf(first)).toBe(later.map((item) => item.metadata.name).toSorted()[0])
    watch.close()
  })

  it('W11 with initial events of the future: one ERROR event', async () => {
    const ns = await box.sandbox()
    const resourceVersion = String(BigInt(await ns.version()) + 10n ** 12n)
    const watch = await ns.watch({ ...STREAMING, resourceVersion })
    const { events } = await watch.events.drain(10_000)
    expect(events.map((event) => [event.type, event.object.kind, event.object.code])).toEqual([
      ['ERROR', 'Status', 504],
    ])
    expect(events[0]!.object.details?.causes?.[0]?.reason).toBe('ResourceVersionTooLarge')
  })

  it('W3 marks its end only once', async () => {
    const ns = await box.sandbox()
    await ns.create('a')
    const watch = await ns.watch({ ...STREAMING, timeoutSeconds: 4 })
    const { events } = await watch.events.drain(10_000)
    expect(events.filter(isMarker)).toHaveLength(1)
    expect(events.filter((event) => !isBookmark(event)).map(briefly)).toEqual(['ADDED a'])
  })
})
