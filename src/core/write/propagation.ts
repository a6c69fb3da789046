import type { KubernetesObject } from '../../wire/object.ts'
import type { ResourceDefinition } from '../resource-definition.ts'

/** Set while dependents are orphaned; the garbage collector takes it away. */
export const ORPHAN = 'orphan'
/** Set while blocking dependents are deleted; the garbage collector takes it away. */
export const FOREGROUND = 'foregroundDeletion'

/** What a DELETE says of the dependents. At most one of the two is set. */
export interface Propagation {
  propagationPolicy?: 'Foreground' | 'Background' | 'Orphan' | undefined
  /** the old form of it */
  orphanDependents?: boolean | undefined
}

/**
 * The finalizers of an object once it is deleted with a policy (D15): the garbage collector's own are added and taken
 * away, those of others stay. Without a word, what the object has is kept.
 */
export function finalizersAfterDelete(
  definition: ResourceDefinition,
  { metadata }: KubernetesObject,
  { propagationPolicy, orphanDependents }: Propagation,
): string[] {
  const finalizers = metadata.finalizers ?? []
  if (!definition.garbageCollected) return finalizers
  const others = finalizers.filter((finalizer) => finalizer !== ORPHAN && finalizer !== FOREGROUND)
  if (orphanDependents !== undefined) return orphanDependents ? [...others, ORPHAN] : withoutOrphan(finalizers)
  switch (propagationPolicy) {
    case 'Orphan':
      return [...others, ORPHAN]
    case 'Foreground':
      return [...others, FOREGROUND]
    case 'Background':
      return others
    case undefined:
      return finalizers
  }
}

const withoutOrphan = (finalizers: string[]) => finalizers.filter((finalizer) => finalizer !== ORPHAN)
