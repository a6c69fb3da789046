import { jsonEqual } from '../core/json.ts'
import { NAMESPACES_KEY } from '../core/namespace-resource.ts'
import type { ResourceDefinition } from '../core/resource-definition.ts'
import { prepareCreate } from '../core/write/create.ts'
import type { KubernetesObject } from '../wire/object.ts'
import { KUBERNETES_FINALIZER } from '../kinds/strategies/namespace.ts'
import { type Remaining, withRemaining } from '../kinds/strategies/namespace-conditions.ts'
import type { Change } from './change.ts'
import type { ScopeReader } from './scope-reader.ts'
import type { ScopeStore } from './scope-store.ts'
import type { NamespaceState } from './settings.ts'
import { definitionFor, objectOf, parseObject } from './verbs/object-call.ts'

/** The namespaces that exist from the start. */
const DEFAULT_NAMESPACES = ['default', 'kube-system', 'kube-public', 'kube-node-lease']

const namespacesIn = (store: ScopeReader): ResourceDefinition => definitionFor(store, { resource: NAMESPACES_KEY })

/** Makes the cluster scope's tables and the default namespaces, in its first transaction (N1). */
export function initializeCluster(store: ScopeStore): void {
  store.transaction((tx) => {
    tx.initialize()
    const namespaces = namespacesIn(tx)
    for (const name of DEFAULT_NAMESPACES)
      tx.create(namespaces, prepareCreate(namespaces, { metadata: { name } }, '', tx.env))
  })
}

/** What the cluster scope answers a scope that asks about its Namespace. `last` is what an absent one tells its clients. */
export type NamespaceAnswer = NamespaceState | { phase: 'absent'; last: number }

export function namespaceStateOf(store: ScopeReader, name: string): NamespaceAnswer {
  const stored = store.read(namespacesIn(store), name)
  if (!stored) return { phase: 'absent', last: store.clock.last }
  const { metadata } = objectOf(stored)
  return {
    phase: metadata.deletionTimestamp ? 'terminating' : 'open',
    uid: metadata.uid ?? '',
    revision: stored.revision,
  }
}

/** Namespaces that a change leaves terminating with content to be deleted: their scopes must be told. */
export const namespacesToTerminate = (changes: readonly Change[]): string[] =>
  changes
    .filter((change) => change.resource === NAMESPACES_KEY && change.body && awaitsEmptying(change))
    .map((c) => c.name)

/** True for the change that marked it: later ones tell nothing new. */
function awaitsEmptying(change: Change): boolean {
  const namespace = objectOf(change)
  const marked = change.previous?.body && parseObject(change.previous.body).metadata.deletionTimestamp
  return (
    Boolean(namespace.metadata.deletionTimestamp) && !marked && ownFinalizers(namespace).includes(KUBERNETES_FINALIZER)
  )
}

/** The namespace's scope reports what holds it: its conditions say so. A report that changes nothing makes no event. */
export function reportRemaining(store: ScopeStore, name: string, uid: string, remaining: Remaining): void {
  store.transaction((tx) => {
    const namespaces = namespacesIn(tx)
    const before = tx.read(namespaces, name)
    const current = before && objectOf(before)
    if (!before || current?.metadata.uid !== uid || !current.metadata.deletionTimestamp) return
    const object = withRemaining(current, remaining, tx.env.now())
    if (!jsonEqual(object.status, current.status)) tx.replace(namespaces, object, before)
  })
}

/**
 * The namespace's scope reports that nothing is left: Kubernetes' own finalizer goes, and with the last finalizer the
 * Namespace (N8). A report for another uid, or a second one, changes nothing.
 */
export function finishNamespace(store: ScopeStore, name: string, uid: string): void {
  store.transaction((tx) => {
    tx.clearTimer('terminate', name)
    const namespaces = namespacesIn(tx)
    const before = tx.read(namespaces, name)
    const current = before && objectOf(before)
    if (!before || current?.metadata.uid !== uid || !current.metadata.deletionTimestamp) return
    if (!ownFinalizers(current).includes(KUBERNETES_FINALIZER)) return
    const object = withoutOwnFinalizer(current)
    if (object.metadata.finalizers?.length || namespaces.strategy.isHeldBack?.(object))
      tx.replace(namespaces, object, before)
    else tx.remove(namespaces, name, before)
  })
}

function withoutOwnFinalizer(namespace: KubernetesObject): KubernetesObject {
  const finalizers = ownFinalizers(namespace).filter((finalizer) => finalizer !== KUBERNETES_FINALIZER)
  return { ...namespace, spec: finalizers.length ? { finalizers } : {} }
}

const ownFinalizers = (namespace: KubernetesObject) =>
  (namespace.spec as { finalizers?: string[] } | undefined)?.finalizers ?? []
