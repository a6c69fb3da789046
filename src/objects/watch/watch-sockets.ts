import type { WatchParameters } from '../../core/watch/parameters.ts'
import { startOf, type WatchState } from '../../core/watch/session.ts'
import type { ScopeStore } from '../../storage/scope-store.ts'
import { dropAllSocketParameters } from '../../storage/socket-parameters.ts'
import type { TimerHandlers } from '../alarm.ts'
import { attachedParameters, dropAttached, newAttachment, type SocketAttachment } from './socket-attachment.ts'
import { NORMAL_CLOSURE, parseAck, SocketSink } from './socket-sink.ts'
import { Watch } from './watch.ts'
import type { WatchHub } from './watch-hub.ts'

const BOOKMARK_MS = 60_000
const MINUTE_MS = 60_000
/** Deadlines further away than this are rounded up to whole minutes: fewer alarms. */
const EXACT_DEADLINE_MS = 5 * MINUTE_MS

interface OpenSocket {
  socket: WebSocket
  watch: Watch
  sink: SocketSink
  /** as it is kept with the socket */
  attachment: SocketAttachment
}

/**
 * Watches over WebSockets: the object may leave memory between events while the sockets stay. A socket that is there after
 * hibernation is live and is owed nothing, but for one that acknowledges: where that stands is kept with it, anew after every
 * delivery and acknowledgement.
 */
export class WatchSockets {
  readonly #store: ScopeStore
  readonly #hub: WatchHub
  readonly #state: DurableObjectState
  readonly #open = new Map<WebSocket, OpenSocket>()

  constructor(store: ScopeStore, hub: WatchHub, state: DurableObjectState) {
    this.#store = store
    this.#hub = hub
    this.#state = state
    hub.onIdle = () => {
      for (const open of this.#open.values()) this.#keep(open)
    }
    hub.onClosed = (watch) => this.#closed(watch)
    const sockets = state.getWebSockets()
    for (const socket of sockets) this.#wake(socket)
    if (sockets.length === 0) dropAllSocketParameters(store)
  }

  readonly handlers: Pick<TimerHandlers, 'bookmarks' | 'deadlines'> = {
    bookmarks: () => this.#bookmark(),
    deadlines: () => this.#endOverdue(),
  }

  /** Takes a new socket in. Its first events follow. */
  accept(socket: WebSocket, parameters: WatchParameters, deadline: number): void {
    const rounded =
      deadline - this.#store.env.now() > EXACT_DEADLINE_MS ? Math.ceil(deadline / MINUTE_MS) * MINUTE_MS : deadline
    const state = startOf(parameters.start, this.#store.clock.last)
    const open = this.#openSocket(socket, new SocketSink(socket), parameters, state, rounded)
    this.#state.acceptWebSocket(socket)
    this.#add({ ...open, attachment: newAttachment(this.#store, open.watch) })
    this.#setDeadline(rounded)
  }

  message(socket: WebSocket, message: string | ArrayBuffer): void {
    const ack = parseAck(message)
    const open = this.#open.get(socket)
    if (!ack || !open) return
    open.sink.acknowledge(ack)
    this.#keep(open)
  }

  gone(socket: WebSocket): void {
    const open = this.#open.get(socket)
    if (open) this.#hub.remove(open.watch)
    else dropAttached(this.#store, socket.deserializeAttachment() as SocketAttachment | null)
  }

  /** Something was committed: sockets that want bookmarks get one within a minute. */
  committed(): void {
    if (!this.#store.settings.exists || this.#store.timers.isSet('bookmarks', '')) return
    for (const { watch } of this.#open.values()) {
      if (!watch.parameters.bookmarks) continue
      this.#store.transaction((tx) => tx.setTimer('bookmarks', '', tx.env.now() + BOOKMARK_MS))
      return
    }
  }

  /** Takes a socket in again that was there before the object slept. */
  #wake(socket: WebSocket): void {
    const attachment = socket.deserializeAttachment() as SocketAttachment
    const parameters = attachedParameters(this.#store, attachment)
    if (!parameters || !this.#store.registry.named(parameters.resource)) return socket.close(NORMAL_CLOSURE)
    const { position, first, deadline } = attachment
    const state = position?.state ?? startOf({ from: 'now' }, this.#store.clock.last)
    const open = this.#openSocket(socket, new SocketSink(socket, position), parameters, state, deadline)
    open.watch.first = first
    this.#add({ ...open, attachment })
  }

  #openSocket(socket: WebSocket, sink: SocketSink, parameters: WatchParameters, state: WatchState, deadline: number) {
    const watch = new Watch(this.#store, parameters, sink, state, deadline, socket)
    return { socket, watch, sink }
  }

  #add(open: OpenSocket): void {
    this.#open.set(open.socket, open)
    open.socket.serializeAttachment(open.attachment)
    this.#hub.add(open.watch)
  }

  /** Before the object may sleep: notes where a socket stands, if that has changed. */
  #keep(open: OpenSocket): void {
    const { socket, watch, sink, attachment } = open
    const { progress } = sink
    const { first, position } = attachment
    const isKept =
      first === watch.first &&
      position?.sent === progress?.sent &&
      position?.acknowledged === progress?.acknowledged &&
      (!progress || position?.state === watch.state)
    if (isKept) return
    open.attachment = {
      ...attachment,
      first: watch.first,
      ...(progress ? { position: { ...progress, state: watch.state } } : {}),
    }
    socket.serializeAttachment(open.attachment)
  }

  #closed({ socket }: Watch): void {
    const open = socket && this.#open.get(socket)
    if (!open) return
    this.#open.delete(open.socket)
    dropAttached(this.#store, open.attachment)
  }

  /** Only where the scope's last revision moved since the last one: an idle object sends none. */
  async #bookmark(): Promise<void> {
    this.#store.transaction((tx) => tx.clearTimer('bookmarks', ''))
    await this.#hub.bookmark(this.#watches().filter((watch) => watch.bookmarked < this.#store.clock.last))
  }

  async #endOverdue(): Promise<void> {
    this.#store.transaction((tx) => tx.clearTimer('deadlines', ''))
    await this.#endReached()
    const next = Math.min(...this.#watches().map((watch) => watch.deadline))
    if (next !== Infinity) this.#setDeadline(next)
  }

  #watches(): Watch[] {
    return [...this.#open.values()].map(({ watch }) => watch)
  }

  /** Where the namespace does not exist nothing is written: a timer in memory keeps the object awake. */
  #setDeadline(deadline: number): void {
    if (this.#store.settings.exists) {
      this.#store.transaction((tx) => tx.setTimerNoLater('deadlines', '', deadline))
      return
    }
    setTimeout(() => void this.#endReached(), Math.max(0, deadline - this.#store.env.now()))
  }

  #endReached(): Promise<void> {
    const now = this.#store.env.now()
    return this.#hub.end(this.#watches().filter((watch) => watch.deadline <= now))
  }
}
