import type { Revision } from '../revision.ts'
import { isBehind, type WatchPosition } from './session.ts'

/**
 * What a watch waits for. Only the delivery loop changes it, and only through `nextTurn`.
 *
 *              changed                  refused
 *     idle ──────────────► due ─────────────────────► waiting
 *       ▲                  │ ▲                          │
 *       └── sent, all of ──┘ └──────── resumed ─────────┘
 *
 *     any phase ── ended ──► closed
 *
 * An idle watch is owed nothing of what was published. Its position is not moved while others change: it stands at `sent` or
 * where its resource was last quiet, whichever is later (see resource-marks.ts).
 */
export type WatchTurn =
  | { phase: 'idle'; sent: Revision }
  /** The loop looks at it next. */
  | { phase: 'due'; position: WatchPosition }
  /** It is owed something and cannot be sent it: its own reader has not taken enough, or all readers together hold too much. */
  | { phase: 'waiting'; for: Obstacle; position: WatchPosition }
  | { phase: 'closed' }

export type Obstacle = 'reader' | 'room'

export type TurnInput =
  /** Something may have happened to its resource. Up to `since` it was sent everything. */
  | { type: 'changed'; since: Revision }
  /** A delivery went out, or there was none to make. It stands at `position` now; `last` is the last revision there is. */
  | { type: 'sent'; position: WatchPosition; last: Revision }
  | { type: 'refused'; for: Obstacle }
  /** What it waited for is over. */
  | { type: 'resumed' }
  | { type: 'ended' }

export const startOfTurn = (position: WatchPosition): WatchTurn => ({ phase: 'due', position })

/** The next turn. An input that does not fit the phase comes late: it changes nothing. */
export function nextTurn(turn: WatchTurn, input: TurnInput): WatchTurn {
  if (turn.phase === 'closed') return turn
  if (input.type === 'ended') return { phase: 'closed' }
  switch (turn.phase) {
    case 'idle':
      if (input.type !== 'changed') return turn
      return { phase: 'due', position: { phase: 'live', sent: later(turn.sent, input.since) } }
    case 'due':
      if (input.type === 'refused') return { phase: 'waiting', for: input.for, position: turn.position }
      return input.type === 'sent' ? afterSending(input.position, input.last) : turn
    case 'waiting':
      return input.type === 'resumed' ? { phase: 'due', position: turn.position } : turn
  }
}

function afterSending(position: WatchPosition, last: Revision): WatchTurn {
  if (position.phase === 'live' && !isBehind(position, last)) return { phase: 'idle', sent: position.sent }
  return { phase: 'due', position }
}

const later = (a: Revision, b: Revision): Revision => (a > b ? a : b)

/** Where a watch stands; `quietSince` is where the idle watches of its resource stand. Undefined once it is closed. */
export function positionOf(turn: WatchTurn, quietSince: Revision): WatchPosition | undefined {
  switch (turn.phase) {
    case 'idle':
      return { phase: 'live', sent: later(turn.sent, quietSince) }
    case 'due':
    case 'waiting':
      return turn.position
    case 'closed':
      return undefined
  }
}
