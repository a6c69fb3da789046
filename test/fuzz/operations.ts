import * as reads from './read-operations.ts'
import * as watches from './watch-operations.ts'
import type { FuzzClient } from './world.ts'
import * as writes from './write-operations.ts'

type Operation = (client: FuzzClient) => Promise<void>

/** What clients do, with how often they do it. */
export const OPERATIONS: readonly (readonly [weight: number, operation: Operation])[] = [
  [14, (client) => writes.create(client)],
  [16, (client) => writes.update(client, 'current')],
  [8, (client) => writes.update(client, 'remembered')],
  [3, (client) => writes.update(client, 'made up')],
  [1, (client) => writes.update(client, 'none')],
  [2, writes.updateWithoutChange],
  [5, (client) => writes.remove(client, false)],
  [4, (client) => writes.remove(client, true)],
  [1, writes.removeCollection],
  [1, (client) => writes.create(client, { dryRun: true })],
  [1, (client) => writes.update(client, 'current', { dryRun: true })],
  [1, (client) => writes.remove(client, false, { dryRun: true })],
  [1, (client) => writes.create(client, { cut: true })],
  [1, (client) => writes.update(client, 'current', { cut: true })],
  [1, (client) => writes.remove(client, false, { cut: true })],
  [0.3, writes.burst],
  [8, reads.get],
  [6, reads.list],
  [6, reads.listExactly],
  [2, reads.listNotOlder],
  [4, reads.listPages],
  [1, reads.listFromKeptToken],
  [5, watches.watch],
  [3, watches.cutWatch],
  [4, watches.resumeWatch],
  [1.5, watches.stallWatch],
]
