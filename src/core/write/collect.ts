import type { KubernetesObject, OwnerReference } from '../../wire/object.ts'
import { FOREGROUND } from './propagation.ts'

/** How the garbage collector finds the owner that a reference names. */
export type OwnerState =
  | 'present'
  /** not there, or there under another uid */
  | 'absent'
  /** being deleted in the foreground: it waits for its blocking dependents */
  | 'waiting'

export type CollectDecision =
  | { action: 'keep' }
  /** `references` are those that stay */
  | { action: 'release'; references: OwnerReference[] }
  /** `references`, where given, replace those of the object before it is deleted */
  | { action: 'delete'; policy: 'Foreground' | undefined; references?: OwnerReference[] }

/** What a decision asks about the owners and the dependents of an object. */
export interface Surroundings {
  stateOf: (reference: OwnerReference) => OwnerState
  /** whether something depends on the object in turn */
  hasDependents: () => boolean
  /** whether the object and that owner would wait for each other */
  isCircle: (reference: OwnerReference) => boolean
}

/**
 * Decides what becomes of a dependent (O1–O4, O6, O7, O15).
 *
 *   being deleted         → left alone; but where it waits in a circle, its references there stop blocking
 *   some owner present    → references to absent and waiting owners go
 *   none, some waiting    → deleted; in the foreground if it has dependents, and then without blocking in a circle
 *   all absent            → deleted, with the policy that its own finalizers ask for
 */
export function decideCollect({ metadata }: KubernetesObject, about: Surroundings): CollectDecision {
  const references = metadata.ownerReferences ?? []
  const waiting = references.filter((reference) => about.stateOf(reference) === 'waiting')
  if (metadata.deletionTimestamp) {
    const unblocked = metadata.finalizers?.includes(FOREGROUND) && withoutCircles(references, waiting, about)
    return unblocked ? { action: 'release', references: unblocked } : { action: 'keep' }
  }
  const present = references.filter((reference) => about.stateOf(reference) === 'present')
  if (present.length === references.length) return { action: 'keep' }
  if (present.length > 0) return { action: 'release', references: present }
  if (waiting.length === 0 || !about.hasDependents()) return { action: 'delete', policy: undefined }
  const unblocked = withoutCircles(references, waiting, about)
  return { action: 'delete', policy: 'Foreground', ...(unblocked ? { references: unblocked } : {}) }
}

/** The references, where those that close a circle do not block any more; undefined where there is none. */
function withoutCircles(
  references: readonly OwnerReference[],
  waiting: readonly OwnerReference[],
  { isCircle }: Surroundings,
): OwnerReference[] | undefined {
  const circles = new Set(waiting.filter((reference) => reference.blockOwnerDeletion && isCircle(reference)))
  if (circles.size === 0) return undefined
  return references.map((one) => (circles.has(one) ? { ...one, blockOwnerDeletion: false } : one))
}
