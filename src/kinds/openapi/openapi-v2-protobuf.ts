import type { Json, JsonObject } from '../../wire/object.ts'
import { WireType } from '../protobuf/wire-reader.ts'
import { WireWriter } from '../protobuf/wire-writer.ts'

/** Writes a JSON value as the field of this number. */
type WriteField = (writer: WireWriter, number: number, value: Json) => void

/** A message of the package `openapi.v2`: what becomes of each key of a JSON object. */
interface Message {
  /** the number of the field that a key is, and how its value is written */
  fields: Readonly<Record<string, readonly [number, WriteField]>>
  /** the field that holds every key beginning with `x-` */
  extensions?: number
}

/** The document in the protobuf form that clients of Kubernetes read. Throws for a key that the form has no place for. */
export function encodeOpenApiV2(document: JsonObject): Uint8Array {
  return encode(DOCUMENT, document)
}

const EXTENSION = 'x-'

function encode({ fields, extensions }: Message, object: JsonObject): Uint8Array {
  const writer = new WireWriter()
  for (const [key, value] of Object.entries(object)) {
    if (value === undefined) continue
    if (extensions && key.startsWith(EXTENSION)) writer.bytes(extensions, entry(key, value, free))
    else if (Object.hasOwn(fields, key)) fields[key]![1](writer, fields[key]![0], value)
    else throw new Error(`no place for ${key} in OpenAPI v2 as protobuf`)
  }
  return writer.finish()
}

const text: WriteField = (writer, number, value) => writer.string(number, value as string)

const flag: WriteField = (writer, number, value) => writer.tag(number, WireType.varint).varint(value ? 1n : 0n)

/** Anything: a message whose field 2 is YAML, of which JSON is a part. */
const free: WriteField = (writer, number, value) =>
  writer.bytes(number, new WireWriter().string(2, JSON.stringify(value)).finish())

const message =
  (type: () => Message): WriteField =>
  (writer, number, value) =>
    writer.bytes(number, encode(type(), value as JsonObject))

/** A field that is there once for each member of a list. */
const each =
  (write: WriteField): WriteField =>
  (writer, number, value) => {
    for (const member of value as Json[]) write(writer, number, member)
  }

/** A message that holds the value in one of its fields: of a choice the one taken, or a list that JSON writes as one value. */
const within =
  (inner: number, write: WriteField): WriteField =>
  (writer, number, value) => {
    const holder = new WireWriter()
    write(holder, inner, value)
    writer.bytes(number, holder.finish())
  }

/** A map: a message with an entry of name and value for each key. */
const map =
  (inner: number, write: WriteField): WriteField =>
  (writer, number, value) => {
    const entries = new WireWriter()
    for (const [name, one] of Object.entries(value as JsonObject)) entries.bytes(inner, entry(name, one!, write))
    writer.bytes(number, entries.finish())
  }

function entry(name: string, value: Json, write: WriteField): Uint8Array {
  const writer = new WireWriter().string(1, name)
  write(writer, 2, value)
  return writer.finish()
}

const schema = message(() => SCHEMA)

const SCHEMA: Message = {
  fields: {
    $ref: [1, text],
    format: [2, text],
    title: [3, text],
    description: [4, text],
    required: [19, each(text)],
    enum: [20, each(free)],
    additionalProperties: [21, within(1, schema)],
    type: [22, within(1, text)],
    items: [23, within(1, schema)],
    properties: [25, map(1, schema)],
  },
  extensions: 31,
}

const BODY_PARAMETER: Message = {
  fields: { name: [2, text], in: [3, text], required: [4, flag], schema: [5, schema] },
}
const PATH_PARAMETER: Message = {
  fields: { required: [1, flag], in: [2, text], name: [4, text], type: [5, text] },
}
const QUERY_PARAMETER: Message = {
  fields: { required: [1, flag], in: [2, text], name: [4, text], type: [6, text], uniqueItems: [20, flag] },
}

/** A parameter by where it is: within a choice between parameter and reference, then body and other, then places. */
const PARAMETERS: Readonly<Record<string, WriteField>> = {
  body: within(
    1,
    within(
      1,
      message(() => BODY_PARAMETER),
    ),
  ),
  query: within(
    1,
    within(
      2,
      within(
        3,
        message(() => QUERY_PARAMETER),
      ),
    ),
  ),
  path: within(
    1,
    within(
      2,
      within(
        4,
        message(() => PATH_PARAMETER),
      ),
    ),
  ),
}

const parameter: WriteField = (writer, number, value) =>
  PARAMETERS[(value as { in: string }).in]!(writer, number, value)

const RESPONSE: Message = {
  fields: { description: [1, text], schema: [2, within(1, schema)] },
}

const OPERATION: Message = {
  fields: {
    produces: [6, each(text)],
    consumes: [7, each(text)],
    parameters: [8, each(parameter)],
    responses: [
      9,
      map(
        1,
        within(
          1,
          message(() => RESPONSE),
        ),
      ),
    ],
  },
  extensions: 13,
}
const operation = message(() => OPERATION)

const PATH_ITEM: Message = {
  fields: {
    get: [2, operation],
    put: [3, operation],
    post: [4, operation],
    delete: [5, operation],
    patch: [8, operation],
    parameters: [9, each(parameter)],
  },
}

const INFO: Message = {
  fields: { title: [1, text], version: [2, text] },
}

const DOCUMENT: Message = {
  fields: {
    swagger: [1, text],
    info: [2, message(() => INFO)],
    paths: [
      8,
      map(
        2,
        message(() => PATH_ITEM),
      ),
    ],
    definitions: [9, map(1, schema)],
  },
}
