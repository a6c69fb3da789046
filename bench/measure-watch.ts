import { Connection } from './connection.ts'
import { inTurns, type Measurement } from './measurement.ts'
import { PAYLOAD_BYTES } from './measure-requests.ts'
import { clockMs, median } from './statistics.ts'
import type { Dialect, Target } from './targets.ts'
import { formatMark, Watchers, type Transport } from './watchers.ts'

export const TRANSPORTS: readonly Transport[] = ['http', 'websocket']

const WATCHERS = 1000

export const watchedTitle = (transport: Transport) => `PUT's answer with ${WATCHERS} ${transport} watchers`
export const unwatchedTitle = (transport: Transport) => `PUT's answer without watchers, same pace (${transport})`
const aloneTitle = (transport: Transport) => `PUT's answer without watchers, back to back (${transport})`
const firstTitle = (transport: Transport) => `event to the first of ${WATCHERS} ${transport} watchers`
const lastTitle = (transport: Transport) => `event to the last of ${WATCHERS} ${transport} watchers`

/**
 * What watchers cost a writer, and how fast they get an event. Every measured write begins when the last watcher has the
 * event before it, also one in a namespace without watchers: both find processor and disk as they are after a delivery.
 * Writes back to back find them faster; that figure is printed and not judged.
 * Takes servers that never had a watcher: those that went away may still cost something.
 */
export async function measureWatch(measurement: Measurement, transport: Transport): Promise<void> {
  await inTurns(measurement, ['bare', 'coxswain', 'peer'], (target, round) =>
    measureTarget(measurement, target, transport, `watched-${round}`),
  )
}

async function measureTarget(
  { figures, pace }: Measurement,
  { column, endpoint, dialect, elsewhere }: Target,
  transport: Transport,
  name: string,
): Promise<void> {
  const connection = await Connection.open(endpoint)
  const writer = await MarkedWriter.create(connection, dialect, name)
  const unwatchedWriter = await MarkedWriter.create(connection, elsewhere, name)
  const addMedian = (title: string, values: number[]) => figures.add(title, 'ms', column, median(values))
  const alone: number[] = []
  for (let write = 0; write < pace.watchedWrites; write++) alone.push((await writer.write()).answerMs)
  addMedian(aloneTitle(transport), alone)
  const path = dialect.watchPath(writer.version)
  const watchers = await Watchers.open({ endpoint, path, transport, count: WATCHERS })
  try {
    const watched: WatchedWrite[] = []
    const unwatched: number[] = []
    await writeWatched(writer, watchers)
    for (let write = 0; write < pace.watchedWrites; write++) {
      watched.push(await writeWatched(writer, watchers))
      unwatched.push((await unwatchedWriter.write()).answerMs)
      await writeWatched(writer, watchers)
    }
    addMedian(
      watchedTitle(transport),
      watched.map((write) => write.answerMs),
    )
    addMedian(unwatchedTitle(transport), unwatched)
    addMedian(
      firstTitle(transport),
      watched.map((write) => write.firstMs),
    )
    addMedian(
      lastTitle(transport),
      watched.map((write) => write.lastMs),
    )
  } finally {
    await watchers.close()
    connection.close()
  }
}

/** The times of one write, counted from the moment in which its request was sent. */
interface WatchedWrite {
  answerMs: number
  firstMs: number
  lastMs: number
}

/** Writes, and waits until the last watcher has the event. */
async function writeWatched(writer: MarkedWriter, watchers: Watchers): Promise<WatchedWrite> {
  const { mark, sentMs, answerMs } = await writer.write()
  const arrival = await watchers.arrival(mark)
  return { answerMs, firstMs: arrival.firstMs - sentMs, lastMs: arrival.lastMs - sentMs }
}

let marks = 0

/** One client that changes one object; every write has a mark that no other has. */
class MarkedWriter {
  readonly #connection: Connection
  readonly #dialect: Dialect
  readonly #name: string
  version = ''

  private constructor(connection: Connection, dialect: Dialect, name: string) {
    this.#connection = connection
    this.#dialect = dialect
    this.#name = name
  }

  static async create(connection: Connection, dialect: Dialect, name: string): Promise<MarkedWriter> {
    const writer = new MarkedWriter(connection, dialect, name)
    writer.version = dialect.versionOf(await connection.send(dialect.create(writer.#document())))
    return writer
  }

  async write(): Promise<{ mark: string; sentMs: number; answerMs: number }> {
    const document = this.#document()
    const sentMs = clockMs()
    const answer = await this.#connection.send(this.#dialect.replace(document, this.version))
    const answerMs = clockMs() - sentMs
    this.version = this.#dialect.versionOf(answer)
    return { mark: document.mark, sentMs, answerMs }
  }

  #document() {
    return { name: this.#name, mark: formatMark(marks++), payloadBytes: PAYLOAD_BYTES }
  }
}
