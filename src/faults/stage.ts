import { lastRevisionAt, NO_REVISION, type Revision } from '../core/revision.ts'
import type { Bindings } from '../objects/scope-object.ts'
import type { ScopeStore } from '../storage/scope-store.ts'

/** What a server for tests serves between two resets: objects of its own, and the faults that are switched on. */
export interface Stage {
  bindings: Bindings
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

export function currentStage(bindings: Bindings): Stage {
  return (stage ??= newStage(bindings, NO_REVISION))
}

/** Begins a new stage: its objects have other names, so nothing of the old ones is in them. Returns the one before. */
export function nextStage(bindings: Bindings, nowMs: number): Stage {
  const old = currentStage(bindings)
  const told = [...old.scopes.values()].map(({ clock }) => clock.last)
  resets++
  stage = newStage(bindings, Math.max(lastRevisionAt(nowMs), ...told) as Revision)
  return old
}

const newStage = (bindings: Bindings, floor: Revision): Stage => ({
  bindings: { ...bindings, SCOPES: withPrefix(bindings.SCOPES, `${resets}/`) },
  floor,
  scopes: new Map(),
  conflicts: 0,
  delayMs: 0,
})

/** The objects whose names begin so, as if there were no others. */
function withPrefix(objects: Bindings['SCOPES'], prefix: string): Bindings['SCOPES'] {
  const { idFromName, get }: Pick<Bindings['SCOPES'], 'idFromName' | 'get'> = {
    idFromName: (name) => objects.idFromName(prefix + name),
    get: (id) => objects.get(id),
  }
  return { idFromName, get } as Bindings['SCOPES']
}
