import type { Json, JsonObject } from '../../wire/object.ts'
import { MAX_DEPTH, MAX_MESSAGES, tooDeep, tooManyMessages } from '../decode/bounds.ts'
import { type Field, type MessageType, messageType, SCHEMA_OR_MESSAGES, type SchemaOr, type Shape } from '../schema.ts'
import { decodeFreeForm, expectWireType, readScalar, SPECIAL_MESSAGES, zeroValue } from './decode-value.ts'
import { WireError, WireReader, WireType } from './wire-reader.ts'

/** What of a message was read so far, by JSON name. */
interface Found {
  values: Map<string, Json>
  lists: Map<string, Json[]>
  maps: Map<string, Map<string, Json>>
}

/**
 * The JSON form of a message, as a JSON body would have it: zero values of fields without a pointer are still in it.
 * Throws WireError or OutOfBounds.
 */
export const decodeMessage = (type: MessageType, bytes: Uint8Array): JsonObject =>
  readMessage(type, bytes, new Nesting(0, { messages: 0 }))

/** How deep a message stands, and how many there were before it. */
class Nesting {
  readonly #depth: number
  readonly #count: { messages: number }

  constructor(depth: number, count: { messages: number }) {
    if (depth > MAX_DEPTH) throw tooDeep()
    this.#depth = depth
    this.#count = count
  }

  deeper(): Nesting {
    return new Nesting(this.#depth + 1, this.#count)
  }

  countMessage() {
    if (++this.#count.messages > MAX_MESSAGES) throw tooManyMessages()
  }
}

function readMessage(type: MessageType, bytes: Uint8Array, nesting: Nesting): JsonObject {
  nesting.countMessage()
  const reader = new WireReader(bytes)
  const found: Found = { values: new Map(), lists: new Map(), maps: new Map() }
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag()
    const field = type.byNumber.get(number)
    if (field) readField(reader, field, wireType, found, nesting)
    else reader.skip(wireType)
  }
  return Object.fromEntries([
    ...found.values,
    ...found.lists,
    ...[...found.maps].map(([name, entries]) => [name, Object.fromEntries(entries)] as const),
  ])
}

function readField(reader: WireReader, field: Field, wireType: number, found: Found, nesting: Nesting) {
  const { shape, name } = field
  if (field.inline && shape.form === 'message') {
    const inner = readMessage(messageType(shape.type), bytesOf(reader, name, wireType), nesting.deeper())
    for (const [key, value] of Object.entries(inner)) found.values.set(key, value as Json)
  } else if (shape.form === 'map') {
    const entries = found.maps.get(name) ?? new Map<string, Json>()
    entries.set(...readMapEntry(bytesOf(reader, name, wireType), shape.values, nesting.deeper()))
    found.maps.set(name, entries)
  } else if (shape.form === 'list' && !shape.wrapped) {
    const list = found.lists.get(name) ?? []
    readListItems(reader, name, wireType, shape.items, list, nesting)
    found.lists.set(name, list)
  } else {
    found.values.set(name, readValue(reader, name, wireType, shape, nesting))
  }
}

function readListItems(
  reader: WireReader,
  name: string,
  wireType: number,
  items: Shape,
  list: Json[],
  nesting: Nesting,
) {
  const isPacked = wireType === WireType.bytes && items.form === 'scalar' && isVarint(items)
  if (!isPacked) {
    list.push(readValue(reader, name, wireType, items, nesting))
    return
  }
  const packed = new WireReader(reader.bytes())
  while (!packed.isAtEnd) list.push(readScalar(packed, items.scalar, name, WireType.varint))
}

const isVarint = ({ scalar }: Extract<Shape, { form: 'scalar' }>) =>
  scalar === 'int32' || scalar === 'int64' || scalar === 'bool'

function readMapEntry(bytes: Uint8Array, values: Shape, nesting: Nesting): [string, Json] {
  const reader = new WireReader(bytes)
  let key = ''
  let value: Json | undefined
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag()
    if (number === 1) key = readScalar(reader, 'string', 'key', wireType) as string
    else if (number === 2) value = readValue(reader, 'value', wireType, values, nesting)
    else reader.skip(wireType)
  }
  return [key, value ?? zeroValue(values)]
}

function readValue(reader: WireReader, name: string, wireType: number, shape: Shape, nesting: Nesting): Json {
  if (shape.form === 'scalar') {
    const special = SPECIAL_MESSAGES[shape.scalar]
    return special ? special(bytesOf(reader, name, wireType)) : readScalar(reader, shape.scalar, name, wireType)
  }
  const bytes = bytesOf(reader, name, wireType)
  switch (shape.form) {
    case 'message':
      return readMessage(messageType(shape.type), bytes, nesting.deeper())
    case 'free':
      return decodeFreeForm(bytes)
    case 'schemaOr':
      return decodeSchemaOr(shape.of, bytes, nesting.deeper())
    case 'list':
      return decodeWrapped(bytes, shape.items, nesting.deeper())
    case 'map':
      throw new WireError(`proto: map ${name} within a list or map`)
  }
}

/** A list in a message of its own, whose field 1 repeats. */
function decodeWrapped(bytes: Uint8Array, items: Shape, nesting: Nesting): Json[] {
  const reader = new WireReader(bytes)
  const list: Json[] = []
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag()
    if (number === 1) readListItems(reader, 'items', wireType, items, list, nesting)
    else reader.skip(wireType)
  }
  return list
}

function decodeSchemaOr(of: SchemaOr, bytes: Uint8Array, nesting: Nesting): Json {
  const message = readMessage(messageType(SCHEMA_OR_MESSAGES[of]), bytes, nesting)
  if (message.schema) return message.schema
  if (of === 'schemaOrBool') return message.allows === true
  return (of === 'schemaOrArray' ? message.jSONSchemas : message.property) ?? null
}

function bytesOf(reader: WireReader, name: string, wireType: number): Uint8Array {
  expectWireType(WireType.bytes, name, wireType)
  return reader.bytes()
}
