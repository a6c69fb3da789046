import { Query } from '../../wire/names.ts'
import { type Continue, parseContinue } from './continue-token.ts'
import { type FieldError, forbidden, notSupported } from '../errors/field-error.ts'
import { parseFieldTerms } from '../selectors/field-selector.ts'
import type { LabelSelector } from '../selectors/label-requirement.ts'
import { parseLabelSelector } from '../selectors/label-selector.ts'
import { readBoolean, readInteger } from './query-parameters.ts'
import { type Revision, parseResourceVersion } from '../revision.ts'
import { StatusError, badRequest, invalidOptions } from '../errors/status-error.ts'

/** What a `resourceVersion` parameter asks for: nothing, any state (`0`), or a version. */
export type RequestedVersion = { at: 'unset' } | { at: 'any' } | { at: 'version'; revision: Revision }

export type VersionMatch = 'Exact' | 'NotOlderThan'

interface SelectionOptions {
  labelSelector: LabelSelector
  /** its syntax is checked; what it means depends on the resource (`parseFieldSelector`) */
  fieldSelectorText: string
  /** list: a hint for the request's timeout; watch: the length of the stream, negative = it ends at once */
  timeoutSeconds: number | undefined
}

export interface ListOptions extends SelectionOptions {
  resourceVersion: RequestedVersion
  /**
   * How the version is meant. Always set with one: a version with a limit and no word of its own means exactly that
   * version, one without a limit means not older than it.
   */
  match: VersionMatch | undefined
  /** objects a page; undefined = all */
  limit: number | undefined
  continue: Continue | undefined
}

export interface WatchOptions extends SelectionOptions {
  resourceVersion: RequestedVersion
  allowWatchBookmarks: boolean
  /** undefined = not asked: then a watch without a version (or `0`) begins with what is there */
  sendInitialEvents: boolean | undefined
}

/** Whether a request to a collection is a watch. */
export const asksForWatch = (query: URLSearchParams): boolean => readBoolean(query, Query.watch) ?? false

/** The options of a list and of the deletion of a collection. Throws 400 and 422 in the order of the contract. */
export function parseListOptions(query: URLSearchParams): ListOptions {
  const { limit, ...selection } = readSelection(query)
  const texts = readTexts(query)
  const errors = [
    ...(texts.match === '' ? [] : listMatchErrors(texts)),
    ...(query.has(Query.sendInitialEvents)
      ? [forbidden(Query.sendInitialEvents, `${Query.sendInitialEvents} is forbidden for list`)]
      : []),
  ]
  if (errors.length > 0) throw invalidOptions('ListOptions', errors)
  const from = texts.continue === '' ? undefined : parseContinue(texts.continue)
  if (from && texts.resourceVersion !== '' && !isZero(texts.resourceVersion)) {
    throw badRequest('specifying resource version is not allowed when using continue')
  }
  const resourceVersion = parseVersion(texts.resourceVersion, 'invalid resource version: ')
  const match = texts.match === '' ? defaultMatch(resourceVersion, limit) : (texts.match as VersionMatch)
  return { ...selection, limit, resourceVersion, match, continue: from }
}

/** The options of a watch. Throws 400 and 422 in the order of the contract. */
export function parseWatchOptions(query: URLSearchParams): WatchOptions {
  const { limit: _ignored, ...selection } = readSelection(query)
  const texts = readTexts(query)
  const sendInitialEvents = readBoolean(query, Query.sendInitialEvents)
  const errors = watchErrors(texts, sendInitialEvents)
  if (errors.length > 0) throw invalidOptions('ListOptions', errors)
  return {
    ...selection,
    resourceVersion: parseVersion(texts.resourceVersion),
    allowWatchBookmarks: readBoolean(query, Query.allowWatchBookmarks) ?? false,
    sendInitialEvents,
  }
}

/** The `resourceVersion` parameter of a GET of one object. Throws 400. */
export const parseGetVersion = (query: URLSearchParams): RequestedVersion =>
  parseVersion(query.get(Query.resourceVersion) ?? '')

function readSelection(query: URLSearchParams): SelectionOptions & { limit: number | undefined } {
  const timeoutSeconds = readInteger(query, Query.timeoutSeconds)
  const limit = readInteger(query, Query.limit) ?? 0
  const labelSelector = parseLabelSelector(query.get(Query.labelSelector) ?? '')
  const fieldSelectorText = query.get(Query.fieldSelector) ?? ''
  parseFieldTerms(fieldSelectorText)
  return { labelSelector, fieldSelectorText, timeoutSeconds, limit: limit > 0 ? limit : undefined }
}

interface Texts {
  resourceVersion: string
  match: string
  continue: string
}

const readTexts = (query: URLSearchParams): Texts => ({
  resourceVersion: query.get(Query.resourceVersion) ?? '',
  match: query.get(Query.resourceVersionMatch) ?? '',
  continue: query.get(Query.continue) ?? '',
})

const matchForbidden = (why: string) =>
  forbidden(Query.resourceVersionMatch, `${Query.resourceVersionMatch} is forbidden ${why}`)

function listMatchErrors({ match, resourceVersion, continue: token }: Texts): FieldError[] {
  const field = Query.resourceVersionMatch
  return [
    ...(resourceVersion === '' ? [matchForbidden('unless resourceVersion is provided')] : []),
    ...(token === '' ? [] : [matchForbidden('when continue is provided')]),
    ...(match === 'Exact' || match === 'NotOlderThan'
      ? []
      : [notSupported(field, match, ['Exact', 'NotOlderThan', ''])]),
    ...(match === 'Exact' && isZero(resourceVersion)
      ? [forbidden(field, `${field} "exact" is forbidden for resourceVersion "0"`)]
      : []),
  ]
}

/** A watch from no version (or `0`) without a word about initial events counts as one that asks for them. */
function watchErrors(texts: Texts, sendInitialEvents: boolean | undefined): FieldError[] {
  const field = Query.resourceVersionMatch
  const { match, resourceVersion } = texts
  const implied = match === '' && sendInitialEvents === undefined && (resourceVersion === '' || isZero(resourceVersion))
  const continued = texts.continue !== '' && (match !== '' || implied)
  return [
    ...(sendInitialEvents !== undefined && match !== 'NotOlderThan'
      ? [forbidden(field, `sendInitialEvents requires setting ${field} to NotOlderThan`)]
      : []),
    ...(match !== '' && sendInitialEvents === undefined
      ? [matchForbidden('for watch unless sendInitialEvents is provided')]
      : []),
    ...(match !== '' && match !== 'NotOlderThan' ? [notSupported(field, match, ['NotOlderThan'])] : []),
    ...(continued ? [matchForbidden('when continue is provided')] : []),
  ]
}

const isZero = (text: string) => /^0+$/.test(text)

function defaultMatch({ at }: RequestedVersion, limit: number | undefined): VersionMatch | undefined {
  if (at !== 'version') return undefined
  return limit === undefined ? 'NotOlderThan' : 'Exact'
}

function parseVersion(text: string, prefix = ''): RequestedVersion {
  if (text === '') return { at: 'unset' }
  if (isZero(text)) return { at: 'any' }
  try {
    return { at: 'version', revision: parseResourceVersion(text) }
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    throw badRequest(`${prefix}${error.message}`)
  }
}
