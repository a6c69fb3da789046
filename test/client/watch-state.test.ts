import { describe, expect, it } from 'vitest'
import { nextState, startOfWatch, type WatchInput, type WatchState } from '../../src/client/watch/state.ts'
import { deepFreeze } from '../support/json-values.ts'

const ERROR = new Error('why')

/** `anew`: a list or a stream has been had, and is asked for again. */
const STATES = {
  listing: { phase: 'listing', failures: 2 },
  'listing at 4': { phase: 'listing', at: '4', failures: 2 },
  'listing anew': { phase: 'listing', failures: 2, stood: true },
  opening: { phase: 'opening', version: '5', failures: 2 },
  'opening anew': { phase: 'opening', version: '5', failures: 2, stood: true },
  open: { phase: 'open', version: '5', failures: 2 },
  'waiting to list': { phase: 'waiting', atLeastMs: 7, next: { phase: 'listing', failures: 2 } },
  'waiting to list anew': { phase: 'waiting', atLeastMs: 7, next: { phase: 'listing', failures: 2, stood: true } },
  'waiting to open': { phase: 'waiting', atLeastMs: 7, next: { phase: 'opening', version: '5', failures: 2 } },
  ended: { phase: 'ended', error: ERROR },
} satisfies Record<string, WatchState>

const SHORT = 999
const LONG = 1000

const INPUTS = {
  listed: { type: 'listed', version: '9' },
  opened: { type: 'opened' },
  moved: { type: 'moved', version: '9' },
  'closed soon': { type: 'closed', livedMs: SHORT },
  'closed late': { type: 'closed', livedMs: LONG },
  'expired soon': { type: 'failed', failure: { kind: 'expired', error: ERROR }, livedMs: SHORT },
  'expired late': { type: 'failed', failure: { kind: 'expired', error: ERROR }, livedMs: LONG },
  'lost soon': { type: 'failed', failure: { kind: 'transient', atLeastMs: 30 }, livedMs: SHORT },
  'lost late': { type: 'failed', failure: { kind: 'transient', atLeastMs: 30 }, livedMs: LONG },
  refused: { type: 'failed', failure: { kind: 'final', error: ERROR }, livedMs: 0 },
  'missing soon': { type: 'failed', failure: { kind: 'missing', error: ERROR }, livedMs: SHORT },
  'missing late': { type: 'failed', failure: { kind: 'missing', error: ERROR }, livedMs: LONG },
  'unauthorized soon': { type: 'failed', failure: { kind: 'unauthorized', error: ERROR }, livedMs: SHORT },
  'unauthorized late': { type: 'failed', failure: { kind: 'unauthorized', error: ERROR }, livedMs: LONG },
  waited: { type: 'waited' },
  aborted: { type: 'aborted' },
} satisfies Record<string, WatchInput>

/** `waiting 30: opening 5 (3)`: the numbers in parentheses are failures. */
function describeState(state: WatchState): string {
  switch (state.phase) {
    case 'listing':
      return `listing${state.at === undefined ? '' : ` at ${state.at}`}${state.stood ? ' anew' : ''} (${state.failures})`
    case 'opening':
      return `opening ${state.version}${state.stood ? ' anew' : ''} (${state.failures})`
    case 'open':
      return `open ${state.version} (${state.failures})`
    case 'waiting':
      return `waiting ${state.atLeastMs}: ${describeState(state.next)}`
    case 'ended':
      return state.error === undefined ? 'ended' : `ended: ${(state.error as Error).message}`
  }
}

