import { quote } from '../core/errors/quote.ts'
import type { ObjectText } from '../core/object-text.ts'
import type { ResourceDefinition } from '../core/resource-definition.ts'
import { INCLUDE_OBJECT, type IncludeObject, type View, WHOLE } from '../core/view.ts'
import { badRequest, StatusError } from '../core/errors/status-error.ts'
import { encodeProtobuf } from '../kinds/protobuf/envelope.ts'
import { objectView, parseStored } from '../kinds/views/object-view.ts'
import { Header, MediaType, Query } from '../wire/names.ts'
import type { AppContext } from './context.ts'
import { negotiate, type ResponseForm } from './negotiate.ts'
import { type Answer, sendBody, sendJson } from './respond.ts'

/** The form of an answer with one object. Throws 406 and 400, so that a write is refused before it is made (B13). */
export function negotiateObject(
  c: AppContext,
  definition: ResourceDefinition,
  { collection = false } = {},
): ResponseForm {
  const form = negotiate(c.req.header(Header.accept) ?? null, { collection })
  if (form.transform === 'PartialObjectMetadataList') throw noList(definition)
  if (form.transform === 'Table') viewOf(c, form)
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
  const shown = objectView(definition, viewOf(c, form), () => c.get('env').now())
  return sendJson(c, form.media, shown.show(text, true), answer)
}

const FORMS = {
  object: 'object',
  Table: 'Table',
  PartialObjectMetadata: 'PartialObjectMetadata',
  PartialObjectMetadataList: 'PartialObjectMetadata',
} as const

/** How each object is shown, be it alone, in a list or in an event. Throws 400. */
export const viewOf = (c: AppContext, { transform, metaVersion }: ResponseForm): View => ({
  form: FORMS[transform ?? 'object'],
  includeObject: transform === 'Table' ? parseIncludeObject(c.get('query')) : WHOLE.includeObject,
  metaVersion,
})

function parseIncludeObject(query: URLSearchParams): IncludeObject {
  const value = query.get(Query.includeObject) || WHOLE.includeObject
  const found = INCLUDE_OBJECT.find((one) => one === value)
  if (found) return found
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${quote(value)}: must be 'Metadata', 'Object', 'None', or empty`,
  )
}
