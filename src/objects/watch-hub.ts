import { isExpired } from '../core/watch/session.ts'
import type { Change } from '../storage/change.ts'
import type { ScopeStore } from '../storage/scope-store.ts'
import { EventBatch } from './event-sink.ts'
import { nextTurn } from './next-turn.ts'
import type { Watch } from './watch.ts'
import { WatchReader } from './watch-reader.ts'

/** Watches served in one turn before the event loop gets its turn. */
const SLICE_WATCHES = 32
const SLICE_BYTES = 1_048_576
/** All readers of a scope together may be so far behind in memory; past that, those that are behind wait. */
const MAX_WAITING_BYTES = 33_554_432
/** Over HTTP, about once a minute: a bookmark where one is wanted, which also finds readers that are gone. */
const MINUTE_MS = 60_000

/**
 * Delivers events, apart from writing: a commit marks watches as due and is done; a loop of its own goes over the due
 * watches in slices, yielding between them, and gives each everything committed since what it got last as one write. So no
 * writer waits for watchers, and under many writes many events cost one send.
 */
export class WatchHub {
  readonly #store: ScopeStore
  readonly #reader: WatchReader
  readonly #watches = new Set<Watch>()
  readonly #byResource = new Map<string, Set<Watch>>()
  #due = new Set<Watch>()
  #delivering = false
  #ticker: { timer: ReturnType<typeof setTimeout>; at: number } | undefined
  readonly #durable: () => Promise<void>
  /** Called when a loop is over: what must be kept for sockets that are owed something is kept then. */
  onIdle: (blocked: Watch[]) => void = () => {}
  onClosed: (watch: Watch) => void = () => {}

  /** `durable` resolves when what was committed cannot be lost any more. */
  constructor(store: ScopeStore, durable: () => Promise<void>) {
    this.#store = store
    this.#reader = new WatchReader(store)
    this.#durable = durable
  }

  get size(): number {
    return this.#watches.size
  }

  *[Symbol.iterator](): IterableIterator<Watch> {
    yield* this.#watches
  }

  /** Registers a watch; its first events follow in the loop. */
  add(watch: Watch): void {
    this.#watches.add(watch)
    const { resource } = watch.parameters
    const same = this.#byResource.get(resource) ?? new Set()
    this.#byResource.set(resource, same.add(watch))
    watch.sink.onDrain = () => this.#mark([watch])
    watch.sink.onGone = () => this.remove(watch)
    if (!watch.socket) {
      watch.nextMinute = this.#store.env.now() + MINUTE_MS
      this.#tickBy(Math.min(watch.deadline, watch.nextMinute))
    }
    this.#mark([watch])
  }

