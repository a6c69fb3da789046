import { jsonEqual } from '../../core/json/json.ts'
import { NAMESPACES_KEY } from '../../core/namespace-resource.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import { prepareCreate } from '../../core/write/create.ts'
import { isHeldBack } from '../../core/write/delete.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { KUBERNETES_FINALIZER } from '../../kinds/strategies/namespace.ts'
import { type Remaining, withRemaining } from '../../kinds/strategies/namespace-conditions.ts'
import type { Change, StoredObject } from '../store/change.ts'
import type { ScopeReader } from '../store/scope-reader.ts'
import type { ScopeStore } from '../store/scope-store.ts'
import type { NamespaceState } from '../store/settings.ts'
import { definitionFor, objectOf, parseObject } from '../verbs/object-call.ts'

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
export type NamespaceAnswer = NamespaceState | { phase: 'absent'; last: number; floor?: number }

export function namespaceStateOf(store: ScopeReader, name: string): NamespaceAnswer {
  const stored = store.read(namespacesIn(store), name)
  const forgotten = store.settings.read('forgotten')
  const floor = forgotten === undefined ? {} : { floor: forgotten }
  if (!stored) return { phase: 'absent', last: store.clock.last, ...floor }
  const { metadata } = objectOf(stored)
  return {
    phase: metadata.deletionTimestamp ? 'terminating' : 'open',
    uid: metadata.uid ?? '',
    revision: stored.revision,
    ...floor,
  }
}

/** The namespaces that these changes mark as being deleted. Their scopes must hear of it. */
export const namespacesToTerminate = (changes: readonly Change[]): string[] =>
  changes.filter((change) => change.resource === NAMESPACES_KEY && change.body && isMarking(change)).map((c) => c.name)

/** True for the one change that marks the Namespace as being deleted, not for later ones. */
function isMarking(change: Change): boolean {
  const marked = change.previous?.body && parseObject(change.previous.body).metadata.deletionTimestamp
  return Boolean(objectOf(change).metadata.deletionTimestamp) && !marked
}

interface EndingNamespace {
  definition: ResourceDefinition
  before: StoredObject
  current: KubernetesObject
}

/** The Namespace of a uid, while it is being deleted. */
function endingNamespace(store: ScopeReader, name: string, uid: string): EndingNamespace | undefined {
  const definition = namespacesIn(store)
  const before = store.read(definition, name)
  const current = before && objectOf(before)
  if (!before || current?.metadata.uid !== uid || !current.metadata.deletionTimestamp) return undefined
  return { definition, before, current }
}

/** The namespace's scope has confirmed that it accepts nothing new. A Namespace that waited only for this is removed (N19). */
export function confirmTerminating(store: ScopeStore, name: string, uid: string): void {
  store.transaction((tx) => {
    tx.clearTimer('terminate', name)
    const ending = endingNamespace(tx, name, uid)
    if (ending && !isHeldBack(ending.definition, ending.current)) tx.remove(ending.definition, name, ending.before)
  })
}

/**
 * Writes what the namespace's scope reports as remaining into the Namespace's conditions. A report that changes nothing makes
 * no event. False if that Namespace is gone, because somebody removed its finalizers.
 */
export function reportRemaining(store: ScopeStore, name: string, uid: string, remaining: Remaining): boolean {
  return store.transaction((tx) => {
    const ending = endingNamespace(tx, name, uid)
    if (!ending) return false
    const object = withRemaining(ending.current, remaining, tx.env.now())
    if (!jsonEqual(object.status, ending.current.status)) tx.replace(ending.definition, object, ending.before)
    return true
  })
}

/**
 * The namespace's scope reports that nothing is left: Kubernetes' own finalizer goes, and with the last finalizer the
 * Namespace (N8). One that stays, held by finalizers of its own, says that its content is gone. A report for another uid, or
 * a second one, changes nothing.
 */
export function finishNamespace(store: ScopeStore, name: string, uid: string): void {
  store.transaction((tx) => {
    tx.clearTimer('terminate', name)
    const ending = endingNamespace(tx, name, uid)
    if (!ending) return
    const { definition, before, current } = ending
    const object = withRemaining(withoutOwnFinalizer(current), NOTHING, tx.env.now())
    if (!isHeldBack(definition, object)) tx.remove(definition, name, before)
    else if (!jsonEqual([object.spec, object.status], [current.spec, current.status]))
      tx.replace(definition, object, before)
  })
}

const NOTHING: Remaining = { resources: {}, finalizers: {} }

function withoutOwnFinalizer(namespace: KubernetesObject): KubernetesObject {
  const finalizers = ownFinalizers(namespace).filter((finalizer) => finalizer !== KUBERNETES_FINALIZER)
  return { ...namespace, spec: finalizers.length ? { finalizers } : {} }
}

const ownFinalizers = (namespace: KubernetesObject) =>
  (namespace.spec as { finalizers?: string[] } | undefined)?.finalizers ?? []
