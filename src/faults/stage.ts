import { lastRevisionAt, NO_REVISION, type Revision } from '../core/revision.ts'
import { MAIN_PLANE } from '../core/scope-name.ts'
import type { ScopeStore } from '../storage/store/scope-store.ts'

/** What a server for tests serves between two resets: a control plane of its own, and the faults that are switched on. */
export interface Stage {
  plane: string
  /** Versions below it are from before the last reset. */
  floor: Revision
  /** The scopes that were used, by name; one that has left memory too. */
  scopes: Map<string, ScopeStore>
  /** So many writes are still to meet a conflict. */
  conflicts: number
  delayMs: number
}

/**
 * Of the one server that this is: its Worker and its objects run in one isolate (`workerd serve` makes no other), so that a
 * variable of a module reaches all of them.
 */
let stage: Stage | undefined
let resets = 0

export function currentStage(): Stage {
  return (stage ??= newStage(MAIN_PLANE, NO_REVISION))
}

/** Begins a new stage, on a control plane in which nothing was ever made. Returns the one before. */
export function nextStage(nowMs: number): Stage {
  const old = currentStage()
  const issued = [...old.scopes.values()].map(({ clock }) => clock.last)
  resets++
  stage = newStage(`reset-${resets}`, Math.max(lastRevisionAt(nowMs), ...issued) as Revision)
  return old
}

const newStage = (plane: string, floor: Revision): Stage => ({
  plane,
  floor,
  scopes: new Map(),
  conflicts: 0,
  delayMs: 0,
})
