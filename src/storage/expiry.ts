import { lastRevisionAt, type Revision, timeOf } from '../core/revision.ts'
import { EXPIRING_RESOURCE } from './schedule-after.ts'
import type { ScopeReader } from './scope-reader.ts'
import type { ScopeStore } from './scope-store.ts'
import { currentNotAfter } from './statements.ts'
import { definitionFor } from './verbs/object-call.ts'

const BATCH = 200

/**
 * Removes a batch of events older than `EVENT_MINUTES`, with DELETED events as for any deletion (H4). Sets the timer for
 * what remains.
 */
export function expireEvents(store: ScopeStore): void {
  const definition = definitionFor(store, { resource: EXPIRING_RESOURCE })
  store.transaction((tx) => {
    const now = tx.env.now()
    const old = lastRevisionAt(now - tx.retention.eventMs)
    for (const { name } of [...rowsNotAfter(tx, old, BATCH)]) {
      const before = tx.read(definition, name)
      if (before) tx.remove(definition, name, before)
    }
    const [oldest] = [...rowsNotAfter(tx, tx.clock.last, 1)]
    if (oldest) tx.setTimer('expiry', EXPIRING_RESOURCE, Math.max(now, timeOf(oldest.revision) + tx.retention.eventMs))
    else tx.clearTimer('expiry', EXPIRING_RESOURCE)
  })
}

const rowsNotAfter = (store: ScopeReader, revision: Revision, limit: number) =>
  store.rows<{ name: string; revision: Revision }>(currentNotAfter, EXPIRING_RESOURCE, revision, limit)
