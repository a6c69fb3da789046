import { notFound } from '../../core/errors/status-error.ts'
import { assertNotFuture } from '../history/future-version.ts'
import type { ScopeReader } from '../store/scope-reader.ts'
import type { Revision } from '../../core/revision.ts'
import { definitionFor, type ObjectAnswer, type ResourceCall } from './object-call.ts'

export interface GetCall extends ResourceCall {
  name: string
  /** not older than this; every answer is the most recent state */
  notOlderThan?: Revision | undefined
}

/** GET of one object (G1–G4): always the most recent state. */
export function getObject(store: ScopeReader, call: GetCall): ObjectAnswer {
  const definition = definitionFor(store, call)
  if (call.notOlderThan !== undefined) assertNotFuture(store, call.notOlderThan)
  const stored = store.read(definition, call.name)
  if (!stored) throw notFound(definition, call.name)
  return { body: stored.body }
}
