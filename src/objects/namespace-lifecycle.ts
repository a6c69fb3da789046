import { CLUSTER_SCOPE, namespaceOf } from '../core/scope-name.ts'
import type { ServerSettings } from '../core/server-settings.ts'
import type { Remaining } from '../kinds/strategies/namespace-conditions.ts'
import {
  applyNamespaceState,
  closeNamespace,
  type EmptyCursor,
  emptyBatch,
  isEmpty,
} from '../storage/namespace-content.ts'
import { createDefaultContent } from '../storage/namespace-defaults.ts'
import {
  finishNamespace,
  type NamespaceAnswer,
  namespaceStateOf,
  reportRemaining,
} from '../storage/namespace-objects.ts'
import type { ScopeStore } from '../storage/scope-store.ts'
import type { NamespaceState } from '../storage/settings.ts'
import type { Timer } from '../storage/timers.ts'
import type { TimerHandlers } from './alarm.ts'
import { nextTurn } from './next-turn.ts'

/** Calls from one scope object to another. */
export interface ClusterLink {
  namespaceState(name: string): Promise<NamespaceAnswer>
  namespaceEmptied(name: string, uid: string): Promise<void>
  namespaceRemaining(name: string, uid: string, remaining: Remaining): Promise<void>
  terminate(name: string, state: NamespaceState): Promise<void>
}

/** Batches deleted in one go; what is left is deleted when the alarm rings again. */
const MAX_BATCHES = 20
/** A namespace's scope that could not be told that it ends is told again after this. */
const RESEND_MS = 5_000

/**
 * How namespaces open and close. The Namespace object in the cluster scope is the truth.
 *
 *   namespace scope                                 cluster scope
 *   first request ── namespaceState ──────────────► (read)
 *   open            ◄───────────────────────────────
 *                                                    DELETE: marked Terminating, timer `terminate` (one transaction)
 *   terminating     ◄── terminate ──────────────────
 *   empties itself in batches (timer `empty`)
 *   nothing left    ── namespaceEmptied ───────────► finalizer and Namespace go
 *   closed          ◄───────────────────────────────
 *
 * Each message carries uid and revision and is idempotent; a timer repeats the one that may have been lost.
 */
export class NamespaceLifecycle {
  readonly #store: ScopeStore
  readonly #links: ClusterLink
  readonly #settings: ServerSettings
  readonly #name: string
  #phase: NamespaceState['phase']
  /** One question to the cluster scope at a time. Who comes meanwhile shares the next: this answer may be older than he is. */
  #asking: Promise<void> | undefined
  #askingNext: Promise<void> | undefined
  #emptying = false

  constructor(store: ScopeStore, links: ClusterLink, settings: ServerSettings) {
    this.#store = store
    this.#links = links
    this.#settings = settings
    this.#name = namespaceOf(store.scope)
    this.#phase = store.namespace?.phase ?? 'closed'
  }

  readonly handlers: Pick<TimerHandlers, 'terminate' | 'empty'> = {
    terminate: (timer) => this.#resendTerminate(timer),
    empty: () => this.#empty(),
  }

  /**
   * Resolves when the scope knows whether its Namespace exists. Costs a call only where it is not open; one that ends may
   * have been made again without this scope having heard that it was gone.
   */
  known(): Promise<void> | undefined {
    if (this.#phase === 'open' || this.#store.scope === CLUSTER_SCOPE) return undefined
    if (this.#asking) return (this.#askingNext ??= this.#askAfter(this.#asking))
    return (this.#asking = this.#ask().finally(() => {
      this.#asking = undefined
    }))
  }

