import { NO_REVISION, type Revision } from '../revision.ts'
import type { WatchStart } from './parameters.ts'

/**
 * Where a watch stands in the history of its scope. A watch pulls: what comes next is read from its position, so a slow reader
 * holds no queue, and replay and live delivery are one code path.
 *
 *   start ──► replaying ── all of the snapshot is sent ──► live
 *      └─────────── from a version, or from now ────────────▲
 */
export type WatchPosition =
  /** Sends what existed at `snapshot`, in order of version. `sent` is the last version of it that went out. */
  | { phase: 'replaying'; snapshot: Revision; sent: Revision }
  /** Every matching change up to `sent` went out. */
  | { phase: 'live'; sent: Revision }

export function startOf(start: WatchStart, last: Revision): WatchPosition {
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
 * True where history that this position still needs is gone. Its watch must be told (Expired) or ended, never go on (W10).
 * A replay needs every version that was current at its snapshot.
 */
export const isExpired = (position: WatchPosition, floor: Revision): boolean =>
  (position.phase === 'replaying' ? position.snapshot : position.sent) < floor

/** True while there may be something to send. */
export const isBehind = (position: WatchPosition, last: Revision): boolean =>
  position.phase === 'replaying' || position.sent < last
