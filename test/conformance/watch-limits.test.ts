import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { briefly, isBookmark, nameOf, versionOf } from '../support/event-queue.ts'
import { openWatch, refusedWatch } from '../support/watch-reader.ts'

describe('how a watch begins and ends', () => {
  const box = useBlackBox()

  it('W16 with headers at once, for a stream that nothing on the way holds back', async () => {
    const ns = await box.sandbox()
    const asked = performance.now()
    const watch = await ns.watch({}, { headers: { 'accept-encoding': 'gzip' } })
    expect(performance.now() - asked).toBeLessThan(1000)
    expect(watch.headers['content-type']).toBe('application/json')
    expect(watch.headers['content-encoding'] ?? 'identity').toBe('identity')
    expect(watch.headers['cache-control']).toContain('no-cache')
    await ns.create('a')
    expect(briefly(await watch.events.next(1000))).toBe('ADDED a')
    watch.close()
  })

  it('W7 at its time limit with the proper end and no event', async () => {
    const ns = await box.sandbox()
    await ns.create('a')
    const opened = performance.now()
    const watch = await ns.watch({ timeoutSeconds: 2, resourceVersion: await ns.version() })
    const { events, end } = await watch.events.drain(8000)
    const lastedMs = performance.now() - opened
    expect([events, end]).toEqual([[], { how: 'clean', leftover: '' }])
    expect(lastedMs).toBeGreaterThan(1900)
    expect(lastedMs).toBeLessThan(6000)
  })

  it('W5 with a bookmark before its time limit, never ahead of an event', async () => {
    const ns = await box.sandbox()
    const from = await ns.version()
    const watch = await ns.watch({ resourceVersion: from, allowWatchBookmarks: true, timeoutSeconds: 4 })
    await ns.createMany(['a', 'b'])
    const { events, end } = await watch.events.drain(10_000)
    expect(end.how).toBe('clean')
    const last = events.at(-1)!
    expect(isBookmark(last)).toBe(true)
    const { kind, apiVersion, metadata, ...rest } = last.object
    expect([kind, apiVersion, Object.keys(metadata), rest]).toEqual(['ConfigMap', 'v1', ['resourceVersion'], {}])
    expect(events.filter((event) => !isBookmark(event)).map(briefly)).toEqual(['ADDED a', 'ADDED b'])
    let highest = BigInt(from)
    for (const event of events) {
      if (isBookmark(event)) expect(versionOf(event)).toBeGreaterThanOrEqual(highest)
      else expect(versionOf(event)).toBeGreaterThan(highest)
      highest = versionOf(event)
    }
    const resumed = await ns.watch({ resourceVersion: last.object.metadata.resourceVersion })
    await ns.create('c')
    expect(briefly(await resumed.events.next())).toBe('ADDED c')
    resumed.close()
  })

  it('W6 without a bookmark unless it is allowed', async () => {
    const ns = await box.sandbox()
    await ns.create('a')
    const watch = await ns.watch({ timeoutSeconds: 4, allowWatchBookmarks: false })
    const { events } = await watch.events.drain(10_000)
    expect(events.map(briefly)).toEqual(['ADDED a'])
  })

  it('W23 refused before it begins, with the code of the fault', async () => {
    const ns = await box.sandbox()
    const wrong: [Record<string, string>, number][] = [
      [{ resourceVersion: 'abc' }, 400],
      [{ labelSelector: 'a in b' }, 400],
      [{ fieldSelector: 'data.x=1' }, 400],
      [{ timeoutSeconds: 'soon' }, 400],
      [{ resourceVersionMatch: 'NotOlderThan' }, 422],
      [{ sendInitialEvents: 'true' }, 422],
      [{ sendInitialEvents: 'true', resourceVersionMatch: 'Exact' }, 422],
    ]
    for (const [query, code] of wrong) {
      const { status, body } = await refusedWatch(ns.client, ns.configMaps, query)
      expect([query, status, body.kind, body.code]).toEqual([query, code, 'Status', code])
    }
    expect((await refusedWatch(ns.client, ns.path('unknowns'), {})).status).toBe(404)
    expect((await refusedWatch(ns.client.as(undefined), ns.configMaps, {})).status).toBe(403)
  })

  it('W12 by the old paths, whatever `watch` says', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a')
    const old = `/api/v1/watch/namespaces/${ns.name}/configmaps`
    const query = { watch: 'false', resourceVersion: created.metadata.resourceVersion }
    const collection = await openWatch(ns.client, old, query)
    const single = await openWatch(ns.client, `${old}/a`, query)
    await ns.create('b')
    await ns.update(created, { k: '2' })
    expect((await collection.events.take(2)).map(briefly)).toEqual(['ADDED b', 'MODIFIED a'])
    expect(briefly(await single.events.next())).toBe('MODIFIED a')
    collection.close()
    single.close()
    const { body } = await ns.client.get(`${old}/a`, { fieldSelector: 'metadata.name=b' })
    expect(body).toMatchObject({ code: 400, message: "fieldSelector metadata.name doesn't match requested name" })
  })

  it('W21 W24 of a reader that does not keep up: nobody waits for it, and it sees no gap', async () => {
    const ns = await box.sandbox()
    const from = await ns.version()
    const slow = await ns.watch({ resourceVersion: from })
    slow.pause()
    const quick = await ns.watch({ resourceVersion: from })
    const data = { k: 'x'.repeat(400_000) }
    const names = Array.from({ length: 120 }, (_, i) => `c${String(i).padStart(3, '0')}`)
    for (const name of names) {
      const sent = performance.now()
      await ns.create(name, data)
      expect(performance.now() - sent).toBeLessThan(2000)
    }
    expect((await quick.events.take(names.length, 10_000)).map(nameOf)).toEqual(names)
    quick.close()
    slow.resume()
    expect((await slow.events.take(names.length, 20_000)).map(nameOf)).toEqual(names)
    slow.close()
  }, 90_000)
})
