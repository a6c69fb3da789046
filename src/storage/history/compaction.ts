import { lastRevisionAt, type Revision, timeOf } from '../../core/revision.ts'
import { firstRow } from '../store/database.ts'
import { ChangeKind } from '../store/change.ts'
import type { ScopeStore } from '../store/scope-store.ts'
import * as sql from '../store/statements.ts'
import type { Transaction } from '../store/transaction.ts'

/** Changes handled in one transaction. */
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
 * Returns true if more can be dropped at once. Otherwise it sets the timer for the next compaction.
 */
export function compactBatch(store: ScopeStore): boolean {
  return store.transaction((tx) => {
    const moved = dropOldest(tx)
    if (moved === BATCH) return true
    scheduleNext(tx)
    return false
  })
}

/** True while superseded versions take more room than is allowed. */
export const isOverSize = (store: ScopeStore) => store.supersededBytes > store.retention.historyBytes

function dropOldest(tx: Transaction): number {
  const now = tx.env.now()
  const old = lastRevisionAt(now - tx.retention.historyMs)
  const held = tx.pins.lowest(now) ?? tx.clock.last
  let excess = tx.supersededBytes - tx.retention.historyBytes
  let freed = 0
  let dropped = 0
  let floor = tx.floor
  for (const change of [...tx.rows<RetainedChange>(sql.changesToCompact, tx.floor, held, BATCH)]) {
    if (change.revision > old && excess <= 0) break
    dropSuperseded(tx, change)
    freed += change.previousBytes
    excess -= change.previousBytes
    floor = change.revision
    dropped++
  }
  if (floor > tx.floor) tx.moveFloor(floor, freed)
  return dropped
}

function dropSuperseded(tx: Transaction, change: RetainedChange): void {
  if (change.previous !== null) tx.run(sql.deleteVersion, change.previous)
  if (change.event !== ChangeKind.deleted) return
  tx.run(sql.deleteVersion, change.revision)
  tx.run(sql.deleteTombstone, change.resource, change.name, change.revision)
}

function scheduleNext(tx: Transaction): void {
  const next = firstRow(tx.rows<{ revision: Revision }>(sql.firstSuperseding, tx.floor))
  if (!next) return tx.clearTimer('compaction', '')
  const now = tx.env.now()
  const due = timeOf(next.revision) + tx.retention.historyMs
  tx.setTimer('compaction', '', Math.max(due, now + Math.min(PAUSE_MS, tx.retention.historyMs)))
}
