import type { WatchParameters } from '../../core/watch/parameters.ts'
import { firstRow } from './database.ts'
import type { ScopeReader } from './scope-reader.ts'
import type { ScopeStore } from './scope-store.ts'
import * as sql from './statements.ts'
import type { Transaction } from './transaction.ts'

/** Parameters of a socket's watch that are too large for its attachment, under an id that the attachment names. */

export const writeSocketParameters = (tx: Transaction, id: string, parameters: WatchParameters): void =>
  tx.run(sql.writeSocketParameters, id, JSON.stringify(parameters))

/** Undefined when they are lost. */
export function readSocketParameters(store: ScopeReader, id: string): WatchParameters | undefined {
  const row = firstRow(store.rows<{ parameters: string }>(sql.readSocketParameters, id))
  return row && (JSON.parse(row.parameters) as WatchParameters)
}

export const dropSocketParameters = (tx: Transaction, id: string): void => tx.run(sql.deleteSocketParameters, id)

/** Where no socket is left: drops what those left that a crash has closed. */
export function dropAllSocketParameters(store: ScopeStore): void {
  if (!store.settings.exists || !firstRow(store.rows(sql.anySocketParameters))) return
  store.transaction((tx) => tx.run(sql.deleteAllSocketParameters))
}
