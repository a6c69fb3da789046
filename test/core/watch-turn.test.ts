import { describe, expect, it } from 'vitest'
import type { Revision } from '../../src/core/revision.ts'
import type { WatchPosition } from '../../src/core/watch/session.ts'
import { nextTurn, positionOf, startOfTurn, type TurnInput, type WatchTurn } from '../../src/core/watch/turn.ts'
import { deepFreeze } from '../support/json-values.ts'

const at = (n: number) => n as Revision
const live = (sent: number): WatchPosition => ({ phase: 'live', sent: at(sent) })
const replaying = (sent: number): WatchPosition => ({ phase: 'replaying', snapshot: at(20), sent: at(sent) })

const TURNS = {
  idle: { phase: 'idle', sent: at(10) },
  due: { phase: 'due', position: live(10) },
  'due in replay': { phase: 'due', position: replaying(4) },
  'waiting for its reader': { phase: 'waiting', for: 'reader', position: live(10) },
  'waiting for room': { phase: 'waiting', for: 'room', position: replaying(4) },
  closed: { phase: 'closed' },
} satisfies Record<string, WatchTurn>

const LAST = at(20)
const INPUTS = {
  'changed since 8': { type: 'changed', since: at(8) },
  'changed since 16': { type: 'changed', since: at(16) },
  'sent all': { type: 'sent', position: live(20), last: LAST },
  'sent beyond all': { type: 'sent', position: live(30), last: LAST },
  'sent some': { type: 'sent', position: live(14), last: LAST },
  'sent some of the state': { type: 'sent', position: replaying(6), last: LAST },
  'refused by the reader': { type: 'refused', for: 'reader' },
  'refused for want of room': { type: 'refused', for: 'room' },
  resumed: { type: 'resumed' },
  ended: { type: 'ended' },
} satisfies Record<string, TurnInput>

/** `waiting for room: replaying 4/20`. */
function describeTurn(turn: WatchTurn): string {
  switch (turn.phase) {
    case 'idle':
      return `idle ${turn.sent}`
    case 'due':
      return `due: ${describePosition(turn.position)}`
    case 'waiting':
      return `waiting for ${turn.for}: ${describePosition(turn.position)}`
    case 'closed':
      return 'closed'
  }
}

const describePosition = (position: WatchPosition): string =>
  position.phase === 'live' ? `live ${position.sent}` : `replaying ${position.sent}/${position.snapshot}`

/** What is not named leaves the turn as it is. */
const TABLE: Record<keyof typeof TURNS, Partial<Record<keyof typeof INPUTS, string>>> = {
  idle: {
    'changed since 8': 'due: live 10',
    'changed since 16': 'due: live 16',
    ended: 'closed',
  },
  due: {
    'sent all': 'idle 20',
    'sent beyond all': 'idle 30',
    'sent some': 'due: live 14',
    'sent some of the state': 'due: replaying 6/20',
    'refused by the reader': 'waiting for reader: live 10',
    'refused for want of room': 'waiting for room: live 10',
    ended: 'closed',
  },
  'due in replay': {
    'sent all': 'idle 20',
    'sent beyond all': 'idle 30',
    'sent some': 'due: live 14',
    'sent some of the state': 'due: replaying 6/20',
    'refused by the reader': 'waiting for reader: replaying 4/20',
    'refused for want of room': 'waiting for room: replaying 4/20',
    ended: 'closed',
  },
  'waiting for its reader': { resumed: 'due: live 10', ended: 'closed' },
  'waiting for room': { resumed: 'due: replaying 4/20', ended: 'closed' },
  closed: {},
}

describe('the turn of a watch', () => {
  const cases = (Object.keys(TURNS) as (keyof typeof TURNS)[]).flatMap((turn) =>
    (Object.keys(INPUTS) as (keyof typeof INPUTS)[]).map((input) => [turn, input] as const),
  )

  it.each(cases)('%s, %s', (turn, input) => {
    const before = deepFreeze(TURNS[turn] as WatchTurn)
    const after = nextTurn(before, deepFreeze(INPUTS[input] as TurnInput))
    expect(describeTurn(after)).toBe(TABLE[turn][input] ?? describeTurn(before))
  })

  it('begins with being due', () => {
    expect(startOfTurn(live(3))).toEqual({ phase: 'due', position: live(3) })
  })

  it.each([
    ['idle', 5, 'live 10'],
    ['idle', 15, 'live 15'],
    ['due', 15, 'live 10'],
    ['waiting for room', 15, 'replaying 4/20'],
  ] as const)('%s where its resource was quiet until %i: it stands at %s', (turn, quiet, position) => {
    expect(describePosition(positionOf(TURNS[turn], at(quiet))!)).toBe(position)
  })

  it('stands nowhere once it is closed', () => {
    expect(positionOf(TURNS.closed, LAST)).toBeUndefined()
  })
})
