import { DurableObject } from 'cloudflare:workers'
import type { Caller } from '../core/caller.ts'
import { CLUSTER_SCOPE, scopeOf } from '../core/scope-name.ts'
import { parseServerSettings, type SettingValues } from '../core/server-settings.ts'
import type { WatchParameters } from '../core/watch/parameters.ts'
import type { Revision } from '../core/revision.ts'
import type { OwnerState } from '../core/write/collect.ts'
import type { OwnerReference } from '../wire/object.ts'
import { builtInRegistry } from '../kinds/built-in.ts'
import type { Remaining } from '../kinds/strategies/namespace-conditions.ts'
import type { NamespaceAnswer } from '../storage/namespace-objects.ts'
import { type NamespaceState, SettingsTable } from '../storage/settings.ts'
import type { FailingTimers } from '../storage/timers.ts'
import { PING_FRAME, PONG_FRAME } from '../wire/watch.ts'
import { answerAbsent } from '../storage/absent-namespace.ts'
import type { Outcome } from '../core/errors/status-error.ts'
import { DurableDatabase } from './durable-database.ts'
import { environment, readClock } from './environment.ts'
import type { OwnerLink } from './garbage-collector.ts'
import type { HealthLink } from './health.ts'
import type { ClusterLink } from './namespace-lifecycle.ts'
import { answeringInTime } from './neighbour.ts'
import { streamRest } from './list-stream.ts'
import type * as api from './scope-api.ts'
import { restart, Scope } from './scope.ts'
import { Standstill, type TrueTime } from './standstill.ts'
import { NORMAL_CLOSURE } from './watch/socket-sink.ts'
import { openWatch } from './watch/watch-open.ts'
import type { SocketAttachment } from './watch/socket-attachment.ts'

export interface Bindings {
  SCOPES: DurableObjectNamespace<ScopeObject>
}

const PROBE_BYTES = 65_536

/**
 * The Durable Object of a scope: a shell around `Scope`. It is not told its own name, so calls bring it; after sleep it is
 * read from storage or from a socket. The constructor writes nothing.
 */
