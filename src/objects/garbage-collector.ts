import { namespaceOf } from '../core/scope-name.ts'
import type { OwnerState } from '../core/write/collect.ts'
import type { NotAPromise } from '../storage/database.ts'
import {
  type Awaiting,
  awaitingOf,
  clusterOwnerState,
  collectItems,
  foregroundBatch,
  isBlocked,
  orphanBatch,
  removeCollectorFinalizer,
} from '../storage/garbage-collection.ts'
import {
  dependentsOf,
  forgetOwner,
  type Item,
  itemOf,
  keyOf,
  ownerNamespaces,
  registerOwnerNamespace,
} from '../storage/ownership.ts'
import type { ScopeStore } from '../storage/scope-store.ts'
import type { Timer } from '../storage/timers.ts'
import type { Transaction } from '../storage/transaction.ts'
import type { OwnerReference } from '../wire/object.ts'
import type { TimerHandlers } from './alarm.ts'

/** Calls between the cluster scope and the scopes that hold dependents of what is in it. */
export interface OwnerLink {
  /** Of the cluster scope: notes that `namespace` holds a dependent, and says how the owner is found. */
  ownerState(namespace: string, reference: OwnerReference): Promise<OwnerState>
  /** Of a namespace's scope: does what a cluster-scoped owner asks for; true when nothing holds it back any more. */
  ownerChanged(namespace: string, uid: string, work: Awaiting['work'] | 'gone'): Promise<boolean>
}

/** Runs `work` as a transaction, when its turn comes. */
type Write = <T>(work: (tx: Transaction) => NotAPromise<T>) => Promise<T>

const START: Item = { resource: '', name: '' }
/** Dependents handled in one transaction, so few that a write which comes at the same time is hardly later for it. */
const BATCH = 20
/** Such batches in one go; what is left follows when the alarm rings again. */
const MAX_BATCHES = 200
/** A cluster-scoped owner looks again after this while a namespace still holds it back. */
const LOOK_AGAIN_MS = 1_000

/**
 * Deletes dependents whose owners are gone, and does what deletion in the foreground and orphaning ask for (O1–O14). In
 * batches by alarm, each in turn with the writes of others, with which it shares the commit; a timer is cleared only when its
 * work is done, so what a crash interrupts goes on afterwards.
 */
export class GarbageCollector {
  readonly #store: ScopeStore
  readonly #link: OwnerLink
  readonly #write: Write

  constructor(store: ScopeStore, link: OwnerLink, write: Write) {
    this.#store = store
    this.#link = link
    this.#write = write
  }

  readonly handlers: Pick<TimerHandlers, 'collect' | 'verify' | 'dependents'> = {
    collect: (timer) => this.#collect(timer),
    verify: (timer) => this.#verify(timer),
    dependents: (timer) => this.#dependents(timer),
  }

  // ---- an owner is gone

  async #collect({ key: uid }: Timer): Promise<void> {
    for (const namespace of ownerNamespaces(this.#store, uid)) await this.#link.ownerChanged(namespace, uid, 'gone')
    if (!(await this.#collectDependents(uid))) return this.#setTimer('collect', uid, 0)
    this.#store.transaction((tx) => {
      forgetOwner(tx, uid)
      tx.clearTimer('collect', uid)
    })
  }

  async #collectDependents(uid: string): Promise<boolean> {
    let after = START
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const items = dependentsOf(this.#store, uid, after, BATCH)
      await this.#judge(items)
      const last = items.at(-1)
      if (!last || items.length < BATCH) return true
      after = last
    }
    return false
  }

  async #verify({ key }: Timer): Promise<void> {
    await this.#judge([itemOf(key)])
    this.#store.transaction((tx) => tx.clearTimer('verify', key))
  }

  /** Finds out how the owners of items are, and does what follows. */
  async #judge(items: readonly Item[]): Promise<void> {
    const states = new Map<string, OwnerState>()
    for (let left = items; left.length > 0;) {
      const asked = left
      const unresolved = await this.#write((tx) => collectItems(tx, asked, states))
      for (const reference of unresolved.flatMap(({ owners }) => owners))
        if (!states.has(reference.uid))
          states.set(reference.uid, await this.#link.ownerState(namespaceOf(this.#store.scope), reference))
      left = unresolved.map(({ item }) => item)
    }
  }

  // ---- an owner is being deleted in the foreground, or its dependents are orphaned

  async #dependents({ key }: Timer): Promise<void> {
    const item = itemOf(key)
    const awaiting = awaitingOf(this.#store, item)
    if (!awaiting) return this.#store.transaction((tx) => tx.clearTimer('dependents', key))
    if ((await this.#workOn(awaiting)) === 'more') return this.#setTimer('dependents', key, 0)
    const free = await this.#namespacesFree(awaiting)
    if (!free) return this.#setTimer('dependents', key, LOOK_AGAIN_MS)
    await this.#write((tx) => finish(tx, item, awaiting))
  }

  /** `held`: a dependent must go first; when it does, its owner is looked at again. */
  async #workOn({ uid, work }: Awaiting): Promise<'more' | 'held' | 'free'> {
    for (let batch = 0, after: Item | undefined = START; batch < MAX_BATCHES; batch++) {
      if (work === 'orphan') {
        if (!(await this.#write((tx) => orphanBatch(tx, uid, BATCH)))) return 'free'
      } else {
        const from: Item = after ?? START
        after = await this.#write((tx) => foregroundBatch(tx, uid, from, BATCH))
        if (!after) return isBlocked(this.#store, uid) ? 'held' : 'free'
      }
    }
    return 'more'
  }

  async #namespacesFree({ uid, work }: Awaiting): Promise<boolean> {
    let free = true
    for (const namespace of ownerNamespaces(this.#store, uid))
      free = (await this.#link.ownerChanged(namespace, uid, work)) && free
    return free
  }

  // ---- calls of the other scope

  /** In the cluster scope: a namespace asks about the owner of something in it. */
  ownerState(namespace: string, reference: OwnerReference): OwnerState {
    const state = clusterOwnerState(this.#store, reference)
    if (state !== 'absent') this.#store.transaction((tx) => registerOwnerNamespace(tx, reference.uid, namespace))
    return state
  }

  /** In a namespace: a cluster-scoped owner of something here is gone, or is being deleted. */
  async ownerChanged(uid: string, work: Awaiting['work'] | 'gone'): Promise<boolean> {
    if (work === 'gone') {
      this.#store.transaction((tx) => tx.setTimerNoLater('collect', uid, tx.env.now()))
      return true
    }
    return (await this.#workOn({ uid, work })) === 'free'
  }

  #setTimer(kind: 'collect' | 'dependents', key: string, inMs: number): void {
    this.#store.transaction((tx) => tx.setTimer(kind, key, tx.env.now() + inMs))
  }
}

/** All is done that can be. A dependent that holds the owner back may have gone while this waited for its turn. */
function finish(tx: Transaction, item: Item, awaiting: Awaiting): void {
  tx.clearTimer('dependents', keyOf(item))
  if (awaiting.work === 'foreground' && isBlocked(tx, awaiting.uid)) return
  removeCollectorFinalizer(tx, item, awaiting)
}
