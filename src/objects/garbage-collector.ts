import type { OwnerState } from '../core/write/collect.ts'
import type { NotAPromise } from '../storage/store/database.ts'
import {
  type Awaiting,
  awaitingOf,
  clusterOwnerState,
  collectItems,
  orphanBatch,
  removeCollectorFinalizer,
} from '../storage/owners/garbage-collection.ts'
import {
  dependentsOf,
  forgetOwner,
  forgetOwnerNamespace,
  hasDependentsHere,
  isBlocked,
  type Item,
  itemOf,
  keyOf,
  lookAgain,
  noteOwnerElsewhere,
  ownerNamespaces,
  registerOwnerNamespace,
  START,
} from '../storage/owners/owner-index.ts'
import type { ScopeStore } from '../storage/store/scope-store.ts'
import type { Timer } from '../storage/store/timers.ts'
import type { Transaction } from '../storage/store/transaction.ts'
import type { OwnerReference } from '../wire/object.ts'
import type { TimerHandlers } from './alarm.ts'
import { inParallel } from './in-parallel.ts'
import { WaitingNamespaces } from './waiting-namespaces.ts'

/** Calls between the cluster scope and the scopes that hold dependents of cluster-scoped objects. */
export interface OwnerLink {
  /** Answered by the cluster scope: returns the state of the owner, and notes that `namespace` holds a dependent of it. */
  ownerState(namespace: string, reference: OwnerReference): Promise<OwnerState>
  /** Answered by the cluster scope: something in a namespace that held the owner back is gone. */
  ownerFreed(uid: string): Promise<void>
  /** Answered by a namespace's scope: does its part of the owner's deletion. True when nothing here holds the owner back. */
  ownerChanged(namespace: string, uid: string, work: Awaiting['work'] | 'gone'): Promise<boolean>
}

/** Runs `work` as a transaction when its turn comes. */
type Write = <T>(work: (tx: Transaction) => NotAPromise<T>) => Promise<T>

/** Dependents handled in one transaction: few enough that a write arriving meanwhile is hardly delayed. */
const BATCH = 20
/** Batches in one run. The rest follows when the alarm rings again. */
const MAX_BATCHES = 200
/** Namespaces asked at a time about one owner. */
const NAMESPACES_AT_ONCE = 8

/**
 * Deletes dependents whose owners are gone, and carries out foreground deletion and orphaning (O1–O17). The alarm starts the
 * work. It runs in small batches, which queue with other writes and share their commits. A timer is cleared only when its
 * work is done, so work that a crash interrupts goes on afterwards.
 */
export class GarbageCollector {
  readonly #store: ScopeStore
  readonly #link: OwnerLink
  readonly #write: Write
  /** The last dependent handled for each owner. The next run goes on after it; a restart begins again at the first. */
  readonly #reached = new Map<string, Item>()
  /** Waiting owners whose dependents have all been handled once. From then on only what blocks them is looked at. */
  readonly #swept = new Set<string>()
  readonly #waiting = new WaitingNamespaces()

  constructor(store: ScopeStore, link: OwnerLink, write: Write) {
    this.#store = store
    this.#link = link
    this.#write = write
  }

  readonly handlers: Pick<TimerHandlers, 'collect' | 'verify' | 'dependents' | 'freed'> = {
    collect: (timer) => this.#collect(timer),
    verify: (timer) => this.#verify(timer),
    dependents: (timer) => this.#dependents(timer),
    freed: (timer) => this.#freed(timer),
  }

  // ---- an owner is gone

