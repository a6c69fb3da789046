import { type Change, ChangeKind } from './store/change.ts'
import { namespacesToTerminate } from './namespaces/namespace-objects.ts'
import { parseObject } from './verbs/object-call.ts'
import type { Transaction } from './store/transaction.ts'

/** A namespace's scope hears at once that it ends. If that message is lost, it is sent again after this. */
const RESEND_MS = 1_000

/** Sets the timers that follow from changes. A timer that is set already costs nothing. */
export function scheduleAfter(tx: Transaction, changes: readonly Change[]): void {
  for (const change of changes) {
    const now = tx.env.now()
    if (change.previous) tx.setTimerNoLater('compaction', '', now + tx.retention.historyMs)
    if (change.event !== ChangeKind.deleted && tx.registry.named(change.resource)?.strategy.expires)
      tx.setTimerNoLater('expiry', change.resource, now + tx.retention.eventMs)
    if (holdsLess(change) && tx.namespace?.phase === 'terminating') tx.setTimerNoLater('empty', '', now)
  }
  for (const name of namespacesToTerminate(changes)) tx.setTimerNoLater('terminate', name, tx.env.now() + RESEND_MS)
}

/** True where less holds a namespace back than before: an object is gone, or has lost a finalizer. */
function holdsLess({ event, body, previous }: Change): boolean {
  if (event === ChangeKind.deleted) return true
  if (!previous?.body?.includes(FINALIZERS)) return false
  return finalizersIn(body) < finalizersIn(previous.body)
}

/** In the text of every object that has some; others are not parsed. */
const FINALIZERS = '"finalizers"'
const finalizersIn = (text: string) => parseObject(text).metadata.finalizers?.length ?? 0
