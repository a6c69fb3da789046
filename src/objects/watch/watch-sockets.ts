import type { WatchParameters } from '../../core/watch/parameters.ts'
import { startOf, type WatchPosition } from '../../core/watch/session.ts'
import { afterClockSteps } from '../../core/watch/wall-deadline.ts'
import type { ScopeStore } from '../../storage/store/scope-store.ts'
import { dropAllSocketParameters } from '../../storage/store/socket-parameters.ts'
import type { TimerHandlers } from '../alarm.ts'
import {
  attachedParameters,
  dropAttached,
  newAttachment,
  type SocketAttachment,
  type SocketPosition,
} from './socket-attachment.ts'
import { NORMAL_CLOSURE, parseAck, SocketSink } from './socket-sink.ts'
import { Watch } from './watch.ts'
import type { WatchHub } from './watch-hub.ts'
import { WatchStream } from './watch-stream.ts'

const BOOKMARK_MS = 60_000
const MINUTE_MS = 60_000
/** Deadlines further away than this are rounded up to whole minutes: fewer alarms. */
const EXACT_DEADLINE_MS = 5 * MINUTE_MS

interface OpenSocket {
  socket: WebSocket
  stream: WatchStream<Watch>
  watch: Watch
  sink: SocketSink
  /** as it is kept with the socket */
  attachment: SocketAttachment
}

/**
 * Watches over WebSockets. The object may leave memory between events while the sockets stay. A socket that is there after
 * hibernation is live and is owed nothing, unless it acknowledges: where that one stands is kept with it, anew after every
 * delivery and acknowledgement.
 */
export class WatchSockets {
  readonly #store: ScopeStore
  readonly #hub: WatchHub
  readonly #state: DurableObjectState
  readonly #open = new Map<WebSocket, OpenSocket>()
  /** Sockets whose place is to be kept. */
  readonly #moved = new Set<OpenSocket>()
  /** How many want bookmarks. */
  #bookmarked = 0

  constructor(store: ScopeStore, hub: WatchHub, state: DurableObjectState) {
    this.#store = store
    this.#hub = hub
    this.#state = state
    hub.onMoved = ({ socket }) => this.#noteMove(socket)
    hub.onRest = () => this.#keepMoved()
    hub.onGone = ({ socket }) => this.#forget(socket)
    const sockets = state.getWebSockets()
    for (const socket of sockets) this.#wake(socket)
    if (sockets.length === 0) dropAllSocketParameters(store)
    this.#settleDeadlines()
  }

  readonly handlers: Pick<TimerHandlers, 'bookmarks' | 'deadlines'> = {
    bookmarks: () => this.#bookmark(),
    deadlines: () => this.#endOverdue(),
  }

