import { formatContinue } from '../core/continue-token.ts'
import { parseJson } from '../core/json.ts'
import { typeMetaPrefix } from '../core/object-text.ts'
import { apiVersionOf, type ResourceDefinition } from '../core/resource-definition.ts'
import { formatRevision } from '../core/revision.ts'
import { StatusError } from '../core/status-error.ts'
import { encodeProtobufList } from '../kinds/protobuf/envelope.ts'
import type * as api from '../objects/scope-api.ts'
import { Header, META_VERSION, MediaType } from '../wire/names.ts'
import type { KubernetesObject, ListMeta } from '../wire/object.ts'
import type { AppContext } from './context.ts'
import { JsonIndenter } from './json-indenter.ts'
import type { ResponseForm } from './negotiate.ts'
import { parseIncludeObject, partialJson, rowJson, tableHead } from './object-response.ts'
import { acceptsGzip, compress, GZIP_FROM_BYTES, sendBody, sendJson, wantsPretty } from './respond.ts'

/** How the parts of a list are written: what comes before the items, each item, and the name of the items. */
interface ListShape {
  head: string
  items: 'items' | 'rows'
  /** stored texts of one part, comma between them → the same as shown */
  show(texts: string): string
}

/**
 * Sends a list as it is read, part by part, so that memory does not grow with its length. What cannot be known before the
 * last item is read, `metadata`, comes last (L2). `next` reads on from a part.
 */
export async function sendList(
  c: AppContext,
  definition: ResourceDefinition,
  form: ResponseForm,
  first: api.ListAnswer,
  next: (after: api.ListAnswer, count: number) => Promise<api.ListAnswer>,
): Promise<Response> {
  const shape = shapeOf(c, definition, form)
  const parts = readParts(first, next)
  if (form.media === 'json' && first.more === 'length') return stream(c, listText(shape, parts))
  if (form.media === 'protobuf') return sendProtobuf(c, definition, parts)
  const texts: string[] = []
  for await (const text of listText(shape, parts)) texts.push(text)
  return sendJson(c, form.media, texts.join(''))
}

interface Part {
  answer: api.ListAnswer
  /** set with the last part */
  metadata?: ListMeta
}

async function* readParts(
  first: api.ListAnswer,
  next: (after: api.ListAnswer, count: number) => Promise<api.ListAnswer>,
): AsyncGenerator<Part> {
  let answer = first
  let count = 0
  for (;;) {
    count += answer.count
    if (answer.more !== 'length') {
      yield { answer, metadata: listMeta(first, answer, count) }
      return
    }
    yield { answer }
    answer = await next(answer, count)
  }
}

function listMeta(first: api.ListAnswer, last: api.ListAnswer, count: number): ListMeta {
  const resourceVersion = formatRevision(first.revision)
  if (last.more === 'no') return { resourceVersion }
  const remaining = first.total === undefined ? undefined : first.total - count
  return {
    resourceVersion,
    continue: formatContinue({
      revision: first.revision,
      after: last.last,
      ...(remaining === undefined ? {} : { remaining }),
    }),
    ...(remaining === undefined ? {} : { remainingItemCount: remaining }),
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
      throw new StatusError(
        'NotAcceptable',
        `you requested PartialObjectMetadata, but the requested object is a list (${definition.kind}List)`,
      )
    case 'PartialObjectMetadataList':
      return { ...asIs, head: typeMetaPrefix(META_VERSION, transform), show: (texts) => eachText(texts, partialJson) }
    case 'Table': {
      const include = parseIncludeObject(c.var.query)
      const show = (texts: string) => eachText(texts, (text) => rowJson(definition, text, include, c.var.env.now()))
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

/** A body that is written as the client reads it. A fault on the way breaks the body off: it is never passed off as whole. */
function stream(c: AppContext, texts: AsyncGenerator<string>): Response {
  const encoder = new TextEncoder()
  const indenter = wantsPretty(c) ? new JsonIndenter() : undefined
  const body = new ReadableStream<Uint8Array>(
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
  const headers = new Headers({ [Header.contentType]: MediaType.json })
  if (acceptsGzip(c)) compress(headers)
  return new Response(body, { headers })
}

/** A streamed part is about so long: large enough to be worth a call, small enough to be held by many lists at once. */
export const PART_LENGTH = 4 * GZIP_FROM_BYTES
