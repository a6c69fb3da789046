import { measureRate, type ClientWork } from './load.ts'
import { inTurns, type Measurement } from './measurement.ts'
import type { Dialect } from './targets.ts'
import { formatMark } from './watchers.ts'

export const CLIENTS = [1, 16, 64] as const
export const PAYLOAD_BYTES = 1024

export const putTitle = (clients: number) => `PUT with compare-and-swap, clients: ${clients}`
export const getTitle = (clients: number) => `GET, clients: ${clients}`

const hello = { method: 'GET', path: '/hello' }

/** What the load generator, the runtime and the router reach together when no object is called. */
export async function measureCeiling({ figures, pace, targets }: Measurement): Promise<void> {
  const bare = targets.find((target) => target.column === 'bare')
  if (bare === undefined) return
  for (const clients of CLIENTS) {
    const rate = await measureRate(bare.endpoint, { clients, ...pace }, () => ({ step: (c) => c.send(hello) }))
    figures.add(`hello without an object, clients: ${clients}`, '/s', 'bare', rate)
  }
}

/** Every client changes an object of its own, always with the version that its last answer carried; all in one scope. */
export async function measurePut(measurement: Measurement): Promise<void> {
  const { figures, pace } = measurement
  for (const clients of CLIENTS) {
    await inTurns(measurement, ['bare', 'grouped', 'coxswain', 'peer'], async (target, round) => {
      const rate = await measureRate(target.endpoint, { clients, ...pace }, (client) =>
        writer(target.dialect, `put-${clients}-${round}-${client}`),
      )
      figures.add(putTitle(clients), '/s', target.column, rate)
    })
  }
}

/** Every client reads an object of its own again and again. */
export async function measureGet(measurement: Measurement): Promise<void> {
  const { figures, pace } = measurement
  for (const clients of CLIENTS) {
    await inTurns(measurement, ['bare', 'coxswain', 'peer'], async (target, round) => {
      const rate = await measureRate(target.endpoint, { clients, ...pace }, (client) =>
        reader(target.dialect, `get-${clients}-${round}-${client}`),
      )
      figures.add(getTitle(clients), '/s', target.column, rate)
    })
  }
}

export function writer(dialect: Dialect, name: string): ClientWork {
  let version = ''
  let writes = 0
  const next = () => ({ name, mark: formatMark(writes++), payloadBytes: PAYLOAD_BYTES })
  return {
    async prepare(connection) {
      version = dialect.versionOf(await connection.send(dialect.create(next())))
    },
    async step(connection) {
      version = dialect.versionOf(await connection.send(dialect.replace(next(), version)))
    },
  }
}

function reader(dialect: Dialect, name: string): ClientWork {
  const document = { name, mark: formatMark(0), payloadBytes: PAYLOAD_BYTES }
  return {
    prepare: async (connection) => void (await connection.send(dialect.create(document))),
    step: (connection) => connection.send(dialect.read(name)),
  }
}
