import type { Difference } from '../../core/fields/diff.ts'
import { type FieldSet, setOfPaths, union, without } from '../../core/fields/field-set.ts'
import { parseFieldsV1 } from '../../core/fields/fields-v1.ts'
import { fieldElement } from '../../core/fields/path.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'

/** What identifies an object, and what the server keeps in it, belongs to nobody. */
export const NEVER_OWNED: FieldSet = parseFieldsV1({
  'f:apiVersion': {},
  'f:kind': {},
  'f:metadata': {
    '.': {},
    'f:name': {},
    'f:namespace': {},
    'f:creationTimestamp': {},
    'f:selfLink': {},
    'f:uid': {},
    'f:clusterName': {},
    'f:generation': {},
    'f:managedFields': {},
    'f:resourceVersion': {},
  },
})

/**
 * The fields at the root that a write through this endpoint does not change, whatever it says: so it cannot come to own
 * them either.
 */
export const resetFields = ({ strategy }: Pick<ResourceDefinition, 'strategy'>, subresource: string) =>
  subresource ? (strategy.subresources?.[subresource]?.resetFields ?? []) : strategy.resetFields

/** A difference but for some fields at the root. */
export function exceptFields(difference: Difference, fields: readonly string[]): Difference {
  if (fields.length === 0) return difference
  const reset = setOfPaths(fields.map((name) => [fieldElement(name)]))
  return {
    removed: without(difference.removed, reset),
    modified: without(difference.modified, reset),
    added: without(difference.added, reset),
  }
}

/** What has another value than before. */
export const changedBy = ({ modified, added }: Difference): FieldSet => union(modified, added)
