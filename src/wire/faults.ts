/**
 * How a server for tests is told to misbehave: `POST` to this path and the key that was made for its start, with a
 * `FaultCommand` as JSON. No deployment has it.
 */
export const FAULTS_PATH = '/.coxswain/faults/'
/** The variable of the Worker that has the key. */
export const FAULTS_KEY = 'FAULTS_KEY'

export type FaultCommand =
  /** Breaks every watch off, over HTTP and over sockets. */
  | { fault: 'cut-watches' }
  /** Makes every version that was told so far too old: 410 `Expired`. Watches that are open go on. */
  | { fault: 'expire-history' }
  /** Before each of the next writes that state a version, someone else writes the object: 409 `Conflict`. */
  | { fault: 'conflict-next'; writes: number }
  /** What is asked is done at once, but its answer waits. 0 ends that. */
  | { fault: 'delay'; ms: number }
  /** The store is as new, no fault is left, and versions from before are too old. */
  | { fault: 'reset' }

/** Stands in what the runtime logs of a crash that was ordered. */
export const ON_PURPOSE = 'ended on purpose by the server for tests'
