import type { ObjectMeta, OwnerReference } from '../wire/object.ts'
import { ORPHAN, FOREGROUND } from '../core/write/propagation.ts'
import { groupResource } from '../core/errors/status-error.ts'
import type { OwnerState } from '../core/write/collect.ts'
import { type Change, ChangeKind, type StoredObject } from './change.ts'
import type { ScopeReader } from './scope-reader.ts'
import * as sql from './statements.ts'
import type { Transaction } from './transaction.ts'
import { objectOf, parseObject } from './verbs/object-call.ts'

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
 * (O1–O11):
 *
 *   new references     → `verify`, unless all owners are seen here: they may not exist
 *   object removed     → `collect` for what depends on it; `dependents` for an owner that waited for it
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
    if (isDeletion) collectAfter(tx, previous?.uid ?? uidIn(change.previous?.body))
    else if (awaitsCollector(change.body)) setTimer(tx, 'dependents', keyOf(change))
  }
}

function indexOwners(tx: Transaction, item: Item, before: OwnerReference[], after: OwnerReference[]): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  tx.run(sql.deleteOwners, item.resource, item.name)
  for (const { uid, blockOwnerDeletion } of after)
    tx.run(sql.insertOwner, uid, item.resource, item.name, blockOwnerDeletion ? 1 : 0)
  const known = new Set(before.map((reference) => reference.uid))
  const hasNew = after.some((reference) => !known.has(reference.uid))
  if (hasNew && after.some((reference) => localOwnerState(tx, reference) !== 'present'))
    setTimer(tx, 'verify', keyOf(item))
  for (const reference of before) if (reference.blockOwnerDeletion) releaseOwner(tx, reference)
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

/** A dependent that blocked its owner changed or went: an owner that is being deleted looks again. */
function releaseOwner(tx: Transaction, reference: OwnerReference): void {
  const owner = tx.registry.findByKind(reference.apiVersion, reference.kind)
  const stored = owner && tx.read(owner, reference.name)
  if (owner && stored && awaitsCollector(stored.body))
    setTimer(tx, 'dependents', keyOf({ resource: groupResource(owner), name: reference.name }))
}

function collectAfter(tx: Transaction, uid: string): void {
  if (uid && (hasDependents(tx, uid) || ownerNamespaces(tx, uid).length > 0)) setTimer(tx, 'collect', uid)
}

/** The uid stands in the metadata of every stored text. */
const uidIn = (text: string | undefined) => (text ? (parseObject(text).metadata.uid ?? '') : '')

/** True for an object that is being deleted and carries a finalizer of the garbage collector. */
export function awaitsCollector(text: string): boolean {
  if (!text.includes(`"${ORPHAN}"`) && !text.includes(`"${FOREGROUND}"`)) return false
  const { deletionTimestamp, finalizers } = parseObject(text).metadata
  return Boolean(deletionTimestamp) && (finalizers ?? []).some((one) => one === ORPHAN || one === FOREGROUND)
}

export const hasDependents = (store: ScopeReader, uid: string): boolean =>
  dependentsOf(store, uid, { resource: '', name: '' }, 1).length > 0

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

export const forgetOwner = (tx: Transaction, uid: string): void => tx.run(sql.deleteOwnerNamespaces, uid)

export const keyOf = ({ resource, name }: Item) => `${resource}/${name}`

export function itemOf(key: string): Item {
  const at = key.indexOf('/')
  return { resource: key.slice(0, at), name: key.slice(at + 1) }
}

const setTimer = (tx: Transaction, kind: 'collect' | 'verify' | 'dependents', key: string) =>
  tx.setTimerNoLater(kind, key, tx.env.now())
