import { NAMESPACES_KEY } from '../../core/namespace-resource.ts'
import { groupResource } from '../../core/resource-name.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import { markDeleted } from '../../core/write/delete.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import type { StoredObject } from '../store/change.ts'
import type { Transaction } from '../store/transaction.ts'

/**
 * Takes an object away; `object` is its last state. A Namespace waits until its scope has confirmed that it takes nothing in
 * any more (N19): what is stored of it meanwhile is returned. `afterConfirmation` takes it away then.
 */
export function removeObject(
  tx: Transaction,
  definition: ResourceDefinition,
  object: KubernetesObject,
  before: StoredObject,
): StoredObject | undefined {
  const name = object.metadata.name ?? ''
  if (groupResource(definition) !== NAMESPACES_KEY || hasConfirmed(tx, object)) {
    tx.remove(definition, name, before)
    return undefined
  }
  const marked = object.metadata.deletionTimestamp ? object : markDeleted(definition, object, tx.env.now())
  return tx.replace(definition, marked, before)
}

/** A scope has confirmed when its Namespace is marked and the timer that tells it is cleared. */
const hasConfirmed = (tx: Transaction, { metadata }: KubernetesObject) =>
  Boolean(metadata.deletionTimestamp) && !tx.timers.isSet('terminate', metadata.name ?? '')
