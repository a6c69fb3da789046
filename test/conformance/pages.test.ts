import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import type { ApiBody, QueryValues } from '../support/client.ts'
import { namesIn } from '../support/objects.ts'
import type { Sandbox } from '../support/sandbox.ts'

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

/** All pages of a list; `between` runs after each page but the last. */
async function allPages(ns: Sandbox, query: QueryValues, between: () => Promise<unknown> = async () => {}) {
  const pages: ApiBody[] = [await ns.list(query)]
  for (let token = pages[0]!.metadata.continue; token; token = pages.at(-1)!.metadata.continue) {
    await between()
    pages.push(await ns.list({ ...query, continue: token }))
  }
  return pages
}

describe('list in pages', () => {
  const box = useBlackBox()

  it('L7 L8 shows one snapshot and counts what remains', async () => {
    const ns = await box.sandbox()
    await ns.createMany(letters)
    const pages = await allPages(ns, { limit: 3 })
    expect(pages.map(namesIn)).toEqual([['a', 'b', 'c'], ['d', 'e', 'f'], ['g']])
    expect(pages.map((page) => page.metadata.remainingItemCount)).toEqual([4, 1, undefined])
    expect(new Set(pages.map((page) => page.metadata.resourceVersion)).size).toBe(1)
    expect(pages.at(-1)!.metadata).not.toHaveProperty('continue')
  })

  it('L7 L8 shows none of the writes made between the pages', async () => {
    const ns = await box.sandbox()
    const created = await ns.createMany(letters)
    const before = await ns.list()
    const writes = [
      () => ns.remove('b'),
      () => ns.update(created[3]!, { k: 'changed' }),
      () => ns.remove('f'),
      () => ns.create('ee'),
      () => ns.create('h'),
    ]
    const pages = await allPages(ns, { limit: 2 }, async () => {
      for (const write of writes.splice(0, 2)) await write()
    })
    expect(pages.flatMap((page) => page.items!)).toEqual(before.items)
    expect(pages.map((page) => page.metadata.remainingItemCount)).toEqual([5, 3, 1, undefined])
    expect(new Set(pages.map((page) => page.metadata.resourceVersion))).toEqual(
      new Set([before.metadata.resourceVersion]),
    )
  })

  it('L9 with a selector holds each match once, without a count', async () => {
    const ns = await box.sandbox()
    for (const [i, name] of letters.entries())
      await ns.create(name, {}, { labels: { par: i % 2 === 0 ? 'odd' : 'even' } })
    const pages = await allPages(ns, { limit: 2, labelSelector: 'par=odd' })
    expect(pages.flatMap(namesIn)).toEqual(['a', 'c', 'e', 'g'])
    for (const page of pages) {
      expect(page.items!.length).toBeLessThanOrEqual(2)
      expect(page.metadata).not.toHaveProperty('remainingItemCount')
    }
  })

  it('L7 of exactly the whole needs no second page', async () => {
    const ns = await box.sandbox()
    await ns.createMany(letters)
    const page = await ns.list({ limit: 7 })
    expect(namesIn(page)).toEqual(letters)
    expect(page.metadata).not.toHaveProperty('continue')
    expect(page.metadata).not.toHaveProperty('remainingItemCount')
  })

  it('L19 without a limit worth the name is the whole', async () => {
    const ns = await box.sandbox()
    await ns.createMany(letters)
    for (const limit of [0, -1]) {
      const list = await ns.list({ limit })
      expect(namesIn(list)).toEqual(letters)
      expect(list.metadata).not.toHaveProperty('continue')
    }
  })

  it('L13 refuses tokens that it did not make, and a version beside one', async () => {
    const ns = await box.sandbox()
    await ns.createMany(letters)
    const { continue: token, resourceVersion } = (await ns.list({ limit: 2 })).metadata
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const v = 'meta.k8s.io/v1'
    const numberless = [
      { v, rv: 0, start: 'a' },
      { v, rv: 'x', start: 'a' },
      { v, rv: 1.5, start: 'a' },
      { v, rv: 5 },
    ]
    const strange = [{ v: 'meta.k8s.io/v9', rv: 5, start: 'a' }, [], null, 7, { v, rv: 5, start: '' }]
    const broken = ['not-a-token', '!', 'e30', `${token!.slice(0, -3)}`, ...[...numberless, ...strange].map(encode)]
    for (const bad of broken) {
      const { body } = await ns.client.get(ns.configMaps, { limit: 2, continue: bad })
      expect([bad, body.code, body.reason]).toEqual([bad, 400, 'BadRequest'])
    }
    const both = await ns.client.get(ns.configMaps, { limit: 2, continue: token!, resourceVersion })
    expect(both.body.code).toBe(400)
    expect(both.body.message).toContain('specifying resource version is not allowed when using continue')
  })

  it('L7 goes on from a token as often as it is sent', async () => {
    const ns = await box.sandbox()
    await ns.createMany(letters)
    const { continue: token } = (await ns.list({ limit: 2 })).metadata
    const once = await ns.list({ limit: 2, continue: token! })
    await ns.remove('c')
    expect(await ns.list({ limit: 2, continue: token! })).toEqual(once)
    expect(namesIn(await ns.list({ limit: 4, continue: token! }))).toEqual(['c', 'd', 'e', 'f'])
  })
})
