import type { Revision } from '../core/revision.ts'
import type { Scope } from '../objects/scope.ts'
import { compactBatch } from '../storage/history/compaction.ts'
import type { ScopeStore } from '../storage/store/scope-store.ts'

/** As if a year had passed: all history is old. */
const NOTHING_KEPT_MS = -31_536_000_000

/**
 * Drops all superseded versions and moves the floor above every version that was told. Watches that have got everything
 * go on, as they do when a scope compacts; those that have not are ended.
 */
export async function expireHistory({ store, hub }: Scope): Promise<void> {
  if (!store.settings.exists) return
  await hub.delivered()
  const { historyMs } = store.retention
  try {
    store.retention.historyMs = NOTHING_KEPT_MS
    while (compactBatch(store));
  } finally {
    store.retention.historyMs = historyMs
  }
  store.transaction((tx) => tx.moveFloor(tx.nextRevision()))
  hub.passOver(store.floor)
  hub.endExpired()
}

/** Makes versions below `floor` too old here; where this is the cluster scope, in namespaces that do not exist too. */
export function raiseFloor(store: ScopeStore, floor: Revision): void {
  if (store.floor >= floor) return
  store.transaction((tx) => {
    tx.initialize()
    tx.moveFloor(floor)
    if (!store.namespaceScoped) tx.writeSetting('forgotten', floor)
  })
  store.follow(floor)
}
