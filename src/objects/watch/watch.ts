import { ObjectMatcher } from '../../core/selectors/object-matcher.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import type { Revision } from '../../core/revision.ts'
import type { WatchParameters } from '../../core/watch/parameters.ts'
import type { WatchPosition } from '../../core/watch/session.ts'
import { startOfTurn, type WatchTurn } from '../../core/watch/turn.ts'
import type { ScopeStore } from '../../storage/store/scope-store.ts'
import { definitionFor } from '../../storage/verbs/object-call.ts'
import { type EventEncoder, eventEncoder } from './event-encoder.ts'
import type { Mark } from './loop/resource-marks.ts'
import type { WatchStream } from './watch-stream.ts'

/** One open watch: what it asked for, where it stands, and the stream that carries it. */
export class Watch {
  readonly parameters: WatchParameters
  readonly definition: ResourceDefinition
  readonly matcher: ObjectMatcher
  readonly encoder: EventEncoder
  readonly stream: WatchStream<Watch>
  /** Equal keys ask for equal events: what was read and encoded for one serves the other. */
  readonly key: string
  /** Changed by the delivery loop alone. */
  turn: WatchTurn
  /** Of the loop: what marks it as due. */
  mark: Mark<Watch> | undefined
  /** Nothing was sent yet (a Table tells its columns once). */
  first = true
  /** The version that the last bookmark carried. */
  bookmarked = 0 as Revision

  /** Throws 400 for selectors that are not understood, 404 for a resource that is not served. */
  constructor(store: ScopeStore, parameters: WatchParameters, stream: WatchStream<Watch>, start: WatchPosition) {
    const { resource, namespace, labelSelector, fieldSelector } = parameters
    this.parameters = parameters
    this.definition = definitionFor(store, parameters)
    this.matcher = new ObjectMatcher(this.definition, namespace, labelSelector, fieldSelector)
    this.encoder = eventEncoder(this.definition, parameters, () => store.env.now())
    this.key = JSON.stringify([resource, this.encoder.key, labelSelector, fieldSelector, parameters.bookmarks])
    this.stream = stream
    this.turn = startOfTurn(start)
    stream.watches.add(this)
  }
}
