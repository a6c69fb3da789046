import { checkFields, FieldMismatch } from '../../core/fields/check-fields.ts'
import { diff } from '../../core/fields/diff.ts'
import type { MapSchema } from '../../core/fields/field-schema.ts'
import { difference, type FieldSet, NO_FIELDS } from '../../core/fields/field-set.ts'
import { fieldSetOf } from '../../core/fields/field-set-of.ts'
import { canonicalText } from '../../core/fields/values.ts'
import { byteLength, isJsonObject, parseJson } from '../../core/json/json.ts'
import type { Json, JsonObject, KubernetesObject } from '../../wire/object.ts'

/** Where client-side apply keeps what it applied. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'
/** The manager that client-side apply is handed over to, and whose applies keep the annotation up to date. */
export const KUBECTL = 'kubectl'
const MAX_ANNOTATIONS_BYTES = 262_144

/**
 * What client-side apply has set and nobody has changed since: a server-side apply of kubectl may take it over without a
 * conflict. Nothing where the annotation is missing, cannot be read, or is of another API version.
 */
export function lastAppliedFields(schema: MapSchema, live: KubernetesObject, apiVersion: string): FieldSet {
  const applied = parseLastApplied(live.metadata.annotations?.[LAST_APPLIED])
  if (applied?.apiVersion !== apiVersion || !isValid(schema, applied)) return NO_FIELDS
  const { removed, modified, added } = diff(schema, applied, live as unknown as Json)
  return [removed, modified, added].reduce(difference, fieldSetOf(schema, applied))
}

function parseLastApplied(text: unknown): JsonObject | undefined {
  if (typeof text !== 'string' || text === '') return undefined
  try {
    const value = parseJson(text)
    return isJsonObject(value) ? (value as JsonObject) : undefined
  } catch (error) {
    // RangeError: nested too deep for the parser
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  }
}

function isValid(schema: MapSchema, value: Json): boolean {
  try {
    checkFields(schema, value)
    return true
  } catch (error) {
    if (error instanceof FieldMismatch) return false
    throw error
  }
}

/** The object with the annotation of what is applied now, if it has the annotation. One too large is taken away. */
export function withLastApplied(object: KubernetesObject, applied: JsonObject): KubernetesObject {
  const { annotations } = object.metadata
  if (!annotations || !Object.hasOwn(annotations, LAST_APPLIED) || !annotations[LAST_APPLIED]) return object
  const { [LAST_APPLIED]: _before, ...others } = annotations
  const next = { ...annotations, [LAST_APPLIED]: formatLastApplied(applied) }
  const fits = byteLength(Object.entries(next).flat().join('')) <= MAX_ANNOTATIONS_BYTES
  return { ...object, metadata: { ...object.metadata, annotations: fits ? next : others } }
}

function formatLastApplied(applied: JsonObject): string {
  const metadata = applied.metadata
  if (!isJsonObject(metadata) || !isJsonObject(metadata.annotations)) return `${canonicalText(applied)}\n`
  const { [LAST_APPLIED]: _before, ...annotations } = metadata.annotations as JsonObject
  return `${canonicalText({ ...applied, metadata: { ...metadata, annotations } })}\n`
}
