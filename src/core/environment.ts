/**
 * What the rules may not take from the world by themselves: time, identity, chance. Passed in; tests pass their own.
 */
export interface Environment {
  /** Milliseconds since the Unix epoch. May stand still within a turn, and may step back. */
  now(): number
  /** A random UUID version 4. */
  uuid(): string
  /** A number in [0, 1). */
  random(): number
}