  /** Takes a watch out, whatever became of its stream. */
  remove(watch: Watch): void {
    if (!this.#watches.delete(watch)) return
    watch.state = { phase: 'closed' }
    this.#byResource.get(watch.parameters.resource)?.delete(watch)
    this.#due.delete(watch)
    this.onClosed(watch)
  }

  /** Committed changes, in order: marks who watches their resources. */
  publish(changes: readonly Change[]): void {
    if (changes.length === 0) return
    this.#reader.committed(changes)
    for (const resource of new Set(changes.map((change) => change.resource))) {
      const watches = this.#byResource.get(resource)
      if (watches?.size) this.#mark(watches)
    }
  }

  /** Sends a bookmark to each of `watches` that wants one and was sent everything (W10). */
  bookmark(watches: Iterable<Watch>): void {
    for (const watch of watches) {
      if (!watch.parameters.bookmarks || !this.#catchUp(watch) || watch.state.phase !== 'live') continue
      const revision = watch.state.sent
      if (!watch.sink.offer(new EventBatch([watch.encoder.bookmark(revision, false, watch.first)]))) continue
      watch.first = false
      watch.bookmarked = revision
    }
  }

  /** Ends a watch in order: what it is owed goes out first, with a last bookmark if it wants one. */
  end(watch: Watch): void {
    if (watch.state.phase === 'closed') return
    this.bookmark([watch])
    watch.sink.end()
    this.remove(watch)
  }

  /** History was dropped: watches that waited below the floor are ended, as they could not go on without a gap. */
  endExpired(): void {
    for (const watch of [...this.#watches]) if (isExpired(watch.state, this.#store.floor)) this.#mark([watch])
  }

  #mark(watches: Iterable<Watch>): void {
    for (const watch of watches) this.#due.add(watch)
    if (this.#delivering || this.#due.size === 0) return
    this.#delivering = true
    void this.#deliver()
  }

  async #deliver(): Promise<void> {
    await this.#durable().catch(() => {})
    await nextTurn()
    while (this.#due.size > 0) {
      const round = this.#due
      this.#due = new Set()
      await this.#deliverRound(round)
      this.#reader.endRound()
    }
    this.#delivering = false
    this.onIdle([...this.#watches].filter((watch) => watch.sink.isBlocked))
  }

  async #deliverRound(round: Set<Watch>): Promise<void> {
    let served = 0
    let bytes = 0
    for (const watch of round) {
      bytes += this.#step(watch)
      if (++served < SLICE_WATCHES && bytes < SLICE_BYTES) continue
      await nextTurn()
      served = 0
      bytes = 0
    }
  }

  /** Gives a watch its next delivery; what is left makes it due again. Returns the bytes sent. */
  #step(watch: Watch): number {
    if (watch.state.phase === 'closed') return 0
    if (this.#mustWait(watch) && !isExpired(watch.state, this.#store.floor)) return 0
    const delivery = this.#reader.next(watch)
    if (!delivery || (delivery.batch && !watch.sink.offer(delivery.batch))) return 0
    watch.state = delivery.state
    if (delivery.batch) watch.first = false
    if (delivery.state.phase === 'closed') {
      watch.sink.end()
      this.remove(watch)
    } else this.#due.add(watch)
    return delivery.batch?.bytes.byteLength ?? 0
  }

  /** Delivers all that is owed at once; false if the reader is too slow for that. */
  #catchUp(watch: Watch): boolean {
    while (this.#watches.has(watch)) {
      if (this.#mustWait(watch)) return false
      const before = watch.state
      this.#step(watch)
      if (watch.state === before) return true
    }
    return false
  }

  #mustWait(watch: Watch): boolean {
    if (watch.sink.isBlocked) return true
    return watch.sink.waitingBytes > 0 && this.#waitingBytes() > MAX_WAITING_BYTES
  }

  #waitingBytes(): number {
    let total = 0
    for (const watch of this.#watches) total += watch.sink.waitingBytes
    return total
  }

  /** HTTP watches keep the object awake anyway: their bookmarks and deadlines hang on one timer in memory. */
  #tickBy(at: number): void {
    if (at === Infinity || (this.#ticker && this.#ticker.at <= at)) return
    if (this.#ticker) clearTimeout(this.#ticker.timer)
    const timer = setTimeout(() => this.#tick(), Math.max(0, at - this.#store.env.now()))
    this.#ticker = { timer, at }
  }

  #tick(): void {
    this.#ticker = undefined
    const now = this.#store.env.now()
    let next = Infinity
    for (const watch of [...this.#watches]) {
      if (watch.socket) continue
      if (watch.deadline <= now) {
        this.end(watch)
        continue
      }
      if (watch.nextMinute <= now) this.#minute(watch, now)
      next = Math.min(next, watch.deadline, watch.nextMinute)
    }
    this.#tickBy(next)
  }

  /** A reader that is behind and took nothing for a whole minute is cut off; it goes on from its last version. */
  #minute(watch: Watch, now: number): void {
    watch.nextMinute = now + MINUTE_MS
    const stuck = watch.sink.isBlocked && watch.sink.takenBytes === watch.takenBefore
    watch.takenBefore = watch.sink.takenBytes
    if (stuck) this.end(watch)
    else this.bookmark([watch])
  }
}
