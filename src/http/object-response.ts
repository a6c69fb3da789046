import { quote } from '../core/errors/quote.ts'
import { parseJson } from '../core/json.ts'
import { type ObjectText, toWireObject, typeMetaPrefix } from '../core/object-text.ts'
import { apiVersionOf, type ResourceDefinition } from '../core/resource-definition.ts'
import { badRequest, StatusError } from '../core/errors/status-error.ts'
import { encodeProtobuf } from '../kinds/protobuf/envelope.ts'
import { columnDefinitions, tableRow } from '../kinds/table/table.ts'
import { Header, META_VERSION, MediaType, Query } from '../wire/names.ts'
import type { KubernetesObject } from '../wire/object.ts'
import type { AppContext } from './context.ts'
import { negotiate, type ResponseForm } from './negotiate.ts'
import { type Answer, sendBody, sendJson } from './respond.ts'

export type IncludeObject = 'None' | 'Metadata' | 'Object'

const PARTIAL = typeMetaPrefix(META_VERSION, 'PartialObjectMetadata')
const TABLE = typeMetaPrefix(META_VERSION, 'Table')

export const typeMetaOf = (definition: ResourceDefinition): string =>
  typeMetaPrefix(apiVersionOf(definition), definition.kind)

/** The form of an answer with one object. Throws 406 and 400, so that a write is refused before it is made (B13). */
export function negotiateObject(
  c: AppContext,
  definition: ResourceDefinition,
  { collection = false } = {},
): ResponseForm {
  const form = negotiate(c.req.header(Header.accept) ?? null, { collection })
  if (form.transform === 'PartialObjectMetadataList') throw noList(definition)
  if (form.transform === 'Table') parseIncludeObject(c.get('query'))
  return form
}

const noList = ({ kind }: ResourceDefinition) =>
  new StatusError(
    'NotAcceptable',
    `you requested PartialObjectMetadataList, but the requested object is not a list (${kind})`,
  )

/** Sends one stored object in the form that was asked for. Parses it only for a form that is not its own text. */
export function sendObject(
  c: AppContext,
  definition: ResourceDefinition,
  form: ResponseForm,
  text: ObjectText,
  answer: Answer = {},
): Response {
  if (form.media === 'protobuf')
    return sendBody(c, MediaType.protobuf, encodeProtobuf(definition, parseStored(text)), answer)
  return sendJson(c, form.media, objectJson(c, definition, form, text), answer)
}

function objectJson(c: AppContext, definition: ResourceDefinition, form: ResponseForm, text: ObjectText): string {
  switch (form.transform) {
    case undefined:
      return toWireObject(typeMetaOf(definition), text)
    case 'PartialObjectMetadata':
      return partialJson(text)
    case 'PartialObjectMetadataList':
      throw noList(definition)
    case 'Table': {
      const include = parseIncludeObject(c.get('query'))
      const object = parseStored(text)
      const meta = JSON.stringify({ resourceVersion: object.metadata.resourceVersion })
      return `${tableHead(definition)}"metadata":${meta},"rows":[${rowJson(definition, text, include, c.get('env').now())}]}`
    }
  }
}

export const parseStored = (text: ObjectText): KubernetesObject => parseJson(text) as unknown as KubernetesObject

/** `{"kind":"Table",…,"columnDefinitions":[…],` */
export const tableHead = (definition: ResourceDefinition) =>
  `${TABLE}"columnDefinitions":${JSON.stringify(columnDefinitions(definition))},`

/** One row of a Table. */
export function rowJson(definition: ResourceDefinition, text: ObjectText, include: IncludeObject, now: number): string {
  const { cells } = tableRow(definition, parseStored(text), now)
  return `{"cells":${JSON.stringify(cells)},"object":${rowObject[include](definition, text)}}`
}

const rowObject: Record<IncludeObject, (definition: ResourceDefinition, text: ObjectText) => string> = {
  None: () => 'null',
  Metadata: (_definition, text) => partialJson(text),
  Object: (definition, text) => toWireObject(typeMetaOf(definition), text),
}

/** The metadata of an object alone. */
export const partialJson = (text: ObjectText): string =>
  toWireObject(PARTIAL, JSON.stringify({ metadata: parseStored(text).metadata }))

export function parseIncludeObject(query: URLSearchParams): IncludeObject {
  const value = query.get(Query.includeObject) || 'Metadata'
  if (Object.hasOwn(rowObject, value)) return value as IncludeObject
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${quote(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  )
}
