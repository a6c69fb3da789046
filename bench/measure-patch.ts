import type { Request } from './connection.ts'
import { measureRate, type ClientWork } from './load.ts'
import { inTurns, type Measurement, type Pace } from './measurement.ts'
import type { Dialect } from './targets.ts'
import { formatMark } from './watchers.ts'

export const PATCH_CLIENTS = [1, 16] as const
export type Way = 'PUT' | 'merge patch' | 'apply' | 'apply by two managers'

export const wayTitle = (way: Way, clients: number) => `${way}, 10 KB, clients: ${clients}`

const KEYS = 20
const VALUE = 'x'.repeat(512)

const ways: Record<Way, (dialect: Dialect, name: string) => ClientWork> = {
  PUT: putting,
  'merge patch': patching,
  apply: (dialect, name) => applying(dialect, name, ['one']),
  'apply by two managers': (dialect, name) => applying(dialect, name, ['one', 'two']),
}

/**
 * The ways to change one key of an object of 10 KB in twenty keys, with the same answer: the object. Each client has one of
 * its own. What PUT is compared with is measured next to it.
 */
export async function measurePatch(measurement: Measurement): Promise<void> {
  const { figures } = measurement
  const pace = inShortRounds(measurement.pace)
  for (const clients of PATCH_CLIENTS) {
    await inTurns({ ...measurement, pace }, ['coxswain', 'peer'], async (target, round) => {
      for (const [place, way] of (Object.keys(ways) as Way[]).entries()) {
        const rate = await measureRate(target.endpoint, { clients, ...pace }, (client) =>
          ways[way](target.dialect, `way-${place}-${clients}-${round}-${client}`),
        )
        figures.add(wayTitle(way, clients), '/s', target.column, rate)
      }
    })
  }
}

/** What is compared is measured within a few seconds, again and again: the machine may be another a minute later. */
const inShortRounds = (pace: Pace): Pace => ({
  ...pace,
  rounds: pace.rounds * 4,
  warmupMs: pace.warmupMs / 4,
  countedMs: pace.countedMs / 4,
})

/** Writes the whole object, with the version that the last answer carried. */
function putting(dialect: Dialect, name: string): ClientWork {
  const next = markers()
  const path = `${dialect.collection}/${name}`
  let version = ''
  return {
    async prepare(connection) {
      const body = configMap({ name }, { mark: next(), ...settings(0, KEYS) })
      version = dialect.versionOf(await connection.send({ method: 'POST', path: dialect.collection, body }))
    },
    async step(connection) {
      const body = configMap({ name, resourceVersion: version }, { mark: next(), ...settings(0, KEYS) })
      version = dialect.versionOf(await connection.send({ method: 'PUT', path, body }))
    },
  }
}

/** Sends the changed key alone. */
function patching(dialect: Dialect, name: string): ClientWork {
  const next = markers()
  const path = `${dialect.collection}/${name}`
  return {
    async prepare(connection) {
      const body = configMap({ name }, { mark: next(), ...settings(0, KEYS) })
      await connection.send({ method: 'POST', path: dialect.collection, body })
    },
    step: (connection) =>
      connection.send({
        method: 'PATCH',
        path,
        contentType: 'application/merge-patch+json',
        body: JSON.stringify({ data: { mark: next() } }),
      }),
  }
}

/** Sends all that is its own, the keys shared out among the managers; they take turns. */
function applying(dialect: Dialect, name: string, managers: readonly string[]): ClientWork {
  const next = markers()
  const share = KEYS / managers.length
  const apply = (place: number): Request => ({
    method: 'PATCH',
    path: `${dialect.collection}/${name}?fieldManager=${managers[place]}`,
    contentType: 'application/apply-patch+yaml',
    body: configMap({ name }, { [`mark-${place}`]: next(), ...settings(place * share, share) }),
  })
  let turn = 0
  return {
    async prepare(connection) {
      for (const place of managers.keys()) await connection.send(apply(place))
    },
    step: (connection) => connection.send(apply(turn++ % managers.length)),
  }
}

function markers(): () => string {
  let writes = 0
  return () => formatMark(writes++)
}

const settings = (from: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`setting-${from + index}`, VALUE]))

const configMap = (metadata: Record<string, string>, data: Record<string, string>) =>
  JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data })
