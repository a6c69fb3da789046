import { ObjectMatcher } from '../../core/selectors/object-matcher.ts'
import type { Propagation } from '../../core/write/propagation.ts'
import type { Preconditions } from '../../core/write/preconditions.ts'
import type { Transaction } from '../transaction.ts'
import { deleteStored } from './delete.ts'
import { type ListAnswer, type ListCall, locate, readPage } from './list.ts'
import { definitionFor } from './object-call.ts'

export interface DeleteCollectionCall extends ListCall {
  preconditions: Preconditions
  propagation: Propagation
  dryRun: boolean
}

/**
 * DELETE of a collection (D12, D13, D20): one bounded part of it. Each match goes by itself, one that is gone already is
 * passed over; the answer shows the objects as they were before.
 */
export function deleteCollection(tx: Transaction, call: DeleteCollectionCall): ListAnswer {
  const definition = definitionFor(tx, call)
  const matcher = new ObjectMatcher(definition, call.namespace, call.labelSelector, call.fieldSelector)
  const { revision, after } = locate(tx, call.position)
  if (!tx.settings.exists) return { revision, items: '', count: 0, last: after, more: 'no' }
  const page = readPage(tx, definition, matcher, call, revision, after)
  if (page.more === 'length') tx.pins.hold(revision, tx.env.now())
  for (const { name } of page.objects) {
    const before = tx.read(definition, name)
    if (before) deleteStored(tx, definition, before, call)
  }
  return {
    revision,
    items: page.objects.map((object) => object.body).join(','),
    count: page.objects.length,
    last: page.last,
    more: page.more,
  }
}
