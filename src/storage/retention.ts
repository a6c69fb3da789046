import { type Change, ChangeKind } from './change.ts'
import { namespacesToTerminate } from './namespace-objects.ts'
import type { ScopeStore } from './scope-store.ts'

/** How long things are kept. */
export interface Retention {
  /** superseded versions: `HISTORY_MINUTES` */
  historyMs: number
  /** superseded versions, in all: `HISTORY_MEGABYTES`; the size wins over the time */
  historyBytes: number
  /** events: `EVENT_MINUTES` */
  eventMs: number
}

/** A namespace's scope is told at once that it ends; if that fails, again after this. */
const RESEND_MS = 1_000
/** The resource whose objects expire. */
export const EXPIRING_RESOURCE = 'events'

/** Sets the timers that follow from changes, in their transaction. A timer that is set already costs nothing. */
export function scheduleAfter(store: ScopeStore, changes: readonly Change[]): void {
  for (const change of changes) {
    const now = store.env.now()
    if (change.previous) store.timers.setNoLater('compaction', '', now + store.retention.historyMs)
    if (change.resource === EXPIRING_RESOURCE && change.event !== ChangeKind.deleted)
      store.timers.setNoLater('expiry', EXPIRING_RESOURCE, now + store.retention.eventMs)
    if (change.event === ChangeKind.deleted && store.namespace?.phase === 'terminating')
      store.timers.setNoLater('empty', '', now)
  }
  for (const name of namespacesToTerminate(changes))
    store.timers.setNoLater('terminate', name, store.env.now() + RESEND_MS)
}
