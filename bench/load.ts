import { Connection, type Endpoint } from './connection.ts'
import { clockMs } from './statistics.ts'

export interface LoadOptions {
  clients: number
  /** What is not counted first, while caches and compilers warm up. */
  warmupMs: number
  countedMs: number
}

/** What one client does: `prepare` once, then `step` again and again. */
export interface ClientWork {
  prepare?(connection: Connection): Promise<void>
  step(connection: Connection): Promise<unknown>
}

/** Steps a second that so many clients reach together, each with a connection of its own and one request at a time. */
export async function measureRate(
  endpoint: Endpoint,
  { clients, warmupMs, countedMs }: LoadOptions,
  workOf: (client: number) => ClientWork,
): Promise<number> {
  const running = await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const connection = await Connection.open(endpoint)
      const work = workOf(client)
      await work.prepare?.(connection)
      return { connection, work }
    }),
  )
  const from = clockMs() + warmupMs
  const until = from + countedMs
  let counted = 0
  const runClient = async (connection: Connection, work: ClientWork) => {
    for (;;) {
      await work.step(connection)
      const now = clockMs()
      if (now >= until) return
      if (now >= from) counted++
    }
  }
  try {
    await Promise.all(running.map(({ connection, work }) => runClient(connection, work)))
  } finally {
    for (const { connection } of running) connection.close()
  }
  return (counted * 1000) / countedMs
}

/** Sends every request once, over a few connections. */
export async function sendAll(
  endpoint: Endpoint,
  count: number,
  send: (c: Connection, index: number) => Promise<unknown>,
) {
  let next = 0
  const lanes = Array.from({ length: 32 }, async () => {
    const connection = await Connection.open(endpoint)
    while (next < count) await send(connection, next++)
    connection.close()
  })
  await Promise.all(lanes)
}
