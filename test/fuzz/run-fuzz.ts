import { Auditors } from './auditors.ts'
import type { FuzzServer } from './fuzz-server.ts'
import type { Allowances } from './check-watches.ts'
import { ModelStore } from './model-store.ts'
import { createNamespace, recreateNamespace } from './namespace-operations.ts'
import { OPERATIONS } from './operations.ts'
import { NAMESPACES, PLACES } from './places.ts'
import { Random } from './random.ts'
import * as reads from './read-operations.ts'
import { WatchPool } from './watch-pool.ts'
import { type FuzzClient, World } from './world.ts'

export interface FuzzOptions extends Allowances {
  seed: number
  operations: number
  /** one operation of so many is followed by harm to the server; none where it is absent */
  harmEvery?: number
}

export interface FuzzReport {
  faults: string[]
  /** what was done, so that a run that does nothing does not pass for a good one */
  done: Done
}

interface Done {
  changes: number
  refusals: number
  reads: number
  watches: number
  events: number
  /** lists and watches that were told so */
  expired: number
  /** of the short-lived namespace */
  recreations: number
  /** watches that the server ended as their reader was slow */
  cutOff: number
}

const CLIENTS = 8
/** So many times, or a little less, the short-lived namespace is deleted and made again. */
const RECREATIONS = 7
/** What is owed to a watcher when all is quiet must come within this. */
const QUIET_MS = 15_000

/** Runs clients at once against a server, then lets the oracle judge all that they were told. */
export async function runFuzz(server: FuzzServer, options: FuzzOptions): Promise<FuzzReport> {
  const store = new ModelStore(options)
  const random = new Random(options.seed)
  const shared = { server, store, world: new World(), watches: new WatchPool(server, store, store.watches) }
  const clients = Array.from({ length: CLIENTS }, (_, i) => ({
    ...shared,
    id: `c${i}`,
    random: random.fork(),
    count: 0,
  }))
  const first = clients[0]!
  for (const name of NAMESPACES) await createNamespace(first, name)
  const auditors = new Auditors(first)
  for (const place of PLACES) for (const over of server.transports) await auditors.follow(place, over)
  await auditors.connected()
  await work(clients, auditors, random.fork(), options)
  await settle(first)
  const report = { faults: store.faults(), done: countOf(store) }
  for (const open of [...shared.watches.open]) shared.watches.cut(open)
  await auditors.stop()
  return report
}

/** Each client does one thing after another; at times the server is harmed, and all wait until it is well again. */
async function work(clients: FuzzClient[], auditors: Auditors, random: Random, options: FuzzOptions): Promise<void> {
  const { server } = clients[0]!
  let left = options.operations
  const recreateEvery = Math.ceil(left / RECREATIONS)
  let untilHarm = options.harmEvery ?? Infinity
  let mended: Promise<void> | undefined
  const harm = async () => {
    await server.disturb(random)
    await auditors.connected()
    mended = undefined
  }
  const loop = async (client: FuzzClient) => {
    for (let turn = left--; turn > 0; turn = left--) {
      await mended
      if (turn % recreateEvery === 0) await recreateNamespace(client)
      if (--untilHarm === 0) {
        untilHarm = options.harmEvery!
        mended = harm()
      } else await client.random.weighted(OPERATIONS)(client)
    }
  }
  await Promise.all(clients.map(loop))
  await mended
}

/** A last look at every place; then all that is owed to watchers must come. */
async function settle(client: FuzzClient): Promise<void> {
  const { store, watches: pool } = client
  for (const place of PLACES) await reads.listAll(client, place)
  for (const open of pool.open) open.stream.resume()
  const deadline = performance.now() + QUIET_MS
  for (;;) {
    store.arrange()
    const owing = [...store.auditors, ...store.watches].filter(
      (watch) => watch.ended === undefined && store.verdict(watch).owed > 0,
    )
    if (owing.length === 0) return
    if (performance.now() > deadline) {
      for (const watch of owing) store.faultOwed(watch)
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

function countOf({ logs, writes: all, gets, lists, watches: some, auditors, gaps }: ModelStore): Done {
  const streams = [...some, ...auditors]
  return {
    changes: [...logs].reduce((sum, log) => sum + log.entries.length, 0),
    refusals: all.filter((write) => write.result === 'refused').length,
    reads: gets.length + lists.length,
    watches: streams.length,
    events: streams.reduce((sum, watch) => sum + watch.items.length, 0),
    expired:
      lists.filter((list) => list.expired).length + streams.filter((w) => w.items.at(-1)?.type === 'ERROR').length,
    recreations: gaps.length,
    cutOff: streams.filter((w) => w.paused && w.ended === 'clean' && w.timeoutSeconds === 0).length,
  }
}