  /** Takes a new socket in. Its first events follow. */
  accept(socket: WebSocket, parameters: WatchParameters, lengthMs: number): void {
    const now = this.#store.env.now()
    const exact = now + lengthMs
    const at = lengthMs > EXACT_DEADLINE_MS ? Math.ceil(exact / MINUTE_MS) * MINUTE_MS : exact
    const start = startOf(parameters.start, this.#store.clock.last)
    const open = this.#openSocket(socket, new SocketSink(socket), parameters, start)
    this.#state.acceptWebSocket(socket)
    this.#add({ ...open, attachment: newAttachment(this.#store, parameters, { at, lengthMs: at - now }) })
    this.#setDeadline(at)
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
    if (open) this.#hub.leave(open.stream)
    else dropAttached(this.#store, socket.deserializeAttachment() as SocketAttachment | null)
  }

  /** Something was committed: sockets that want bookmarks get one within a minute. */
  committed(): void {
    if (this.#bookmarked === 0 || !this.#store.settings.exists) return
    const at = this.#store.env.now() + BOOKMARK_MS
    // one that is set for later was set before the clock stepped back
    if ((this.#store.timers.dueAt('bookmarks', '') ?? Infinity) <= at) return
    this.#store.transaction((tx) => tx.setTimer('bookmarks', '', at))
  }

  /** Takes a socket in again that was there before the object slept. */
  #wake(socket: WebSocket): void {
    if (socket.readyState !== WebSocket.OPEN) return
    const attachment = socket.deserializeAttachment() as SocketAttachment
    const parameters = attachedParameters(this.#store, attachment)
    if (!parameters || !this.#store.registry.named(parameters.resource)) return socket.close(NORMAL_CLOSURE)
    const { position, first } = attachment
    const start = position?.state ?? startOf({ from: 'now' }, this.#store.clock.last)
    const open = this.#openSocket(socket, new SocketSink(socket, position), parameters, start)
    open.watch.first = first
    if (position) this.#hub.backlog.sent(open.stream.account, position.sent - position.acknowledged)
    this.#add({ ...open, attachment })
  }

  #openSocket(socket: WebSocket, sink: SocketSink, parameters: WatchParameters, start: WatchPosition) {
    const stream = new WatchStream<Watch>(this.#hub.backlog, sink, socket)
    return { socket, stream, watch: new Watch(this.#store, parameters, stream, start), sink }
  }

  #add(open: OpenSocket): void {
    this.#open.set(open.socket, open)
    if (open.watch.parameters.bookmarks) this.#bookmarked++
    open.socket.serializeAttachment(open.attachment)
    this.#hub.open(open.stream)
  }

  #noteMove(socket: WebSocket | undefined): void {
    const open = socket && this.#open.get(socket)
    if (open) this.#moved.add(open)
  }

  #keepMoved(): void {
    for (const open of this.#moved) this.#keep(open)
    if ([...this.#moved].some(({ stream }) => stream.isWaiting)) this.#setDeadline(this.#store.env.now() + MINUTE_MS)
    this.#moved.clear()
  }

  /** Before the object may sleep: notes where a socket stands, if that has changed. */
  #keep(open: OpenSocket): void {
    const { attachment, watch } = open
    const position = this.#positionOf(open)
    if (attachment.first === watch.first && isSame(attachment.position, position)) return
    this.#attach(open, { ...attachment, first: watch.first, ...(position ? { position } : {}) })
  }

  #positionOf({ watch, sink, attachment }: OpenSocket): SocketPosition | undefined {
    const state = this.#hub.positionOf(watch)
    const { progress } = sink
    if (!progress || !state) return undefined
    const before = attachment.position
    const hasTaken = before?.acknowledged !== progress.acknowledged || before.sent === before.acknowledged
    return { ...progress, state, takenAt: hasTaken ? this.#store.env.now() : before.takenAt }
  }

  #attach(open: OpenSocket, attachment: SocketAttachment): void {
    open.attachment = attachment
    if (open.stream.phase === 'open') open.socket.serializeAttachment(attachment)
  }

  #forget(socket: WebSocket | undefined): void {
    const open = socket && this.#open.get(socket)
    if (!open) return
    this.#open.delete(open.socket)
    this.#moved.delete(open)
    if (open.watch.parameters.bookmarks) this.#bookmarked--
    dropAttached(this.#store, open.attachment)
  }

  /** Only where the scope's last revision moved since the last one: an idle object sends none. */
  async #bookmark(): Promise<void> {
    this.#store.transaction((tx) => tx.clearTimer('bookmarks', ''))
    const { last } = this.#store.clock
    const behind = this.#all().filter(({ watch }) => watch.bookmarked < last)
    await this.#hub.bookmark(behind.map(({ stream }) => stream))
  }

  async #endOverdue(): Promise<void> {
    this.#store.transaction((tx) => tx.clearTimer('deadlines', ''))
    this.#settleDeadlines()
    await this.#hub.delivered()
    await this.#endReached()
    const soon = this.#store.env.now() + MINUTE_MS
    const next = Math.min(
      ...this.#all().map(({ attachment, stream }) => (stream.isWaiting ? soon : attachment.deadline.at)),
    )
    if (next !== Infinity) this.#setDeadline(next)
  }

  /** The sockets that are sent to. */
  #all(): OpenSocket[] {
    return [...this.#open.values()].filter(({ stream }) => stream.phase === 'open')
  }

  /** Takes it that the clock may have been set. */
  #settleDeadlines(): void {
    const all = this.#all()
    const deadlines = afterClockSteps(
      all.map(({ attachment }) => attachment.deadline),
      this.#store.env.now(),
    )
    for (const [i, open] of all.entries()) {
      const deadline = deadlines[i]!
      if (deadline.at === open.attachment.deadline.at) continue
      this.#attach(open, { ...open.attachment, deadline })
      this.#setDeadline(deadline.at)
    }
  }

  /** Where the namespace does not exist nothing is written: a timer in memory keeps the object awake. */
  #setDeadline(at: number): void {
    if (this.#store.settings.exists) {
      this.#store.transaction((tx) => tx.setTimerNoLater('deadlines', '', at))
      return
    }
    setTimeout(() => void this.#endReached(), Math.max(0, at - this.#store.env.now()))
  }

  #endReached(): Promise<void> {
    const now = this.#store.env.now()
    const reached = this.#all().filter((open) => open.attachment.deadline.at <= now || isStuck(open, now))
    return this.#hub.end(reached.map(({ stream }) => stream))
  }
}

/** It is owed something, and its client acknowledged nothing for a minute. */
const isStuck = ({ stream, attachment: { position } }: OpenSocket, now: number): boolean =>
  stream.isWaiting && position !== undefined && now - position.takenAt >= MINUTE_MS

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
