import { formatScopeName, type ScopeName } from '../core/scope-name.ts'
import { type Outcome, StatusError, unwrap } from '../core/errors/status-error.ts'
import { WATCH_URL } from '../core/watch/parameters.ts'
import { noteWatched } from './shutdown.ts'
import { StorageSpace } from './storage-space.ts'
import type * as api from '../objects/scope-api.ts'
import type { ScopeObject } from '../objects/scope-object.ts'
import { Header, WEB_SOCKET } from '../wire/names.ts'

/** Reads are tried so often where an object was just restarted or moved. */
const READ_ATTEMPTS = 3
const MAX_KNOWN_IDS = 1_000
/** Namespaces that are known to exist, at most. */
const MAX_PRESENT = 10_000

/** The calls of the Worker to the scope objects of a control plane. Errors come back as thrown `StatusError`s. */
export class Scopes {
  readonly #objects: DurableObjectNamespace<ScopeObject>
  readonly #plane: string
  readonly #ids = new Map<string, DurableObjectId>()
  readonly #space = new StorageSpace()
  readonly #present = new Set<string>()

  constructor(objects: DurableObjectNamespace<ScopeObject>, plane: string) {
    this.#objects = objects
    this.#plane = plane
  }

  /** One write. Never repeated: it may have been done. */
  async write<const C extends api.WriteCall>(
    namespace: string,
    caller: api.Caller,
    call: C,
  ): Promise<api.WriteAnswer<C>> {
    const absent = await this.#absent(namespace, caller, call)
    if (absent) return unwrap(absent) as api.WriteAnswer<C>
    const answer = this.#stub(namespace).write(this.#scopeOf(namespace), caller, [call])
    return unwrap(await this.#once(namespace, answer))[0]
  }

  /** One part of a collection is deleted. Never repeated. */
  async deleteCollection(
    namespace: string,
    caller: api.Caller,
    call: api.DeleteCollectionCall,
  ): Promise<api.ListAnswer> {
    const absent = await this.#absent(namespace, caller, { verb: 'deleteCollection', ...call })
    if (absent) return unwrap(absent)
    const answer = this.#stub(namespace).deleteCollection(this.#scopeOf(namespace), caller, call)
    return unwrap(await this.#once(namespace, answer))
  }

  async #once<T>(namespace: string, answer: Promise<T>): Promise<T> {
    try {
      const outcome = await answer
      this.#space.found(namespace)
      return outcome
    } catch (error) {
      const explained = this.#space.explain(namespace, error)
      throw wasCutOff(explained) || isOverloaded(explained) ? unknownOutcome() : explained
    }
  }

  async read<const C extends api.ReadCall>(namespace: string, caller: api.Caller, call: C): Promise<api.ReadAnswer<C>> {
    const absent = await this.#absent(namespace, caller, call)
    if (absent) return unwrap(absent) as api.ReadAnswer<C>
    return this.#retried(namespace, async (stub, scope) => unwrap(await stub.read(scope, caller, call)))
  }

  /** The rest of a list as bytes; it may break off, then so must the answer. */
  listRest(namespace: string, caller: api.Caller, call: api.RestCall): Promise<ReadableStream<Uint8Array>> {
    return this.#retried(namespace, (stub, scope) => stub.listRest(scope, caller, call))
  }

  /** Resolves when the cluster scope works, with the work of all scopes that fails again and again. */
  ready(): Promise<api.FailingTimers[]> {
    return this.#stub('').ready(this.#scopeOf(''))
  }

  /** Throws where there is no room for what would be written. */
  assertRoom(): Promise<void> {
    return this.#space.assertRoom((namespace) => this.#stub(namespace).probeRoom(this.#scopeOf(namespace)))
  }

  /** Opens a watch; `socket` carries the subprotocol to answer with, empty for none. The request is built anew. */
  watch(call: api.WatchParameters, signal: AbortSignal, socket?: { protocol: string }): Promise<Response> {
    noteWatched(formatScopeName(this.#scopeOf(call.namespace)))
    const url = new URL(WATCH_URL)
    url.searchParams.set('scope', formatScopeName(this.#scopeOf(call.namespace)))
    url.searchParams.set('call', JSON.stringify(call))
    if (socket) url.searchParams.set('protocol', socket.protocol)
    const headers: Record<string, string> = socket ? { [Header.upgrade]: WEB_SOCKET } : {}
    return this.#retried(call.namespace, (stub) => stub.fetch(new Request(url, { signal, headers })))
  }

  #scopeOf(namespace: string): ScopeName {
    return { plane: this.#plane, namespace }
  }

  #stub(namespace: string): Stub {
    return this.#objects.get(this.#idOf(namespace)) as unknown as Stub
  }

  /** An id is a hash of the name: kept, as most requests are about few namespaces. */
  #idOf(namespace: string): DurableObjectId {
    const known = this.#ids.get(namespace)
    if (known) return known
    if (this.#ids.size >= MAX_KNOWN_IDS) this.#ids.clear()
    const id = this.#objects.idFromName(formatScopeName(this.#scopeOf(namespace)))
    this.#ids.set(namespace, id)
    return id
  }

  /**
   * The answer of the cluster scope to a call about a namespace that does not exist (N22); undefined for one that does.
   * Its object is not opened, as opening it leaves a file behind. That a namespace exists is remembered: one that has ended
   * since is found out by its own scope. That it does not is never remembered. Where the cluster scope cannot answer, the
   * namespace's scope decides.
   */
  async #absent<const C extends api.AbsentCall>(
    namespace: string,
    caller: api.Caller,
    call: C,
  ): Promise<Outcome<api.AbsentAnswer<C>> | undefined> {
    if (!namespace || this.#present.has(namespace)) return undefined
    try {
      const answer = await this.#stub('').absent(this.#scopeOf(''), namespace, caller, call)
      if (!answer) this.#remember(namespace)
      return answer
    } catch {
      return undefined
    }
  }

  /** The oldest are forgotten first: a question more is all that costs. */
  #remember(namespace: string): void {
    const [oldest] = this.#present
    if (this.#present.size >= MAX_PRESENT && oldest !== undefined) this.#present.delete(oldest)
    this.#present.add(namespace)
  }

  /** What changes nothing, a watch too, is asked again of an object that was just restarted. */
  async #retried<T>(namespace: string, call: (stub: Stub, scope: ScopeName) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await call(this.#stub(namespace), this.#scopeOf(namespace))
      } catch (error) {
        if (attempt === READ_ATTEMPTS || !wasCutOff(error)) throw unavailable(this.#space.explain(namespace, error))
      }
    }
  }
}

/** The object's methods as called over RPC. */
type Stub = api.ScopeApi & Pick<DurableObjectStub, 'fetch'>

/** The object could not be reached, or ended while it was at work: one that was just started may answer. */
function wasCutOff(error: unknown): boolean {
  const { retryable, durableObjectReset } = error as { retryable?: boolean; durableObjectReset?: boolean }
  return retryable === true || durableObjectReset === true
}
const isOverloaded = (error: unknown) => (error as { overloaded?: boolean }).overloaded === true

function unavailable(error: unknown): unknown {
  if (isOverloaded(error))
    return new StatusError('TooManyRequests', 'the namespace has too many requests to answer; try again', {
      retryAfterSeconds: 1,
    })
  if (wasCutOff(error))
    return new StatusError('ServiceUnavailable', 'the namespace could not be reached; try again', {
      retryAfterSeconds: 1,
    })
  return error
}

/** Without Retry-After: clients would send the write again by themselves. */
const unknownOutcome = () =>
  new StatusError(
    'Timeout',
    'Timeout: the connection to the namespace broke; read the object to see whether the write was done',
  )
