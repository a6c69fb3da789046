import type { ObjectMeta, OwnerReference } from '../../wire/object.ts'
import { ORPHAN, FOREGROUND } from '../../core/write/propagation.ts'
import type { OwnerState } from '../../core/write/collect.ts'
import { type Change, ChangeKind, type StoredObject } from '../store/change.ts'
import { firstRow } from '../store/database.ts'
import type { ScopeReader } from '../store/scope-reader.ts'
import * as sql from '../store/statements.ts'
import type { Transaction } from '../store/transaction.ts'
import { objectOf, parseObject } from '../verbs/object-call.ts'

/** An object of this scope, by name. */
export interface Item {
  resource: string
  name: string
}

/** In the text of every object that has owners; others are not parsed to find that out. */
const MARK = '"ownerReferences"'

/** What matters here of a stored text: its uid, and who owns it. */
type Owned = Pick<ObjectMeta, 'uid' | 'ownerReferences'>

const ownedIn = (text: string | undefined): Owned | undefined =>
  text?.includes(MARK) ? parseObject(text).metadata : undefined

/**
 * Keeps the index of owners in step with changes, and sets the timers of the garbage collector that follow from them
 * (O1–O17):
 *
 *   new references     → `verify`, unless all owners are seen here: they may not exist
 *   object removed     → `collect` for what depends on it; `dependents` or `freed` for an owner that waited for it
 *   marked for removal with the garbage collector's own finalizers → `dependents`
 */
export function recordOwnership(tx: Transaction, changes: readonly Change[]): void {
  for (const change of changes) {
    if (tx.registry.named(change.resource)?.garbageCollected === false) continue
    const isDeletion = change.event === ChangeKind.deleted
    const previous = ownedIn(change.previous?.body)
    const before = previous?.ownerReferences ?? []
    const after = (isDeletion ? undefined : ownedIn(change.body)?.ownerReferences) ?? []
    if (before.length > 0 || after.length > 0) indexOwners(tx, change, before, after)
    if (isDeletion) afterDeletion(tx, change, previous?.uid ?? '')
    else if (awaitsCollector(change.body)) waitForDependents(tx, change)
  }
}

function indexOwners(tx: Transaction, item: Item, before: OwnerReference[], after: OwnerReference[]): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  tx.run(sql.deleteOwners, item.resource, item.name)
  for (const { uid, blockOwnerDeletion } of after)
    tx.run(sql.insertOwner, uid, item.resource, item.name, blockOwnerDeletion ? 1 : 0)
  const known = new Set(before.map(ownerNamed))
  const hasNew = after.some((reference) => !known.has(ownerNamed(reference)))
  if (hasNew && after.some((reference) => localOwnerState(tx, reference) !== 'present'))
    setTimer(tx, 'verify', keyOf(item))
  for (const reference of before) if (reference.blockOwnerDeletion) releaseOwner(tx, reference.uid)
}

/** Whom a reference names: one that is corrected names another. */
const ownerNamed = ({ apiVersion, kind, name, uid }: OwnerReference) => JSON.stringify([apiVersion, kind, name, uid])

function afterDeletion(tx: Transaction, { previous }: Change, ownedUid: string): void {
  const uid = ownedUid || uidIn(previous?.body)
  collectAfter(tx, uid)
  if (mentionsCollector(previous?.body ?? '')) tx.run(sql.deleteWaitingOwner, uid)
}

function waitForDependents(tx: Transaction, change: Change): void {
  setTimer(tx, 'dependents', keyOf(change))
  tx.run(sql.addWaitingOwner, uidIn(change.body), change.resource, change.name)
}

/**
 * How an owner that lives in this scope is found. Undefined for one that lives in the other scope. A kind that is not
 * served here, and an owner in a namespace of something that has none, count as present: nothing is deleted for them.
 */
export function localOwnerState(store: ScopeReader, reference: OwnerReference): OwnerState | undefined {
  const definition = store.registry.findByKind(reference.apiVersion, reference.kind)
  if (!definition) return 'present'
  if (definition.namespaced && !store.namespaceScoped) return 'present'
  if (!definition.namespaced && store.namespaceScoped) return undefined
  return ownerStateOf(store.read(definition, reference.name), reference.uid)
}

export function ownerStateOf(stored: StoredObject | undefined, uid: string): OwnerState {
  const metadata = stored && objectOf(stored).metadata
  if (metadata?.uid !== uid) return 'absent'
  return metadata.deletionTimestamp && metadata.finalizers?.includes(FOREGROUND) ? 'waiting' : 'present'
}

/**
 * A dependent that blocked its owner changed or went: an owner that is being deleted looks again. It is found by its uid, as
 * its dependents are: what else a reference says of it may be wrong.
 */
