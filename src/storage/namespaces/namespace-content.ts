import type { Revision } from '../../core/revision.ts'
import { storedDefinition } from '../../kinds/unserved-definition.ts'
import type { ScopeStore } from '../store/scope-store.ts'
import type { ScopeReader } from '../store/scope-reader.ts'
import type { NamespaceState } from '../store/settings.ts'
import { firstRow } from '../store/database.ts'
import { anyVersion, namesOf } from '../store/statements.ts'
import type { Transaction } from '../store/transaction.ts'
import { deleteStored } from '../verbs/delete.ts'
import { parseObject } from '../verbs/object-call.ts'

/** Objects deleted in one transaction while a namespace is emptied. */
const BATCH = 100

/**
 * Takes over what the cluster scope says of this scope's Namespace. Idempotent; what is not newer than what is known is
 * ignored (N7). Everything written later is above `state.revision`.
 */
export function applyNamespaceState(store: ScopeStore, state: NamespaceState): void {
  store.transaction((tx) => {
    const isNew = !tx.settings.exists
    tx.initialize()
    if (isNew && state.floor) tx.moveFloor(state.floor as Revision)
    const known = tx.namespace
    if (known && !isNews(known, state)) return
    tx.observe(state.revision as Revision)
    const { phase, uid, revision } = state
    tx.writeSetting('namespace', { phase, uid, revision })
    if (state.phase === 'terminating') tx.setTimer('empty', '', tx.env.now())
  })
}

/** Of a scope that is closed, its last revision counts too: the Namespace is still there, held by finalizers of its own. */
const isNews = (known: NamespaceState, { revision }: NamespaceState) =>
  revision > known.revision || (revision === known.revision && known.phase === 'closed')

/** Where the emptying of a namespace stands: it goes through resources and names in order. */
export interface EmptyCursor {
  resource: string
  name: string
}

export interface EmptyStep {
  /** the finalizers of objects that stay, one list for each */
  held: string[][]
  /** where to go on; absent when the end was reached */
  next?: EmptyCursor
}

/** Whether finalizers hold objects back; `purge` is for a namespace that is gone, where nobody could take them away. */
export type Emptying = 'honour finalizers' | 'purge'

/**
 * Deletes a batch of what a terminating namespace holds, from `cursor` on (N8). Objects with finalizers are marked and
 * stay until these are gone. Where the namespace was made again meanwhile, nothing is deleted.
 */
export function emptyBatch(store: ScopeStore, cursor: EmptyCursor, emptying: Emptying): EmptyStep {
  return store.transaction((tx) => {
    const held: string[][] = []
    if (tx.namespace?.phase !== 'terminating') return { held }
    let left = BATCH
    for (const resource of tx.resourcesWithObjects()) {
      if (resource < cursor.resource) continue
      const after = resource === cursor.resource ? cursor.name : ''
      const names = [...tx.rows<{ name: string }>(namesOf, resource, after, left)].map((row) => row.name)
      for (const name of names) {
        const finalizers = deleteByName(tx, resource, name, emptying)
        if (finalizers) held.push(finalizers)
      }
      left -= names.length
      if (left === 0) return { held, next: { resource, name: names.at(-1) ?? '' } }
    }
    return { held }
  })
}

/**
 * Deletes an object; returns its finalizers if they hold it back. One of a resource that is not served any more goes in any
 * case: nobody could take its finalizers away.
 */
function deleteByName(tx: Transaction, resource: string, name: string, emptying: Emptying): string[] | undefined {
  const definition = storedDefinition(tx.registry, resource)
  const before = tx.read(definition, name)
  if (!before) return undefined
  if (emptying === 'purge' || !tx.registry.named(resource)) {
    tx.remove(definition, name, before)
    return undefined
  }
  const { removed, body } = deleteStored(tx, definition, before, {
    preconditions: {},
    propagation: { propagationPolicy: 'Background' },
    dryRun: false,
  })
  return removed ? undefined : (parseObject(body).metadata.finalizers ?? [])
}

/** What is stored, counted by resource. Those of the core group are shown with their dot, as Kubernetes does. */
export const contentCounts = (store: ScopeReader): Record<string, number> =>
  Object.fromEntries(
    store.liveCounts().map(({ resource, live }) => [resource.includes('.') ? resource : `${resource}.`, live]),
  )

export const isEmpty = (store: ScopeReader) => store.resourcesWithObjects().length === 0

/** Notes that the Namespace is gone. The clock, the floor and the history stay until compaction; then the storage goes. */
export function closeNamespace(store: ScopeStore, uid: string): void {
  store.transaction((tx) => {
    const known = tx.namespace
    if (known?.uid === uid) {
      tx.writeSetting('namespace', { ...known, phase: 'closed' })
      tx.setTimer('forget', '', tx.env.now() + tx.retention.historyMs)
    }
    tx.clearTimer('empty', '')
  })
}

/** True for the scope of a namespace that is gone, of which no history is left either. */
export const isForgettable = (store: ScopeReader): boolean =>
  store.namespace?.phase === 'closed' && firstRow(store.rows<{ revision: number }>(anyVersion)) === undefined
