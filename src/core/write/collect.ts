import type { OwnerReference } from '../../wire/object.ts'

/** How the garbage collector finds the owner that a reference names. */
export type OwnerState =
  | 'present'
  /** not there, or there under another uid */
  | 'absent'
  /** being deleted in the foreground: it waits for its blocking dependents */
  | 'waiting'

export type CollectDecision =
  | { action: 'keep' }
  /** with an owner left, references to those that are gone are taken away */
  | { action: 'release'; references: OwnerReference[] }
  | { action: 'delete'; policy: 'Foreground' | 'Background' | 'Orphan' | undefined }

/**
 * Decides what becomes of a dependent (O1–O4, O6). `hasDependents` tells whether something depends on it in turn; then it goes
 * in the foreground if its owner does.
 *
 *   some owner present    → references to absent and waiting owners go
 *   none, some waiting    → deleted; in the foreground if it has dependents
 *   all absent            → deleted, with the policy that its own finalizers ask for
 */
export function decideCollect(
  references: readonly OwnerReference[],
  stateOf: (reference: OwnerReference) => OwnerState,
  hasDependents: boolean,
): CollectDecision {
  if (references.length === 0) return { action: 'keep' }
  const present = references.filter((reference) => stateOf(reference) === 'present')
  if (present.length === references.length) return { action: 'keep' }
  if (present.length > 0) return { action: 'release', references: present }
  const waiting = references.some((reference) => stateOf(reference) === 'waiting')
  return { action: 'delete', policy: waiting && hasDependents ? 'Foreground' : undefined }
}
