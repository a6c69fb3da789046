import type { Change } from '../storage/change.ts'
import { compactBatch, isOverSize } from '../storage/compaction.ts'
import { expireEvents } from '../storage/expiry.ts'
import type { ScopeStore } from '../storage/scope-store.ts'
import type { TimerHandlers } from './alarm.ts'
import { nextTurn } from './next-turn.ts'
import type { WatchHub } from './watch-hub.ts'

/** Batches of old history dropped in one go; what is left is dropped when the alarm rings again. */
const MAX_BATCHES = 20

/** Drops what is old: history, and events. In batches between which writers get their turn. */
export class Housekeeping {
  readonly #store: ScopeStore
  readonly #hub: WatchHub
  readonly #committed: (changes: readonly Change[]) => void
  #compacting = false

  constructor(store: ScopeStore, hub: WatchHub, committed: (changes: readonly Change[]) => void) {
    this.#store = store
    this.#hub = hub
    this.#committed = committed
  }

  readonly handlers: Pick<TimerHandlers, 'compaction' | 'expiry'> = {
    compaction: () => this.compact(),
    expiry: () => this.#committed(expireEvents(this.#store)),
  }

  async compact(): Promise<void> {
    if (this.#compacting) return
    this.#compacting = true
    try {
      for (let batch = 0; batch < MAX_BATCHES || isOverSize(this.#store); batch++) {
        if (!compactBatch(this.#store)) return
        await nextTurn()
      }
      this.#store.timers.set('compaction', '', this.#store.env.now())
    } finally {
      this.#compacting = false
      this.#hub.endExpired()
    }
  }
}
