import type { ListMeta } from '../../wire/object.ts'
import { formatContinue } from './continue-token.ts'
import { formatRevision, type Revision } from '../revision.ts'

/** A list is read part by part: what each part tells of where it stands. */
export interface ListPart {
  revision: Revision
  count: number
  /** the last name that was looked at */
  last: string
  /** `limit`: the page is full and more match; `length`: the part is, read on from `last`; `no`: that was all */
  more: 'no' | 'limit' | 'length'
  /** How many objects there are from the start of the first part on; only for a limit without selectors. */
  total?: number | undefined
}

/** The call for the part after `after`; `count` items of the page were read before it. */
export function nextPart<Call extends { limit: number }>(call: Call, first: ListPart, after: ListPart, count: number) {
  const position = {
    at: 'continue' as const,
    revision: first.revision,
    after: after.last,
    remaining: first.total === undefined ? undefined : first.total - count,
  }
  return { ...call, position, limit: call.limit > 0 ? call.limit - count : 0 }
}

/** The metadata of a list whose last part is `last`, with `count` items in all. */
export function listMeta(first: ListPart, last: ListPart, count: number): ListMeta {
  const resourceVersion = formatRevision(first.revision)
  if (last.more === 'no') return { resourceVersion }
  const remaining = first.total === undefined ? undefined : first.total - count
  const token = { revision: first.revision, after: last.last, ...(remaining === undefined ? {} : { remaining }) }
  return {
    resourceVersion,
    continue: formatContinue(token),
    ...(remaining === undefined ? {} : { remainingItemCount: remaining }),
  }
}
