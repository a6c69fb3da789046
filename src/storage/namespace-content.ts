import type { Revision } from '../core/revision.ts'
import { storedDefinition } from '../kinds/unserved-definition.ts'
import type { ScopeStore } from './scope-store.ts'
import type { ScopeReader } from './scope-reader.ts'
import type { NamespaceState } from './settings.ts'
import { namesOf } from './statements.ts'
import type { Transaction } from './transaction.ts'
import { deleteStored } from './verbs/delete.ts'
import { parseObject } from './verbs/object-call.ts'

/** Objects deleted in one transaction while a namespace is emptied. */
const BATCH = 100

/**
 * Takes over what the cluster scope says of this scope's Namespace. Idempotent; what is not newer than what is known is
 * ignored (N7). Everything written later is above `state.revision`.
 */
export function applyNamespaceState(store: ScopeStore, state: NamespaceState): void {
  store.transaction((tx) => {
    tx.initialize()
    const known = tx.namespace
    if (known && !isNews(known, state)) return
    tx.observe(state.revision as Revision)
    tx.writeSetting('namespace', state)
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
  /** the finalizers of objects that stay, one list each, with their resources */
  held: { resource: string; finalizers: string[] }[]
  /** where to go on; absent when the end was reached */
  next?: EmptyCursor
}

/**
 * Deletes a batch of what a terminating namespace holds, from `cursor` on (N8). Objects with finalizers are marked and
 * stay until these are gone.
 */
export function emptyBatch(store: ScopeStore, cursor: EmptyCursor): EmptyStep {
  const held: EmptyStep['held'] = []
  const position = store.transaction((tx) => {
    let left = BATCH
    for (const resource of tx.resourcesWithObjects()) {
      if (resource < cursor.resource) continue
      const after = resource === cursor.resource ? cursor.name : ''
      const names = [...tx.rows<{ name: string }>(namesOf, resource, after, left)].map((row) => row.name)
      for (const name of names) {
        const finalizers = deleteByName(tx, resource, name)
        if (finalizers) held.push({ resource, finalizers })
      }
      left -= names.length
      if (left === 0) return { next: { resource, name: names.at(-1) ?? '' } }
    }
    return {}
  })
  return { held, ...position }
}

/**
 * Deletes an object; returns its finalizers if they hold it back. One of a resource that is not served any more goes in any
 * case: nobody could take its finalizers away.
 */
function deleteByName(tx: Transaction, resource: string, name: string): string[] | undefined {
  const definition = storedDefinition(tx.registry, resource)
  const before = tx.read(definition, name)
  if (!before) return undefined
  if (!tx.registry.named(resource)) {
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

export const isEmpty = (store: ScopeReader) => store.resourcesWithObjects().length === 0

/** Notes that the Namespace is gone. The clock, the floor and the history stay until compaction. */
export function closeNamespace(store: ScopeStore, uid: string): void {
  store.transaction((tx) => {
    const known = tx.namespace
    if (known?.uid === uid) tx.writeSetting('namespace', { ...known, phase: 'closed' })
    tx.clearTimer('empty', '')
  })
}
