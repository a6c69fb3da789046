import { parseJson } from '../core/json.ts'
import { listMeta } from '../core/request/list-parts.ts'
import { typeMetaPrefix } from '../core/object-text.ts'
import { apiVersionOf, type ResourceDefinition } from '../core/resource-definition.ts'
import { StatusError } from '../core/errors/status-error.ts'
import { encodeProtobufList } from '../kinds/protobuf/envelope.ts'
import type * as api from '../objects/scope-api.ts'
import { Header, META_VERSION, MediaType } from '../wire/names.ts'
import type { KubernetesObject, ListMeta } from '../wire/object.ts'
import type { AppContext } from './context.ts'
import { JsonIndenter } from './json-indenter.ts'
import { negotiate, type ResponseForm } from './negotiate.ts'
import { parseIncludeObject, partialJson, rowJson, tableHead } from './object-response.ts'
import { acceptsGzip, compress, GZIP_FROM_BYTES, sendBody, sendJson, wantsPretty } from './respond.ts'

/** How the parts of a list are written: what comes before the items, each item, and the name of the items. */
interface ListShape {
  head: string
  items: 'items' | 'rows'
  /** stored texts of one part, comma between them → the same as shown */
  show(texts: string): string
}

/** The form of an answer with a list. Throws 406 and 400, so that a deletion is refused before it is made (B13). */
export function negotiateList(c: AppContext, definition: ResourceDefinition): ResponseForm {
  const form = negotiate(c.req.header(Header.accept) ?? null, { collection: true })
  if (form.transform === 'PartialObjectMetadata') throw noObject(definition)
  if (form.transform === 'Table') parseIncludeObject(c.get('query'))
  return form
}

const noObject = ({ kind }: ResourceDefinition) =>
  new StatusError(
    'NotAcceptable',
    `you requested PartialObjectMetadata, but the requested object is a list (${kind}List)`,
  )

/** How a list is read on behind its first part. */
export interface ListReader {
  next(after: api.ListAnswer, count: number): Promise<api.ListAnswer>
  /** all that is left as bytes, where the stored texts are what is shown */
  rest?(first: api.ListAnswer): Promise<ReadableStream<Uint8Array>>
}

/**
 * Sends a list as it is read, part by part, so that memory does not grow with its length. What cannot be known before the
 * last item is read, `metadata`, comes last (L16).
 */
export async function sendList(
  c: AppContext,
  definition: ResourceDefinition,
  form: ResponseForm,
  first: api.ListAnswer,
  reader: ListReader,
): Promise<Response> {
  const shape = shapeOf(c, definition, form)
  if (form.media === 'json' && first.more === 'length') {
    if (reader.rest && !form.transform && !wantsPretty(c))
      return streamed(c, passOn(beginning(shape, first), await reader.rest(first)))
    return streamed(c, stream(c, listText(shape, readParts(first, reader))))
  }
  if (form.media === 'protobuf') return sendProtobuf(c, definition, readParts(first, reader))
  const texts: string[] = []
  for await (const text of listText(shape, readParts(first, reader))) texts.push(text)
  return sendJson(c, form.media, texts.join(''))
}

const beginning = ({ head, items }: ListShape, first: api.ListAnswer) => `${head}"${items}":[${first.items}`

interface Part {
  answer: api.ListAnswer
  /** set with the last part */
  metadata?: ListMeta
}

async function* readParts(first: api.ListAnswer, reader: ListReader): AsyncGenerator<Part> {
  let answer = first
  let count = 0
  for (;;) {
    count += answer.count
    if (answer.more !== 'length') {
      yield { answer, metadata: listMeta(first, answer, count) }
      return
    }
    yield { answer }
    answer = await reader.next(answer, count)
  }
}

async function* listText(shape: ListShape, parts: AsyncIterable<Part>): AsyncGenerator<string> {
  yield `${shape.head}"${shape.items}":[`
  let begun = false
  for await (const { answer, metadata } of parts) {
    if (answer.count > 0) yield (begun ? ',' : '') + shape.show(answer.items)
    begun ||= answer.count > 0
    if (metadata) yield `],"metadata":${JSON.stringify(metadata)}}`
  }
}

function shapeOf(c: AppContext, definition: ResourceDefinition, { transform }: ResponseForm): ListShape {
  const asIs = { head: typeMetaPrefix(apiVersionOf(definition), `${definition.kind}List`), items: 'items' as const }
  switch (transform) {
    case undefined:
      return { ...asIs, show: (texts) => texts }
    case 'PartialObjectMetadata':
      throw noObject(definition)
    case 'PartialObjectMetadataList':
      return { ...asIs, head: typeMetaPrefix(META_VERSION, transform), show: (texts) => eachText(texts, partialJson) }
    case 'Table': {
      const include = parseIncludeObject(c.get('query'))
      const show = (texts: string) => eachText(texts, (text) => rowJson(definition, text, include, c.get('env').now()))
      return { head: tableHead(definition), items: 'rows', show }
    }
  }
}

const eachText = (texts: string, show: (text: string) => string) =>
  (parseJson(`[${texts}]`) as unknown as KubernetesObject[]).map((object) => show(JSON.stringify(object))).join(',')

async function sendProtobuf(
  c: AppContext,
  definition: ResourceDefinition,
  parts: AsyncIterable<Part>,
): Promise<Response> {
  const objects: KubernetesObject[] = []
  let meta: ListMeta = {}
  for await (const { answer, metadata } of parts) {
    objects.push(...(parseJson(`[${answer.items}]`) as unknown as KubernetesObject[]))
    meta = metadata ?? meta
  }
  return sendBody(c, MediaType.protobuf, encodeProtobufList(definition, meta, objects))
}

/** Text, then what the scope object streams: the runtime passes it on. */
function passOn(text: string, rest: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const { readable, writable } = new IdentityTransformStream()
  const writer = writable.getWriter()
  const begun = writer.write(new TextEncoder().encode(text))
  writer.releaseLock()
  begun
    .then(
      () => rest.pipeTo(writable),
      (error: unknown) => rest.cancel(error),
    )
    .catch(() => {})
  return readable
}

/** A body that is written as the client reads it. A fault on the way breaks it off: it is never passed off as whole. */
function stream(c: AppContext, texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const indenter = wantsPretty(c) ? new JsonIndenter() : undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await texts.next()
          if (done) controller.close()
          else controller.enqueue(encoder.encode(indenter ? indenter.push(value) : value))
        } catch (error) {
          controller.error(error)
        }
      },
      async cancel() {
        await texts.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

function streamed(c: AppContext, body: ReadableStream<Uint8Array>): Response {
  const headers = new Headers({ [Header.contentType]: MediaType.json })
  if (acceptsGzip(c)) compress(headers)
  return new Response(body, { headers })
}

/** The first part of a list is about so long; a list that is no longer is sent at once, with its length. */
export const PART_LENGTH = 2 * GZIP_FROM_BYTES
