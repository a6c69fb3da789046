import { listMeta } from '../core/request/list-parts.ts'
import type { ResourceDefinition } from '../core/resource-definition.ts'
import { StatusError } from '../core/errors/status-error.ts'
import { jsonList, type ListedPart, yamlList } from '../kinds/views/list-text.ts'
import { objectView, parseAll } from '../kinds/views/object-view.ts'
import { encodeProtobufList } from '../kinds/protobuf/envelope.ts'
import { protobufList } from '../kinds/views/protobuf-list.ts'
import type * as api from '../objects/scope-api.ts'
import { Header, MediaType } from '../wire/names.ts'
import type { AppContext } from './context.ts'
import { JsonIndenter } from './json-indenter.ts'
import { negotiate, type ResponseForm } from './negotiate.ts'
import { viewOf } from './object-response.ts'
import { acceptsGzip, compress, CONTENT_TYPES, GZIP_FROM_BYTES, sendBody, sendJson, wantsPretty } from './respond.ts'

/** The form of an answer with a list. Throws 406 and 400, so that a deletion is refused before it is made (B13). */
export function negotiateList(c: AppContext, definition: ResourceDefinition): ResponseForm {
  const form = negotiate(c.req.header(Header.accept) ?? null, { collection: true })
  if (form.transform === 'PartialObjectMetadata') throw noObject(definition)
  viewOf(c, form)
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
  /** the first part once more, at the same version */
  again(): Promise<api.ListAnswer>
  /** all that is left as bytes, where the stored texts are what is shown */
  rest(first: api.ListAnswer): Promise<ReadableStream<Uint8Array>>
}

/**
 * Sends a list as it is read, part by part, in every form, so that memory does not grow with its length. What cannot be known
 * before the last item is read, `metadata`, comes last (L16). A list of one part is sent whole, with its length.
 */
export async function sendList(
  c: AppContext,
  definition: ResourceDefinition,
  form: ResponseForm,
  first: api.ListAnswer,
  reader: ListReader,
): Promise<Response> {
  const isLong = first.more === 'length'
  if (form.media === 'protobuf') {
    if (isLong) return streamed(c, form.media, await begun(protobufList(definition, rereading(first, reader))))
    const meta = listMeta(first, first, first.count)
    return sendBody(c, MediaType.protobuf, encodeProtobufList(definition, meta, parseAll(first.items)))
  }
  const { list } = objectView(definition, viewOf(c, form), () => c.get('env').now())
  if (!isLong) return sendJson(c, form.media, await textOf(jsonList(list, readParts(first, reader))))
  if (form.media === 'yaml') return streamed(c, form.media, toStream(encoded(yamlList(list, readParts(first, reader)))))
  if (!form.transform && !wantsPretty(c))
    return streamed(c, form.media, passOn(`${list.head}"${list.member}":[${first.items}`, await reader.rest(first)))
  const texts = jsonList(list, readParts(first, reader))
  return streamed(c, form.media, toStream(encoded(wantsPretty(c) ? indented(texts) : texts)))
}

async function* readParts(first: api.ListAnswer, reader: ListReader): AsyncGenerator<ListedPart> {
  let answer = first
  let count = 0
  for (;;) {
    count += answer.count
    const { items } = answer
    if (answer.more !== 'length') {
      yield { items, count: answer.count, metadata: listMeta(first, answer, count) }
      return
    }
    yield { items, count: answer.count }
    answer = await reader.next(answer, count)
  }
}

/** Reads a list from its start each time it is called; the first part of the first reading is at hand. */
function rereading(first: api.ListAnswer, reader: ListReader): () => AsyncIterable<ListedPart> {
  let atHand: api.ListAnswer | undefined = first
  return async function* () {
    const start = atHand ?? (await reader.again())
    atHand = undefined
    yield* readParts(start, reader)
  }
}

async function textOf(texts: AsyncIterable<string>): Promise<string> {
  let whole = ''
  for await (const text of texts) whole += text
  return whole
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

async function* indented(texts: AsyncIterable<string>): AsyncGenerator<string> {
  const indenter = new JsonIndenter()
  for await (const text of texts) yield indenter.push(text)
}

/** A stream whose first chunk is there: what can fail before it is answered with an error of its own. */
async function begun(chunks: AsyncGenerator<Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const first = await chunks.next()
  return toStream(
    (async function* () {
      if (!first.done) yield first.value
      yield* chunks
    })(),
  )
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
function toStream(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { value, done } = await chunks.next()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch (error) {
          controller.error(error)
        }
      },
      async cancel() {
        await chunks.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

function streamed(c: AppContext, media: ResponseForm['media'], body: ReadableStream<Uint8Array>): Response {
  const headers = new Headers({ [Header.contentType]: CONTENT_TYPES[media] })
  if (acceptsGzip(c)) compress(headers)
  return new Response(body, { headers })
}

/** The first part of a list is about so long; a list that is no longer is sent at once, with its length. */
export const PART_LENGTH = 2 * GZIP_FROM_BYTES