export class ScopeObject extends DurableObject<Bindings> implements api.ScopeApi {
  readonly db: DurableDatabase
  #scope: Scope | undefined
  readonly #standstill: Standstill

  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings)
    this.db = new DurableDatabase(state.storage)
    const { TrueTime: trueTime } = state.exports as unknown as { TrueTime: Service<TrueTime> }
    this.#standstill = new Standstill({
      now: readClock,
      trueNow: async () => trueTime.now(),
      restart: (reason) => restart(state, reason),
    })
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair(PING_FRAME, PONG_FRAME))
  }

  write<const C extends readonly api.WriteCall[]>(scope: string, caller: Caller, calls: C) {
    return this.scope(scope).write(calls, caller)
  }

  deleteCollection(scope: string, _caller: Caller, call: api.DeleteCollectionCall) {
    return this.scope(scope).deleteCollection(call)
  }

  read<const C extends api.ReadCall>(scope: string, caller: Caller, call: C) {
    return this.scope(scope).read(call, caller)
  }

  async listRest(scope: string, caller: Caller, call: api.RestCall): Promise<ReadableStream<Uint8Array>> {
    return streamRest(this.scope(scope).store, call, caller)
  }

  /** The first write needs as much room as most objects do; the second gives it back to those that come. */
  async probeRoom(scope: string): Promise<void> {
    const { settings } = this.scope(scope).store
    if (!settings.exists) return
    for (const text of ['x'.repeat(PROBE_BYTES), '']) {
      this.db.transaction(() => new SettingsTable(this.db).write('probe', text))
      await this.ctx.storage.sync()
    }
  }

  async ready(scope: string): Promise<FailingTimers[]> {
    return this.scope(scope).health.failing()
  }

  async reportFailing(namespace: string, failing: FailingTimers[]): Promise<void> {
    this.scope(CLUSTER_SCOPE).health.report(namespace, failing)
  }

  async absent<const C extends api.AbsentCall>(namespace: string, caller: Caller, call: C) {
    const outcome = answerAbsent(this.scope(CLUSTER_SCOPE).store, namespace, call, caller)
    return outcome as Outcome<api.AbsentAnswer<C>> | undefined
  }

  async namespaceState(name: string): Promise<NamespaceAnswer> {
    return this.scope(CLUSTER_SCOPE).namespaces.namespaceState(name)
  }

  async namespaceEmptied(name: string, uid: string): Promise<void> {
    this.scope(CLUSTER_SCOPE).namespaces.namespaceEmptied(name, uid)
  }

  async namespaceForgotten(name: string, last: Revision): Promise<boolean> {
    return this.scope(CLUSTER_SCOPE).namespaces.namespaceForgotten(name, last)
  }

  async namespaceRemaining(name: string, uid: string, remaining: Remaining): Promise<boolean> {
    return this.scope(CLUSTER_SCOPE).namespaces.namespaceRemaining(name, uid, remaining)
  }

  async terminate(scope: string, state: NamespaceState): Promise<void> {
    this.scope(scope).namespaces.terminate(state)
    await this.ctx.storage.sync()
  }

  async ownerState(namespace: string, reference: OwnerReference): Promise<OwnerState> {
    return this.scope(CLUSTER_SCOPE).collector.ownerState(namespace, reference)
  }

  async ownerFreed(uid: string): Promise<void> {
    this.scope(CLUSTER_SCOPE).collector.ownerFreed(uid)
  }

  ownerChanged(scope: string, uid: string, work: api.OwnerWork): Promise<boolean> {
    return this.scope(scope).collector.ownerChanged(uid, work)
  }

  /** A watch: `?scope=…&call=…`, with `protocol=…` for a socket (see `WATCH_URL`). */
  override async fetch(request: Request): Promise<Response> {
    const query = new URL(request.url).searchParams
    const scope = this.scope(query.get('scope') ?? '')
    await scope.namespaces.known()
    const parameters = JSON.parse(query.get('call') ?? '') as WatchParameters
    const protocol = query.get('protocol')
    return openWatch(scope, parameters, request.signal, protocol === null ? undefined : { protocol })
  }

  /** The server is about to end. */
  async endWatches(scope: string): Promise<void> {
    await this.scope(scope).hub.endAll()
  }

  override async alarm(): Promise<void> {
    await this.#awake()?.alarm.ring()
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#awake()?.sockets.message(socket, message)
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close(NORMAL_CLOSURE)
    this.#awake()?.sockets.gone(socket)
  }

  override webSocketError(socket: WebSocket): void {
    this.#awake()?.sockets.gone(socket)
  }

  scope(name: string): Scope {
    this.#standstill.called()
    return (this.#scope ??= new Scope(name, {
      db: this.db,
      env: environment,
      settings: parseServerSettings(this.env as unknown as SettingValues),
      registry: builtInRegistry,
      state: this.ctx,
      links: this.#links(),
      onStandstill: () => this.#standstill.suspect(),
    }))
  }

  /** The scope after sleep, when an alarm or a socket wakes the object and nobody says its name. */
  #awake(): Scope | undefined {
    if (this.#scope) return this.#scope
    const [socket] = this.ctx.getWebSockets()
    const attached = socket?.deserializeAttachment() as SocketAttachment | undefined
    const name = new SettingsTable(this.db).read('scope') ?? attached?.scope
    return name === undefined ? undefined : this.scope(name)
  }

  #links(): ClusterLink & OwnerLink & HealthLink {
    const at = (scope: string) => this.env.SCOPES.get(this.env.SCOPES.idFromName(scope))
    return answeringInTime({
      namespaceState: (name) => at(CLUSTER_SCOPE).namespaceState(name),
      namespaceEmptied: (name, uid) => at(CLUSTER_SCOPE).namespaceEmptied(name, uid),
      ownerState: (namespace, reference) => at(CLUSTER_SCOPE).ownerState(namespace, reference),
      ownerFreed: (uid) => at(CLUSTER_SCOPE).ownerFreed(uid),
      ownerChanged: (namespace, uid, work) => at(scopeOf(namespace)).ownerChanged(scopeOf(namespace), uid, work),
      namespaceForgotten: (name, last) => at(CLUSTER_SCOPE).namespaceForgotten(name, last),
      namespaceRemaining: (name, uid, remaining) => at(CLUSTER_SCOPE).namespaceRemaining(name, uid, remaining),
      reportFailing: (namespace, failing) => at(CLUSTER_SCOPE).reportFailing(namespace, failing),
      terminate: (name, state) => at(scopeOf(name)).terminate(scopeOf(name), state),
    })
  }
}
