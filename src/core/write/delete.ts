import type { KubernetesObject } from '../../wire/object.ts'
import { isRawNumber } from '../json/json.ts'
import type { ResourceDefinition } from '../resource-definition.ts'
import { formatTime } from '../time.ts'
import { finalizersAfterDelete, type Propagation } from './propagation.ts'

export type DeleteDecision =
  | { change: 'remove' }
  /** A finalizer holds it back: it is marked as being deleted. */
  | { change: 'mark'; object: KubernetesObject }
  /** It was marked before: nothing changes. */
  | { change: 'none' }

/** Decides a DELETE whose preconditions hold. `propagation` says what becomes of the dependents. */
export function decideDelete(
  definition: ResourceDefinition,
  current: KubernetesObject,
  propagation: Propagation,
  nowMs: number,
): DeleteDecision {
  const finalizers = finalizersAfterDelete(definition, current, propagation)
  const object: KubernetesObject = { ...current, metadata: { ...current.metadata, finalizers } }
  if (!isHeldBack(definition, object)) return { change: 'remove' }
  if (!current.metadata.deletionTimestamp) return { change: 'mark', object: markDeleted(definition, object, nowMs) }
  return sameItems(finalizers, current.metadata.finalizers ?? []) ? { change: 'none' } : { change: 'mark', object }
}

/** The object as it is stored while its deletion is held back. */
export function markDeleted(definition: ResourceDefinition, object: KubernetesObject, nowMs: number): KubernetesObject {
  const { generation } = object.metadata
  const marked: KubernetesObject = {
    ...object,
    metadata: {
      ...object.metadata,
      deletionTimestamp: formatTime(nowMs),
      ...(definition.showsGracePeriod ? { deletionGracePeriodSeconds: 0 } : {}),
      ...(generation && !isRawNumber(generation) ? { generation: generation + 1 } : {}),
    },
  }
  return definition.strategy.markDeleted?.(marked) ?? marked
}

const sameItems = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((x, i) => x === b[i])

/** True while something must happen before a deleted object may go. */
export const isHeldBack = (definition: ResourceDefinition, object: KubernetesObject): boolean =>
  (object.metadata.finalizers?.length ?? 0) > 0 || (definition.strategy.isHeldBack?.(object) ?? false)
