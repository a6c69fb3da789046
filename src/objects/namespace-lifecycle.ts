import type { ServerSettings } from '../core/server-settings.ts'
import type { Remaining } from '../kinds/strategies/namespace-conditions.ts'
import type { Revision } from '../core/revision.ts'
import { forgetNamespace } from '../storage/namespaces/ended-namespaces.ts'
import { applyNamespaceState, closeNamespace, isEmpty, isForgettable } from '../storage/namespaces/namespace-content.ts'
import { createDefaultContent } from '../storage/namespaces/namespace-defaults.ts'
import {
  confirmTerminating,
  finishNamespace,
  type NamespaceAnswer,
  namespaceStateOf,
  reportRemaining,
} from '../storage/namespaces/namespace-objects.ts'
import type { ScopeStore } from '../storage/store/scope-store.ts'
import type { NamespaceState } from '../storage/store/settings.ts'
import type { TimerHandlers } from './alarm.ts'
import { NamespaceSweep, type Pass } from './namespace-sweep.ts'

/** Calls from one scope object to another. */
export interface ClusterLink {
  namespaceState(name: string): Promise<NamespaceAnswer>
  namespaceEmptied(name: string, uid: string): Promise<void>
  /** False if that Namespace is already gone, because somebody removed its finalizers. */
  namespaceRemaining(name: string, uid: string, remaining: Remaining): Promise<boolean>
  /** True if the scope of a deleted namespace may give its storage back; false if the namespace was created again. */
  namespaceForgotten(name: string, last: Revision): Promise<boolean>
  /** Resolves when the namespace's scope has recorded that it accepts no new objects. */
  terminate(name: string, state: NamespaceState): Promise<void>
}

/** The storage of a scope, as the runtime sees it. */
export interface ScopeStorage {
  /** True while a watch or an unfinished list still reads from it. */
  isInUse(): boolean
  /** Deletes everything at once. No table is left when it returns. */
  giveBack(): void
}

/** The shortest pause before a scope that could not give its storage back tries again. */
const FORGET_AGAIN_MS = 1_000
/** What remains is reported again after this, if a crash came before the answer. */
const REPORT_AGAIN_MS = 60_000

/**
 * How namespaces open and close. The Namespace object in the cluster scope is the truth.
 *
 *   namespace scope                                 cluster scope
 *   first request ── namespaceState ──────────────► (read)
 *   open            ◄───────────────────────────────
 *                                                    DELETE: marked Terminating, timer `terminate` (one transaction)
 *   terminating     ◄── terminate ──────────────────
 *                   ── (confirmed) ────────────────► timer cleared; before that the Namespace stays, whatever holds it
 *   empties itself in batches (timer `empty`)
 *   something held  ── namespaceRemaining ─────────► conditions; where the Namespace is gone, the rest is purged
 *   nothing left    ── namespaceEmptied ───────────► finalizer and Namespace go
 *   closed          ◄───────────────────────────────
 *   no history left ── namespaceForgotten ─────────► takes over the last version (timer `forget`)
 *   storage given back ◄────────────────────────────
 *
 * Each message carries uid and revision and is idempotent; a timer repeats the one that may have been lost.
 */
export class NamespaceLifecycle {
  readonly #store: ScopeStore
  readonly #links: ClusterLink
  readonly #settings: ServerSettings
  readonly #storage: ScopeStorage
  readonly #name: string
  #phase: NamespaceState['phase']
  /**
   * The one question under way to the cluster scope. Its answer may be older than a request that comes later, so later requests
   * share the next question.
   */
  #asking: Promise<void> | undefined
  #askingNext: Promise<void> | undefined
  readonly #sweep: NamespaceSweep
  #emptying = false

  constructor(store: ScopeStore, links: ClusterLink, settings: ServerSettings, storage: ScopeStorage) {
    this.#storage = storage
    this.#store = store
    this.#links = links
    this.#settings = settings
    this.#name = store.scope.namespace
    this.#sweep = new NamespaceSweep(store)
    this.#phase = store.namespace?.phase ?? 'closed'
  }

