import { formatFieldSelector, parseFieldSelector } from '../../core/selectors/field-selector.ts'
import { formatLabelSelector } from '../../core/selectors/label-selector.ts'
import { nextPart } from '../../core/request/list-parts.ts'
import { type ListOptions, parseListOptions } from '../../core/request/list-options.ts'
import type * as api from '../../objects/scope-api.ts'
import { callerOf } from '../caller.ts'
import type { AppContext } from '../context.ts'
import { whenReached } from '../future-version.ts'
import { type ListReader, negotiateList, PART_LENGTH, sendList } from '../list-response.ts'
import type { Target } from '../target.ts'

/** GET of a collection (L1–L19). */
export async function list(c: AppContext, target: Target): Promise<Response> {
  const form = negotiateList(c, target.definition)
  const options = parseListOptions(c.get('query'))
  const call = listCall(target, options)
  const first = await whenReached(versionOf(options), c.get('env'), () => readList(c, target, call))
  return sendList(c, target.definition, form, first, readOn(c, target, call, first))
}

const versionOf = ({ resourceVersion, continue: from }: ListOptions) =>
  from || resourceVersion.at !== 'version' ? undefined : resourceVersion.revision

/** How a list is read on behind its first part. */
export const readOn = (c: AppContext, target: Target, call: api.ListCall, first: api.ListAnswer): ListReader => ({
  next: (after, count) => readList(c, target, nextPart(call, first, after, count)),
  again: () => readList(c, target, fromStart(call, first)),
  rest: ({ items: _items, ...part }) => c.get('scopes').listRest(target.namespace, callerOf(c), { call, first: part }),
})

export const readList = (c: AppContext, { namespace }: Target, call: api.ListCall): Promise<api.ListAnswer> =>
  c.get('scopes').read(namespace, callerOf(c), { verb: 'list', ...call })

export function listCall({ definition, resource }: Target, options: ListOptions): api.ListCall {
  const fields = options.fieldSelectorText ? parseFieldSelector(options.fieldSelectorText, definition) : []
  return {
    resource,
    position: positionOf(options),
    labelSelector: formatLabelSelector(options.labelSelector),
    fieldSelector: formatFieldSelector(fields),
    limit: options.limit ?? 0,
    maxLength: PART_LENGTH,
  }
}

function positionOf({ continue: from, resourceVersion, match }: ListOptions): api.ListPosition {
  if (from?.revision === 'newest') return { at: 'inconsistent', after: from.after }
  if (from) return { at: 'continue', revision: from.revision, after: from.after, remaining: from.remaining }
  if (resourceVersion.at !== 'version') return { at: 'recent' }
  if (match === 'Exact') return { at: 'exact', revision: resourceVersion.revision }
  return { at: 'recent', notOlderThan: resourceVersion.revision }
}

/** The same list once more, at the version that its first part was taken at. */
export const fromStart = (call: api.ListCall, { revision }: api.ListAnswer): api.ListCall => ({
  ...call,
  position: { at: 'continue', revision, after: 'after' in call.position ? call.position.after : '' },
})
