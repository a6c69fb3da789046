import { NAMESPACES_KEY } from '../../core/namespace-resource.ts'
import type { Revision } from '../../core/revision.ts'
import { type Change, ChangeKind } from '../store/change.ts'
import { firstRow } from '../store/database.ts'
import { namespaceStateOf } from './namespace-objects.ts'
import type { ScopeReader } from '../store/scope-reader.ts'
import type { ScopeStore } from '../store/scope-store.ts'
import * as sql from '../store/statements.ts'
import type { Transaction } from '../store/transaction.ts'

/**
 * In the cluster scope: namespaces that are gone, whose scopes still hold their history. A scope that has dropped all of it
 * gives its storage back; what is left of it is the highest version that such scopes have used (the setting `forgotten`).
 */

/** Notes Namespaces that go. */
export function recordEnded(tx: Transaction, changes: readonly Change[]): void {
  for (const { resource, event, name } of changes)
    if (resource === NAMESPACES_KEY && event === ChangeKind.deleted) tx.run(sql.addEndedNamespace, name)
}

/** True where a namespace exists, or has left history that can be read. */
export const hasScope = (store: ScopeReader, name: string): boolean =>
  namespaceStateOf(store, name).phase !== 'absent' || hasEnded(store, name)

const hasEnded = (store: ScopeReader, name: string) =>
  firstRow(store.rows<{ name: string }>(sql.readEndedNamespace, name)) !== undefined

/**
 * The scope of a namespace asks whether it may give its storage back; `last` is the highest version that it has used. All
 * that is issued later, here and in a namespace of that name, is above it. False where the namespace was made again.
 */
export function forgetNamespace(store: ScopeStore, name: string, last: Revision): boolean {
  return store.transaction((tx) => {
    if (namespaceStateOf(tx, name).phase !== 'absent') return false
    tx.observe(last)
    tx.writeSetting('forgotten', Math.max(tx.settings.read('forgotten') ?? 0, last))
    tx.run(sql.deleteEndedNamespace, name)
    tx.run(sql.forgetOwnersNamespace, name)
    return true
  })
}
