/**
 * What the rules may not take from the world by themselves: time, identity, chance. Passed in; tests pass their own.
 */
export interface Environment {
  /** Milliseconds since the Unix epoch. May stand still within a turn, and may step back. */
  now(): number
  /**
   * A new clock of its own: milliseconds that pass, whatever is done to the wall clock. Only differences mean something, and it
   * is exact as long as it is read every few seconds.
   */
  steadyClock(): () => number
  /** A random UUID version 4. */
  uuid(): string
  /** A number in [0, 1). */
  random(): number
}
