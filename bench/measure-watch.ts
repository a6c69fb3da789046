import { Connection } from './connection.ts'
import { inTurns, type Measurement } from './measurement.ts'
import { PAYLOAD_BYTES } from './measure-requests.ts'
import { clockMs, median } from './statistics.ts'
import type { Dialect, Target } from './targets.ts'
import { formatMark, Watchers, type Transport } from './watchers.ts'

export const TRANSPORTS: readonly Transport[] = ['http', 'websocket']

export const aloneTitle = (transport: Transport) => `PUT's answer without ${transport} watchers`
export const watchedTitle = (transport: Transport) => `PUT's answer with ${transport} watchers`
const firstTitle = (transport: Transport) => `event to the first ${transport} watcher`
const lastTitle = (transport: Transport) => `event to the last ${transport} watcher`

/** The times of one write, counted from the moment in which its request was sent. */
interface WriteTimes {
  answerMs: number
  firstMs: number
  lastMs: number
}

/**
 * What watchers cost a writer, and how fast they get an event. Each write begins when all have the event before it.
 * Takes servers that never had a watcher: those that went away may still cost something.
 */
export async function measureWatch(measurement: Measurement, transport: Transport): Promise<void> {
  await inTurns(measurement, ['bare', 'coxswain', 'peer'], (target, round) =>
    measureTarget(measurement, target, transport, `watched-${round}`),
  )
}

async function measureTarget(
  { figures, pace }: Measurement,
  { column, endpoint, dialect }: Target,
  transport: Transport,
  name: string,
): Promise<void> {
  const connection = await Connection.open(endpoint)
  const writer = new MarkedWriter(connection, dialect, name)
  await writer.create()
  const alone: number[] = []
  for (let write = 0; write < pace.watchedWrites; write++) alone.push((await writer.write()).answeredMs)
  figures.add(aloneTitle(transport), 'ms', column, median(alone))
  const path = dialect.watchPath(writer.version)
  const watchers = await Watchers.open({ endpoint, path, transport, count: pace.watchers })
  try {
    const times: WriteTimes[] = []
    for (let write = 0; write < pace.watchedWrites; write++) times.push(await writeWatched(writer, watchers))
    figures.add(watchedTitle(transport), 'ms', column, median(times.map((time) => time.answerMs)))
    figures.add(firstTitle(transport), 'ms', column, median(times.map((time) => time.firstMs)))
    figures.add(lastTitle(transport), 'ms', column, median(times.map((time) => time.lastMs)))
  } finally {
    await watchers.close()
    connection.close()
  }
}

async function writeWatched(writer: MarkedWriter, watchers: Watchers): Promise<WriteTimes> {
  const { mark, sentMs, answeredMs } = await writer.write()
  const arrival = await watchers.arrival(mark)
  return { answerMs: answeredMs, firstMs: arrival.firstMs - sentMs, lastMs: arrival.lastMs - sentMs }
}

let marks = 0

/** One client that changes one object; every write has a mark that no other has. */
class MarkedWriter {
  readonly #connection: Connection
  readonly #dialect: Dialect
  readonly #name: string
  version = ''

  constructor(connection: Connection, dialect: Dialect, name: string) {
    this.#connection = connection
    this.#dialect = dialect
    this.#name = name
  }

  async create(): Promise<void> {
    const answer = await this.#connection.send(this.#dialect.create(this.#document()))
    this.version = this.#dialect.versionOf(answer)
  }

  /** `answeredMs` is how long the answer took. */
  async write(): Promise<{ mark: string; sentMs: number; answeredMs: number }> {
    const document = this.#document()
    const sentMs = clockMs()
    const answer = await this.#connection.send(this.#dialect.replace(document, this.version))
    const answeredMs = clockMs() - sentMs
    this.version = this.#dialect.versionOf(answer)
    return { mark: document.mark, sentMs, answeredMs }
  }

  #document() {
    return { name: this.#name, mark: formatMark(marks++), payloadBytes: PAYLOAD_BYTES }
  }
}
