import { withRevision } from '../../core/object-text.ts'
import { formatRevision, type Revision } from '../../core/revision.ts'
import { StatusError } from '../../core/errors/status-error.ts'
import { isBehind, type WatchPosition } from '../../core/watch/session.ts'
import { transition } from '../../core/watch/transition.ts'
import { type Change, ChangeKind } from '../../storage/store/change.ts'
import type { ScopeStore } from '../../storage/store/scope-store.ts'
import { Snapshot } from '../../storage/history/snapshot.ts'
import { changesSince, readVersion } from '../../storage/history/watch-reads.ts'
import { errorEvent } from './event-encoder.ts'
import { EventBatch } from './event-sink.ts'
import { BoundedCache } from './bounded-cache.ts'
import type { Watch } from './watch.ts'

/** What goes out to a watch next, and where it stands after that. */
export interface Delivery {
  /** absent when nothing matched */
  batch?: EventBatch
  position: WatchPosition
}

/** One delivery: at most so many rows, whose texts have at most so many characters; or one row that is longer. */
const BOUNDS = { limit: 500, maxLength: 262_144 }

/** What was read and encoded for one watch is kept for the others up to so much, until the round is over. */
const MAX_SHARED_BYTES = 4_194_304
/** So many versions of what watches begin with are remembered, 8 bytes each; what is forgotten is found out again. */
const MAX_SNAPSHOT_VERSIONS = 500_000

/**
 * Reads what a watch is owed from its position on: synchronous and bounded. Watches that ask for the same and stand at the
 * same place share what was read and encoded; changes that were just committed are taken from memory.
 */
export class WatchReader {
  readonly #store: ScopeStore
  readonly #recent: RecentChanges
  readonly #shared = new BoundedCache<Delivery>(MAX_SHARED_BYTES)
  readonly #snapshots = new BoundedCache<Snapshot>(MAX_SNAPSHOT_VERSIONS)
  /** of history, and of changes in memory: grows with every delivery that is made, not with those that are shared */
  rowsRead = 0

  constructor(store: ScopeStore) {
    this.#store = store
    this.#recent = new RecentChanges(store.clock.last)
  }

  /** Takes note of committed changes, in order. */
  committed(changes: readonly Change[]): void {
    this.#recent.add(changes, this.#store.clock.last)
  }

  /** Forgets what was read for others: to be called when a round of deliveries is over. */
  endRound(): void {
    this.#shared.clear()
  }

  /** The next delivery of a watch that stands at `position`; undefined when it is owed nothing. */
  next(watch: Watch, position: WatchPosition): Delivery | undefined {
    const { last } = this.#store.clock
    if (!isBehind(position, last)) return undefined
    const from = position.phase === 'live' ? position.sent : `${position.sent}@${position.snapshot}`
    const key = `${watch.key}|${from}|${watch.first}`
    const known = this.#shared.get(key)
    if (known) return known
    const delivery =
      position.phase === 'replaying' ? this.#replay(watch, position) : this.#follow(watch, position.sent, last)
    this.#shared.add(key, delivery, delivery.batch?.size ?? 0)
    return delivery
  }

  /**
   * The Expired error for a watch below the floor that has sent nothing yet. A watch that fell behind later gets none: its
   * client learns it when it resumes.
   */
  expired(watch: Watch, position: WatchPosition): EventBatch | undefined {
    if (!watch.first || position.phase !== 'live') return undefined
    const error = new StatusError(
      'Expired',
      `too old resource version: ${formatRevision(position.sent)} (${formatRevision(this.#store.floor)})`,
    )
    return new EventBatch([errorEvent(error.status)])
  }

  #replay(watch: Watch, { snapshot, sent }: Extract<WatchPosition, { phase: 'replaying' }>): Delivery {
    const rows = fitting(this.#snapshot(watch.parameters.resource, snapshot).read(sent, BOUNDS))
    this.rowsRead += rows.length
    const events: string[] = []
    for (const row of rows)
      if (watch.matcher.matches(row))
        events.push(watch.encoder.event('ADDED', row.body, watch.first && events.length === 0))
    const lastRow = rows.at(-1)
    if (lastRow) return { ...batchOf(events), position: { phase: 'replaying', snapshot, sent: lastRow.revision } }
    if (watch.parameters.bookmarks) events.push(watch.encoder.bookmark(snapshot, true, watch.first))
    return { ...batchOf(events), position: { phase: 'live', sent: snapshot } }
  }

