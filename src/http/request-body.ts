import { quote } from '../core/errors/quote.ts'
import { findDuplicateFields } from '../core/json/duplicate-fields.ts'
import { parseJson, parseJsonByValue } from '../core/json/json.ts'
import type { ResourceDefinition } from '../core/resource-definition.ts'
import { badRequest, StatusError, tooLarge } from '../core/errors/status-error.ts'
import { decodeProtobuf } from '../kinds/protobuf/envelope.ts'
import { describeData, unrecognized } from '../kinds/decode/type-meta.ts'
import { Header, MAX_BODY_BYTES, MediaType } from '../wire/names.ts'
import type { Json } from '../wire/object.ts'
import { parseYaml } from './yaml/parse-yaml.ts'

export type BodyMedia = 'json' | 'yaml' | 'protobuf'

/** A body as a JSON value, with what is doubled in it (`duplicate field "a"`). */
export interface DecodedBody {
  value: Json
  duplicates: string[]
  describe: () => string
}

const MEDIA = new Map<string, BodyMedia>([
  ['', 'json'],
  [MediaType.json, 'json'],
  [MediaType.yaml, 'yaml'],
  [MediaType.protobuf, 'protobuf'],
])

/** The Content-Type without its parameters, in lower case; empty where none is told. */
export const mediaTypeOf = (request: Request): string =>
  request.headers.get(Header.contentType)?.split(';')[0]?.trim().toLowerCase() ?? ''

/** The media type of the body; JSON where none is told. Throws 415. */
export function bodyMedia(request: Request): BodyMedia {
  const media = MEDIA.get(mediaTypeOf(request))
  if (media) return media
  throw new StatusError(
    'UnsupportedMediaType',
    'the body of the request was in an unknown format - accepted media types include: ' +
      `${MediaType.json}, ${MediaType.yaml}, ${MediaType.protobuf}`,
  )
}

/** Reads the whole body. A larger one than 3 MiB is a 413 as soon as that is known (B8); one that breaks off is a 400 (B20). */
export async function readBody(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get(Header.contentLength) ?? 0) > MAX_BODY_BYTES) throw tooLarge(MAX_BODY_BYTES)
  if (!request.body) return new Uint8Array()
  try {
    const body = await readAll(request, request.body as ReadableStream<Uint8Array>)
    readToItsEnd.add(request)
    return body
  } catch (error) {
    if (error instanceof StatusError) throw error
    readToItsEnd.add(request)
    throw badRequest('the body of the request broke off, or is not in the chunks that its Transfer-Encoding promises')
  }
}

async function readAll(request: Request, stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  if (request.headers.has(Header.contentLength)) return new Uint8Array(await request.arrayBuffer())
  const { chunks, length } = await readChunks(stream)
  if (chunks.length === 1) return chunks[0]!
  const body = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.byteLength
  }
  return body
}

/** Leaves the rest of a body that is too large where it is. */
async function readChunks(body: ReadableStream<Uint8Array>): Promise<{ chunks: Uint8Array[]; length: number }> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { chunks, length }
      length += value.byteLength
      if (length > MAX_BODY_BYTES) throw tooLarge(MAX_BODY_BYTES)
      chunks.push(value)
    }
  } finally {
    reader.releaseLock()
  }
}

/** Those of whose body nothing is to come. */
const readToItsEnd = new WeakSet<Request>()

/** True for a body of which more may come. */
export const hasUnreadBody = (request: Request): boolean => request.body !== null && !readToItsEnd.has(request)

/** Bytes → JSON value. Whatever is wrong with them is a 400. */
export function decodeBody(definition: ResourceDefinition, media: BodyMedia, bytes: Uint8Array): DecodedBody {
  const describe = () => describeData(bytes)
  if (media === 'protobuf') return { value: decodeProtobuf(definition, bytes), duplicates: [], describe }
  const text = decodeText(bytes)
  if (media === 'yaml') return { ...decodeYaml(definition, text, describe), describe }
  try {
    const value = parseJson(text)
    const duplicates = findDuplicateFields(text).map((path) => `duplicate field ${quote(path)}`)
    return { value, duplicates, describe }
  } catch (error) {
    throw unrecognized(definition, `couldn't get version/kind; json parse error: ${reasonOf(error, text)}`, describe)
  }
}

/** The body of an apply: YAML or JSON. What is no YAML is a 400. */
export function decodeConfiguration(bytes: Uint8Array): { value: Json; duplicates: string[] } {
  const text = decodeText(bytes)
  try {
    return parsePlainJson(text) ?? parseYaml(text)
  } catch (error) {
    if (error instanceof StatusError) throw error
    throw badRequest(`error encoding patch: yaml: ${reasonOf(error, text)}`)
  }
}

/** JSON is YAML, but faster read. Undefined for what is none, and for doubled keys, which YAML tells by their lines. */
function parsePlainJson(text: string): { value: Json; duplicates: string[] } | undefined {
  if (!/^\s*\{/.test(text)) return undefined
  try {
    const value = parseJsonByValue(text)
    return findDuplicateFields(text).length === 0 ? { value, duplicates: [] } : undefined
  } catch {
    return undefined
  }
}

/** Bytes of options (DELETE) → JSON value, undefined where there are none. */
export function decodeOptions(
  media: BodyMedia,
  bytes: Uint8Array,
  decodeEnvelope: (bytes: Uint8Array) => Json,
): Json | undefined {
  if (bytes.byteLength === 0) return undefined
  if (media === 'protobuf') return decodeEnvelope(bytes)
  const text = decodeText(bytes)
  try {
    return media === 'yaml' ? parseYaml(text).value : parseJson(text)
  } catch (error) {
    if (error instanceof StatusError) throw error
    throw badRequest(`couldn't get version/kind; json parse error: ${reasonOf(error, text)}`)
  }
}

const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

/** A byte order mark stays: YAML may begin with one, JSON may not. */
export const decodeText = (bytes: Uint8Array) => decoder.decode(bytes)

const reasonOf = (error: unknown, text: string) =>
  text.trim() === '' ? 'the body is empty' : error instanceof Error ? error.message : String(error)

function decodeYaml(definition: ResourceDefinition, text: string, describe: () => string) {
  try {
    return parseYaml(text)
  } catch (error) {
    if (error instanceof StatusError) throw error
    throw unrecognized(definition, `couldn't get version/kind; yaml parse error: ${reasonOf(error, text)}`, describe)
  }
}
