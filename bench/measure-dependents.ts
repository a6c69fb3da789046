import { setTimeout as pause } from 'node:timers/promises'
import { Dependents } from './dependents.ts'
import { timeSteps } from './load.ts'
import { inTurns, type Measurement } from './measurement.ts'
import { writer } from './measure-requests.ts'
import { clockMs, quantile } from './statistics.ts'

const WRITERS = 4
const WARMUP_MS = 500
/** Before, and again after: what else the machine does comes and goes. */
const QUIET_MS = 2500

export const quietTitle = 'p99 of PUT before and after'
export const collectingTitle = (count: number) => `p99 of PUT while ${count} dependents are deleted`
const deletedTitle = (count: number) => `time to delete ${count} dependents meanwhile`

/**
 * What the garbage collector costs the writers of its namespace. They write back to back, each an object of its own, and
 * go on while the owner of many objects is deleted.
 */
export async function measureDependents(measurement: Measurement): Promise<void> {
  const { figures, pace } = measurement
  const count = pace.dependents
  await inTurns(measurement, ['coxswain', 'peer'], async (target, round) => {
    const dependents = await Dependents.create(target, round, count)
    const quiet: number[] = []
    const collecting: number[] = []
    let times: number[] = []
    const writers = await timeSteps(
      target.endpoint,
      WRITERS,
      (client) => writer(target.dialect, `beside-${round}-${client}`),
      (ms) => times.push(ms),
    )
    await pause(WARMUP_MS)
    times = quiet
    await pause(QUIET_MS)
    times = collecting
    const startMs = clockMs()
    await dependents.deleteOwner()
    await dependents.deleted()
    figures.add(deletedTitle(count), 'ms', target.column, clockMs() - startMs)
    times = quiet
    await pause(QUIET_MS)
    await writers.stop()
    dependents.close()
    figures.add(quietTitle, 'ms', target.column, quantile(quiet, 0.99))
    figures.add(collectingTitle(count), 'ms', target.column, quantile(collecting, 0.99))
  })
}
