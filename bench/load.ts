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
  const running = await prepareClients(endpoint, clients, workOf)
  const from = clockMs() + warmupMs
  const until = from + countedMs
  let counted = 0
  const runClient = async ({ connection, work }: Client) => {
    for (;;) {
      await work.step(connection)
      const now = clockMs()
      if (now >= until) return
      if (now >= from) counted++
    }
  }
  try {
    await Promise.all(running.map(runClient))
  } finally {
    for (const { connection } of running) connection.close()
  }
  return (counted * 1000) / countedMs
}

/** Clients that step until they are stopped; `tell` gets how long each step took. */
export async function timeSteps(
  endpoint: Endpoint,
  clients: number,
  workOf: (client: number) => ClientWork,
  tell: (ms: number) => void,
): Promise<{ stop(): Promise<void> }> {
  const running = await prepareClients(endpoint, clients, workOf)
  let stopped = false
  const runClient = async ({ connection, work }: Client) => {
    while (!stopped) {
      const startMs = clockMs()
      await work.step(connection)
      tell(clockMs() - startMs)
    }
    connection.close()
  }
  const runs = Promise.all(running.map(runClient))
  return {
    async stop() {
      stopped = true
      await runs
    },
  }
}

interface Client {
  connection: Connection
  work: ClientWork
}

function prepareClients(endpoint: Endpoint, count: number, workOf: (client: number) => ClientWork): Promise<Client[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, client) => {
      const connection = await Connection.open(endpoint)
      const work = workOf(client)
      await work.prepare?.(connection)
      return { connection, work }
    }),
  )
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
