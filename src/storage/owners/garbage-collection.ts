import { type CollectDecision, decideCollect, type OwnerState } from '../../core/write/collect.ts'
import { FOREGROUND, ORPHAN, type Propagation } from '../../core/write/propagation.ts'
import { decideUpdate } from '../../core/write/update.ts'
import { storedDefinition } from '../../kinds/unserved-definition.ts'
import type { KubernetesObject, OwnerReference } from '../../wire/object.ts'
import type { StoredObject } from '../store/change.ts'
import { tracked, tracking } from '../verbs/tracking.ts'
import { dependentsOf, hasDependents, type Item, localOwnerState, ownerStateOf, START } from './owner-index.ts'
import { isCircle } from './owner-circle.ts'
import type { ScopeReader } from '../store/scope-reader.ts'
import { removeObject } from '../verbs/removal.ts'
import type { Transaction } from '../store/transaction.ts'
import { deleteStored } from '../verbs/delete.ts'
import { objectOf } from '../verbs/object-call.ts'

/** Steps of the garbage collector, which objects/garbage-collector.ts takes in batches. */

/** The field manager of what the garbage collector changes, as in Kubernetes. */
const COLLECTOR = 'kube-controller-manager'

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

/** A stored object that the collector looks at. */
interface Subject {
  item: Item
  before: StoredObject
  object: KubernetesObject
}

function subjectOf(store: ScopeReader, item: Item): Subject | undefined {
  const before = store.read(storedDefinition(store.registry, item.resource), item.name)
  return before && { item, before, object: objectOf(before) }
}

function collectItem(tx: Transaction, item: Item, states: ReadonlyMap<string, OwnerState>): Unresolved | undefined {
  const subject = subjectOf(tx, item)
  if (!subject || storedDefinition(tx.registry, item.resource).strategy.undeletable?.(item.name)) return undefined
  const { metadata } = subject.object
  const references = metadata.ownerReferences ?? []
  const known = new Map(references.map((r) => [r, localOwnerState(tx, r) ?? states.get(r.uid)]))
  const owners = references.filter((reference) => known.get(reference) === undefined)
  if (owners.length > 0) return { item, owners }
  const uid = metadata.uid ?? ''
  const decision = decideCollect(subject.object, {
    stateOf: (reference) => known.get(reference) ?? 'present',
    hasDependents: () => hasDependents(tx, uid),
    isCircle: (reference) => isCircle(tx, uid, reference.uid),
  })
  carryOut(tx, subject, decision)
  return undefined
}

function carryOut(tx: Transaction, subject: Subject, decision: CollectDecision): void {
  switch (decision.action) {
    case 'keep':
      return
    case 'release':
      return rewrite(tx, subject, { ownerReferences: decision.references })
    case 'delete': {
      const unblocked = decision.references ? rewritten(tx, subject, decision.references) : subject
      if (unblocked) remove(tx, unblocked, decision.policy)
    }
  }
}

function rewritten(tx: Transaction, subject: Subject, ownerReferences: OwnerReference[]): Subject | undefined {
  rewrite(tx, subject, { ownerReferences })
  return subjectOf(tx, subject.item)
}

const remove = (
  tx: Transaction,
  { item, before, object }: Subject,
  propagationPolicy: Propagation['propagationPolicy'],
) =>
  deleteStored(
    tx,
    storedDefinition(tx.registry, item.resource),
    before,
    { preconditions: {}, propagation: { propagationPolicy }, dryRun: false },
    object,
  )

/** Changes owners or finalizers of an object as an update would: the last finalizer of a deleted one ends it. */
function rewrite(
  tx: Transaction,
  { item, before, object }: Subject,
  metadata: Partial<KubernetesObject['metadata']>,
): void {
  const definition = storedDefinition(tx.registry, item.resource)
  const incoming = { ...object, metadata: { ...object.metadata, ...metadata } }
  const options = tx.registry.named(item.resource)
    ? tracking(tx, definition, object, { manager: COLLECTOR, subresource: '' })
    : tracked('')
  const decision = decideUpdate(definition, incoming, object, options)
  if (decision.change === 'replace') tx.replace(definition, decision.object, before)
  if (decision.change === 'remove') removeObject(tx, definition, decision.object, before)
}

/** What an owner that is being deleted still asks of the garbage collector. */
export interface Awaiting {
  uid: string
  work: 'orphan' | 'foreground'
}

export function awaitingOf(store: ScopeReader, item: Item): Awaiting | undefined {
  const metadata = subjectOf(store, item)?.object.metadata
  if (!metadata?.deletionTimestamp) return undefined
  if (metadata.finalizers?.includes(ORPHAN)) return { uid: metadata.uid ?? '', work: 'orphan' }
  if (metadata.finalizers?.includes(FOREGROUND)) return { uid: metadata.uid ?? '', work: 'foreground' }
  return undefined
}

/** Takes the references to `uid` out of a batch of dependents. True while there are more. */
export function orphanBatch(tx: Transaction, uid: string, limit: number): boolean {
  const items = dependentsOf(tx, uid, START, limit)
  for (const item of items) {
    const subject = subjectOf(tx, item)
    const ownerReferences = subject?.object.metadata.ownerReferences?.filter((reference) => reference.uid !== uid)
    if (subject) rewrite(tx, subject, { ownerReferences })
  }
  return items.length === limit
}

/** The garbage collector is done with an owner: its finalizer goes, and with the last one the object. */
export function removeCollectorFinalizer(tx: Transaction, item: Item, { uid, work }: Awaiting): void {
  const subject = subjectOf(tx, item)
  if (subject?.object.metadata.uid !== uid) return
  const own = work === 'orphan' ? ORPHAN : FOREGROUND
  rewrite(tx, subject, { finalizers: subject.object.metadata.finalizers?.filter((finalizer) => finalizer !== own) })
}

/** The state of a cluster-scoped owner, for a namespace's scope that asks. */
export function clusterOwnerState(store: ScopeReader, reference: OwnerReference): OwnerState {
  const definition = store.registry.findByKind(reference.apiVersion, reference.kind)
  return definition ? ownerStateOf(store.read(definition, reference.name), reference.uid) : 'present'
}
