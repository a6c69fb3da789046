import type { ResourceDefinition } from '../core/resource-definition.ts'
import { dedupeOwnerReferences } from '../core/metadata/owner-references.ts'
import { sentMetadata } from '../core/metadata/sent-metadata.ts'
import { badRequest } from '../core/errors/status-error.ts'
import type { FieldValidation } from '../core/request/write-options.ts'
import { decodeObject as decodeFields } from '../kinds/decode/decode.ts'
import { checkTypeMeta } from '../kinds/decode/type-meta.ts'
import type { Json, KubernetesObject } from '../wire/object.ts'
import { type BodyMedia, decodeBody } from './request-body.ts'

export interface DecodedObject {
  object: KubernetesObject
  /** for Warning headers */
  warnings: string[]
  /** `metadata.managedFields` as they were sent; decoding drops an empty list, which means something */
  sentManagedFields?: Json | undefined
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
    sentManagedFields: sentMetadata(value)?.managedFields,
    warnings: [...(fieldValidation === 'Warn' ? found : []), ...(warning ? [warning] : [])],
  }
}

const strictError = ({ kind, version }: ResourceDefinition, found: string[]) =>
  badRequest(
    `${kind} in version "${version}" cannot be handled as a ${kind}: strict decoding error: ${found.slice(0, 100).join(', ')}`,
  )
