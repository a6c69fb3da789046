import type { ObjectText } from '../../core/object-text.ts'
import type { Revision } from '../../core/revision.ts'
import { formatScopeName } from '../../core/scope-name.ts'
import type { Change, ChangeKind, StoredObject } from '../store/change.ts'
import { firstRow } from '../store/database.ts'
import type { ScopeReader } from '../store/scope-reader.ts'
import * as sql from '../store/statements.ts'

interface ChangeRow extends StoredObject {
  name: string
  event: ChangeKind
  previous: Revision | null
  previousLabels: string | null
  previousFields: string | null
  previousBody: ObjectText | null
}

/**
 * Changes of a resource above `after` up to `upTo`, in order, at most `limit` and about `maxLength` characters.
 * Nothing is missing as long as `after` is not below the floor: the caller checks that in the same turn.
 */
export function changesSince(
  store: ScopeReader,
  resource: string,
  range: { after: Revision; upTo: Revision },
  bounds: { limit: number; maxLength: number },
): Change[] {
  if (!store.settings.exists || range.after >= range.upTo) return []
  const changes: Change[] = []
  let length = 0
  for (const row of store.rows<ChangeRow>(sql.changesSince, resource, range.after, range.upTo, bounds.limit)) {
    changes.push(toChange(resource, row))
    length += row.body.length + (row.previousBody?.length ?? 0)
    if (length >= bounds.maxLength) break
  }
  return changes
}

function toChange(resource: string, row: ChangeRow): Change {
  const { previousLabels, previousFields, previousBody, previous, ...stored } = row
  return {
    ...stored,
    resource,
    ...(previous === null
      ? {}
      : {
          previous: {
            revision: previous,
            labels: previousLabels ?? '',
            fields: previousFields ?? '',
            ...(previousBody === null ? {} : { body: previousBody }),
          },
        }),
  }
}

/** The text of a version that a retained change names as `previous`. */
export function readVersion(store: ScopeReader, revision: Revision): ObjectText {
  const row = firstRow(store.rows<{ body: ObjectText }>(sql.readVersion, revision))
  if (!row) throw new Error(`version ${revision} of scope ${formatScopeName(store.scope)} is missing from its history`)
  return row.body
}
