import { SELECTORS } from './selectors.ts'
import { PLACES } from './places.ts'
import { type FuzzClient } from './world.ts'
import { resumed, type WatchRequest } from './watch-pool.ts'

/** More would only slow the run down. */
const MAX_OPEN = 30

export async function watch(client: FuzzClient): Promise<void> {
  const { server, watches, random } = client
  if (watches.open.length >= MAX_OPEN) return cutWatch(client)
  const place = random.pick(PLACES)
  await watches.start({
    ...place,
    selector: random.pick(SELECTORS),
    from: someStart(client, place.scope),
    bookmarks: random.chance(0.6),
    partial: random.chance(0.15),
    over: random.pick(server.transports),
    timeoutSeconds: random.chance(0.3) ? 1 + random.below(3) : 0,
  })
}

function someStart({ world, random }: FuzzClient, scope: string): WatchRequest['from'] {
  const version = random.chance(0.5) ? world.someVersion(scope, random) : undefined
  if (version !== undefined) return { at: 'version', version: Number(version) }
  return { at: random.chance(0.75) ? 'state' : 'now' }
}

const someOpen = ({ watches, random }: FuzzClient) => (watches.open.length > 0 ? random.pick(watches.open) : undefined)

/** A client goes away without a word. */
export async function cutWatch(client: FuzzClient): Promise<void> {
  const open = someOpen(client)
  if (open) client.watches.cut(open)
}

/** A client that lost its watch goes on from where it was; one that was told Expired begins anew. */
export async function resumeWatch(client: FuzzClient): Promise<void> {
  const record = client.watches.finished.shift()
  if (!record || client.watches.open.length >= MAX_OPEN) return
  const expired = record.items.at(-1)?.type === 'ERROR'
  const request = expired ? undefined : resumed(record)
  await client.watches.start(request ?? { ...record, from: { at: 'state' } })
}

/** A reader stops reading, or goes on. */
export async function stallWatch(client: FuzzClient): Promise<void> {
  const stalled = client.watches.open.find((open) => open.record.paused)
  if (stalled && client.random.chance(0.5)) return stalled.stream.resume()
  const open = someOpen(client)
  if (open) client.watches.pause(open)
}
