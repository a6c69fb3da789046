import type { Caller } from '../core/caller.ts'
import type { Environment } from '../core/environment.ts'
import { NAMESPACES_KEY } from '../core/namespace-resource.ts'
import type { ScopeName } from '../core/scope-name.ts'
import type { ServerSettings } from '../core/server-settings.ts'
import { type Outcome, toOutcome } from '../core/errors/status-error.ts'
import type { Registry } from '../kinds/registry.ts'
import type { Change } from '../storage/store/change.ts'
import { isOverSize } from '../storage/history/compaction.ts'
import type { Database, NotAPromise } from '../storage/store/database.ts'
import { FOLLOWERS } from '../storage/followers.ts'
import { initializeCluster } from '../storage/namespaces/namespace-objects.ts'
import { ScopeStore } from '../storage/store/scope-store.ts'
import type { Transaction } from '../storage/store/transaction.ts'
import type { DeleteCollectionCall } from '../storage/verbs/delete-collection.ts'
import type { ListAnswer } from '../storage/verbs/list.ts'
import { read, type ReadAnswer, type ReadCall } from '../storage/verbs/read.ts'
import { writeAll, type WriteCall, type WriteOutcome } from '../storage/verbs/write.ts'
import { Alarm } from './alarm.ts'
import { deleteCollection } from './delete-collection.ts'
import { GarbageCollector, type OwnerLink } from './garbage-collector.ts'
import { Health, type HealthLink } from './health.ts'
import { Housekeeping } from './housekeeping.ts'
import { type ClusterLink, NamespaceLifecycle } from './namespace-lifecycle.ts'
import { WatchHub } from './watch/watch-hub.ts'
import { WatchSockets } from './watch/watch-sockets.ts'
import { WriteQueue } from './write-queue.ts'

/** What a scope needs of the runtime. */
export interface ScopeRuntime {
  db: Database
  env: Environment
  settings: ServerSettings
  registry: Registry
  state: DurableObjectState
  links: ClusterLink & OwnerLink & HealthLink
  /** Time passed, and the clock did not show it. */
  onStandstill?: () => void
}

/** One scope at work: its store, the queue of its writers, the delivery to its watchers, what happens later. */
export class Scope {
  readonly store: ScopeStore
  readonly hub: WatchHub
  readonly sockets: WatchSockets
  readonly alarm: Alarm
  readonly namespaces: NamespaceLifecycle
  readonly collector: GarbageCollector
  readonly health: Health
  readonly #writes: WriteQueue
  readonly #housekeeping: Housekeeping

  constructor(name: ScopeName, { db, env, settings, registry, state, links, onStandstill }: ScopeRuntime) {
    this.store = new ScopeStore(db, { scope: name, env, retention: settings, registry, followers: FOLLOWERS })
    if (!name.namespace && !this.store.settings.exists) initializeCluster(this.store)
    const durable = () => state.storage.sync()
    this.hub = new WatchHub(this.store, { restart: (reason) => restart(state, reason), onStandstill })
    this.sockets = new WatchSockets(this.store, this.hub, state)
    this.namespaces = new NamespaceLifecycle(this.store, links, settings, {
      isInUse: () => this.hub.size > 0 || this.store.pins.lowest(env.now()) !== undefined,
      giveBack: () => {
        void state.storage.deleteAll()
        this.store.forgotten()
      },
    })
    this.#writes = new WriteQueue(durable, settings.groupWaitMs)
    this.collector = new GarbageCollector(this.store, links, this.#beside)
    this.#housekeeping = new Housekeeping(this.store, this.hub)
    const handlers = {
      ...this.#housekeeping.handlers,
      ...this.namespaces.handlers,
      ...this.sockets.handlers,
      ...this.collector.handlers,
    }
    this.health = new Health(this.store)
    const onHealth = () => this.#reportHealth(links)
    this.alarm = new Alarm(state.storage, this.store, { handlers, onHealth })
    this.store.onCommit = (changes) => this.#committed(changes)
    this.store.onTimerSet = () => queueMicrotask(() => this.alarm.arm())
    if (this.store.settings.exists) this.alarm.arm()
  }

  /** A list of writes as one transaction, in the turn that the queue gives it: all are done, or none. */
  async write<const C extends readonly WriteCall[]>(calls: C, caller: Caller): Promise<WriteOutcome<C>> {
    await this.namespaces.known()
    const outcome = await this.#writes.run(() => writeAll(this.store, calls, caller))
    if (outcome.ok) for (const name of namespacesDeletedBy(calls)) await this.namespaces.tellTerminating(name)
    return outcome
  }

  /** A series of transactions beside other writers: it ends at the first object that is refused. */
  async deleteCollection(call: DeleteCollectionCall): Promise<Outcome<ListAnswer>> {
    await this.namespaces.known()
    return deleteCollection(this.store, call, { write: this.#inTurn, beside: this.#beside })
  }

  async read<const C extends ReadCall>(call: C, caller: Caller): Promise<Outcome<ReadAnswer<C>>> {
    await this.namespaces.known()
    return toOutcome(() => read(this.store, call, caller))
  }

  /** A report that does not arrive is made again at the next failure. */
  #reportHealth(links: HealthLink): void {
    const { namespace } = this.store.scope
    if (namespace) links.reportFailing(namespace, this.store.timers.failing()).catch(() => {})
  }

  readonly #inTurn = <T>(work: (tx: Transaction) => NotAPromise<T>): Promise<T> =>
    this.#writes.run(() => this.store.transaction<T>(work))

  readonly #beside = <T>(work: (tx: Transaction) => NotAPromise<T>): Promise<T> =>
    this.#writes.runBeside(() => this.store.transaction<T>(work))

  #committed(changes: readonly Change[]): void {
    this.hub.publish(changes)
    this.sockets.committed()
    if (isOverSize(this.store)) void this.#housekeeping.compact()
  }
}

/** Their scopes are told at once. */
const namespacesDeletedBy = (calls: readonly WriteCall[]): string[] =>
  calls.flatMap((call) => (call.verb === 'delete' && call.resource === NAMESPACES_KEY ? [call.name] : []))

/** Ends the object with all that it holds; it starts anew with the next call. */
export function restart(state: DurableObjectState, reason: string): void {
  const message = `the object starts anew: ${reason}`
  console.error(message)
  state.abort(message)
}
