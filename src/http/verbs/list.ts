import { formatFieldSelector, parseFieldSelector } from '../../core/field-selector.ts'
import { formatLabelSelector } from '../../core/label-selector.ts'
import { type ListOptions, parseListOptions } from '../../core/list-options.ts'
import type * as api from '../../objects/scope-api.ts'
import { Header } from '../../wire/names.ts'
import type { AppContext } from '../context.ts'
import { PART_LENGTH, sendList } from '../list-response.ts'
import { negotiate } from '../negotiate.ts'
import type { Target } from '../target.ts'

/** GET of a collection (L1–L16). */
export async function list(c: AppContext, target: Target): Promise<Response> {
  const form = negotiate(c.req.header(Header.accept) ?? null, { collection: true })
  const call = listCall(target, parseListOptions(c.var.query))
  const first = await c.var.scopes.list(call)
  return sendList(c, target.definition, form, first, (after, count) =>
    c.var.scopes.list(nextPart(call, first, after, count)),
  )
}

export function listCall({ definition, resource, namespace }: Target, options: ListOptions): api.ListCall {
  const fields = options.fieldSelectorText ? parseFieldSelector(options.fieldSelectorText, definition) : []
  return {
    resource,
    namespace,
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

/** The part after `after` of the same snapshot; `count` items were read before it. */
export function nextPart<Call extends api.ListCall>(
  call: Call,
  first: api.ListAnswer,
  after: api.ListAnswer,
  count: number,
): Call {
  return {
    ...call,
    position: {
      at: 'continue',
      revision: first.revision,
      after: after.last,
      remaining: first.total === undefined ? undefined : first.total - count,
    },
    limit: call.limit > 0 ? call.limit - count : 0,
  }
}