function releaseOwner(tx: Transaction, uid: string): void {
  const owner = firstRow(tx.rows<Item>(sql.readWaitingOwner, uid))
  if (!owner) return
  if (owner.resource === ELSEWHERE.resource) setTimer(tx, 'freed', uid)
  else setTimer(tx, 'dependents', keyOf(owner))
}

/** In the place of a waiting owner that lives in the cluster scope. */
const ELSEWHERE: Item = { resource: '', name: '' }

/** In a namespace: a cluster-scoped owner waits for what blocks it here, or does not any more. */
export function noteOwnerElsewhere(tx: Transaction, uid: string, isHeld: boolean): void {
  if (isHeld) tx.run(sql.addWaitingOwner, uid, ELSEWHERE.resource, ELSEWHERE.name)
  else tx.run(sql.deleteWaitingOwner, uid)
}

/** In the cluster scope: a namespace says that what held an owner back there may be gone. */
export function lookAgain(tx: Transaction, uid: string): void {
  const owner = firstRow(tx.rows<Item>(sql.readWaitingOwner, uid))
  if (owner) setTimer(tx, 'dependents', keyOf(owner))
}

function collectAfter(tx: Transaction, uid: string): void {
  if (uid && hasDependents(tx, uid)) setTimer(tx, 'collect', uid)
}

/** The uid stands in the metadata of every stored text. */
const uidIn = (text: string | undefined) => (text ? (parseObject(text).metadata.uid ?? '') : '')

/** True for an object that is being deleted and carries a finalizer of the garbage collector. */
export function awaitsCollector(text: string): boolean {
  if (!mentionsCollector(text)) return false
  const { deletionTimestamp, finalizers } = parseObject(text).metadata
  return Boolean(deletionTimestamp) && (finalizers ?? []).some((one) => one === ORPHAN || one === FOREGROUND)
}

const mentionsCollector = (text: string) => text.includes(`"${ORPHAN}"`) || text.includes(`"${FOREGROUND}"`)

/** True where something depends on a uid, here or, for a cluster-scoped object, in a namespace. */
export const hasDependents = (store: ScopeReader, uid: string): boolean =>
  hasDependentsHere(store, uid) || ownerNamespaces(store, uid).length > 0

export const hasDependentsHere = (store: ScopeReader, uid: string): boolean =>
  dependentsOf(store, uid, START, 1).length > 0

/** True while a dependent in this scope must go before its owner may. One that is not served holds nobody: it cannot be changed. */
export function isBlocked(store: ScopeReader, uid: string): boolean {
  for (let after: Item | undefined = START; after;) {
    const items = dependentsOf(store, uid, after, BLOCKING_BATCH, true)
    if (items.some(({ resource }) => store.registry.named(resource))) return true
    after = items.length === BLOCKING_BATCH ? items.at(-1) : undefined
  }
  return false
}

/** Before the first item. */
export const START: Item = { resource: '', name: '' }
const BLOCKING_BATCH = 20

/** Dependents of a uid in this scope, after an item, in order. */
export const dependentsOf = (store: ScopeReader, uid: string, after: Item, limit: number, blocking = false): Item[] =>
  store.settings.exists
    ? [
        ...store.rows<Item>(
          blocking ? sql.blockingDependentsOf : sql.dependentsOf,
          uid,
          after.resource,
          after.name,
          limit,
        ),
      ]
    : []

// ---- cluster scope: which namespaces hold dependents of a cluster-scoped object

export const registerOwnerNamespace = (tx: Transaction, uid: string, namespace: string): void =>
  tx.run(sql.registerOwnerNamespace, uid, namespace)

export const ownerNamespaces = (store: ScopeReader, uid: string): string[] =>
  store.namespaceScoped
    ? []
    : [...store.rows<{ namespace: string }>(sql.ownerNamespaces, uid)].map((row) => row.namespace)

/** A namespace has done what an owner asked of it, and need not be asked again. */
export const forgetOwnerNamespace = (tx: Transaction, uid: string, namespace: string): void =>
  tx.run(sql.deleteOwnerNamespace, uid, namespace)

export const forgetOwner = (tx: Transaction, uid: string): void => tx.run(sql.deleteOwnerNamespaces, uid)

export const keyOf = ({ resource, name }: Item) => `${resource}/${name}`

export function itemOf(key: string): Item {
  const at = key.indexOf('/')
  return { resource: key.slice(0, at), name: key.slice(at + 1) }
}

const setTimer = (tx: Transaction, kind: 'collect' | 'verify' | 'dependents' | 'freed', key: string) =>
  tx.setTimerNoLater(kind, key, tx.env.now())
