import { toOutcome } from '../../core/errors/status-error.ts'
import type { WatchParameters } from '../../core/watch/parameters.ts'
import { startOf } from '../../core/watch/session.ts'
import { observeVersion } from '../../storage/history/future-version.ts'
import type { ScopeStore } from '../../storage/store/scope-store.ts'
import { Header } from '../../wire/names.ts'
import type { Status } from '../../wire/status.ts'
import { errorEvent } from './event-encoder.ts'
import { EventBatch } from './event-sink.ts'
import { HttpSink } from './http-sink.ts'
import type { Scope } from '../scope.ts'
import { NORMAL_CLOSURE } from './socket-sink.ts'
import { Watch } from './watch.ts'
import { WatchStream } from './watch-stream.ts'

/** Bounds of the random length of a watch that asks for none, as in Kubernetes. Milliseconds. */
const DEFAULT_LENGTH_MS = { least: 1_800_000, most: 3_600_000 }
/** No watch lasts longer: a year. */
const LONGEST_MS = 31_536_000_000

/**
 * Answers a watch: over a WebSocket if `socket` is given, else as chunked HTTP. `protocol` is empty if the client asked for
 * none. If the watch cannot start, the error is the stream's only event.
 */
export function openWatch(
  scope: Scope,
  parameters: WatchParameters,
  signal: AbortSignal,
  socket?: { protocol: string },
): Response {
  const lengthMs = lengthOf(parameters, scope.store)
  const refused = refusedStart(scope.store, parameters)
  return socket
    ? openSocket(scope, parameters, lengthMs, refused, socket.protocol)
    : openStream(scope, parameters, lengthMs, refused, signal)
}

function lengthOf({ timeoutSeconds }: WatchParameters, { env }: ScopeStore): number {
  if (timeoutSeconds !== 0) return Math.min(Math.max(0, timeoutSeconds * 1000), LONGEST_MS)
  const { least, most } = DEFAULT_LENGTH_MS
  return least + env.random() * (most - least)
}

/**
 * The error of a watch that wants a state not older than a version of the future (W11). A watch that starts from such a
 * version waits for it instead. The version is observed: everything written from now on is above it.
 */
function refusedStart(store: ScopeStore, { start }: WatchParameters): Status | undefined {
  const version = start.from === 'state' ? start.notOlderThan : start.from === 'version' ? start.revision : undefined
  if (version === undefined) return undefined
  const outcome = toOutcome(() => observeVersion(store, version))
  return outcome.ok || start.from === 'version' ? undefined : outcome.status
}

function openStream(
  scope: Scope,
  parameters: WatchParameters,
  lengthMs: number,
  refused: Status | undefined,
  signal: AbortSignal,
): Response {
  const { hub, store } = scope
  const sink = new HttpSink()
  const stream = new WatchStream<Watch>(hub.backlog, sink)
  new Watch(store, parameters, stream, startOf(parameters.start, store.clock.last))
  if (refused) {
    sink.send(new EventBatch([errorEvent(refused)]))
    sink.end()
  } else {
    signal.addEventListener('abort', () => hub.leave(stream))
    hub.open(stream, lengthMs)
  }
  return new Response(sink.readable)
}

function openSocket(
  scope: Scope,
  parameters: WatchParameters,
  lengthMs: number,
  refused: Status | undefined,
  protocol: string,
): Response {
  const { 0: client, 1: server } = new WebSocketPair()
  if (refused) {
    server.accept()
    server.send(errorEvent(refused))
    server.close(NORMAL_CLOSURE)
  } else scope.sockets.accept(server, parameters, lengthMs)
  return new Response(null, {
    status: 101,
    webSocket: client,
    headers: protocol ? { [Header.webSocketProtocol]: protocol } : {},
  })
}
