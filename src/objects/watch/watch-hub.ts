import { StatusError } from '../../core/errors/status-error.ts'
import type { Revision } from '../../core/revision.ts'
import { isBehind, isExpired, type WatchState } from '../../core/watch/session.ts'
import type { Change } from '../../storage/change.ts'
import type { ScopeStore } from '../../storage/scope-store.ts'
import { errorEvent } from './event-encoder.ts'
import { EventBatch } from './event-sink.ts'
import { inSlices, SLICE_WATCHES } from './in-slices.ts'
import { nextTurn } from '../next-turn.ts'
import type { Watch } from './watch.ts'
import { type Delivery, WatchReader } from './watch-reader.ts'

/** So much is sent in one turn, and so many rows are looked at for it, before writers get theirs. */
const SLICE_BYTES = 1_048_576
const SLICE_ROWS = 2_000
/** All readers of a scope together may be so far behind in memory; past that, those that are behind wait. */
const MAX_WAITING_BYTES = 33_554_432
/** Over HTTP, about once a minute: a bookmark where one is wanted, which also finds readers that are gone. */
const MINUTE_MS = 60_000
const BROKEN = new StatusError('InternalError', 'Internal error occurred: the watch could not go on')

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
  /** told when a round is over */
  #roundWaiters: (() => void)[] = []
  /** what is left of the round that is being delivered */
  #round: ReadonlySet<Watch> = new Set()
  /** everything up to this one was published; who is neither due nor waiting was sent all of it that is theirs */
  #published: Revision
  /** those that could not be sent what they are owed: looked at again when a reader took something */
  readonly #waiting = new Set<Watch>()
  #delivering = false
  #streams = 0
  #ticker: { timer: ReturnType<typeof setTimeout>; at: number } | undefined
  readonly #durable: () => Promise<void>
  /** Called when deliveries are over for now: where the watches stand is kept then. */
  onIdle: () => void = () => {}
  onClosed: (watch: Watch) => void = () => {}

  /** `durable` resolves when what was committed cannot be lost any more. */
  constructor(store: ScopeStore, durable: () => Promise<void>) {
    this.#store = store
    this.#reader = new WatchReader(store)
    this.#published = store.clock.last
    this.#durable = durable
  }

  get size(): number {
    return this.#watches.size
  }

  *[Symbol.iterator](): IterableIterator<Watch> {
    yield* this.#watches
  }

  /** True while some watch may be due. */
  get isDelivering(): boolean {
    return this.#delivering
  }

  /** Registers a watch; its first events follow in the loop. */
  add(watch: Watch): void {
    this.#watches.add(watch)
    const { resource } = watch.parameters
    const same = this.#byResource.get(resource) ?? new Set()
    this.#byResource.set(resource, same.add(watch))
    watch.sink.onDrain = () => this.#drained(watch)
    watch.sink.onGone = () => this.remove(watch)
    if (!watch.socket) {
      this.#streams++
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
    this.#waiting.delete(watch)
    if (!watch.socket && --this.#streams === 0) this.#stopTicking()
    this.onClosed(watch)
  }

  /** Committed changes, in order: marks who watches their resources. */
  publish(changes: readonly Change[]): void {
    if (changes.length === 0) return
    this.#reader.committed(changes)
    const before = this.#published
    this.#published = this.#store.clock.last
    for (const resource of new Set(changes.map((change) => change.resource))) {
      const watches = this.#byResource.get(resource)
      if (!watches?.size) continue
      for (const watch of watches) this.#advance(watch, before)
      this.#mark(watches)
    }
  }

  /** Sends a bookmark to those of `watches` that want one. */
  async bookmark(watches: readonly Watch[]): Promise<void> {
    await inSlices(watches, (watch) => this.#bookmark(watch))
    this.#settle()
  }

  /** A bookmark comes after everything that its watch is owed (W5). */
  #bookmark(watch: Watch): void {
    if (!watch.parameters.bookmarks || !this.#catchUp(watch) || watch.state.phase !== 'live') return
    const revision = watch.state.sent
    if (!watch.sink.offer(new EventBatch([watch.encoder.bookmark(revision, false, watch.first)]))) return
    watch.first = false
    watch.bookmarked = revision
  }

  /** Ends watches in order: what they are owed goes out first, with a last bookmark if they want one. */
  async end(watches: readonly Watch[]): Promise<void> {
    await inSlices(watches, (watch) => this.#end(watch))
    this.#settle()
  }

  #end(watch: Watch): void {
    if (watch.state.phase === 'closed') return
    this.#catchUp(watch)
    this.#bookmark(watch)
    watch.sink.end()
    this.remove(watch)
  }

  /** History is about to be dropped: watches that are owed nothing need none of it, however long nothing came for them. */
  advanceIdle(): void {
    for (const watch of this.#watches) this.#advance(watch, this.#published)
  }

  /** Resolves when each watch that is due now has had its turn. */
  async delivered(): Promise<void> {
    for (let round = 0; round < 2 && this.#delivering; round++)
      await new Promise<void>((resolve) => this.#roundWaiters.push(resolve))
  }

  /** Moves the position of a watch that is owed nothing up to `revision`. */
  #advance(watch: Watch, revision: Revision): void {
    if (this.#due.has(watch) || this.#waiting.has(watch) || this.#round.has(watch)) return
    if (watch.state.phase === 'live' && watch.state.sent < revision) watch.state = { phase: 'live', sent: revision }
  }

  /** History was dropped: watches that waited below the floor are ended, as they could not go on without a gap. */
  endExpired(): void {
    for (const watch of [...this.#watches]) if (isExpired(watch.state, this.#store.floor)) this.#mark([watch])
    this.#settle()
  }

  /** When nothing is due: forgets what was read for several, and has kept where the watches stand. */
  #settle(): void {
    if (this.#delivering) return
    this.#reader.endRound()
    this.onIdle()
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
      for (const tell of this.#roundWaiters.splice(0)) tell()
    }
    this.#delivering = false
    this.#settle()
  }

  async #deliverRound(round: Set<Watch>): Promise<void> {
    this.#round = round
    let sent = 0
    let bytes = 0
    let rows = this.#reader.rowsRead
    for (const watch of round) {
      round.delete(watch)
      const sentBytes = this.#step(watch)
      if (sentBytes > 0) sent++
      bytes += sentBytes
      if (sent < SLICE_WATCHES && bytes < SLICE_BYTES && this.#reader.rowsRead - rows < SLICE_ROWS) continue
      await nextTurn()
      sent = 0
      bytes = 0
      rows = this.#reader.rowsRead
    }
  }

  /** Gives a watch its next delivery; what is left makes it due again. Returns the bytes sent. */
  #step(watch: Watch): number {
    this.#waiting.delete(watch)
    if (watch.state.phase === 'closed') return 0
    if (this.#mustWait(watch) && !isExpired(watch.state, this.#store.floor)) return this.#wait(watch)
    const delivery = this.#read(watch)
    if (!delivery) {
      this.#due.delete(watch)
      return 0
    }
    if (delivery.batch && !watch.sink.offer(delivery.batch)) return this.#wait(watch)
    if (!this.#watches.has(watch)) return 0
    watch.state = delivery.state
    if (delivery.batch) watch.first = false
    if (delivery.state.phase === 'closed') {
      watch.sink.end()
      this.remove(watch)
    } else if (isBehind(delivery.state, this.#store.clock.last)) this.#due.add(watch)
    return delivery.batch?.bytes.byteLength ?? 0
  }

  /** A fault in what one watch shows ends that watch; the others go on. */
  #read(watch: Watch): Delivery | undefined {
    try {
      return this.#reader.next(watch)
    } catch (error) {
      console.error(`watch of ${watch.parameters.resource}: ${error instanceof Error ? error.stack : String(error)}`)
      return { batch: new EventBatch([errorEvent(BROKEN.status)]), state: { phase: 'closed' } }
    }
  }

  #wait(watch: Watch): 0 {
    this.#waiting.add(watch)
    return 0
  }

  /** A reader took something: it may be sent more, and so may those that waited for room. */
  #drained(watch: Watch): void {
    if (this.#waiting.has(watch)) this.#mark([watch])
    else if (this.#waiting.size > 0 && this.#waitingBytes() <= MAX_WAITING_BYTES)
      this.#mark([...this.#waiting].filter(({ sink }) => !sink.isBlocked))
  }

  /** Delivers all that is owed at once; false if the reader is too slow for that. */
  #catchUp(watch: Watch): boolean {
    let before: WatchState | undefined
    while (before !== watch.state) {
      before = watch.state
      this.#step(watch)
    }
    return watch.state.phase === 'live' && !this.#waiting.has(watch)
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
    const timer = setTimeout(() => void this.#tick(), Math.max(0, at - this.#store.env.now()))
    this.#ticker = { timer, at }
  }

  #stopTicking(): void {
    if (this.#ticker) clearTimeout(this.#ticker.timer)
    this.#ticker = undefined
  }

  async #tick(): Promise<void> {
    this.#ticker = undefined
    const now = this.#store.env.now()
    const due = this.#streaming().filter((watch) => Math.min(watch.deadline, watch.nextMinute) <= now)
    await inSlices(due, (watch) => {
      if (watch.deadline <= now) this.#end(watch)
      else this.#minute(watch, now)
    })
    this.#settle()
    this.#tickBy(Math.min(...this.#streaming().map((watch) => Math.min(watch.deadline, watch.nextMinute))))
  }

  /** The watches over HTTP. */
  #streaming(): Watch[] {
    return [...this.#watches].filter((watch) => !watch.socket)
  }

  /** A reader that is behind and took nothing for a whole minute is cut off; it goes on from its last version. */
  #minute(watch: Watch, now: number): void {
    if (watch.state.phase === 'closed') return
    watch.nextMinute = now + MINUTE_MS
    const stuck = watch.sink.isBlocked && watch.sink.takenBytes === watch.takenBefore
    watch.takenBefore = watch.sink.takenBytes
    if (stuck) this.#end(watch)
    else this.#bookmark(watch)
  }
}
