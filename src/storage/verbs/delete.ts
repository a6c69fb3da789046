import { formatObject, type ObjectText } from '../../core/object-text.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import { forbiddenTo, notFound } from '../../core/errors/status-error.ts'
import { decideDelete } from '../../core/write/delete.ts'
import type { Propagation } from '../../core/write/propagation.ts'
import { assertPreconditions, type Preconditions } from '../../core/write/preconditions.ts'
import type { StoredObject } from '../store/change.ts'
import { removeObject } from './removal.ts'
import type { Transaction } from '../store/transaction.ts'
import { definitionFor, objectOf, type ResourceCall } from './object-call.ts'

export interface DeleteCall extends ResourceCall {
  name: string
  preconditions: Preconditions
  propagation: Propagation
  dryRun: boolean
}

/** `removed` tells whether the object is gone; if not, `body` shows it marked as being deleted. */
export interface DeleteAnswer {
  removed: boolean
  uid: string
  body: ObjectText
}

/** DELETE of one object (D1–D11, D15–D19). */
export function deleteObject(tx: Transaction, call: DeleteCall): DeleteAnswer {
  const definition = definitionFor(tx, call)
  const before = tx.read(definition, call.name)
  const why = definition.strategy.undeletable?.(call.name)
  if (why) throw forbiddenTo(definition, call.name, why)
  if (!before) throw notFound(definition, call.name)
  return deleteStored(tx, definition, before, call)
}

/** The same for an object that was read already; `current` is the object in `before`, where it is at hand. */
export function deleteStored(
  tx: Transaction,
  definition: ResourceDefinition,
  before: StoredObject,
  { preconditions, propagation, dryRun }: Pick<DeleteCall, 'preconditions' | 'propagation' | 'dryRun'>,
  current = objectOf(before),
): DeleteAnswer {
  assertPreconditions(definition, current, preconditions)
  const uid = current.metadata.uid ?? ''
  const decision = decideDelete(definition, current, propagation, tx.env.now())
  if (decision.change === 'none') return { removed: false, uid, body: before.body }
  if (decision.change === 'remove') {
    const kept = dryRun ? undefined : removeObject(tx, definition, current, before)
    return { removed: !kept, uid, body: kept?.body ?? before.body }
  }
  const body = dryRun
    ? formatObject(decision.object, before.revision)
    : tx.replace(definition, decision.object, before).body
  return { removed: false, uid, body }
}
