import { DurableObject } from 'cloudflare:workers'
import type { Caller } from '../core/caller.ts'
import { clusterOf, formatScopeName, namespaceIn, parseScopeName, type ScopeName } from '../core/scope-name.ts'
import { parseServerSettings, type SettingValues } from '../core/server-settings.ts'
import type { WatchParameters } from '../core/watch/parameters.ts'
import type { Revision } from '../core/revision.ts'
import type { OwnerState } from '../core/write/collect.ts'
import type { OwnerReference } from '../wire/object.ts'
import { builtInRegistry } from '../kinds/built-in.ts'
import type { Remaining } from '../kinds/strategies/namespace-conditions.ts'
import type { NamespaceAnswer } from '../storage/namespaces/namespace-objects.ts'
import { type NamespaceState, SettingsTable } from '../storage/store/settings.ts'
import type { FailingTimers } from '../storage/store/timers.ts'
import { PING_FRAME, PONG_FRAME } from '../wire/watch.ts'
import { answerAbsent } from '../storage/namespaces/absent-namespace.ts'
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
 * The Durable Object of a scope: a shell around `Scope`. It does not know its own name, so each call
 * brings it. After sleep the name is read from storage or from a socket. The constructor writes nothing.
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

  write<const C extends readonly api.WriteCall[]>(scope: ScopeName, caller: Caller, calls: C) {
    return this.scope(scope).write(calls, caller)
  }

  deleteCollection(scope: ScopeName, _caller: Caller, call: api.DeleteCollectionCall) {
    return this.scope(scope).deleteCollection(call)
  }

  read<const C extends api.ReadCall>(scope: ScopeName, caller: Caller, call: C) {
    return this.scope(scope).read(call, caller)
  }

  async listRest(scope: ScopeName, caller: Caller, call: api.RestCall): Promise<ReadableStream<Uint8Array>> {
    return streamRest(this.scope(scope).store, call, caller)
  }

  /** Writes a probe as large as most objects, to see that there is room, then frees that room again. */
  async probeRoom(scope: ScopeName): Promise<void> {
    const { store } = this.scope(scope)
    if (!store.settings.exists) return
    for (const text of ['x'.repeat(PROBE_BYTES), '']) {
      store.transaction((tx) => tx.writeSetting('probe', text))
      await this.ctx.storage.sync()
    }
  }

  async ready(scope: ScopeName): Promise<FailingTimers[]> {
    return this.scope(scope).health.failing()
  }

  async reportFailing(scope: ScopeName, namespace: string, failing: FailingTimers[]): Promise<void> {
    this.scope(scope).health.report(namespace, failing)
  }

  async absent<const C extends api.AbsentCall>(scope: ScopeName, namespace: string, caller: Caller, call: C) {
    const outcome = answerAbsent(this.scope(scope).store, namespace, call, caller)
    return outcome as Outcome<api.AbsentAnswer<C>> | undefined
  }

  async namespaceState(scope: ScopeName, name: string): Promise<NamespaceAnswer> {
    return this.scope(scope).namespaces.namespaceState(name)
  }

  async namespaceEmptied(scope: ScopeName, name: string, uid: string): Promise<void> {
    this.scope(scope).namespaces.namespaceEmptied(name, uid)
  }

  async namespaceForgotten(scope: ScopeName, name: string, last: Revision): Promise<boolean> {
    return this.scope(scope).namespaces.namespaceForgotten(name, last)
  }

  async namespaceRemaining(scope: ScopeName, name: string, uid: string, remaining: Remaining): Promise<boolean> {
    return this.scope(scope).namespaces.namespaceRemaining(name, uid, remaining)
  }

  async terminate(scope: ScopeName, state: NamespaceState): Promise<void> {
    this.scope(scope).namespaces.terminate(state)
    await this.ctx.storage.sync()
  }

  async ownerState(scope: ScopeName, namespace: string, reference: OwnerReference): Promise<OwnerState> {
    return this.scope(scope).collector.ownerState(namespace, reference)
  }

  async ownerFreed(scope: ScopeName, uid: string): Promise<void> {
    this.scope(scope).collector.ownerFreed(uid)
  }

  ownerChanged(scope: ScopeName, uid: string, work: api.OwnerWork): Promise<boolean> {
    return this.scope(scope).collector.ownerChanged(uid, work)
  }

  /** A watch: `?scope=…&call=…`, with `protocol=…` for a socket (see `WATCH_URL`). */
  override async fetch(request: Request): Promise<Response> {
    const query = new URL(request.url).searchParams
    const scope = this.scope(parseScopeName(query.get('scope') ?? ''))
    await scope.namespaces.known()
    const parameters = JSON.parse(query.get('call') ?? '') as WatchParameters
    const protocol = query.get('protocol')
    return openWatch(scope, parameters, request.signal, protocol === null ? undefined : { protocol })
  }

  /** The server is about to end. */
  async endWatches(scope: ScopeName): Promise<void> {
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

  scope(name: ScopeName): Scope {
    this.#standstill.called()
    return (this.#scope ??= new Scope(name, {
      db: this.db,
      env: environment,
      settings: parseServerSettings(this.env as unknown as SettingValues),
      registry: builtInRegistry,
      state: this.ctx,
      links: this.#links(name),
      onStandstill: () => this.#standstill.suspect(),
    }))
  }

  /** The scope after sleep, when an alarm or a socket wakes the object and nobody says its name. */
  #awake(): Scope | undefined {
    if (this.#scope) return this.#scope
    const [socket] = this.ctx.getWebSockets()
    const attached = socket?.deserializeAttachment() as SocketAttachment | undefined
    const name = new SettingsTable(this.db).read('scope') ?? attached?.scope
    return name === undefined ? undefined : this.scope(parseScopeName(name))
  }

  #links(self: ScopeName): ClusterLink & OwnerLink & HealthLink {
    const at = (scope: ScopeName) => this.env.SCOPES.get(this.env.SCOPES.idFromName(formatScopeName(scope)))
    const cluster = clusterOf(self)
    const other = (namespace: string) => namespaceIn(self, namespace)
    return answeringInTime({
      namespaceState: (name) => at(cluster).namespaceState(cluster, name),
      namespaceEmptied: (name, uid) => at(cluster).namespaceEmptied(cluster, name, uid),
      ownerState: (namespace, reference) => at(cluster).ownerState(cluster, namespace, reference),
      ownerFreed: (uid) => at(cluster).ownerFreed(cluster, uid),
      ownerChanged: (namespace, uid, work) => at(other(namespace)).ownerChanged(other(namespace), uid, work),
      namespaceForgotten: (name, last) => at(cluster).namespaceForgotten(cluster, name, last),
      namespaceRemaining: (name, uid, remaining) => at(cluster).namespaceRemaining(cluster, name, uid, remaining),
      reportFailing: (namespace, failing) => at(cluster).reportFailing(cluster, namespace, failing),
      terminate: (name, state) => at(other(name)).terminate(other(name), state),
    })
  }
}
