import type { ApiObject } from '../types.ts'
import type { WatchChange } from './change.ts'

/**
 * What remains of changes that nobody has taken yet, one for each object: the newest state of it, in the order of the newest
 * changes. An object that came and went meanwhile leaves nothing; one that was made anew leaves its deletion and its addition.
 *
 *     ADDED a1, MODIFIED b2, MODIFIED a3, MODIFIED b4, DELETED b5   →   ADDED a3, DELETED b5
 */
export function coalesce<T extends ApiObject>(changes: readonly WatchChange<T>[]): WatchChange<T>[] {
  const newest = new Map<string, WatchChange<T>>()
  for (const change of changes) {
    // another uid is another object
    const { uid } = change.object.metadata
    const earlier = newest.get(uid)
    newest.delete(uid)
    const joined = earlier ? join(earlier, change) : change
    if (joined) newest.set(uid, joined)
  }
  return [...newest.values()]
}

/**
 *     earlier     later        the taker knew it   and gets
 *     ADDED       MODIFIED     no                  ADDED
 *     ADDED       DELETED      no                  nothing
 *     MODIFIED    MODIFIED     yes                 MODIFIED
 *     MODIFIED    DELETED      yes                 DELETED
 *     DELETED     ADDED        yes                 MODIFIED   (it left the selector and came back)
 */
function join<T extends ApiObject>(earlier: WatchChange<T>, later: WatchChange<T>): WatchChange<T> | undefined {
  const wasKnown = earlier.type !== 'ADDED'
  if (later.type === 'DELETED') return wasKnown ? later : undefined
  return { ...later, type: wasKnown ? 'MODIFIED' : 'ADDED' }
}
