import { parseDocument } from 'yaml'
import { findDuplicateFields } from '../core/duplicate-fields.ts'
import { parseJson } from '../core/json.ts'
import type { ResourceDefinition } from '../core/resource-definition.ts'
import { badRequest, StatusError, tooLarge } from '../core/status-error.ts'
import { decodeProtobuf } from '../kinds/protobuf/envelope.ts'
import { describeData, unrecognized } from '../kinds/type-meta.ts'
import { Header, MAX_BODY_BYTES, MediaType } from '../wire/names.ts'
import type { Json } from '../wire/object.ts'

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

/** The media type of the body; JSON where none is told. Throws 415. */
export function bodyMedia(request: Request): BodyMedia {
  const type = (request.headers.get(Header.contentType) ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const media = MEDIA.get(type)
  if (media) return media
  throw new StatusError(
    'UnsupportedMediaType',
    'the body of the request was in an unknown format - accepted media types include: ' +
      `${MediaType.json}, ${MediaType.yaml}, ${MediaType.protobuf}`,
  )
}

/** Reads the whole body. A larger one than 3 MiB is a 413 as soon as that is known (B9). */
export async function readBody(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get(Header.contentLength) ?? 0) > MAX_BODY_BYTES) throw tooLarge(MAX_BODY_BYTES)
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    length += chunk.byteLength
    if (length > MAX_BODY_BYTES) throw tooLarge(MAX_BODY_BYTES)
    chunks.push(chunk)
  }
  if (chunks.length === 1) return chunks[0]!
  const body = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.byteLength
  }
  return body
}

/** Bytes → JSON value. Whatever is wrong with them is a 400. */
export function decodeBody(definition: ResourceDefinition, media: BodyMedia, bytes: Uint8Array): DecodedBody {
  const describe = () => describeData(bytes)
  if (media === 'protobuf') return { value: decodeProtobuf(definition, bytes), duplicates: [], describe }
  const text = decodeText(bytes)
  if (media === 'yaml') return { ...parseYaml(definition, text, describe), describe }
  try {
    const value = parseJson(text)
    const duplicates = findDuplicateFields(text).map((path) => `duplicate field ${JSON.stringify(path)}`)
    return { value, duplicates, describe }
  } catch (error) {
    throw unrecognized(definition, `couldn't get version/kind; json parse error: ${reasonOf(error, text)}`, describe)
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
    return media === 'yaml' ? fromYaml(text).value : parseJson(text)
  } catch (error) {
    if (error instanceof StatusError) throw error
    throw badRequest(`couldn't get version/kind; json parse error: ${reasonOf(error, text)}`)
  }
}

const decodeText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const reasonOf = (error: unknown, text: string) =>
  text.trim() === '' ? 'the body is empty' : error instanceof Error ? error.message : String(error)

function parseYaml(definition: ResourceDefinition, text: string, describe: () => string) {
  try {
    return fromYaml(text)
  } catch (error) {
    throw unrecognized(definition, `couldn't get version/kind; yaml parse error: ${reasonOf(error, text)}`, describe)
  }
}

/** Not of JSON, so not of Kubernetes' YAML either: a date stays text. */
const FOREIGN_TAGS = /timestamp|binary|omap|pairs|set$/

/** YAML 1.1, as Kubernetes reads it: `y` and `on` are booleans. Throws for what is no YAML. */
function fromYaml(text: string): { value: Json; duplicates: string[] } {
  const document = parseDocument(text, {
    version: '1.1',
    intAsBigInt: true,
    prettyErrors: false,
    customTags: (tags) => tags.filter((tag) => typeof tag === 'string' || !FOREIGN_TAGS.test(tag.tag)),
  })
  const [broken] = document.errors.filter((error) => error.code !== 'DUPLICATE_KEY')
  if (broken) throw broken
  const duplicates = document.errors.map((error) => duplicateKey(text, error.pos))
  return { value: toJson(document.toJS({ maxAliasCount: 100 })), duplicates }
}

function duplicateKey(text: string, [start, end]: [number, number]): string {
  const line = text.slice(0, start).split('\n').length
  const key = text.slice(start, end).split(':')[0]?.trim() ?? ''
  return `line ${line}: key ${JSON.stringify(key)} already set in map`
}

/** What the YAML reader gives, as JSON holds it: integers as numbers where these are exact. */
function toJson(value: unknown): Json {
  if (typeof value === 'bigint') return parseJson(String(value))
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]))
  return (value ?? null) as Json
}
