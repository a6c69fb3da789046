import type { Remaining } from '../kinds/strategies/namespace-conditions.ts'
import {
  contentCounts,
  type EmptyCursor,
  emptyBatch,
  type Emptying,
  isEmpty,
} from '../storage/namespaces/namespace-content.ts'
import type { ScopeStore } from '../storage/store/scope-store.ts'
import { nextTurn } from './next-turn.ts'

/** Batches deleted in one go; what is left is deleted when the alarm rings again. */
const MAX_BATCHES = 20
/** A pass over what finalizers hold is followed by a pause of this for each hundred of them. */
const PAUSE_PER_HUNDRED_MS = 100
const LONGEST_PAUSE_MS = 60_000

const START: EmptyCursor = { resource: '', name: '' }

/** A pass over the content of a namespace has reached the end. */
export interface Pass {
  remaining: Remaining
  /** Something went since the pass saw it, so that what remains is less than the pass says. */
  isStale: boolean
}

/**
 * Deletes the content of a namespace that ends, in passes from the first object to the last. A pass lasts over runs of the
 * alarm: however much is held back by finalizers, the end is reached. Where it stands is kept in memory; a restart begins
 * a pass anew, which marks nothing twice.
 */
export class NamespaceSweep {
  readonly #store: ScopeStore
  #cursor = START
  #held = 0
  #finalizers: Remaining['finalizers'] = {}
  #restUntil = 0

  constructor(store: ScopeStore) {
    this.#store = store
  }

  /** When the next pass may begin: soon where little is held, later where a pass is long. 0 in the midst of one. */
  get restUntil(): number {
    return this.#cursor === START ? this.#restUntil : 0
  }

  /** Goes on; undefined while the end is not reached. */
  async goOn(emptying: Emptying): Promise<Pass | undefined> {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const { held, next } = emptyBatch(this.#store, this.#cursor, emptying)
      this.#count(held)
      if (!next) return this.#end()
      this.#cursor = next
      await nextTurn()
    }
    return undefined
  }

  /** Deletes everything at once, held back or not. */
  async purge(): Promise<void> {
    this.#end()
    while (!isEmpty(this.#store) && this.#store.namespace?.phase === 'terminating') await this.goOn('purge')
  }

  #count(held: readonly string[][]): void {
    this.#held += held.length
    for (const finalizer of held.flat()) this.#finalizers[finalizer] = (this.#finalizers[finalizer] ?? 0) + 1
  }

  #end(): Pass {
    const resources = contentCounts(this.#store)
    const live = Object.values(resources).reduce((sum, count) => sum + count, 0)
    const pass = { remaining: { resources, finalizers: this.#finalizers }, isStale: live !== this.#held }
    const pauseMs = Math.min(Math.ceil(this.#held / 100) * PAUSE_PER_HUNDRED_MS, LONGEST_PAUSE_MS)
    this.#restUntil = this.#store.env.now() + pauseMs
    this.#cursor = START
    this.#held = 0
    this.#finalizers = {}
    return pass
  }
}