  async #collect({ key: uid }: Timer): Promise<void> {
    if (!(await this.#goThrough(uid, (items) => this.#judge(items)))) return this.#again('collect', uid)
    await this.#announceGone(uid)
    this.#swept.delete(uid)
    await this.#write((tx) => {
      forgetOwner(tx, uid)
      noteOwnerElsewhere(tx, uid, false)
      tx.clearTimer('collect', uid)
    })
  }

  /** Handles the next dependents of an owner, in order. True when the last one was reached. */
  async #goThrough(uid: string, handle: (items: readonly Item[]) => Promise<void>): Promise<boolean> {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const items = dependentsOf(this.#store, uid, this.#reached.get(uid) ?? START, BATCH)
      await handle(items)
      const last = items.at(-1)
      if (!last || items.length < BATCH) {
        this.#reached.delete(uid)
        return true
      }
      this.#reached.set(uid, last)
    }
    return false
  }

  /** Clears the timer in the same transaction as the last look at the item. A reference that comes later sets it again. */
  async #verify({ key }: Timer): Promise<void> {
    await this.#judge([itemOf(key)], new Map(), (tx) => tx.clearTimer('verify', key))
  }

  /** Finds out the state of the items' owners and acts on it. `done` runs in the last transaction. */
  async #judge(
    items: readonly Item[],
    states = new Map<string, OwnerState>(),
    done: (tx: Transaction) => void = () => {},
  ): Promise<void> {
    for (let left = items; left.length > 0;) {
      const asked = left
      const unresolved = await this.#write((tx) => {
        const open = collectItems(tx, asked, states)
        if (open.length === 0) done(tx)
        return open
      })
      for (const reference of unresolved.flatMap(({ owners }) => owners))
        if (!states.has(reference.uid))
          states.set(reference.uid, await this.#link.ownerState(this.#store.scope.namespace, reference))
      left = unresolved.map(({ item }) => item)
    }
  }

  // ---- an owner is being deleted in the foreground, or its dependents are orphaned

  async #dependents({ key }: Timer): Promise<void> {
    const item = itemOf(key)
    const awaiting = awaitingOf(this.#store, item)
    if (!awaiting) return this.#store.transaction((tx) => tx.clearTimer('dependents', key))
    if ((await this.#workOn(awaiting)) === 'more') return this.#again('dependents', key)
    if (await this.#namespacesFree(awaiting)) return this.#write((tx) => this.#finish(tx, item, awaiting))
    this.#again('dependents', key, this.#waiting.pauseFor(awaiting.uid))
  }

  /** Frees the owner, unless dependents have come while this waited for its turn. */
  #finish(tx: Transaction, item: Item, awaiting: Awaiting): void {
    tx.clearTimer('dependents', keyOf(item))
    const isHeld = awaiting.work === 'foreground' ? isBlocked : hasDependentsHere
    if (!isHeld(tx, awaiting.uid)) {
      this.#swept.delete(awaiting.uid)
      this.#waiting.forget(awaiting.uid)
      return removeCollectorFinalizer(tx, item, awaiting)
    }
    if (awaiting.work === 'orphan') tx.setTimer('dependents', keyOf(item), tx.env.now())
  }

  /** `held`: a dependent must go first. Its deletion makes the collector look at the owner again. */
  async #workOn({ uid, work }: Awaiting): Promise<'more' | 'held' | 'free'> {
    if (work === 'orphan') return (await this.#orphan(uid)) ? 'free' : 'more'
    if (!this.#swept.has(uid)) {
      const states = new Map<string, OwnerState>([[uid, 'waiting']])
      if (!(await this.#goThrough(uid, (items) => this.#judge(items, states)))) return 'more'
      this.#swept.add(uid)
    }
    return isBlocked(this.#store, uid) ? 'held' : 'free'
  }

  async #orphan(uid: string): Promise<boolean> {
    for (let batch = 0; batch < MAX_BATCHES; batch++)
      if (!(await this.#write((tx) => orphanBatch(tx, uid, BATCH)))) return true
    return false
  }

  /** Tells every namespace with dependents of an owner that it is gone. One that cannot be reached does not hold up the others. */
  #announceGone(uid: string): Promise<void> {
    return inParallel(ownerNamespaces(this.#store, uid), NAMESPACES_AT_ONCE, async (namespace) => {
      await this.#link.ownerChanged(namespace, uid, 'gone')
      this.#store.transaction((tx) => forgetOwnerNamespace(tx, uid, namespace))
    })
  }

  /** Asks every namespace with dependents of an owner to do its part. Namespaces that have done it are not asked again. */
  async #namespacesFree({ uid, work }: Awaiting): Promise<boolean> {
    const namespaces = ownerNamespaces(this.#store, uid).filter((namespace) => this.#waiting.mustAsk(uid, namespace))
    let allFree = true
    await inParallel(namespaces, NAMESPACES_AT_ONCE, async (namespace) => {
      const answer = this.#waiting.asking(uid, namespace)
      const isFree = (await this.#link.ownerChanged(namespace, uid, work)) && answer.isFree()
      allFree = allFree && isFree
    })
    return allFree
  }

  // ---- calls of the other scope

  /** In the cluster scope: a namespace asks about the owner of something in it. */
  ownerState(namespace: string, reference: OwnerReference): OwnerState {
    const state = clusterOwnerState(this.#store, reference)
    if (state === 'absent') return state
    this.#store.transaction((tx) => registerOwnerNamespace(tx, reference.uid, namespace))
    this.#waiting.askAgain(reference.uid, namespace)
    return state
  }

  /** In the cluster scope: a namespace that held the owner back may be free of it now. */
  ownerFreed(uid: string): void {
    this.#store.transaction((tx) => lookAgain(tx, uid))
  }

  /** In a namespace: what held a cluster-scoped owner back is gone. */
  async #freed({ key: uid }: Timer): Promise<void> {
    await this.#link.ownerFreed(uid)
    this.#store.transaction((tx) => tx.clearTimer('freed', uid))
  }

  /** In a namespace: a cluster-scoped owner of something here is gone, or is being deleted. */
  async ownerChanged(uid: string, work: Awaiting['work'] | 'gone'): Promise<boolean> {
    if (!this.#store.settings.exists) return true
    if (work === 'gone') {
      this.#store.transaction((tx) => tx.setTimerNoLater('collect', uid, tx.env.now()))
      return true
    }
    const outcome = await this.#workOn({ uid, work })
    return this.#write((tx) => {
      if (outcome === 'more') tx.setTimerNoLater('freed', uid, tx.env.now())
      const isFree = outcome === 'free' && !(work === 'foreground' && isBlocked(tx, uid))
      noteOwnerElsewhere(tx, uid, !isFree)
      return isFree
    })
  }

  #again(kind: 'collect' | 'dependents', key: string, inMs = 0): void {
    this.#store.transaction((tx) => tx.setTimer(kind, key, tx.env.now() + inMs))
  }
}
