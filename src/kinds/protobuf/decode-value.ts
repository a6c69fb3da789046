import { parseJson } from '../../core/json/json.ts'
import type { Json } from '../../wire/object.ts'
import { bytesToBase64 } from '../decode/base64.ts'
import { MAX_DEPTH, tooDeep } from '../decode/bounds.ts'
import type { Scalar, Shape } from '../schema.ts'
import { microTimeFromSeconds, timeFromSeconds } from '../decode/timestamp.ts'
import { WireError, WireReader, WireType } from './wire-reader.ts'

/** Scalars that are messages of their own. An empty one is the zero value. */
export const SPECIAL_MESSAGES: Partial<Record<Scalar, (bytes: Uint8Array) => Json>> = {
  quantity: (bytes) => (readSmallMessage(bytes).texts.get(1) ?? '0') || '0',
  time: (bytes) => readTime(bytes, (seconds) => timeFromSeconds(seconds)),
  microTime: (bytes) => readTime(bytes, microTimeFromSeconds),
  intOrString: (bytes) => {
    const { numbers, texts } = readSmallMessage(bytes)
    return numbers.get(1) === 1n ? (texts.get(3) ?? '') : toInt32(numbers.get(2) ?? 0n)
  },
}

/** A scalar of one wire type. */
export function readScalar(reader: WireReader, scalar: Scalar, name: string, wireType: number): Json {
  switch (scalar) {
    case 'string':
      expectWireType(WireType.bytes, name, wireType)
      return reader.string()
    case 'bytes':
      expectWireType(WireType.bytes, name, wireType)
      return bytesToBase64(reader.bytes())
    case 'bool':
      expectWireType(WireType.varint, name, wireType)
      return reader.varint() !== 0n
    case 'int32':
      expectWireType(WireType.varint, name, wireType)
      return reader.int32()
    case 'int64':
      expectWireType(WireType.varint, name, wireType)
      return toInt64(reader.varint())
    case 'float64':
      expectWireType(WireType.fixed64, name, wireType)
      return finite(reader.double(), name)
    default:
      throw new WireError(`proto: ${scalar} is a message`)
  }
}

/** What a map entry without a value holds. */
export function zeroValue(shape: Shape): Json {
  if (shape.form === 'message') return {}
  return shape.form === 'scalar' && (shape.scalar === 'string' || shape.scalar === 'bytes') ? '' : null
}

/** A message whose field 1 is the text of a JSON value. */
export function decodeFreeForm(bytes: Uint8Array): Json {
  const text = readSmallMessage(bytes).texts.get(1) ?? ''
  if (text === '') return null
  if (isDeep(text)) throw tooDeep()
  try {
    return parseJson(text)
  } catch {
    throw new WireError('embedded JSON cannot be parsed')
  }
}

/** More brackets stand open at once than an object may have, so that no parser has to climb down. */
function isDeep(text: string): boolean {
  let open = 0
  let isInString = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (isInString && char === '\\') at++
    else if (char === '"') isInString = !isInString
    else if (!isInString && (char === '[' || char === '{')) open++
    else if (!isInString && (char === ']' || char === '}')) open--
    if (open > MAX_DEPTH) return true
  }
  return false
}

/** Numbers and texts of a message that has nothing else, by field number. */
function readSmallMessage(bytes: Uint8Array) {
  const reader = new WireReader(bytes)
  const numbers = new Map<number, bigint>()
  const texts = new Map<number, string>()
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag()
    if (wireType === WireType.varint) numbers.set(number, reader.varint())
    else if (wireType === WireType.bytes) texts.set(number, reader.string())
    else reader.skip(wireType)
  }
  return { numbers, texts }
}

function readTime(bytes: Uint8Array, format: (seconds: number, nanos: number) => string | undefined): Json {
  if (bytes.length === 0) return null
  const { numbers } = readSmallMessage(bytes)
  const time = format(Number(BigInt.asIntN(64, numbers.get(1) ?? 0n)), toInt32(numbers.get(2) ?? 0n))
  if (time === undefined) throw new WireError('proto: time out of range')
  return time
}

const toInt32 = (value: bigint) => Number(BigInt.asIntN(32, value))

function toInt64(value: bigint): Json {
  const signed = BigInt.asIntN(64, value)
  const number = Number(signed)
  return Number.isSafeInteger(number) ? number : parseJson(String(signed))
}

function finite(value: number, name: string): number {
  if (!Number.isFinite(value)) throw new WireError(`proto: field ${name} is no finite number`)
  return value
}

/** Throws WireError where a field comes in another wire type than its own. */
export function expectWireType(expected: number, name: string, wireType: number) {
  if (wireType !== expected) throw new WireError(`proto: wrong wireType = ${wireType} for field ${name}`)
}
