/** A deadline that outlasts sleep, so the wall clock has to tell it. */
export interface WallDeadline {
  /** milliseconds since the Unix epoch */
  at: number
  /** how long it was at first */
  lengthMs: number
}

/** An alarm does not come later than this, unless the clock was set. */
const LATE_ALARM_MS = 60_000

/**
 * The deadlines of sockets as they hold when the clock says `now`, whatever it said before. After a step back none is further
 * away than it was long. After a step forward the first is reached and the others keep their distance from it: otherwise all
 * of them would end at once.
 */
export function afterClockSteps<Deadline extends WallDeadline>(
  deadlines: readonly Deadline[],
  now: number,
): Deadline[] {
  const late = now - deadlines.reduce((first, { at }) => Math.min(first, at), Infinity)
  const forward = late > LATE_ALARM_MS ? late : 0
  return deadlines.map((deadline) => ({ ...deadline, at: Math.min(deadline.at + forward, now + deadline.lengthMs) }))
}
