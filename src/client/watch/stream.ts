import { Query } from '../../wire/names.ts'
import type { Connection } from '../connection.ts'
import type { SelectorOptions } from '../options.ts'
import { collectionPath, withQuery, type ResourcePath } from '../paths.ts'
import { httpStream } from './http-stream.ts'
import { SocketStream } from './socket-stream.ts'
import type { StreamListener } from './stream-listener.ts'

export interface StreamTarget {
  resource: ResourcePath
  selectors: SelectorOptions
  /** Events after this version. */
  version: string
}

/** Sockets refused so often in a row are not asked for again for a while. */
const REFUSALS = 3
const REFUSED_MS = 300_000

/**
 * One stream of events: over a socket where the server gives one, else over HTTP, which also tells why it was refused.
 * Resolves when the server ends it in order; rejects with what went wrong, or with the reason of the signal.
 */
export async function openStream(
  connection: Connection,
  target: StreamTarget,
  listener: StreamListener,
  signal: AbortSignal,
): Promise<void> {
  const { sockets, environment } = connection
  const Socket = socketConstructor(connection)
  if (Socket && environment.now() >= sockets.notBeforeMs) {
    const address = await connection.socketAddress(watchPath(target))
    const socket = new SocketStream(Socket, address, connection, listener)
    if (await socket.run(signal)) {
      sockets.refusals = 0
      return
    }
  }
  const opened = () => {
    if (Socket && ++sockets.refusals % REFUSALS === 0) sockets.notBeforeMs = environment.now() + REFUSED_MS
    listener.opened()
  }
  // not all at once: clients that came together need not come back together
  const timeoutSeconds = 240 + Math.floor(environment.random() * 240)
  await httpStream(connection, watchPath(target, timeoutSeconds), { ...listener, opened }, signal)
}

function socketConstructor({ options }: Connection) {
  if (options.transport === 'http') return undefined
  return options.WebSocket ?? (options.fetch ? undefined : globalThis.WebSocket)
}

/** A socket is cheap to keep: how long is left to the server. */
const watchPath = ({ resource, selectors, version }: StreamTarget, timeoutSeconds?: number) =>
  withQuery(collectionPath(resource), {
    [Query.watch]: true,
    [Query.allowWatchBookmarks]: true,
    [Query.resourceVersion]: version,
    [Query.labelSelector]: selectors.labelSelector,
    [Query.fieldSelector]: selectors.fieldSelector,
    [Query.timeoutSeconds]: timeoutSeconds,
  })