  /** Watches that begin at the same version share one. */
  #snapshot(resource: string, at: Revision): Snapshot {
    const key = `${resource}@${at}`
    const known = this.#snapshots.get(key)
    if (known) return known
    const snapshot = new Snapshot(this.#store, resource, at)
    this.rowsRead += snapshot.size
    this.#snapshots.add(key, snapshot, snapshot.size)
    return snapshot
  }

  #follow(watch: Watch, after: Revision, last: Revision): Delivery {
    const { resource } = watch.parameters
    const range = { after, upTo: last }
    const recent = this.#recent.since(resource, after)
    const found = recent ?? changesSince(this.#store, resource, range, BOUNDS)
    const changes = fitting(found)
    const isAll = changes.length === found.length && (recent !== undefined || isWithinBounds(found))
    this.rowsRead += changes.length
    const events: string[] = []
    for (const change of changes) {
      const event = this.#eventOf(watch, change, watch.first && events.length === 0)
      if (event !== undefined) events.push(event)
    }
    return { ...batchOf(events), position: { phase: 'live', sent: isAll ? last : changes.at(-1)!.revision } }
  }

  #eventOf({ matcher, encoder }: Watch, change: Change, first: boolean): string | undefined {
    const { previous, name, revision } = change
    const before = previous !== undefined && matcher.matches({ ...previous, name })
    const now = change.event !== ChangeKind.deleted && matcher.matches(change)
    const type = transition(before, now)
    if (!type) return undefined
    if (type !== 'DELETED') return encoder.event(type, change.body, first)
    const body = previous?.body ?? readVersion(this.#store, previous?.revision ?? revision)
    return encoder.event(type, withRevision(body, revision), first)
  }
}

const batchOf = (events: string[]) => (events.length ? { batch: new EventBatch(events) } : {})

/** The latest changes, kept so that live delivery reads no row. */
class RecentChanges {
  static readonly #MAX_CHANGES = 200
  static readonly #MAX_LENGTH = 4_194_304
  /** every change above this one is here */
  #from: Revision
  #changes: Change[] = []
  #length = 0

  constructor(from: Revision) {
    this.#from = from
  }

  add(changes: readonly Change[], last: Revision): void {
    for (const change of changes) {
      this.#changes.push(change)
      this.#length += sizeOf(change)
    }
    while (this.#changes.length > RecentChanges.#MAX_CHANGES || this.#length > RecentChanges.#MAX_LENGTH) {
      const oldest = this.#changes.shift()
      if (!oldest) break
      this.#length -= sizeOf(oldest)
      this.#from = oldest.revision
    }
    if (this.#changes.length === 0) this.#from = last
  }

  /** Changes of a resource above `after`; undefined when some of them are no longer here. */
  since(resource: string, after: Revision): Change[] | undefined {
    if (after < this.#from) return undefined
    const found: Change[] = []
    for (let i = this.#changes.length - 1; i >= 0; i--) {
      const change = this.#changes[i]
      if (!change || change.revision <= after) break
      if (change.resource === resource) found.push(change)
    }
    return found.reverse()
  }
}

/** The first rows that make one delivery together. */
function fitting<Row extends Sized>(rows: Row[]): Row[] {
  let length = 0
  const end = rows.findIndex((row, i) => (length += sizeOf(row)) > BOUNDS.maxLength && i > 0)
  return end < 0 ? rows : rows.slice(0, end)
}

/** True when a read ended because there was no more, not because of its bounds: nobody need look again. */
const isWithinBounds = (rows: readonly Sized[]) =>
  rows.length < BOUNDS.limit && rows.reduce((length, row) => length + sizeOf(row), 0) < BOUNDS.maxLength

type Sized = Pick<Change, 'body' | 'previous'>
const sizeOf = (change: Sized) => change.body.length + (change.previous?.body?.length ?? 0)
