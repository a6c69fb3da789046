import type { ApiBody } from './client.ts'

/** An entry of `metadata.managedFields` as it comes over the wire. */
export interface ManagedFields {
  manager: string
  operation: 'Apply' | 'Update'
  apiVersion: string
  time?: string
  fieldsType: 'FieldsV1'
  fieldsV1: object
  subresource?: string
}

export const entriesIn = (body: ApiBody) => (body.metadata.managedFields ?? []) as unknown as ManagedFields[]

/** Who owns what: `{ 'one Apply': { 'f:data': { 'f:k': {} } } }`. */
export const ownersIn = (body: ApiBody): Record<string, object> =>
  Object.fromEntries(
    entriesIn(body).map(({ manager, operation, subresource, fieldsV1 }) => [
      [manager, operation, ...(subresource ? [subresource] : [])].join(' '),
      fieldsV1,
    ]),
  )

/** The data keys alone, as an apply of them owns them. */
export const dataKeys = (...keys: string[]) => ({
  'f:data': Object.fromEntries(keys.map((key) => [`f:${key}`, {}])),
})
