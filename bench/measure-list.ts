import { Connection } from './connection.ts'
import { sendAll } from './load.ts'
import { inTurns, type Measurement } from './measurement.ts'
import { PAYLOAD_BYTES } from './measure-requests.ts'
import { clockMs } from './statistics.ts'
import type { Target } from './targets.ts'
import { formatMark } from './watchers.ts'

/** The time from the request to the last byte of a list of everything. */
export async function measureList(measurement: Measurement): Promise<void> {
  const { figures, pace } = measurement
  const count = pace.listedObjects
  await inTurns({ ...measurement, pace: { ...pace, rounds: 1 } }, ['bare', 'coxswain', 'peer'], async (target) => {
    await fill(target, 'listed', count, PAYLOAD_BYTES)
    await timeList(target, count * PAYLOAD_BYTES)
  })
  await inTurns(measurement, ['bare', 'coxswain', 'peer'], async (target) => {
    const ms = await timeList(target, count * PAYLOAD_BYTES)
    figures.add(`LIST of ${count} objects of 1 KB`, 'ms', target.column, ms)
  })
}

/** Creates so many objects. */
export async function fill(
  { endpoint, dialect }: Target,
  name: string,
  count: number,
  payloadBytes: number,
): Promise<void> {
  await sendAll(endpoint, count, (connection, index) =>
    connection.send(dialect.create({ name: `${name}-${index}`, mark: formatMark(index), payloadBytes })),
  )
}

/** Reads a list to its end without keeping it; one shorter than its payload is an error. */
export async function timeList({ endpoint, dialect }: Target, leastBytes: number): Promise<number> {
  const connection = await Connection.open(endpoint)
  const start = clockMs()
  const { bytes } = await connection.send(dialect.list(), false)
  connection.close()
  if (bytes < leastBytes) throw new Error(`the list has ${bytes} bytes, its objects alone have ${leastBytes}`)
  return clockMs() - start
}
