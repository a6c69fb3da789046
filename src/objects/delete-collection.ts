import { type Outcome, toOutcome } from '../core/errors/status-error.ts'
import type { NotAPromise } from '../storage/store/database.ts'
import type { ScopeStore } from '../storage/store/scope-store.ts'
import type { Transaction } from '../storage/store/transaction.ts'
import { type DeleteCollectionCall, deleteMatches, findCollection } from '../storage/verbs/delete-collection.ts'
import type { ListAnswer } from '../storage/verbs/list.ts'

/** Objects deleted in one transaction, as few as the garbage collector takes. */
const SLICE = 20

/** The ways to a transaction: in turn with the writes, or beside them. */
interface Turns {
  write: <T>(work: (tx: Transaction) => NotAPromise<T>) => Promise<T>
  beside: <T>(work: (tx: Transaction) => NotAPromise<T>) => Promise<T>
}

/**
 * DELETE of a collection (D12, D13, D20–D22), one bounded part of it: what is found at the start goes in slices, so that who
 * writes meanwhile hardly notices. The first slice is a write like others: a small collection waits for nobody.
 */
export async function deleteCollection(
  store: ScopeStore,
  call: DeleteCollectionCall,
  { write, beside }: Turns,
): Promise<Outcome<ListAnswer>> {
  const found = toOutcome(() => findCollection(store, call))
  if (!found.ok) return found
  const { answer, matches } = found.value
  for (let from = 0; from < matches.length; from += SLICE) {
    const slice = matches.slice(from, from + SLICE)
    const outcome = await (from === 0 ? write : beside)((tx) => deleteMatches(tx, call, slice))
    if (!outcome.ok) return outcome
  }
  return { ok: true, value: answer }
}
