import { equalSets } from '../../core/fields/field-set.ts'
import { sameValue } from '../../core/fields/values.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { entriesOf, type ManagedEntry, managerKey } from './managed-fields.ts'

/**
 * Whether two states of an object differ in nothing but the times of `managedFields`: then a write from one to the other
 * changes nothing. Fields of the metadata that are empty count as absent.
 */
export function sameButTimes(a: KubernetesObject, b: KubernetesObject): boolean {
  if (!sameValue(contentOf(a), contentOf(b))) return false
  return sameValue(a.metadata.managedFields, b.metadata.managedFields) || sameEntries(entriesOf(a), entriesOf(b))
}

function contentOf(object: KubernetesObject): unknown {
  const { managedFields: _managedFields, ...metadata } = object.metadata
  return { ...object, metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => !isBlank(value))) }
}

const isBlank = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** The order of entries follows their times, so it does not count either. */
function sameEntries(a: readonly ManagedEntry[], b: readonly ManagedEntry[]): boolean {
  const others = new Map(b.map((entry) => [managerKey(entry), entry]))
  const isInBoth = (ours: ManagedEntry) => {
    const theirs = others.get(managerKey(ours))
    return theirs?.apiVersion === ours.apiVersion && equalSets(theirs.fields, ours.fields)
  }
  return a.length === b.length && a.every(isInBoth)
}
