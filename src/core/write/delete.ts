import type { KubernetesObject } from '../../wire/object.ts'
import type { ResourceDefinition } from '../resource-definition.ts'
import { badRequest } from '../status-error.ts'
import { formatTime } from '../time.ts'

export type DeleteDecision =
  | { change: 'remove' }
  /** A finalizer holds it back: it is marked as being deleted. */
  | { change: 'mark'; object: KubernetesObject }
  /** It was marked before: nothing changes. */
  | { change: 'none' }

/** Decides a DELETE whose preconditions hold. */
export function decideDelete(definition: ResourceDefinition, current: KubernetesObject, nowMs: number): DeleteDecision {
  if (!isHeldBack(definition, current)) return { change: 'remove' }
  if (current.metadata.deletionTimestamp) return { change: 'none' }
  const marked: KubernetesObject = {
    ...current,
    metadata: {
      ...current.metadata,
      deletionTimestamp: formatTime(nowMs),
      ...(definition.showsGracePeriod ? { deletionGracePeriodSeconds: 0 } : {}),
      ...(current.metadata.generation ? { generation: current.metadata.generation + 1 } : {}),
    },
  }
  return { change: 'mark', object: definition.strategy.markDeleted?.(marked) ?? marked }
}

/** True while something must happen before a deleted object may go. */
export const isHeldBack = (definition: ResourceDefinition, object: KubernetesObject): boolean =>
  (object.metadata.finalizers?.length ?? 0) > 0 || (definition.strategy.isHeldBack?.(object) ?? false)

/** Owners and dependents come with garbage collection; until then these policies are refused, not ignored. */
export function assertPropagation(policy: string | undefined, orphanDependents: boolean | undefined): void {
  if (policy === 'Foreground' || policy === 'Orphan')
    throw badRequest(`propagationPolicy ${policy} is not implemented yet; use Background, or leave it out`)
  if (orphanDependents)
    throw badRequest('orphanDependents: true is not implemented yet; use propagationPolicy Background, or leave it out')
}
