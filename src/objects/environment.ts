import type { Environment } from '../core/environment.ts'
import { SteadyClock } from '../core/steady-clock.ts'

/** The world as it is: the one place that reads the clock and draws chance. */
export const environment: Environment = {
  now: () => Date.now(),
  steadyClock: () => {
    const clock = new SteadyClock(() => Date.now())
    return () => clock.now()
  },
  uuid: () => crypto.randomUUID(),
  random: () => Math.random(),
}
