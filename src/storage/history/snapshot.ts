import type { Revision } from '../../core/revision.ts'
import type { StoredObject } from '../store/change.ts'
import type { ScopeReader } from '../store/scope-reader.ts'
import * as sql from '../store/statements.ts'

export type StateRow = StoredObject & { name: string }

/**
 * What existed of a resource at one version, read in order of version. Which versions these are is found out once, from the
 * current objects, so that what an object was before costs nothing. Their texts are read part by part.
 *
 * Valid as long as the floor is not above the version: the caller checks that in the same turn.
 */
export class Snapshot {
  readonly #store: ScopeReader
  /** rising; those that deleted their object are among them */
  readonly #versions: Revision[] = []

  constructor(store: ScopeReader, resource: string, at: Revision) {
    this.#store = store
    if (!store.settings.exists) return
    for (const { revision } of store.rows<{ revision: Revision | null }>(sql.versionsAt, resource, at))
      if (revision !== null) this.#versions.push(revision)
    this.#versions.sort((a, b) => a - b)
  }

  /** What it holds in memory: one number for each. */
  get size(): number {
    return this.#versions.length
  }

  /** The objects above version `after`, in order, within the bounds; none when there are no more. */
  read(after: Revision, bounds: { limit: number; maxLength: number }): StateRow[] {
    const found: StateRow[] = []
    let length = 0
    for (let from = firstAbove(this.#versions, after); from < this.#versions.length; from += sql.VERSIONS_AT_ONCE) {
      for (const row of this.#rows(from)) {
        found.push(row)
        length += row.body.length
        if (found.length >= bounds.limit || length >= bounds.maxLength) return found
      }
    }
    return found
  }

  #rows(from: number): Iterable<StateRow> {
    const versions: (Revision | null)[] = this.#versions.slice(from, from + sql.VERSIONS_AT_ONCE)
    while (versions.length < sql.VERSIONS_AT_ONCE) versions.push(null)
    return this.#store.rows<StateRow>(sql.readVersions, ...versions)
  }
}

/** The place of the first number above `limit` in a rising row of numbers. */
function firstAbove(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! > limit) high = middle
    else low = middle + 1
  }
  return low
}
