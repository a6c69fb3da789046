import { expiredContinue } from '../../core/request/continue-token.ts'
import { ObjectMatcher } from '../../core/selectors/object-matcher.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import type { Revision } from '../../core/revision.ts'
import { StatusError } from '../../core/errors/status-error.ts'
import { groupResource } from '../../core/resource-name.ts'
import { firstRow } from '../store/database.ts'
import { assertNotFuture, observeVersion } from '../history/future-version.ts'
import type { StoredObject } from '../store/change.ts'
import type { ScopeReader } from '../store/scope-reader.ts'
import { countAt, listAt, readAt } from '../store/statements.ts'
import { definitionFor, type ResourceCall } from './object-call.ts'

/** Where a list is taken. */
export type ListPosition =
  /** the most recent state: no client has observed a newer one */
  | { at: 'recent'; notOlderThan?: Revision | undefined }
  | { at: 'exact'; revision: Revision }
  /** from a continue token: names after `after` at that version */
  | { at: 'continue'; revision: Revision; after: string; remaining?: number | undefined }
  /** from a token of expired history: the rest, from the newest state */
  | { at: 'inconsistent'; after: string }

export interface ListCall extends ResourceCall {
  position: ListPosition
  labelSelector: string
  fieldSelector: string
  /** 0 for none */
  limit: number
  /** The answer ends after about so many characters; the caller asks on. */
  maxLength: number
}

export interface ListAnswer {
  revision: Revision
  /** stored texts, comma between them */
  items: string
  count: number
  /** the last name that was looked at */
  last: string
  /** `limit`: the page is full and more may match; `length`: ask on from `last`; `no`: that was all */
  more: 'no' | 'limit' | 'length'
  /** How many objects there are after the start of this answer; only for a limit without selectors. */
  total?: number
}

export interface ListedObject extends StoredObject {
  name: string
}

/** So many names are looked at in one call, whether they match or not. */
const MAX_ROWS = 2_000
const GONE = 'The resourceVersion for the provided list is too old.'

/** LIST (L1–L19): one bounded synchronous read by name at one version. */
export function listObjects(store: ScopeReader, call: ListCall): ListAnswer {
  const definition = definitionFor(store, call)
  const matcher = new ObjectMatcher(definition, store.scope.namespace, call.labelSelector, call.fieldSelector)
  const { revision, after } = locate(store, call.position)
  if (!store.settings.exists) return { revision, items: '', count: 0, last: after, more: 'no' }
  const page = readPage(store, definition, matcher, call, revision, after)
  if (page.more === 'length') store.pins.hold(revision, store.env.now())
  const total =
    call.limit > 0 && matcher.matchesAll ? totalAfter(store, definition, call.position, revision) : undefined
  return {
    revision,
    items: page.objects.map((object) => object.body).join(','),
    count: page.objects.length,
    last: page.last,
    more: page.more,
    ...(total === undefined ? {} : { total }),
  }
}

/** The version a list is taken at, and the name it starts after. Throws 410 below the floor, 504 in the future. */
export function locate(store: ScopeReader, position: ListPosition): { revision: Revision; after: string } {
  switch (position.at) {
    case 'recent':
      if (position.notOlderThan !== undefined) observeVersion(store, position.notOlderThan)
      return { revision: store.clock.last, after: '' }
    case 'inconsistent':
      return { revision: store.clock.last, after: position.after }
    case 'exact':
      if (position.revision < store.floor) throw new StatusError('Expired', GONE)
      observeVersion(store, position.revision)
      return { revision: position.revision, after: '' }
    case 'continue':
      if (position.revision < store.floor) throw expiredContinue(position.after)
      assertNotFuture(store, position.revision)
      return { revision: position.revision, after: position.after }
  }
}

interface Page {
  objects: ListedObject[]
  last: string
  more: ListAnswer['more']
}

export function readPage(
  store: ScopeReader,
  definition: ResourceDefinition,
  matcher: ObjectMatcher,
  bounds: { limit: number; maxLength: number },
  revision: Revision,
  after: string,
): Page {
  const page: Page = { objects: [], last: after, more: 'no' }
  let length = 0
  let looked = 0
  for (const row of rowsAt(store, definition, matcher, revision, after)) {
    const matches = matcher.matches(row)
    const full = bounds.limit > 0 && page.objects.length === bounds.limit
    if (full && matches) return { ...page, more: 'limit' }
    // A full page ends here, even if nothing behind it has matched so far: the next page finds out whether more does.
    if (length >= bounds.maxLength || looked === MAX_ROWS) return { ...page, more: full ? 'limit' : 'length' }
    page.last = row.name
    looked++
    if (!matches) continue
    page.objects.push(row)
    length += row.body.length
  }
  return page
}

function rowsAt(
  store: ScopeReader,
  definition: ResourceDefinition,
  matcher: ObjectMatcher,
  revision: Revision,
  after: string,
): Iterable<ListedObject> {
  const resource = groupResource(definition)
  if (matcher.name === undefined) return store.rows<ListedObject>(listAt, revision, resource, after, MAX_ROWS + 1)
  return matcher.name > after ? store.rows<ListedObject>(readAt, revision, resource, matcher.name) : []
}

/** How many objects the page and all pages after it hold together. */
function totalAfter(
  store: ScopeReader,
  definition: ResourceDefinition,
  position: ListPosition,
  revision: Revision,
): number {
  if (position.at === 'continue' && position.remaining !== undefined) return position.remaining
  if (position.at === 'recent') return store.count(definition)
  const after = position.at === 'exact' ? '' : position.after
  return firstRow(store.rows<{ live: number }>(countAt, revision, groupResource(definition), after))?.live ?? 0
}
