import { expect, it } from 'vitest'
import { LONGEST_STEP_MS, SteadyClock } from '../../src/core/steady-clock.ts'

const DAY_MS = 86_400_000

it('W30 a steady clock counts what passes, no step back, and little of a step forward', () => {
  let wall = 1_000
  const clock = new SteadyClock(() => wall)
  const read = (now: number) => {
    wall = now
    return clock.now()
  }
  expect(read(1_000)).toBe(0)
  expect(read(3_000)).toBe(2_000)
  expect(read(3_000 - DAY_MS)).toBe(2_000)
  expect(read(8_000 - DAY_MS)).toBe(7_000)
  expect(read(8_000)).toBe(7_000 + LONGEST_STEP_MS)
})
