import { JSON_SCHEMA, messageType, type Shape } from '../schema.ts'

/** What a value is, as far as a strategic merge needs it. Undefined where nothing is known: free JSON, unknown fields. */
export type PatchSchema = Shape | undefined

/** How the value of one field is patched. */
export interface PatchField {
  schema: PatchSchema
  /** An object that replaces the live one whole. */
  replaces: boolean
  /** A list whose items are merged with the live ones, by `mergeKey` or, where there is none, as a set. */
  merges: boolean
  mergeKey: string | undefined
}

const UNKNOWN: PatchField = { schema: undefined, replaces: false, merges: false, mergeKey: undefined }

/** The field of an object by its key in JSON. */
export function fieldOf(schema: PatchSchema, key: string): PatchField {
  switch (schema?.form) {
    case 'message':
      return fieldOfMessage(schema.type, key)
    case 'map':
      return { ...UNKNOWN, schema: schema.values }
    case 'schemaOr':
      return fieldOfMessage(JSON_SCHEMA, key)
    default:
      return UNKNOWN
  }
}

/** What the items of a list are. */
export const itemSchema = (schema: PatchSchema): PatchSchema => (schema?.form === 'list' ? schema.items : undefined)

function fieldOfMessage(type: string, key: string): PatchField {
  const field = messageType(type).byName.get(key)?.field
  if (!field) return UNKNOWN
  const strategies = field.data.patchStrategy?.split(',') ?? []
  return {
    schema: field.shape,
    replaces: strategies.includes('replace'),
    merges: strategies.includes('merge'),
    mergeKey: field.data.patchMergeKey,
  }
}
