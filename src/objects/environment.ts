import type { Environment } from '../core/environment.ts'
import { SteadyClock } from '../core/steady-clock.ts'

/** Milliseconds since the Unix epoch, as the runtime shows them here. */
export const readClock = (): number => Date.now()

/** The world as it is: the one place that reads the clock and draws chance. */
export const environment: Environment = {
  now: readClock,
  steadyClock: () => {
    const clock = new SteadyClock(readClock)
    return () => clock.now()
  },
  uuid: () => crypto.randomUUID(),
  random: () => Math.random(),
}
