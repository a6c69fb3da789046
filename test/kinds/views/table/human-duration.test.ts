import { expect, it, test } from 'vitest'
import { ageOf, humanDuration } from '../../../../src/kinds/views/table/human-duration.ts'

const SECOND = 1
const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

it.each([
  [-2 * SECOND, '<invalid>'],
  [-1.9 * SECOND, '0s'],
  [0, '0s'],
  [0.999, '0s'],
  [119, '119s'],
  [120, '2m'],
  [2 * MINUTE + 5, '2m5s'],
  [9 * MINUTE + 59, '9m59s'],
  [10 * MINUTE, '10m'],
  [10 * MINUTE + 30, '10m'],
  [3 * HOUR - 1, '179m'],
  [3 * HOUR, '3h'],
  [7 * HOUR + 59 * MINUTE, '7h59m'],
  [8 * HOUR + 59 * MINUTE, '8h'],
  [48 * HOUR - 1, '47h'],
  [48 * HOUR, '2d'],
  [7 * DAY + 23 * HOUR, '7d23h'],
  [8 * DAY, '8d'],
  [730 * DAY - 1, '729d'],
  [730 * DAY, '2y'],
  [740 * DAY, '2y10d'],
  [8 * 365 * DAY + 100 * DAY, '8y'],
])('%d seconds are %s', (seconds, text) => {
  expect(humanDuration(seconds * 1000)).toBe(text)
})

test('the age of no time is unknown', () => {
  expect(ageOf(undefined, 0)).toBe('<unknown>')
  expect(ageOf(null, 0)).toBe('<unknown>')
  expect(ageOf('1970-01-01T00:00:10Z', 40_000)).toBe('30s')
})
