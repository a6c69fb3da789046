import type { Revision } from '../../core/revision.ts'
import type { WatchPosition } from '../../core/watch/session.ts'
import type { Change } from '../../storage/store/change.ts'
import type { ScopeStore } from '../../storage/store/scope-store.ts'
import { type Account, Backlog } from './backlog/backlog.ts'
import { StreamClock } from './clock/stream-clock.ts'
import { DeliveryLoop } from './loop/delivery-loop.ts'
import { inSlices } from './loop/in-slices.ts'
import type { Watch } from './watch.ts'
import { WatchReader } from './watch-reader.ts'
import type { WatchStream } from './watch-stream.ts'

/** About once a minute a stream gets the bookmark it wants. Writing it also finds readers that are gone. */
const MINUTE_MS = 60_000
/** A stream that was ended in order is cut off after this if its reader does not take the rest. */
const ENDING_MS = 10_000

interface HubOptions {
  /** Ends the object and everything it holds: the only way to get rid of closed sockets that nobody reads. */
  restart: (reason: string) => void
  /** Called when time passed and the clock did not show it. */
  onStandstill?: (() => void) | undefined
}

/**
 * The streams of a scope and the three rooms that serve them. The loop delivers. The backlog decides who may be sent more and
 * who is cut off. The clock keeps their minutes and deadlines.
 */
export class WatchHub {
  readonly backlog: Backlog
  readonly #loop: DeliveryLoop
  readonly #clock: StreamClock<WatchStream<Watch>>
  readonly #streams = new Map<Account, WatchStream<Watch>>()
  readonly #watches = new Set<Watch>()
  /** Called when something was sent to a stream, or its position moved on. */
  onMoved: (stream: WatchStream<Watch>) => void = () => {}
  /** Called when nothing is due for now: the moment to save where streams stand. */
  onRest: () => void = () => {}
  /** Called when a stream and its transport are gone. */
  onGone: (stream: WatchStream<Watch>) => void = () => {}

