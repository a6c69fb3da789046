import { Query } from '../../wire/names.ts'
import type { Status } from '../../wire/status.ts'
import { backoffDelay } from '../backoff.ts'
import type { Connection } from '../connection.ts'
import { pause } from '../environment.ts'
import { errorOf } from '../error-of.ts'
import { ConnectionError } from '../errors.ts'
import { parseJson } from '../json.ts'
import { collectPages, listPages } from '../list.ts'
import type { SelectorOptions } from '../options.ts'
import type { ResourcePath } from '../paths.ts'
import type { ApiObject, ListPage, Stored } from '../types.ts'
import type { WatchChange } from './change.ts'
import { failureOf } from './failure.ts'
import { KnownObjects } from './known-objects.ts'
import {
  nextState,
  startOfWatch,
  type Listing,
  type Opening,
  type Waiting,
  type WatchInput,
  type WatchState,
} from './state.ts'
import { openStream } from './stream.ts'

/** Tells that a watch lost its stream and comes back by itself. */
export interface Interruption {
  error: unknown
  /** When it tries again. Milliseconds from now. */
  delayMs: number
  /** It lists first, as history does not reach back to where it stood. */
  relists: boolean
}

export interface FollowerListener<T extends ApiObject> {
  /** `size`: characters of the event's text; 0 where it was found by a list. */
  changed(change: WatchChange<T>, size: number): void
  /** Every change up to this version has been told. */
  moved?(version: string): void
  interrupted?(interruption: Interruption): void
}

/** Where to begin: with everything there is, after a list, or after a version. */
export type WatchStart<T extends ApiObject> = undefined | string | Pick<ListPage<T>, 'items' | 'resourceVersion'>

interface EventText<T extends ApiObject> {
  type: WatchChange<T>['type'] | 'BOOKMARK' | 'ERROR'
  object: Stored<T>
}

/** Keeps up with a resource: lists, watches, comes back, and tells each difference once. */
export class Follower<T extends ApiObject> {
  readonly objects = new KnownObjects<T>()
  readonly #connection: Connection
  readonly #resource: ResourcePath
  readonly #selectors: SelectorOptions
  readonly #listener: FollowerListener<T>
  #state: WatchState
  #lastError: unknown

  constructor(
    connection: Connection,
    resource: ResourcePath,
    selectors: SelectorOptions,
    from: WatchStart<T>,
    listener: FollowerListener<T>,
  ) {
    this.#connection = connection
    this.#resource = resource
    this.#selectors = selectors
    this.#listener = listener
    const isList = typeof from === 'object'
    if (isList) this.objects.seed(from.items)
    this.#state = startOfWatch(isList ? { version: from.resourceVersion } : { list: true, at: from })
  }

  /** Resolves when the signal is aborted; rejects with an error that waiting cannot cure. */
  async run(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (signal.aborted) this.#take({ type: 'aborted' })
      const state = this.#state
      switch (state.phase) {
        case 'listing':
          await this.#list(state, signal)
          break
        case 'opening':
          await this.#stream(state, signal)
          break
        case 'waiting':
          await this.#wait(state, signal)
          break
        case 'ended':
          if (state.error === undefined) return
          throw state.error
        case 'open':
          throw new Error('a stream that has ended is still open')
      }
    }
  }

  #take(input: WatchInput): void {
    this.#state = nextState(this.#state, input)
  }

  /** What an abort makes fail is no failure. */
  #fail(error: unknown, livedMs: number, signal: AbortSignal): void {
    if (signal.aborted) return
    this.#lastError = error
    this.#take({ type: 'failed', failure: failureOf(error, this.#connection.renewsToken), livedMs })
  }

  async #list({ at, failures }: Listing, signal: AbortSignal): Promise<void> {
    try {
      const exact = at === undefined ? {} : { resourceVersion: at, resourceVersionMatch: 'Exact' as const }
      // pages may outlive their snapshot: what failed is asked for in one piece
      const options = { ...this.#selectors, ...exact, ...(failures > 0 ? { limit: 0 } : {}), signal }
      const { items, resourceVersion } = await collectPages(listPages<T>(this.#connection, this.#resource, options, 1))
      if (at === undefined) this.#tell(this.objects.list(items))
      else this.objects.seed(items)
      this.#take({ type: 'listed', version: at ?? resourceVersion })
      this.#listener.moved?.(at ?? resourceVersion)
    } catch (error) {
      this.#fail(error, 0, signal)
    }
  }

  async #stream({ version }: Opening, signal: AbortSignal): Promise<void> {
    const { environment } = this.#connection
    let openedMs: number | undefined
    const lived = () => (openedMs === undefined ? 0 : environment.now() - openedMs)
    const opened = () => {
      openedMs = environment.now()
      this.#take({ type: 'opened' })
    }
    const target = { resource: this.#resource, selectors: this.#selectors, version }
    try {
      await openStream(this.#connection, target, { opened, text: (text) => this.#receive(text) }, signal)
      this.#lastError = new ConnectionError('the server ended the watch')
      this.#take({ type: 'closed', livedMs: lived() })
    } catch (error) {
      this.#fail(error, lived(), signal)
    }
  }

  #receive(text: string): void {
    const { type, object } = parseEvent<T>(text)
    if (type === 'ERROR')
      throw errorOf(object as unknown as Status, { method: 'GET', path: `${this.#resource.plural}?${Query.watch}` })
    if (type !== 'BOOKMARK') this.#tell(this.objects.event(type, object), text.length)
    const { resourceVersion } = object.metadata
    this.#take({ type: 'moved', version: resourceVersion })
    this.#listener.moved?.(resourceVersion)
  }

  async #wait({ atLeastMs, next }: Waiting, signal: AbortSignal): Promise<void> {
    const { backoff, environment } = this.#connection
    const delayMs = Math.max(atLeastMs, backoffDelay(backoff, next.failures, environment.random()))
    this.#listener.interrupted?.({ error: this.#lastError, delayMs, relists: next.phase === 'listing' })
    await pause(environment, delayMs, signal)
    this.#take({ type: 'waited' })
  }

  #tell(changes: WatchChange<T>[], size = 0): void {
    for (const change of changes) this.#listener.changed(change, size)
  }
}

function parseEvent<T extends ApiObject>(text: string): EventText<T> {
  try {
    const event = parseJson(text) as unknown as EventText<T>
    if (typeof event.type === 'string' && event.object.metadata) return event
  } catch {
    // told below
  }
  throw new ConnectionError(`a watch brought what is no event: ${text.slice(0, 100)}`)
}
