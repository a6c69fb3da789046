import type { ApiObject, Stored } from '../types.ts'

/** One change of one object, as handed out. */
export interface WatchChange<T extends ApiObject> {
  /** ADDED: not known before. MODIFIED: known before under the same uid. DELETED: gone, or no longer selected. */
  type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** Of DELETED: as it was last. */
  object: Stored<T>
  /** The deletion was found out by a new list: `object` is the last state that was seen, there may have been later ones. */
  finalStateUnknown?: boolean
}

export const keyOf = ({
  metadata: { namespace = '', name },
}: {
  metadata: { namespace?: string | undefined; name: string }
}) => `${namespace}/${name}`

/**
 * Whether version `a` is later than `b` (KEP-5504: decimal numbers of any length). Of versions that are no numbers nothing is
 * known but whether they differ: then `a` counts as later.
 */
export function isLater(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || !DECIMAL.test(a) || !DECIMAL.test(b)) return a !== b
  return a.length === b.length ? a > b : a.length > b.length
}
const DECIMAL = /^\d+$/

/** Earlier versions first. */
export const byVersion = (a: { metadata: { resourceVersion: string } }, b: typeof a) =>
  isLater(a.metadata.resourceVersion, b.metadata.resourceVersion) ? 1 : -1
