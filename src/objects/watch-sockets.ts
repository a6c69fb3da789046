import type { WatchParameters } from '../core/watch/parameters.ts'
import { startOf, type WatchState } from '../core/watch/session.ts'
import { deleteSocketParameters, readSocketParameters, writeSocketParameters } from '../storage/statements.ts'
import { firstRow } from '../storage/database.ts'
import type { ScopeStore } from '../storage/scope-store.ts'
import type { TimerHandlers } from './alarm.ts'
import { parseAck, SocketSink } from './socket-sink.ts'
import { Watch } from './watch.ts'
import type { WatchHub } from './watch-hub.ts'

const BOOKMARK_MS = 60_000
const MINUTE_MS = 60_000
/** Deadlines further away than this are rounded up to whole minutes: fewer alarms. */
const EXACT_DEADLINE_MS = 5 * MINUTE_MS
/** An attachment may have 16,384 bytes; larger parameters go into a row. */
const MAX_ATTACHED_LENGTH = 8_000

/** What survives hibernation of a socket, beside the socket itself. */
export interface SocketAttachment {
  scope: string
  deadline: number
  /** absent where it is too large: then it is in the row `id` */
  parameters?: WatchParameters
  id?: string
  /** Where a socket stands that is owed something; one without was sent everything before the object slept. */
  owed?: { state: WatchState; first: boolean }
}

/**
 * Watches over WebSockets: the object may leave memory between events while the sockets stay. A socket that is there after
 * hibernation is live and is owed nothing, unless its attachment says so (architecture: watch).
 */
export class WatchSockets {
  readonly #store: ScopeStore
  readonly #hub: WatchHub
  readonly #state: DurableObjectState
  readonly #watches = new Map<WebSocket, Watch>()

  constructor(store: ScopeStore, hub: WatchHub, state: DurableObjectState) {
    this.#store = store
    this.#hub = hub
    this.#state = state
    hub.onIdle = (blocked) => this.#keepOwed(blocked)
    hub.onClosed = (watch) => this.#closed(watch)
    for (const socket of state.getWebSockets()) this.#restore(socket)
  }

  readonly handlers: Pick<TimerHandlers, 'bookmarks' | 'deadlines'> = {
    bookmarks: () => this.#bookmark(),
    deadlines: () => this.#endOverdue(),
  }

  /** Takes a new socket in. Its first events follow. */
  accept(socket: WebSocket, parameters: WatchParameters, deadline: number): void {
    const rounded =
      deadline - this.#store.env.now() > EXACT_DEADLINE_MS ? Math.ceil(deadline / MINUTE_MS) * MINUTE_MS : deadline
    const watch = this.#watch(socket, parameters, startOf(parameters.start, this.#store.clock.last), rounded)
    this.#state.acceptWebSocket(socket)
    socket.serializeAttachment(this.#attachment(watch))
    this.#hub.add(watch)
    this.#setDeadline(rounded)
  }

  message(socket: WebSocket, message: string | ArrayBuffer): void {
    const ack = parseAck(message)
    const sink = this.#watches.get(socket)?.sink
    if (ack && sink instanceof SocketSink) sink.acknowledge(ack)
  }

  gone(socket: WebSocket): void {
    const watch = this.#watches.get(socket)
    if (watch) this.#hub.remove(watch)
  }

  /** Something was committed: sockets that want bookmarks get one within a minute. */
  committed(): void {
    if (!this.#store.settings.exists || this.#store.timers.isSet('bookmarks', '')) return
    for (const watch of this.#watches.values()) {
      if (!watch.parameters.bookmarks) continue
      this.#store.timers.set('bookmarks', '', this.#store.env.now() + BOOKMARK_MS)
      return
    }
  }

  #restore(socket: WebSocket): void {
    const attachment = socket.deserializeAttachment() as SocketAttachment
    const { owed, deadline } = attachment
    const state = owed?.state ?? startOf({ from: 'now' }, this.#store.clock.last)
    const watch = this.#watch(socket, this.#parametersOf(attachment), state, deadline)
    watch.first = owed?.first ?? false
    this.#hub.add(watch)
  }

  #watch(socket: WebSocket, parameters: WatchParameters, state: WatchState, deadline: number): Watch {
    const watch = new Watch(parameters, new SocketSink(socket), state, deadline, () => this.#store.env.now(), socket)
    this.#watches.set(socket, watch)
    return watch
  }

  #attachment(watch: Watch): SocketAttachment {
    const { parameters, deadline } = watch
    const base = { scope: this.#store.scope, deadline }
    const text = JSON.stringify(parameters)
    if (text.length <= MAX_ATTACHED_LENGTH || !this.#store.settings.exists) return { ...base, parameters }
    const id = this.#store.env.uuid()
    this.#store.db.run(writeSocketParameters, id, text)
    return { ...base, id }
  }

  #parametersOf({ parameters, id }: SocketAttachment): WatchParameters {
    if (parameters) return parameters
    const row = firstRow(this.#store.db.rows<{ parameters: string }>(readSocketParameters, id ?? ''))
    if (!row) throw new Error(`the parameters of socket ${id} are missing`)
    return JSON.parse(row.parameters) as WatchParameters
  }

  /** Before the object may sleep: notes where the sockets stand that wait for their reader. */
  #keepOwed(blocked: readonly Watch[]): void {
    for (const watch of blocked) {
      if (!watch.socket) continue
      const attachment = watch.socket.deserializeAttachment() as SocketAttachment
      watch.socket.serializeAttachment({ ...attachment, owed: { state: watch.state, first: watch.first } })
    }
  }

  #closed(watch: Watch): void {
    if (!watch.socket || !this.#watches.delete(watch.socket)) return
    const id = (watch.socket.deserializeAttachment() as SocketAttachment | null)?.id
    if (id) this.#store.db.run(deleteSocketParameters, id)
  }

  /** Only where the scope's last revision moved since the last one: an idle object sends none. */
  #bookmark(): void {
    this.#store.timers.clear('bookmarks', '')
    this.#hub.bookmark([...this.#watches.values()].filter((watch) => watch.bookmarked < this.#store.clock.last))
  }

  #endOverdue(): void {
    this.#store.timers.clear('deadlines', '')
    const now = this.#store.env.now()
    for (const watch of [...this.#watches.values()]) if (watch.deadline <= now) this.#hub.end(watch)
    const next = Math.min(...[...this.#watches.values()].map((watch) => watch.deadline))
    if (next !== Infinity) this.#setDeadline(next)
  }

  #setDeadline(deadline: number): void {
    if (this.#store.settings.exists) {
      this.#store.timers.setNoLater('deadlines', '', deadline)
      return
    }
    setTimeout(() => this.#endOverdueInMemory(), Math.max(0, deadline - this.#store.env.now()))
  }

  /** Where the namespace does not exist nothing is written: the timer in memory keeps the object awake. */
  #endOverdueInMemory(): void {
    const now = this.#store.env.now()
    for (const watch of [...this.#watches.values()]) if (watch.deadline <= now) this.#hub.end(watch)
  }
}
