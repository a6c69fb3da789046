import { lastRevisionAt, type Revision, timeOf } from '../../core/revision.ts'
import type { ScopeReader } from '../store/scope-reader.ts'
import type { ScopeStore } from '../store/scope-store.ts'
import { currentNotAfter } from '../store/statements.ts'

const BATCH = 200

/**
 * Removes a batch of a resource's objects that nobody changed for `EVENT_MINUTES`, with DELETED events as for any deletion
 * (H4). Sets the timer for what remains. What is not served, or does not expire, is left alone.
 */
export function expireObjects(store: ScopeStore, resource: string): void {
  const definition = store.registry.named(resource)
  store.transaction((tx) => {
    if (!definition?.strategy.expires) return tx.clearTimer('expiry', resource)
    const now = tx.env.now()
    const old = lastRevisionAt(now - tx.retention.eventMs)
    for (const { name } of [...rowsNotAfter(tx, resource, old, BATCH)]) {
      const before = tx.read(definition, name)
      if (before) tx.remove(definition, name, before)
    }
    const [oldest] = [...rowsNotAfter(tx, resource, tx.clock.last, 1)]
    if (oldest) tx.setTimer('expiry', resource, Math.max(now, timeOf(oldest.revision) + tx.retention.eventMs))
    else tx.clearTimer('expiry', resource)
  })
}

const rowsNotAfter = (store: ScopeReader, resource: string, revision: Revision, limit: number) =>
  store.rows<{ name: string; revision: Revision }>(currentNotAfter, resource, revision, limit)
