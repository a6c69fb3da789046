import { compactBatch, isOverSize } from '../storage/history/compaction.ts'
import { expireObjects } from '../storage/history/expiry.ts'
import type { ScopeStore } from '../storage/store/scope-store.ts'
import type { TimerHandlers } from './alarm.ts'
import { nextTurn } from './next-turn.ts'
import type { WatchHub } from './watch/watch-hub.ts'

/** Batches of old history dropped in one go; what is left is dropped when the alarm rings again. */
const MAX_BATCHES = 20

/** Drops what is old: history, and events. In batches between which writers get their turn. */
export class Housekeeping {
  readonly #store: ScopeStore
  readonly #hub: WatchHub
  #compacting: Promise<void> | undefined

  constructor(store: ScopeStore, hub: WatchHub) {
    this.#store = store
    this.#hub = hub
  }

  readonly handlers: Pick<TimerHandlers, 'compaction' | 'expiry'> = {
    compaction: () => this.compact(),
    expiry: ({ key }) => expireObjects(this.#store, key),
  }

  /** One compaction at a time: who asks for another waits for it. */
  compact(): Promise<void> {
    return (this.#compacting ??= this.#compactNow().finally(() => {
      this.#compacting = undefined
      this.#hub.endExpired()
    }))
  }

  async #compactNow(): Promise<void> {
    await this.#hub.delivered()
    for (let batch = 0; batch < MAX_BATCHES || isOverSize(this.#store); batch++) {
      if (!compactBatch(this.#store)) return
      await nextTurn()
    }
    this.#store.transaction((tx) => tx.setTimer('compaction', '', tx.env.now()))
  }
}
