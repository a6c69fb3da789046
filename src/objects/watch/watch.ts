import { ObjectMatcher } from '../../core/selectors/object-matcher.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import type { Revision } from '../../core/revision.ts'
import type { WatchParameters } from '../../core/watch/parameters.ts'
import type { WatchState } from '../../core/watch/session.ts'
import type { ScopeStore } from '../../storage/scope-store.ts'
import { definitionFor } from '../../storage/verbs/object-call.ts'
import { type EventEncoder, eventEncoder } from './event-encoder.ts'
import type { EventSink } from './event-sink.ts'

/** One open watch: what it asked for, where it stands, and where its events go. */
export class Watch {
  readonly parameters: WatchParameters
  readonly definition: ResourceDefinition
  readonly matcher: ObjectMatcher
  readonly encoder: EventEncoder
  readonly sink: EventSink
  /** Equal keys ask for equal events: what was read and encoded for one serves the other. */
  readonly key: string
  /** milliseconds since the Unix epoch */
  readonly deadline: number
  /** the socket of a hibernating watch; absent over HTTP */
  readonly socket: WebSocket | undefined
  state: WatchState
  /** nothing was sent yet (a Table tells its columns once) */
  first = true
  /** the version that the last bookmark carried */
  bookmarked = 0 as Revision
  /** over HTTP: when it is looked at next, and what its reader had taken when it was looked at last */
  nextMinute = Infinity
  takenBefore = 0

  /** Throws 400 for selectors that are not understood, 404 for a resource that is not served. */
  constructor(
    store: ScopeStore,
    parameters: WatchParameters,
    sink: EventSink,
    state: WatchState,
    deadline: number,
    socket?: WebSocket,
  ) {
    const { resource, namespace, labelSelector, fieldSelector } = parameters
    this.parameters = parameters
    this.definition = definitionFor(store, parameters)
    this.matcher = new ObjectMatcher(this.definition, namespace, labelSelector, fieldSelector)
    this.encoder = eventEncoder(this.definition, parameters, () => store.env.now())
    this.key = JSON.stringify([resource, this.encoder.key, labelSelector, fieldSelector, parameters.bookmarks])
    this.sink = sink
    this.state = state
    this.deadline = deadline
    this.socket = socket
  }
}