  constructor(store: ScopeStore, { restart, onStandstill = () => {} }: HubOptions) {
    const now = store.env.steadyClock()
    this.backlog = new Backlog({
      now,
      cut: (account) => this.#cut(account),
      resume: (account) => this.#resume(account),
    })
    this.#clock = new StreamClock<WatchStream<Watch>>({
      now,
      onDue: (due, at) => this.#attendTo(due, at),
      isAwaited: () => this.backlog.isAwaited,
      onStandstill,
      onLook: () => {
        this.backlog.look()
        if (this.backlog.isLost) restart('sockets that were closed hold too much that nobody reads')
      },
    })
    this.#loop = new DeliveryLoop({
      store,
      reader: new WatchReader(store),
      backlog: this.backlog,
      onClosed: (watch) => this.#closed(watch),
      onMoved: ({ stream }) => this.#moved(stream),
      onRest: () => this.#rested(),
    })
  }

  get size(): number {
    return this.#watches.size
  }

  *[Symbol.iterator](): IterableIterator<Watch> {
    yield* this.#watches
  }

  get isDelivering(): boolean {
    return this.#loop.isDelivering
  }

  /** Takes in a stream with its watches and starts delivering to them. The stream ends after `lengthMs`. */
  open(stream: WatchStream<Watch>, lengthMs = Infinity): void {
    this.#streams.set(stream.account, stream)
    stream.sink.onTaken = (bytes) => {
      this.backlog.took(stream.account, bytes)
      this.#resume(stream.account)
    }
    stream.sink.onGone = () => this.#gone(stream)
    if (!stream.socket) {
      const now = this.#clock.now()
      stream.deadline = now + lengthMs
      stream.nextMinute = now + MINUTE_MS
      this.#clock.add(stream)
    }
    for (const watch of stream.watches) {
      this.#watches.add(watch)
      this.#loop.add(watch)
    }
  }

  /** Takes committed changes, in order. */
  publish(changes: readonly Change[]): void {
    this.#loop.publish(changes)
  }

  /** Sends a bookmark on those of `streams` that want one. */
  async bookmark(streams: readonly WatchStream<Watch>[]): Promise<void> {
    await inSlices(streams, (stream) => this.#bookmark(stream))
    this.#loop.rest()
  }

  /** Ends streams in order, each with a last bookmark where one is wanted. The end goes behind everything already sent. */
  async end(streams: readonly WatchStream<Watch>[]): Promise<void> {
    await inSlices(streams, (stream) => this.#end(stream))
    this.#loop.rest()
  }

  /** Ends all streams in order. */
  endAll(): Promise<void> {
    return this.end([...this.#streams.values()])
  }

  /** The reader of a stream went away. */
  leave(stream: WatchStream<Watch>): void {
    this.#gone(stream)
  }

  /** Resolves when each watch that is due now has had its turn. */
  delivered(): Promise<void> {
    return this.#loop.delivered()
  }

  positionOf(watch: Watch): WatchPosition | undefined {
    return this.#loop.positionOf(watch)
  }

  /** Moves watches on to `revision`: nothing that they could see happened up to it. */
  passOver(revision: Revision): void {
    this.#loop.passOver(revision)
  }

  /** Ends the watches below the floor, after history was dropped. */
  endExpired(): void {
    this.#loop.endExpired(this.#watches)
    for (const stream of this.#streams.values()) this.onMoved(stream)
    this.#loop.rest()
  }

  #bookmark(stream: WatchStream<Watch>): void {
    for (const watch of stream.watches) this.#loop.bookmark(watch)
  }

  #end(stream: WatchStream<Watch>): void {
    if (stream.phase !== 'open') return
    this.#bookmark(stream)
    this.#close(stream)
  }

  /** Stops sending. The end goes behind what was already sent. */
  #close(stream: WatchStream<Watch>): void {
    if (stream.phase !== 'open') return
    this.#stopSending(stream)
    stream.deadline = this.#clock.now() + ENDING_MS
    stream.nextMinute = Infinity
    if (!stream.socket) this.#clock.add(stream)
    stream.sink.end()
  }

  /** Ends a stream at once and throws away what its reader has not taken. */
  #cut(account: Account): void {
    const stream = this.#streams.get(account)
    if (!stream || stream.phase === 'gone') return
    this.#stopSending(stream)
    this.#clock.remove(stream)
    stream.sink.abort()
  }

  #stopSending(stream: WatchStream<Watch>): void {
    stream.phase = 'ending'
    this.backlog.end(stream.account)
    for (const watch of stream.watches) this.#loop.remove(watch)
  }

  #gone(stream: WatchStream<Watch>): void {
    if (stream.phase === 'gone') return
    stream.phase = 'gone'
    for (const watch of stream.watches) this.#loop.remove(watch)
    this.#streams.delete(stream.account)
    this.#clock.remove(stream)
    this.backlog.release(stream.account)
    this.onGone(stream)
  }

  #closed(watch: Watch): void {
    this.#watches.delete(watch)
    watch.stream.watches.delete(watch)
    if (watch.stream.watches.size === 0) this.#close(watch.stream)
  }

  #resume(account: Account): void {
    for (const watch of this.#streams.get(account)?.watches ?? []) this.#loop.resume(watch)
  }

  #moved(stream: WatchStream<Watch>): void {
    this.onMoved(stream)
    if (stream.sink.isOverdrawn) this.#close(stream)
  }

  #rested(): void {
    this.#clock.attend()
    this.onRest()
  }

  async #attendTo(due: readonly WatchStream<Watch>[], now: number): Promise<void> {
    await inSlices(due, (stream) => {
      if (stream.phase === 'ending') this.#cut(stream.account)
      else if (stream.deadline <= now) this.#end(stream)
      else this.#minute(stream, now)
    })
    this.#loop.rest()
  }

  /** Ends the stream of a reader that owes something and took nothing for a whole minute. It can resume from its last version. */
  #minute(stream: WatchStream<Watch>, now: number): void {
    const stillMs = this.backlog.stillFor(stream.account)
    if (stillMs >= MINUTE_MS) return this.#close(stream)
    stream.nextMinute = now + MINUTE_MS - stillMs
    this.#bookmark(stream)
  }
}
