import { ObjectMatcher } from '../../core/selectors/object-matcher.ts'
import type { Propagation } from '../../core/write/propagation.ts'
import type { Preconditions } from '../../core/write/preconditions.ts'
import type { ScopeStore } from '../scope-store.ts'
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
 * passed over; the answer shows the objects as they were before. Call inside a transaction.
 */
export function deleteCollection(store: ScopeStore, call: DeleteCollectionCall): ListAnswer {
  const definition = definitionFor(store, call)
  const matcher = new ObjectMatcher(definition, call.namespace, call.labelSelector, call.fieldSelector)
  const { revision, after } = locate(store, call.position)
  if (!store.settings.exists) return { revision, items: '', count: 0, last: after, more: 'no' }
  const page = readPage(store, definition, matcher, call, revision, after)
  if (page.more === 'length') store.pins.hold(revision, store.env.now())
  for (const { name } of page.objects) {
    const before = store.read(definition, name)
    if (before) deleteStored(store, definition, before, call)
  }
  return {
    revision,
    items: page.objects.map((object) => object.body).join(','),
    count: page.objects.length,
    last: page.last,
    more: page.more,
  }
}
