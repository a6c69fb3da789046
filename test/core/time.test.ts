import { expect, it } from 'vitest'
import { formatTime } from '../../src/core/time.ts'

it.each([
  [0, '1970-01-01T00:00:00Z'],
  [1_764_434_400_999, '2025-11-29T16:40:00Z'],
  [Date.UTC(2026, 1, 28, 23, 59, 59), '2026-02-28T23:59:59Z'],
])('%d is %s', (ms, text) => {
  expect(formatTime(ms)).toBe(text)
})
