import { type Outcome, toOutcome } from '../../core/errors/status-error.ts'
import type { Revision } from '../../core/revision.ts'
import { ObjectMatcher } from '../../core/selectors/object-matcher.ts'
import type { Propagation } from '../../core/write/propagation.ts'
import type { Preconditions } from '../../core/write/preconditions.ts'
import type { ScopeReader } from '../store/scope-reader.ts'
import type { Transaction } from '../store/transaction.ts'
import { deleteStored } from './delete.ts'
import { type ListAnswer, type ListCall, type ListedObject, locate, readPage } from './list.ts'
import { definitionFor, parseObject } from './object-call.ts'

export interface DeleteCollectionCall extends ListCall {
  preconditions: Preconditions
  propagation: Propagation
  dryRun: boolean
}

/** One bounded part of a collection that is to be deleted. */
export interface FoundCollection {
  /** shows the objects as they are now, before any of them goes */
  answer: ListAnswer
  matches: ListedObject[]
}

/** The first step of a DELETE of a collection (D12, D13): finds what matches. */
export function findCollection(store: ScopeReader, call: DeleteCollectionCall): FoundCollection {
  const definition = definitionFor(store, call)
  const matcher = new ObjectMatcher(definition, store.scope.namespace, call.labelSelector, call.fieldSelector)
  const { revision, after } = locate(store, call.position)
  if (!store.settings.exists) return { answer: { revision, items: '', count: 0, last: after, more: 'no' }, matches: [] }
  const { objects, last, more } = readPage(store, definition, matcher, call, revision, after)
  if (more === 'length') store.pins.hold(revision, store.env.now())
  const items = objects.map((object) => object.body).join(',')
  return { answer: { revision, items, count: objects.length, last, more }, matches: objects }
}

/**
 * The second step, for some of the matches (D20–D22): each goes by itself. One that is gone already, or that was made anew
 * under its name, is passed over. Stops at the first that is refused; those before it are deleted all the same.
 */
export function deleteMatches(
  tx: Transaction,
  call: DeleteCollectionCall,
  matches: readonly ListedObject[],
): Outcome<null> {
  for (const match of matches) {
    const outcome = toOutcome(() => deleteMatch(tx, call, match))
    if (!outcome.ok) return outcome
  }
  return { ok: true, value: null }
}

function deleteMatch(tx: Transaction, call: DeleteCollectionCall, match: ListedObject): null {
  const definition = definitionFor(tx, call)
  const before = tx.read(definition, match.name)
  if (before && isSameObject(match, before)) deleteStored(tx, definition, before, call)
  return null
}

const isSameObject = (match: Versioned, stored: Versioned) =>
  match.revision === stored.revision || uidOf(match) === uidOf(stored)
const uidOf = ({ body }: Versioned) => parseObject(body).metadata.uid

interface Versioned {
  revision: Revision
  body: string
}
