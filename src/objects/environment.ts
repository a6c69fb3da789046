import type { Environment } from '../core/environment.ts'

/** The world as it is: the one place that reads the clock and draws chance. */
export const environment: Environment = {
  now: () => Date.now(),
  uuid: () => crypto.randomUUID(),
  random: () => Math.random(),
}
