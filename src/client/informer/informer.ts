import type { Connection } from '../connection.ts'
import type { SelectorOptions } from '../options.ts'
import type { ResourcePath } from '../paths.ts'
import type { ApiObject, Stored } from '../types.ts'
import { isLater, keyOf, type WatchChange } from '../watch/change.ts'
import { Follower, type Interruption } from '../watch/follower.ts'
import { Index, type IndexFunction } from './indexes.ts'
import { Milestones } from './milestones.ts'

export interface InformerOptions<T extends ApiObject> extends SelectorOptions {
  /** Ways to find objects by something else than their name: `{ byNode: (pod) => [pod.spec?.nodeName ?? ''] }`. */
  indexes?: Record<string, IndexFunction<T>> | undefined
  /** Stops the informer, as `stop` does. */
  signal?: AbortSignal | undefined
  /** Told when the stream is lost and comes back. The store stays as it was meanwhile. */
  onInterruption?: ((interruption: Interruption) => void) | undefined
}

type AddHandler<T extends ApiObject> = (object: Stored<T>) => void
type UpdateHandler<T extends ApiObject> = (object: Stored<T>, previous: Stored<T>) => void
type DeleteHandler<T extends ApiObject> = (object: Stored<T>, about: { finalStateUnknown: boolean }) => void

/**
 * A copy of what is stored, kept up to date by a watch:
 *
 * ```ts
 * const informer = configMaps.informer({ indexes: { byOwner: (it) => [it.metadata.labels?.owner ?? ''] } })
 * informer.onUpdate((object, previous) => …)
 * await informer.synced
 * informer.get('settings')
 * informer.list('byOwner', 'web')
 * await informer.reached((await configMaps.update(…)).metadata.resourceVersion)   // the own write is in the copy
 * informer.stop()
 * ```
 *
 * The store goes forward only: it takes in what the watch tells, in order, and never the answer to a write. It is never empty
 * in between: where the watch must list again, it changes by what differs. Handlers run one after the other, in order, when
 * the store has changed already. Objects are shared: copy before you change one.
 */
export class Informer<T extends ApiObject> {
  /** Resolves when the first list is in the store; rejects when that cannot be, or when it is stopped before. */
  readonly synced: Promise<void>
  readonly #follower: Follower<T>
  readonly #namespace: string | undefined
  readonly #indexes: Map<string, Index<T>>
  readonly #objects = new Map<string, Stored<T>>()
  readonly #milestones = new Milestones()
  readonly #stopped = new AbortController()
  readonly #done: Promise<void>
  readonly #addHandlers = new Set<AddHandler<T>>()
  readonly #updateHandlers = new Set<UpdateHandler<T>>()
  readonly #deleteHandlers = new Set<DeleteHandler<T>>()
  readonly #errorHandlers = new Set<(error: unknown) => void>()

  constructor(connection: Connection, resource: ResourcePath, options: InformerOptions<T>) {
    const { indexes = {}, signal, onInterruption } = options
    this.#indexes = new Map(Object.entries(indexes).map(([name, valuesOf]) => [name, new Index(valuesOf)]))
    this.#namespace = resource.namespace
    this.#follower = new Follower<T>(connection, resource, options, undefined, {
      changed: (change) => this.#change(change),
      moved: (version) => this.#milestones.reach(version),
      interrupted: (interruption) => this.#guard(() => onInterruption?.(interruption)),
    })
    this.synced = this.#milestones.wait(() => true)
    this.synced.catch(() => {})
    const stop = () => this.#stopped.abort(signal?.reason)
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) stop()
    this.#done = this.#run().finally(() => signal?.removeEventListener('abort', stop))
  }

  /** An object that is new in the store. Those that are in it already are told at once. */
  onAdd(handler: AddHandler<T>): () => void {
    for (const object of this.#objects.values()) this.#guard(() => handler(object))
    return register(this.#addHandlers, handler)
  }

  /** An object that has changed. One that was deleted and made anew is a deletion and an addition. */
  onUpdate(handler: UpdateHandler<T>): () => void {
    return register(this.#updateHandlers, handler)
  }

  /** An object that is gone, as it was last. `finalStateUnknown`: nobody saw it go, a new list did without it. */
  onDelete(handler: DeleteHandler<T>): () => void {
    return register(this.#deleteHandlers, handler)
  }

  /** What a handler throws, and the error that ends the informer. Without a handler they go to the console. */
  onError(handler: (error: unknown) => void): () => void {
    return register(this.#errorHandlers, handler)
  }

  /** `namespace` is needed where the informer is over all namespaces. */
  get(name: string, namespace = this.#namespace): Stored<T> | undefined {
    return this.#objects.get(keyOf({ metadata: { name, namespace } }))
  }

  /** Everything in the store, or what an index has under a value. */
  list(index?: string, value?: string): Stored<T>[] {
    if (index === undefined) return [...this.#objects.values()]
    const found = this.#indexes.get(index)
    if (!found) throw new TypeError(`the informer has no index ${index}`)
    return found.get(value ?? '')
  }

  /** The version up to which the store is complete; undefined before the first list. */
  get version(): string | undefined {
    return this.#milestones.version
  }

  /**
   * Resolves when the store has everything up to this version, such as that of a write's answer. Rejects when the informer
   * ends, or with the signal's reason.
   */
  reached(version: string, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
    return this.#milestones.wait((current) => !isLater(version, current), signal)
  }

  /** Resolves when every connection and timer is gone. The store stays as it is. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#done
  }

  async #run(): Promise<void> {
    try {
      await this.#follower.run(this.#stopped.signal)
      this.#milestones.end(this.#stopped.signal.reason)
    } catch (error) {
      this.#milestones.end(error)
      this.#report(error)
    }
  }

  #change({ type, object, finalStateUnknown = false }: WatchChange<T>): void {
    const key = keyOf(object)
    const previous = this.#objects.get(key)
    const isGone = type === 'DELETED'
    if (isGone) this.#objects.delete(key)
    else this.#objects.set(key, object)
    for (const index of this.#indexes.values()) this.#guard(() => index.replace(previous, isGone ? undefined : object))
    if (isGone) for (const handler of this.#deleteHandlers) this.#guard(() => handler(object, { finalStateUnknown }))
    else if (previous) for (const handler of this.#updateHandlers) this.#guard(() => handler(object, previous))
    else for (const handler of this.#addHandlers) this.#guard(() => handler(object))
  }

  /** What goes wrong in code of others ends neither the watch nor the other handlers. */
  #guard(run: () => void): void {
    try {
      run()
    } catch (error) {
      this.#report(error)
    }
  }

  #report(error: unknown): void {
    if (this.#errorHandlers.size === 0) console.error(error)
    for (const handler of this.#errorHandlers) {
      try {
        handler(error)
      } catch (worse) {
        console.error(worse)
      }
    }
  }
}

function register<H>(handlers: Set<H>, handler: H): () => void {
  handlers.add(handler)
  return () => void handlers.delete(handler)
}
