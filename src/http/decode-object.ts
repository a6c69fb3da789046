import type { ResourceDefinition } from '../core/resource-definition.ts'
import { dedupeOwnerReferences } from '../core/owner-references.ts'
import { badRequest } from '../core/status-error.ts'
import type { FieldValidation } from '../core/write-options.ts'
import { decodeObject as decodeFields } from '../kinds/decode.ts'
import { checkTypeMeta } from '../kinds/type-meta.ts'
import type { KubernetesObject } from '../wire/object.ts'
import { type BodyMedia, decodeBody } from './request-body.ts'

export interface DecodedObject {
  object: KubernetesObject
  /** for Warning headers */
  warnings: string[]
}

/**
 * The body of a create or an update as a typed, pruned object. Unknown and doubled fields are dropped, told in warnings, or
 * refused, as `fieldValidation` says (F1–F5). Throws 400.
 */
export function decodeObject(
  definition: ResourceDefinition,
  media: BodyMedia,
  bytes: Uint8Array,
  fieldValidation: FieldValidation,
): DecodedObject {
  const { value, duplicates, describe } = decodeBody(definition, media, bytes)
  checkTypeMeta(definition, value, describe)
  const { object, problems } = decodeFields(definition, value)
  const found = [...problems, ...duplicates]
  if (fieldValidation === 'Strict' && found.length > 0) throw strictError(definition, found)
  const { meta, warning } = dedupeOwnerReferences(object.metadata)
  return {
    object: { ...object, metadata: meta },
    warnings: [...(fieldValidation === 'Warn' ? found : []), ...(warning ? [warning] : [])],
  }
}

const strictError = ({ kind, version }: ResourceDefinition, found: string[]) =>
  badRequest(
    `${kind} in version "${version}" cannot be handled as a ${kind}: strict decoding error: ${found.slice(0, 100).join(', ')}`,
  )

/** The namespace of an object must be the one in the URL; where the body has none, the URL's is taken. */
export function assertNamespace(definition: ResourceDefinition, object: KubernetesObject, namespace: string): void {
  const stated = object.metadata.namespace
  if (!definition.namespaced || !stated || stated === namespace) return
  throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
}

/** A PUT names its object in the body too. */
export function assertName(object: KubernetesObject, name: string): void {
  const stated = object.metadata.name
  if (!stated)
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`)
  if (stated !== name)
    throw badRequest(`the name of the object (${stated}) does not match the name on the URL (${name})`)
}
