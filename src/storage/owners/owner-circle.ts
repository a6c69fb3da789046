import { FOREGROUND } from '../../core/write/propagation.ts'
import { storedDefinition } from '../../kinds/unserved-definition.ts'
import { dependentsOf, type Item, START } from './owner-index.ts'
import type { ScopeReader } from '../store/scope-reader.ts'
import { objectOf } from '../verbs/object-call.ts'

/** Objects looked at in search of a circle, at most. A larger one stays until somebody takes a reference out of it. */
const MAX_STEPS = 1_000
/** Blocking dependents of one object looked at. */
const MAX_WIDTH = 100

/**
 * True where an object and an owner of it would wait for each other (O7): following what blocks the object, and what blocks
 * that, through objects that are being deleted in the foreground, leads to the owner.
 *
 *   a ─owns→ b ─owns→ c ─owns→ a      a and b wait; c is asked about, whose owner is b: what blocks c is a, and then b.
 */
export function isCircle(store: ScopeReader, uid: string, ownerUid: string): boolean {
  const seen = new Set([uid])
  const open = [uid]
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const next = open.pop()
    if (next === undefined) return false
    for (const item of dependentsOf(store, next, START, MAX_WIDTH, true)) {
      const waiting = waitingUid(store, item)
      if (waiting === ownerUid) return true
      if (waiting === undefined || seen.has(waiting)) continue
      seen.add(waiting)
      open.push(waiting)
    }
  }
  return false
}

/** The uid of an object that is being deleted in the foreground. */
function waitingUid(store: ScopeReader, { resource, name }: Item): string | undefined {
  const stored = store.read(storedDefinition(store.registry, resource), name)
  if (!stored?.body.includes(`"${FOREGROUND}"`)) return undefined
  const { uid, deletionTimestamp, finalizers } = objectOf(stored).metadata
  return deletionTimestamp && finalizers?.includes(FOREGROUND) ? uid : undefined
}