  async #askAfter(earlier: Promise<void>): Promise<void> {
    await earlier.catch(() => {})
    this.#askingNext = undefined
    await this.known()
  }

  async #ask(): Promise<void> {
    const answer = await this.#links.namespaceState(this.#name)
    if (answer.phase === 'absent') return this.#store.follow(answer.last)
    this.#apply(answer)
  }

  #apply(state: NamespaceState): void {
    applyNamespaceState(this.#store, state)
    this.#phase = this.#store.namespace?.phase ?? 'closed'
    if (this.#phase === 'open' && this.#settings.namespaceObjects) createDefaultContent(this.#store)
  }

  /** The cluster scope says that the Namespace is being deleted. */
  terminate(state: NamespaceState): void {
    this.#apply(state)
  }

  // ---- in the cluster scope

  namespaceState(name: string): NamespaceAnswer {
    return namespaceStateOf(this.#store, name)
  }

  namespaceRemaining(name: string, uid: string, remaining: Remaining): void {
    reportRemaining(this.#store, name, uid, remaining)
  }

  namespaceEmptied(name: string, uid: string): void {
    finishNamespace(this.#store, name, uid)
  }

  /** Tells the scope of a namespace that it is being deleted, before the answer leaves; a timer does it where that fails. */
  async tellTerminating(name: string): Promise<void> {
    await this.#sendTerminate(name).catch(() => {})
  }

  async #sendTerminate(name: string): Promise<void> {
    const state = namespaceStateOf(this.#store, name)
    if (state.phase === 'terminating') await this.#links.terminate(name, state)
    this.#store.transaction((tx) => tx.clearTimer('terminate', name))
  }

  async #resendTerminate({ key }: Timer): Promise<void> {
    this.#store.transaction((tx) => tx.setTimer('terminate', key, tx.env.now() + RESEND_MS))
    await this.#sendTerminate(key)
  }

  // ---- in a namespace's scope

  /** Deletes what is left; when nothing is, tells the cluster scope. Objects with finalizers are waited for. */
  async #empty(): Promise<void> {
    if (this.#phase !== 'terminating') return this.#clearEmpty()
    if (this.#emptying) return
    this.#emptying = true
    try {
      const remaining = await this.#deleteContent()
      if (!remaining) this.#store.transaction((tx) => tx.setTimer('empty', '', tx.env.now()))
      else if (isEmpty(this.#store)) await this.#reportEmpty()
      else await this.#reportRemaining(remaining)
    } finally {
      this.#emptying = false
    }
  }

  /** Undefined while there is more to delete; then what is held back by finalizers. */
  async #deleteContent(): Promise<Remaining | undefined> {
    const remaining: Remaining = { resources: {}, finalizers: {} }
    let cursor: EmptyCursor = { resource: '', name: '' }
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const step = emptyBatch(this.#store, cursor)
      for (const held of step.held) addTo(remaining, held)
      if (!step.next) return remaining
      cursor = step.next
      await nextTurn()
    }
    return undefined
  }

  async #reportRemaining(remaining: Remaining): Promise<void> {
    const state = this.#store.namespace
    if (state) await this.#links.namespaceRemaining(this.#name, state.uid, remaining)
    if (!isEmpty(this.#store)) this.#clearEmpty()
  }

  #clearEmpty(): void {
    this.#store.transaction((tx) => tx.clearTimer('empty', ''))
  }

  async #reportEmpty(): Promise<void> {
    const state = this.#store.namespace
    if (state?.phase !== 'terminating') return
    await this.#links.namespaceEmptied(this.#name, state.uid)
    closeNamespace(this.#store, state.uid)
    this.#phase = this.#store.namespace?.phase ?? 'closed'
  }
}

/** Counts an object that stays. Resources of the core group are shown with their dot, as Kubernetes does. */
function addTo({ resources, finalizers }: Remaining, held: { resource: string; finalizers: string[] }): void {
  const resource = held.resource.includes('.') ? held.resource : `${held.resource}.`
  resources[resource] = (resources[resource] ?? 0) + 1
  for (const finalizer of held.finalizers) finalizers[finalizer] = (finalizers[finalizer] ?? 0) + 1
}
