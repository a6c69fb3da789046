import { StatusError } from '../../../core/errors/status-error.ts'
import type { Revision } from '../../../core/revision.ts'
import { isExpired, type WatchPosition } from '../../../core/watch/session.ts'
import { nextTurn as turnAfter, positionOf, type TurnInput } from '../../../core/watch/turn.ts'
import type { Change } from '../../../storage/store/change.ts'
import type { ScopeStore } from '../../../storage/store/scope-store.ts'
import { nextTurn } from '../../next-turn.ts'
import type { Backlog } from '../backlog/backlog.ts'
import { errorEvent } from '../event-encoder.ts'
import { EventBatch } from '../event-sink.ts'
import type { Watch } from '../watch.ts'
import type { WatchReader } from '../watch-reader.ts'
import { ResourceMarks } from './resource-marks.ts'
import { FIRST_SLICE, Slice } from './slice.ts'

const BROKEN = new StatusError('InternalError', 'Internal error occurred: the watch could not go on')

interface DeliveryOptions {
  store: ScopeStore
  reader: WatchReader
  backlog: Backlog
  /** A watch is over; its stream may have others. */
  onClosed: (watch: Watch) => void
  /** Something went out to a watch, it moved on, or it has to wait. */
  onMoved: (watch: Watch) => void
  /** Nothing is due for now. */
  onRest: () => void
}

/**
 * Delivers events, apart from writing. A commit marks resources; this loop then goes over the watches that may be owed
 * something, in slices between which writers get their turn, and gives each everything committed since what it got last as
 * one batch. The first few are served in the turn of the commit, so that an event leaves with it.
 *
 * It alone changes the turn of a watch. Whatever is done for one watch is done by `#attend`: what it throws ends that watch.
 */
export class DeliveryLoop {
  readonly #options: DeliveryOptions
  readonly #marks: ResourceMarks<Watch>
  #due = new Set<Watch>()
  #delivering = false
  #roundWaiters: (() => void)[] = []

  constructor(options: DeliveryOptions) {
    this.#options = options
    this.#marks = new ResourceMarks(options.store.clock.last)
  }

  /** True while some watch may be due. */
  get isDelivering(): boolean {
    return this.#delivering
  }

  /** Takes a watch in. Its first events follow. */
  add(watch: Watch): void {
    watch.mark = this.#marks.add(watch, watch.parameters.resource, watch.matcher.name)
    this.#due.add(watch)
    this.#start()
  }

  /** Takes a watch out, whatever becomes of its stream. */
  remove(watch: Watch): void {
    if (watch.turn.phase === 'closed') return
    this.#turn(watch, { type: 'ended' })
    if (watch.mark) this.#marks.remove(watch, watch.mark)
    this.#options.onClosed(watch)
  }