/** What is not named leaves the state as it is. */
const TABLE: Record<keyof typeof STATES, Partial<Record<keyof typeof INPUTS, string>>> = {
  listing: {
    listed: 'opening 9 anew (2)',
    'expired soon': 'waiting 0: listing (3)',
    'expired late': 'waiting 0: listing (3)',
    'lost soon': 'waiting 30: listing (3)',
    'lost late': 'waiting 30: listing (3)',
    refused: 'ended: why',
    'missing soon': 'ended: why',
    'missing late': 'ended: why',
    'unauthorized soon': 'ended: why',
    'unauthorized late': 'ended: why',
    aborted: 'ended',
  },
  'listing at 4': {
    listed: 'opening 9 anew (2)',
    'expired soon': 'ended: why',
    'expired late': 'ended: why',
    'lost soon': 'waiting 30: listing at 4 (3)',
    'lost late': 'waiting 30: listing at 4 (3)',
    refused: 'ended: why',
    'missing soon': 'ended: why',
    'missing late': 'ended: why',
    'unauthorized soon': 'ended: why',
    'unauthorized late': 'ended: why',
    aborted: 'ended',
  },
  'listing anew': {
    listed: 'opening 9 anew (2)',
    'expired soon': 'waiting 0: listing anew (3)',
    'expired late': 'waiting 0: listing anew (3)',
    'lost soon': 'waiting 30: listing anew (3)',
    'lost late': 'waiting 30: listing anew (3)',
    refused: 'ended: why',
    'missing soon': 'waiting 0: listing anew (3)',
    'missing late': 'waiting 0: listing anew (3)',
    'unauthorized soon': 'waiting 0: listing anew (3)',
    'unauthorized late': 'waiting 0: listing anew (3)',
    aborted: 'ended',
  },
  opening: {
    opened: 'open 5 (2)',
    'expired soon': 'waiting 0: listing (3)',
    'expired late': 'waiting 0: listing (3)',
    'lost soon': 'waiting 30: opening 5 (3)',
    'lost late': 'waiting 30: opening 5 (3)',
    refused: 'ended: why',
    'missing soon': 'ended: why',
    'missing late': 'ended: why',
    'unauthorized soon': 'ended: why',
    'unauthorized late': 'ended: why',
    aborted: 'ended',
  },
  'opening anew': {
    opened: 'open 5 (2)',
    'expired soon': 'waiting 0: listing anew (3)',
    'expired late': 'waiting 0: listing anew (3)',
    'lost soon': 'waiting 30: opening 5 anew (3)',
    'lost late': 'waiting 30: opening 5 anew (3)',
    refused: 'ended: why',
    'missing soon': 'waiting 0: listing anew (3)',
    'missing late': 'waiting 0: listing anew (3)',
    'unauthorized soon': 'waiting 0: opening 5 anew (3)',
    'unauthorized late': 'waiting 0: opening 5 anew (3)',
    aborted: 'ended',
  },
  open: {
    moved: 'open 9 (0)',
    'closed soon': 'waiting 0: opening 5 anew (3)',
    'closed late': 'opening 5 anew (0)',
    'expired soon': 'waiting 0: listing anew (3)',
    'expired late': 'waiting 0: listing anew (1)',
    'lost soon': 'waiting 30: opening 5 anew (3)',
    'lost late': 'waiting 30: opening 5 anew (1)',
    refused: 'ended: why',
    'missing soon': 'waiting 0: listing anew (3)',
    'missing late': 'waiting 0: listing anew (1)',
    'unauthorized soon': 'waiting 0: opening 5 anew (3)',
    'unauthorized late': 'waiting 0: opening 5 anew (1)',
    aborted: 'ended',
  },
  'waiting to list': { waited: 'listing (2)', aborted: 'ended' },
  'waiting to list anew': { waited: 'listing anew (2)', aborted: 'ended' },
  'waiting to open': { waited: 'opening 5 (2)', aborted: 'ended' },
  ended: {},
}

describe('the states of a watch', () => {
  const cells = (Object.keys(STATES) as (keyof typeof STATES)[]).flatMap((state) =>
    (Object.keys(INPUTS) as (keyof typeof INPUTS)[]).map(
      (input) => [state, input, TABLE[state][input] ?? describeState(STATES[state])] as const,
    ),
  )

  it.for(cells)('X8 %s, %s → %s', ([state, input, expected]) => {
    expect(describeState(nextState(deepFreeze(STATES[state]), deepFreeze(INPUTS[input])))).toBe(expected)
  })

  it('X8 keep the very object where nothing changes', () => {
    expect(nextState(STATES.open, INPUTS.waited)).toBe(STATES.open)
    expect(nextState(STATES.ended, INPUTS.aborted)).toBe(STATES.ended)
  })

  it.for([
    [{ list: true }, 'listing (0)'],
    [{ list: true, at: '4' }, 'listing at 4 (0)'],
    [{ version: '5' }, 'opening 5 (0)'],
  ] as const)('X13 begin: %j → %s', ([from, expected]) => {
    expect(describeState(startOfWatch(from))).toBe(expected)
  })
})
