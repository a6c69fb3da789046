import { NO_ANSWER, type Query } from './fuzz-server.ts'
import type { ListRecord, Place } from './records.ts'
import { seen, type WireObject } from './seen-object.ts'
import { EVERYTHING, SELECTORS, type Selector } from './selectors.ts'
import { NAMES, pathOf, somePlace } from './places.ts'
import { ask, type FuzzClient } from './world.ts'
import { read } from './write-operations.ts'

export async function get(client: FuzzClient): Promise<void> {
  await read(client, somePlace(client.random), client.random.pick(NAMES))
}

/** What a list asks for, in the oracle's terms. */
type Asked = Place & Pick<ListRecord, 'selector' | 'exactly' | 'notOlderThan' | 'after' | 'limit'>

const askedOf = (place: Place, selector: Selector, more: Partial<Asked> = {}): Asked => ({
  ...place,
  selector,
  after: '',
  limit: 0,
  ...more,
})

export async function list(client: FuzzClient): Promise<void> {
  const { random } = client
  const asked = askedOf(somePlace(random), random.pick(SELECTORS))
  await readList(client, asked, random.chance(0.3) ? { resourceVersion: '0' } : {})
}

export async function listAll(client: FuzzClient, place: Place): Promise<void> {
  await readList(client, askedOf(place, EVERYTHING), {})
}

export async function listNotOlder(client: FuzzClient): Promise<void> {
  const place = somePlace(client.random)
  const version = client.world.someVersion(place.scope, client.random)
  if (version === undefined) return
  const asked = askedOf(place, client.random.pick(SELECTORS), { notOlderThan: Number(version) })
  await readList(client, asked, { resourceVersion: version, resourceVersionMatch: 'NotOlderThan' })
}

export async function listExactly(client: FuzzClient): Promise<void> {
  const place = somePlace(client.random)
  const version = client.world.someVersion(place.scope, client.random)
  if (version === undefined) return
  const asked = askedOf(place, client.random.pick(SELECTORS), { exactly: Number(version) })
  await readList(client, asked, { resourceVersion: version, resourceVersionMatch: 'Exact' })
}

/** Reads a collection in pages while the others write; some tokens are kept and used late. */
export async function listPages(client: FuzzClient): Promise<void> {
  const { random, world } = client
  const place = somePlace(random)
  const selector = random.pick(SELECTORS)
  const limit = 1 + random.below(4)
  let page = await readList(client, askedOf(place, selector, { limit }), { limit })
  while (page?.items?.length && page.metadata.continue) {
    const { continue: token, resourceVersion } = page.metadata
    const version = Number(resourceVersion)
    const after = page.items.at(-1)!.metadata.name!
    if (Object.keys(selector.query).length === 0 && random.chance(0.1))
      world.tokens.push({ ...place, token, version, after })
    page = await readList(client, askedOf(place, selector, { limit, exactly: version, after }), {
      limit,
      continue: token,
    })
  }
}

/** Goes on from an old page; where its snapshot is gone, with the token that the refusal gives. */
export async function listFromKeptToken(client: FuzzClient): Promise<void> {
  const kept = client.world.tokens.shift()
  if (!kept) return
  const { token, version, after, ...place } = kept
  const asked = askedOf(place, EVERYTHING, { exactly: version, after })
  const refusal = await readList(client, asked, { continue: token })
  if (refusal?.['reason'] !== 'Expired') return
  const fresh = refusal.metadata.continue
  if (!fresh) return client.store.fault('an expired token was answered without a token to go on with')
  await readList(client, { ...asked, exactly: undefined }, { continue: fresh })
}

/** The answer, whether list or Expired; undefined where none came. */
async function readList(client: FuzzClient, asked: Asked, query: Query): Promise<WireObject | undefined> {
  const { store, world } = client
  const path = pathOf(asked)
  const { answer, start, end } = await ask(client, {
    method: 'GET',
    path,
    query: { ...asked.selector.query, ...query },
  })
  if (answer === NO_ANSWER) return undefined
  const { status, body } = answer
  const expired = status === 410 && asked.exactly !== undefined
  if (status !== 200 && !expired) {
    store.fault(`LIST ${path} ${JSON.stringify(query)} was answered with ${status}: ${JSON.stringify(body)}`)
    return undefined
  }
  const items = body.items ?? []
  const { resourceVersion, remainingItemCount: remaining, continue: token } = body.metadata
  const selected = Object.keys(asked.selector.query).length > 0
  if (selected && remaining !== undefined) store.fault(`LIST ${path} with a selector counts what remains`)
  if (!selected && !expired && token && remaining === undefined) store.fault(`LIST ${path} does not count what remains`)
  store.lists.push({
    ...asked,
    start,
    end,
    expired,
    version: Number(resourceVersion ?? 0),
    items: items.map(seen),
    more: token !== undefined,
    ...(remaining === undefined ? {} : { remaining }),
  })
  if (!expired) world.told(asked.scope, resourceVersion!)
  return body
}
