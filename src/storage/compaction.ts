import { lastRevisionAt, type Revision, timeOf } from '../core/revision.ts'
import { firstRow } from './database.ts'
import { ChangeKind } from './change.ts'
import type { ScopeStore } from './scope-store.ts'
import * as sql from './statements.ts'

/** Changes looked at in one transaction. */
const BATCH = 500
/** Two compactions are at least this far apart. */
const PAUSE_MS = 10_000

interface RetainedChange {
  revision: Revision
  resource: string
  name: string
  event: ChangeKind
  previous: Revision | null
  previousBytes: number
}

/**
 * Drops one batch of superseded versions and tombstones, and moves the floor with them in one transaction (H1–H3).
 * What is kept: every current version, and every version that a retained change names as `previous`.
 * Returns true while more is to be done at once; when not, the timer for the next time is set.
 */
export function compactBatch(store: ScopeStore): boolean {
  return store.transaction(() => {
    const moved = dropOldest(store)
    if (moved === BATCH) return true
    scheduleNext(store)
    return false
  }).result
}

/** True while superseded versions take more room than they may. */
export const isOverSize = (store: ScopeStore) => store.supersededBytes > store.retention.historyBytes

function dropOldest(store: ScopeStore): number {
  const now = store.env.now()
  const old = lastRevisionAt(now - store.retention.historyMs)
  const held = store.pins.lowest(now) ?? store.clock.last
  let excess = store.supersededBytes - store.retention.historyBytes
  let freed = 0
  let dropped = 0
  let floor = store.floor
  for (const change of [...store.db.rows<RetainedChange>(sql.changesToCompact, store.floor, held, BATCH)]) {
    if (change.revision > old && excess <= 0) break
    dropSuperseded(store, change)
    freed += change.previousBytes
    excess -= change.previousBytes
    floor = change.revision
    dropped++
  }
  if (floor > store.floor) {
    store.floor = floor
    store.accountForFreed(freed)
  }
  return dropped
}

function dropSuperseded(store: ScopeStore, change: RetainedChange): void {
  if (change.previous !== null) store.db.run(sql.deleteVersion, change.previous)
  if (change.event !== ChangeKind.deleted) return
  store.db.run(sql.deleteVersion, change.revision)
  store.db.run(sql.deleteTombstone, change.resource, change.name, change.revision)
}

function scheduleNext(store: ScopeStore): void {
  const next = firstRow(store.db.rows<{ revision: Revision }>(sql.firstSuperseding, store.floor))
  if (!next) return store.timers.clear('compaction', '')
  const now = store.env.now()
  const due = timeOf(next.revision) + store.retention.historyMs
  store.timers.set('compaction', '', Math.max(due, now + Math.min(PAUSE_MS, store.retention.historyMs)))
}
