import { type CollectDecision, decideCollect, type OwnerState } from '../core/write/collect.ts'
import { FOREGROUND, ORPHAN, type Propagation } from '../core/write/propagation.ts'
import { decideUpdate } from '../core/write/update.ts'
import type { KubernetesObject, OwnerReference } from '../wire/object.ts'
import type { StoredObject } from './change.ts'
import { tracking } from './field-ownership.ts'
import { dependentsOf, hasDependents, type Item, localOwnerState, ownerStateOf } from './ownership.ts'
import type { ScopeReader } from './scope-reader.ts'
import type { Transaction } from './transaction.ts'
import { deleteStored } from './verbs/delete.ts'
import { definitionFor, objectOf } from './verbs/object-call.ts'

/** Steps of the garbage collector, which objects/garbage-collector.ts takes in batches. */

/** The field manager of what the garbage collector changes, as in Kubernetes. */
const COLLECTOR = 'kube-controller-manager'
const START: Item = { resource: '', name: '' }

/** A dependent that was left as it is, as nobody has said how these owners of it are. */
export interface Unresolved {
  item: Item
  owners: OwnerReference[]
}

/** Does to dependents what follows from how their owners are; `states` are those of owners in the other scope, by uid. */
export const collectItems = (
  tx: Transaction,
  items: readonly Item[],
  states: ReadonlyMap<string, OwnerState>,
): Unresolved[] => items.flatMap((item) => collectItem(tx, item, states) ?? [])

function collectItem(tx: Transaction, item: Item, states: ReadonlyMap<string, OwnerState>): Unresolved | undefined {
  const before = tx.read(definitionFor(tx, item), item.name)
  if (!before) return undefined
  const object = objectOf(before)
  const references = object.metadata.ownerReferences ?? []
  const known = new Map(references.map((r) => [r, localOwnerState(tx, r) ?? states.get(r.uid)]))
  const owners = references.filter((reference) => known.get(reference) === undefined)
  if (owners.length > 0) return { item, owners }
  const decision = decideCollect(
    references,
    (reference) => known.get(reference) ?? 'present',
    references.some((reference) => known.get(reference) === 'waiting') && hasDependents(tx, object.metadata.uid ?? ''),
  )
  carryOut(tx, item, before, object, decision)
  return undefined
}

function carryOut(
  tx: Transaction,
  item: Item,
  before: StoredObject,
  object: KubernetesObject,
  decision: CollectDecision,
): void {
  switch (decision.action) {
    case 'keep':
      return
    case 'release':
      return rewrite(tx, item, before, object, { ownerReferences: decision.references })
    case 'delete':
      remove(tx, item, before, object, decision.policy)
  }
}

const remove = (
  tx: Transaction,
  item: Item,
  before: StoredObject,
  object: KubernetesObject,
  propagationPolicy: Propagation['propagationPolicy'],
) =>
  deleteStored(
    tx,
    definitionFor(tx, item),
    before,
    { preconditions: {}, propagation: { propagationPolicy }, dryRun: false },
    object,
  )

/** Changes owners or finalizers of an object as an update would: the last finalizer of a deleted one ends it. */
function rewrite(
  tx: Transaction,
  item: Item,
  before: StoredObject,
  object: KubernetesObject,
  metadata: Partial<KubernetesObject['metadata']>,
): void {
  const definition = definitionFor(tx, item)
  const incoming = { ...object, metadata: { ...object.metadata, ...metadata } }
  const options = tracking(tx, definition, object, { manager: COLLECTOR, subresource: '' })
  const decision = decideUpdate(definition, incoming, object, options)
  if (decision.change === 'replace') tx.replace(definition, decision.object, before)
  if (decision.change === 'remove') tx.remove(definition, item.name, before)
}

/** What an owner that is being deleted still asks of the garbage collector. */
export interface Awaiting {
  uid: string
  work: 'orphan' | 'foreground'
}

export function awaitingOf(store: ScopeReader, item: Item): Awaiting | undefined {
  const stored = store.read(definitionFor(store, item), item.name)
  const metadata = stored && objectOf(stored).metadata
  if (!metadata?.deletionTimestamp) return undefined
  if (metadata.finalizers?.includes(ORPHAN)) return { uid: metadata.uid ?? '', work: 'orphan' }
  if (metadata.finalizers?.includes(FOREGROUND)) return { uid: metadata.uid ?? '', work: 'foreground' }
  return undefined
}

/** Takes the references to `uid` out of a batch of dependents. True while there are more. */
export function orphanBatch(tx: Transaction, uid: string, limit: number): boolean {
  const items = dependentsOf(tx, uid, START, limit)
  for (const item of items) {
    const before = tx.read(definitionFor(tx, item), item.name)
    if (!before) continue
    const object = objectOf(before)
    const ownerReferences = object.metadata.ownerReferences?.filter((reference) => reference.uid !== uid)
    rewrite(tx, item, before, object, { ownerReferences })
  }
  return items.length === limit
}

/** Deletes a batch of the dependents that block the deletion of `uid`, from `after` on. Returns the last while there are more. */
export function foregroundBatch(tx: Transaction, uid: string, after: Item, limit: number): Item | undefined {
  const items = dependentsOf(tx, uid, after, limit, true)
  for (const item of items) deleteBlocking(tx, item)
  return items.length === limit ? items.at(-1) : undefined
}

function deleteBlocking(tx: Transaction, item: Item): void {
  const definition = definitionFor(tx, item)
  const before = tx.read(definition, item.name)
  if (!before) return
  const object = objectOf(before)
  if (object.metadata.deletionTimestamp) return unblockCircle(tx, item, before, object)
  const others = (object.metadata.ownerReferences ?? []).filter((r) => localOwnerState(tx, r) === 'present')
  if (others.length > 0) return rewrite(tx, item, before, object, { ownerReferences: others })
  const dependents = hasDependents(tx, object.metadata.uid ?? '')
  remove(tx, item, before, object, dependents ? 'Foreground' : undefined)
}

/** Owners that wait for each other in a circle would wait for ever: one that waits itself blocks nobody any more (O7). */
function unblockCircle(tx: Transaction, item: Item, before: StoredObject, object: KubernetesObject): void {
  if (!object.metadata.finalizers?.includes(FOREGROUND)) return
  const ownerReferences = (object.metadata.ownerReferences ?? []).map((r) => ({ ...r, blockOwnerDeletion: false }))
  rewrite(tx, item, before, object, { ownerReferences })
}

export const isBlocked = (store: ScopeReader, uid: string): boolean =>
  dependentsOf(store, uid, START, 1, true).length > 0

/** The garbage collector is done with an owner: its finalizer goes, and with the last one the object. */
export function removeCollectorFinalizer(tx: Transaction, item: Item, { uid, work }: Awaiting): void {
  const before = tx.read(definitionFor(tx, item), item.name)
  const object = before && objectOf(before)
  if (!before || object?.metadata.uid !== uid) return
  const own = work === 'orphan' ? ORPHAN : FOREGROUND
  rewrite(tx, item, before, object, {
    finalizers: object.metadata.finalizers?.filter((finalizer) => finalizer !== own),
  })
}

/** The state of a cluster-scoped owner, for a namespace's scope that asks. */
export function clusterOwnerState(store: ScopeReader, reference: OwnerReference): OwnerState {
  const definition = store.registry.findByKind(reference.apiVersion, reference.kind)
  return definition ? ownerStateOf(store.read(definition, reference.name), reference.uid) : 'present'
}