  /** Committed changes, in order. Costs by the changes, not by the watches. */
  publish(changes: readonly Change[]): void {
    const { reader, store } = this.#options
    if (changes.length === 0) return
    reader.committed(changes)
    this.#marks.publish(changes, store.clock.last)
    if (this.#marks.isDue) this.#start()
  }

  /** What a watch waited for is over. */
  resume(watch: Watch): void {
    if (watch.turn.phase !== 'waiting') return
    this.#turn(watch, { type: 'resumed' })
    this.#due.add(watch)
    this.#start()
  }

  /** History was dropped: what waits below the floor is ended, as it could not go on without a gap. */
  endExpired(watches: Iterable<Watch>): void {
    const { floor } = this.#options.store
    for (const watch of watches) {
      const position = this.positionOf(watch)
      if (!position || !isExpired(position, floor)) continue
      this.resume(watch)
      if (watch.turn.phase === 'idle') this.#changed(watch)
      this.#due.add(watch)
    }
    if (this.#due.size > 0) this.#start()
  }

  /** Nothing that a watch could see happened up to `revision`: idle watches stand there. */
  passOver(revision: Revision): void {
    this.#marks.passOver(revision)
  }

  /** Where a watch stands; undefined once it is closed. */
  positionOf({ turn, mark }: Watch): WatchPosition | undefined {
    return positionOf(turn, mark ? this.#marks.quietSince(mark) : (0 as Revision))
  }

  /** Delivers all that is owed, and a bookmark after it where one is wanted (W5). Nothing where the reader is too slow. */
  bookmark(watch: Watch): void {
    this.#attend(watch, () => {
      if (!this.#catchUp(watch) || !watch.parameters.bookmarks) return
      const position = this.positionOf(watch)
      if (!position) return
      const batch = new EventBatch([watch.encoder.bookmark(position.sent, false, watch.first)])
      if (this.#options.backlog.ask(watch.stream.account, batch.size) !== 'go') return
      this.#send(watch, batch)
      watch.bookmarked = position.sent
    })
  }

  /** Resolves when each watch that is due now has had its turn. */
  async delivered(): Promise<void> {
    for (let round = 0; round < 2 && this.#delivering; round++)
      await new Promise<void>((resolve) => this.#roundWaiters.push(resolve))
  }

  /** Forgets what was read for several. To be called after work outside of the loop. */
  rest(): void {
    if (this.#delivering) return
    this.#options.reader.endRound()
    this.#options.onRest()
  }

  #turn(watch: Watch, input: TurnInput): void {
    watch.turn = turnAfter(watch.turn, input)
  }

  #start(): void {
    if (this.#delivering) return
    this.#delivering = true
    queueMicrotask(() => void this.#deliver())
  }

  async #deliver(): Promise<void> {
    let slice = new Slice(this.#options.reader, FIRST_SLICE)
    while (this.#due.size > 0 || this.#marks.isDue) {
      for (const watch of this.#round()) {
        slice.count(this.#step(watch))
        if (!slice.isOver) continue
        await nextTurn()
        slice = new Slice(this.#options.reader)
      }
      this.#options.reader.endRound()
      for (const tell of this.#roundWaiters.splice(0)) tell()
    }
    this.#delivering = false
    this.rest()
  }

  /** The watches that may be owed something now. */
  *#round(): Generator<Watch> {
    const due = this.#due
    this.#due = new Set()
    for (const watch of this.#marks.take()) {
      this.#changed(watch)
      yield watch
    }
    yield* due
  }

  #changed(watch: Watch): void {
    if (watch.mark) this.#turn(watch, { type: 'changed', since: this.#marks.quietSince(watch.mark) })
  }

  /** Gives a due watch its next delivery. Returns the bytes sent. */
  #step(watch: Watch): number {
    return this.#attend(watch, () => this.#deliverNext(watch)) ?? 0
  }

  #deliverNext(watch: Watch): number {
    const { reader, store, backlog } = this.#options
    if (watch.turn.phase !== 'due') return 0
    const { position } = watch.turn
    if (isExpired(position, store.floor)) return this.#close(watch, reader.expired(watch, position))
    const delivery = reader.next(watch, position)
    if (delivery?.batch) {
      const verdict = backlog.ask(watch.stream.account, delivery.batch.size)
      if (verdict !== 'go') {
        this.#turn(watch, { type: 'refused', for: verdict })
        this.#options.onMoved(watch)
        return 0
      }
      this.#send(watch, delivery.batch)
    }
    this.#turn(watch, { type: 'sent', position: delivery?.position ?? position, last: store.clock.last })
    this.#options.onMoved(watch)
    if (watch.turn.phase === 'due') this.#due.add(watch)
    return delivery?.batch?.size ?? 0
  }

  #send(watch: Watch, batch: EventBatch): void {
    watch.first = false
    watch.stream.send(batch)
  }

  /** Ends a watch, after `batch` if there is one. */
  #close(watch: Watch, batch: EventBatch | undefined): number {
    if (batch) watch.stream.send(batch)
    this.remove(watch)
    return batch?.size ?? 0
  }

  /** Delivers all that is owed at once; false if the reader is too slow for that, or the watch is over. */
  #catchUp(watch: Watch): boolean {
    this.#changed(watch)
    while (watch.turn.phase === 'due') this.#deliverNext(watch)
    return watch.turn.phase === 'idle'
  }

  /** The one way to a watch: a fault in what it shows ends it, and no other. */
  #attend<T>(watch: Watch, work: () => T): T | undefined {
    try {
      return work()
    } catch (error) {
      console.error(`watch of ${watch.parameters.resource}: ${error instanceof Error ? error.stack : String(error)}`)
      this.#close(watch, new EventBatch([errorEvent(BROKEN.status)]))
      return undefined
    }
  }
}