  readonly handlers: Pick<TimerHandlers, 'terminate' | 'empty' | 'forget'> = {
    terminate: ({ key }) => this.#sendTerminate(key),
    empty: () => this.#empty(),
    forget: () => this.#forget(),
  }

  /**
   * Resolves when the scope knows whether its Namespace exists. An open namespace costs no call. A terminating one does: it
   * may have been deleted and created again without this scope having heard of it.
   */
  known(): Promise<void> | undefined {
    if (this.#phase === 'open' || !this.#store.namespaceScoped) return undefined
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
    if (answer.phase === 'absent') return this.#store.follow(answer.last, answer.floor)
    if (answer.uid !== this.#store.namespace?.uid) await this.#sweep.purge()
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

  namespaceRemaining(name: string, uid: string, remaining: Remaining): boolean {
    return reportRemaining(this.#store, name, uid, remaining)
  }

  namespaceEmptied(name: string, uid: string): void {
    finishNamespace(this.#store, name, uid)
  }

  namespaceForgotten(name: string, last: Revision): boolean {
    return forgetNamespace(this.#store, name, last)
  }

  /** Tells the scope of a namespace that it is being deleted, before the answer leaves. If that fails, a timer repeats it. */
  async tellTerminating(name: string): Promise<void> {
    await this.#sendTerminate(name).catch(() => {})
  }

  async #sendTerminate(name: string): Promise<void> {
    const state = namespaceStateOf(this.#store, name)
    if (state.phase !== 'terminating') return this.#store.transaction((tx) => tx.clearTimer('terminate', name))
    await this.#links.terminate(name, state)
    confirmTerminating(this.#store, name, state.uid)
  }

  // ---- in a namespace's scope

  /** Deletes what is left, and waits for objects with finalizers. Tells the cluster scope when nothing is left. */
  async #empty(): Promise<void> {
    if (this.#phase !== 'terminating') return this.#clearEmpty()
    if (this.#emptying) return
    this.#emptying = true
    try {
      if (!isEmpty(this.#store)) await this.#deleteContent()
      if (isEmpty(this.#store)) await this.#reportEmpty()
    } finally {
      this.#emptying = false
    }
  }

  async #deleteContent(): Promise<void> {
    if (this.#sweep.restUntil > this.#store.env.now()) return this.#emptyAt(this.#sweep.restUntil)
    const pass = await this.#sweep.goOn('honour finalizers')
    if (!pass) return this.#emptyAt(this.#store.env.now())
    if (!isEmpty(this.#store)) await this.#reportRemaining(pass)
  }

  /** Reports what remains, then rests. The timer is set again when something that held the namespace back goes. */
  async #reportRemaining({ remaining, isStale }: Pass): Promise<void> {
    const state = this.#store.namespace
    if (state?.phase !== 'terminating') return
    const again = isStale ? this.#sweep.restUntil : this.#store.env.now() + REPORT_AGAIN_MS
    this.#emptyAt(again)
    if (!(await this.#links.namespaceRemaining(this.#name, state.uid, remaining))) return this.#sweep.purge()
    if (!isStale && this.#store.timers.due('empty', Infinity)[0]?.due === again) this.#clearEmpty()
  }

  #emptyAt(due: number): void {
    this.#store.transaction((tx) => tx.setTimer('empty', '', due))
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

  /**
   * Gives the storage back once no history is left (N23). The cluster scope first takes over the last version and keeps it,
   * so a crash in between only repeats the question. A request that came meanwhile keeps the storage.
   */
  async #forget(): Promise<void> {
    const { last } = this.#store.clock
    const mayGo = () => isForgettable(this.#store) && this.#store.clock.last === last && !this.#storage.isInUse()
    if (mayGo() && (await this.#links.namespaceForgotten(this.#name, last)) && mayGo()) return this.#storage.giveBack()
    const pauseMs = Math.max(this.#store.retention.historyMs, FORGET_AGAIN_MS)
    this.#store.transaction((tx) => {
      if (this.#phase === 'closed') tx.setTimer('forget', '', tx.env.now() + pauseMs)
      else tx.clearTimer('forget', '')
    })
  }
}
