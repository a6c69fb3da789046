import { expect, it } from 'vitest'
import { afterClockSteps } from '../../src/core/watch/wall-deadline.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const START = 1_000_000_000_000
const deadlines = [10, 30].map((minutes) => ({ at: START + minutes * MINUTE_MS, lengthMs: minutes * MINUTE_MS }))
const leftAt = (now: number) => afterClockSteps(deadlines, now).map(({ at }) => (at - now) / MINUTE_MS)

it.each([
  ['at the start', START, [10, 30]],
  ['when the first is reached', START + 10 * MINUTE_MS, [0, 20]],
  ['when its alarm is a little late', START + 11 * MINUTE_MS, [-1, 19]],
  ['after a step back of a day', START - DAY_MS, [10, 30]],
  ['after a step back of five minutes', START - 5 * MINUTE_MS, [10, 30]],
  ['after a step forward of a day', START + DAY_MS, [0, 20]],
])('W30 the minutes that are left %s', (_when, now, left) => {
  expect(leftAt(now)).toEqual(left)
})

it('no deadlines are no deadlines', () => {
  expect(afterClockSteps([], START)).toEqual([])
})
