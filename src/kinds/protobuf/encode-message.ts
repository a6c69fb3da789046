import { isRawNumber } from '../../core/json/json.ts'
import type { Json, JsonObject } from '../../wire/object.ts'
import { bytesFromBase64 } from '../decode/base64.ts'
import { type Field, type MessageType, messageType, SCHEMA_OR_MESSAGES, type SchemaOr, type Shape } from '../schema.ts'
import { byKey } from '../decode/sorted-map.ts'
import { secondsOf } from '../decode/timestamp.ts'
import { WireType } from './wire-reader.ts'
import { WireWriter } from './wire-writer.ts'

const encoder = new TextEncoder()
const EMPTY = new Uint8Array(0)

/**
 * The protobuf form of an object in its canonical JSON form. Fields that are no pointer are always written, as
 * Kubernetes does it.
 */
export function encodeMessage(type: MessageType, value: JsonObject): Uint8Array {
  const writer = new WireWriter()
  for (const field of type.fields) {
    const held = Object.hasOwn(value, field.name) ? value[field.name] : undefined
    if (field.inline && field.shape.form === 'message')
      writer.bytes(field.number, encodeMessage(messageType(field.shape.type), value))
    else if (held !== undefined && held !== null) writeValue(writer, field.number, field.shape, held)
    else if (!field.pointer) writeZero(writer, field)
  }
  return writer.finish()
}

function writeZero(writer: WireWriter, { number, shape }: Field) {
  if (shape.form === 'message') writer.bytes(number, encodeMessage(messageType(shape.type), {}))
  else if (shape.form === 'free' || isTime(shape)) writer.bytes(number, EMPTY)
  else if (shape.form === 'scalar' && shape.scalar !== 'bytes')
    writeValue(writer, number, shape, ZERO[shape.scalar] ?? 0)
}

const isTime = (shape: Shape) => shape.form === 'scalar' && (shape.scalar === 'time' || shape.scalar === 'microTime')

/** The zero of a scalar, where it is not the number 0. */
const ZERO: { [scalar: string]: Json } = { string: '', bool: false, quantity: '0' }

function writeValue(writer: WireWriter, number: number, shape: Shape, value: Json) {
  switch (shape.form) {
    case 'scalar':
      return writeScalar(writer, number, shape.scalar, value)
    case 'message':
      return writer.bytes(number, encodeMessage(messageType(shape.type), (value ?? {}) as JsonObject))
    case 'free':
      return writer.bytes(number, textMessage(JSON.stringify(value)))
    case 'schemaOr':
      return writer.bytes(number, encodeSchemaOr(shape.of, value))
    case 'list':
      return writeList(writer, number, shape, value as Json[])
    case 'map':
      return writeMap(writer, number, shape.values, value as JsonObject)
  }
}

function writeList(writer: WireWriter, number: number, shape: Extract<Shape, { form: 'list' }>, list: Json[]) {
  const target = shape.wrapped ? new WireWriter() : writer
  for (const item of list) writeValue(target, shape.wrapped ? 1 : number, shape.items, item)
  if (shape.wrapped) writer.bytes(number, target.finish())
}

function writeMap(writer: WireWriter, number: number, values: Shape, map: JsonObject) {
  for (const [key, value] of Object.entries(map).sort(byKey)) {
    const entry = new WireWriter().string(1, key)
    writeValue(entry, 2, values, value ?? null)
    writer.bytes(number, entry.finish())
  }
}

function writeScalar(writer: WireWriter, number: number, scalar: string, value: Json) {
  switch (scalar) {
    case 'string':
      return writer.string(number, value as string)
    case 'bool':
      return writer.tag(number, WireType.varint).varint(value === true ? 1n : 0n)
    case 'int32':
    case 'int64':
      return writer.tag(number, WireType.varint).varint(toBigInt(value))
    case 'float64':
      return writer.tag(number, WireType.fixed64).double(Number(value))
    case 'bytes':
      return writer.bytes(number, bytesFromBase64((value ?? '') as string))
    case 'quantity':
      return writer.bytes(number, textMessage(value as string))
    case 'time':
    case 'microTime':
      return writer.bytes(number, timeMessage(value as string | null))
    default:
      return writer.bytes(number, intOrStringMessage(value))
  }
}

const toBigInt = (value: Json) => BigInt(isRawNumber(value) ? value.rawJSON : (value as number))

const textMessage = (text: string) => new WireWriter().bytes(1, encoder.encode(text)).finish()

function timeMessage(text: string | null): Uint8Array {
  if (text === null) return EMPTY
  const { seconds, nanos } = secondsOf(text)
  const writer = new WireWriter().tag(1, WireType.varint).varint(BigInt(seconds))
  return writer.tag(2, WireType.varint).varint(BigInt(nanos)).finish()
}

function intOrStringMessage(value: Json): Uint8Array {
  const isText = typeof value === 'string'
  const writer = new WireWriter().tag(1, WireType.varint).varint(isText ? 1n : 0n)
  writer.tag(2, WireType.varint).varint(isText ? 0n : toBigInt(value))
  return writer.string(3, isText ? value : '').finish()
}

function encodeSchemaOr(of: SchemaOr, value: Json): Uint8Array {
  const isBeside = Array.isArray(value) || typeof value === 'boolean'
  const beside = { schemaOrArray: 'jSONSchemas', schemaOrBool: 'allows', schemaOrStrings: 'property' }[of]
  const message = isBeside ? { [beside]: value } : { schema: value, ...(of === 'schemaOrBool' ? { allows: true } : {}) }
  return encodeMessage(messageType(SCHEMA_OR_MESSAGES[of]), message)
}
