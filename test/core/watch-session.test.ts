import { describe, expect, it } from 'vitest'
import type { Revision } from '../../src/core/revision.ts'
import { isBehind, isExpired, startOf, type WatchPosition } from '../../src/core/watch/session.ts'
import { transition } from '../../src/core/watch/transition.ts'

const at = (n: number) => n as Revision
const live = (sent: number): WatchPosition => ({ phase: 'live', sent: at(sent) })
const replaying = (snapshot: number, sent: number): WatchPosition => ({
  phase: 'replaying',
  snapshot: at(snapshot),
  sent: at(sent),
})

describe('the events of a selector', () => {
  it.each([
    [false, false, undefined],
    [false, true, 'ADDED'],
    [true, true, 'MODIFIED'],
    [true, false, 'DELETED'],
  ] as const)('W8 matched before: %s, matches now: %s → %s', (before, now, event) => {
    expect(transition(before, now)).toBe(event)
  })
})

describe('where a watch stands', () => {
  it('W1 W2 W4 at its start', () => {
    expect(startOf({ from: 'state' }, at(10))).toEqual(replaying(10, 0))
    expect(startOf({ from: 'version', revision: at(6) }, at(10))).toEqual(live(6))
    expect(startOf({ from: 'version', revision: at(99) }, at(10))).toEqual(live(99))
    expect(startOf({ from: 'now' }, at(10))).toEqual(live(10))
  })

  it.each([
    [live(8), 8, false],
    [live(8), 10, true],
    [live(8), 6, false],
    [replaying(8, 2), 8, false],
    [replaying(8, 2), 4, false],
    [replaying(8, 8), 10, true],
  ])('W10 %j with the floor at %d is expired: %s', (state, floor, expired) => {
    expect(isExpired(state, at(floor))).toBe(expired)
  })

  it.each([
    [live(8), 8, false],
    [live(8), 10, true],
    [live(99), 10, false],
    [replaying(8, 0), 8, true],
  ])('%j is behind %d: %s', (state, last, behind) => {
    expect(isBehind(state, at(last))).toBe(behind)
  })
})
