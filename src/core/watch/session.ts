import { NO_REVISION, type Revision } from '../revision.ts'
import type { WatchStart } from './parameters.ts'

/**
 * Where a watch stands. It pulls: what it was sent is a position, and what comes next is read from there, so a slow
 * reader holds no queue, and replay and live delivery are the same.
 *
 *   start ──► replaying ──all of the snapshot sent──► live ──► closed
 *      └───────────────────────────────────────────────▲        ▲
 *                 from a version, or from now          end, gone, below the floor
 */
export type WatchState =
  /** sends what existed at `snapshot`, in order of version; `sent` is the last version of it that went out */
  | { phase: 'replaying'; snapshot: Revision; sent: Revision }
  /** every matching change up to `sent` went out */
  | { phase: 'live'; sent: Revision }
  | { phase: 'closed' }

export function startOf(start: WatchStart, last: Revision): WatchState {
  switch (start.from) {
    case 'state':
      return { phase: 'replaying', snapshot: last, sent: NO_REVISION }
    case 'version':
      return { phase: 'live', sent: start.revision }
    case 'now':
      return { phase: 'live', sent: last }
  }
}

/**
 * True where history that this watch still needs is gone: it must be told (Expired) or ended, never go on (W10).
 * A replay needs every version that was current at its snapshot.
 */
export function isExpired(state: WatchState, floor: Revision): boolean {
  if (state.phase === 'closed') return false
  return (state.phase === 'replaying' ? state.snapshot : state.sent) < floor
}

/** True while there may be something to send. */
export const isBehind = (state: WatchState, last: Revision): boolean =>
  state.phase === 'replaying' || (state.phase === 'live' && state.sent < last)
