import { lastRevisionAt, type Revision, timeOf } from '../core/revision.ts'
import type { Change } from './change.ts'
import type { ScopeStore } from './scope-store.ts'
import { EXPIRING_RESOURCE } from './retention.ts'
import { currentNotAfter } from './statements.ts'
import { definitionFor } from './verbs/object-call.ts'

const BATCH = 200

/**
 * Removes a batch of events older than `EVENT_MINUTES`, with DELETED events as for any deletion (H4). Sets the timer for
 * what remains. Returns the changes, for the watchers.
 */
export function expireEvents(store: ScopeStore): Change[] {
  const definition = definitionFor(store, { resource: EXPIRING_RESOURCE })
  return store.transaction(() => {
    const now = store.env.now()
    const old = lastRevisionAt(now - store.retention.eventMs)
    for (const { name } of [...rowsNotAfter(store, old, BATCH)]) {
      const before = store.read(definition, name)
      if (before) store.remove(definition, name, before)
    }
    const [oldest] = [...rowsNotAfter(store, store.clock.last, 1)]
    if (oldest)
      store.timers.set('expiry', EXPIRING_RESOURCE, Math.max(now, timeOf(oldest.revision) + store.retention.eventMs))
    else store.timers.clear('expiry', EXPIRING_RESOURCE)
  }).changes
}

const rowsNotAfter = (store: ScopeStore, revision: Revision, limit: number) =>
  store.db.rows<{ name: string; revision: Revision }>(currentNotAfter, EXPIRING_RESOURCE, revision, limit)
