/**
 * What a watcher with a selector sees of one change (W8, W9). The object shown is the new one, but for DELETED: there it is
 * the content before, with the version of the change.
 *
 *            matched before   matches now    event
 * created         –               yes        ADDED
 * modified       yes              yes        MODIFIED
 * modified       no               yes        ADDED
 * modified       yes              no         DELETED
 * deleted        yes              –          DELETED
 */
export function transition(matchedBefore: boolean, matchesNow: boolean): 'ADDED' | 'MODIFIED' | 'DELETED' | undefined {
  if (matchesNow) return matchedBefore ? 'MODIFIED' : 'ADDED'
  return matchedBefore ? 'DELETED' : undefined
}
