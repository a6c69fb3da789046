import type { KubernetesObject, ObjectMeta } from '../wire/object.ts'
import { formatRevision, type Revision } from './revision.ts'

/**
 * The stored form of an object: JSON without `apiVersion` and `kind`, and with `metadata.resourceVersion` first, so that
 * reading, listing and watching splice text and parse nothing.
 *
 *   {"metadata":{"resourceVersion":"8246…","name":"a",…},"data":{…}}
 */
export type ObjectText = string

const HEAD = '{"metadata":{"resourceVersion":"'

const META_ORDER: readonly (keyof ObjectMeta)[] = [
  'name',
  'generateName',
  'namespace',
  'uid',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
]

/** Text of `object` at `revision`. Metadata comes in one order, absent and empty fields are left out. */
export const formatObject = (object: KubernetesObject, revision: Revision): ObjectText =>
  textOf(object, { resourceVersion: formatRevision(revision) })

/** The same for an object that is not stored: it has no version. */
export const formatUnstored = (object: KubernetesObject): ObjectText => textOf(object, {})

function textOf(object: KubernetesObject, meta: Record<string, unknown>): ObjectText {
  for (const key of META_ORDER) if (!isEmpty(object.metadata[key])) meta[key] = object.metadata[key]
  const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...rest } = object
  return JSON.stringify({ metadata: meta, ...rest })
}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** The same content under another version: what DELETED events carry. */
export function withRevision(text: ObjectText, revision: Revision): ObjectText {
  return HEAD + formatRevision(revision) + text.slice(text.indexOf('"', HEAD.length))
}

/** The object as a client sees it alone. */
export const toWireObject = (typeMeta: string, text: ObjectText): string => typeMeta + text.slice(1)

/** `{"kind":"ConfigMap","apiVersion":"v1",`: what `toWireObject` puts before a stored text. */
export const typeMetaPrefix = (apiVersion: string, kind: string): string =>
  `{"kind":${JSON.stringify(kind)},"apiVersion":${JSON.stringify(apiVersion)},`
