import { connected, type Connection } from '../connection.ts'
import { ConnectionError } from '../errors.ts'
import { TimeLimit } from '../time-limit.ts'
import { LineSplitter } from './line-splitter.ts'
import type { StreamListener } from './stream-listener.ts'

/** Bookmarks come about once a minute: a stream that is silent for longer than two of them is dead. */
const IDLE_MS = 150_000

/** A watch over HTTP: one event a line. Ends as `openStream` says. */
export async function httpStream(
  connection: Connection,
  path: string,
  listener: StreamListener,
  outer: AbortSignal,
): Promise<void> {
  const limit = new TimeLimit(connection.environment, connection.options.idleMs ?? IDLE_MS, outer)
  try {
    const { body } = await connection.open({ method: 'GET', path, signal: limit.signal })
    listener.opened()
    const lines = new LineSplitter()
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    for (;;) {
      const { done, value } = await connected(reader.read())
      if (done) break
      limit.restart()
      for (const line of lines.push(value)) listener.text(line)
    }
    if (lines.isCut) throw new ConnectionError('the watch was cut in the middle of an event')
  } catch (error) {
    throw limit.signal.aborted ? limit.signal.reason : error
  } finally {
    limit.end()
  }
}
