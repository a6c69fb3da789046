const SECOND_MS = 1000
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** Below `below` seconds an age is shown in `unit`s, with a `rest` in smaller ones if it is not zero. */
interface Step {
  below: number
  unit: [seconds: number, letter: string]
  rest?: [seconds: number, letter: string]
}

const STEPS: readonly Step[] = [
  { below: 2 * MINUTE, unit: [1, 's'] },
  { below: 10 * MINUTE, unit: [MINUTE, 'm'], rest: [1, 's'] },
  { below: 3 * HOUR, unit: [MINUTE, 'm'] },
  { below: 8 * HOUR, unit: [HOUR, 'h'], rest: [MINUTE, 'm'] },
  { below: 2 * DAY, unit: [HOUR, 'h'] },
  { below: 8 * DAY, unit: [DAY, 'd'], rest: [HOUR, 'h'] },
  { below: 2 * YEAR, unit: [DAY, 'd'] },
  { below: 8 * YEAR, unit: [YEAR, 'y'], rest: [DAY, 'd'] },
  { below: Infinity, unit: [YEAR, 'y'] },
]

/** An age in words of at most two units: `90s`, `3m20s`, `5d`, `2y10d`. Two seconds into the future it is invalid. */
export function humanDuration(durationMs: number): string {
  const seconds = Math.trunc(durationMs / SECOND_MS)
  if (seconds < -1) return '<invalid>'
  if (seconds < 0) return '0s'
  const step = STEPS.find(({ below }) => seconds < below) as Step
  const [unitSeconds, letter] = step.unit
  const whole = `${Math.floor(seconds / unitSeconds)}${letter}`
  if (!step.rest) return whole
  const rest = Math.floor((seconds % unitSeconds) / step.rest[0])
  return rest === 0 ? whole : `${whole}${rest}${step.rest[1]}`
}

/** The age of something that happened at a time of the API. */
export const ageOf = (time: string | null | undefined, now: number): string =>
  time ? humanDuration(now - Date.parse(time)) : '<unknown>'
