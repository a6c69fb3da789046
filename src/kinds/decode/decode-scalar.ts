import { quote } from '../../core/errors/quote.ts'
import { digitsOf, isRawNumber } from '../../core/json/json.ts'
import type { Json } from '../../wire/object.ts'
import { bytesToBase64, canonicalBase64, IllegalBase64 } from './base64.ts'
import type { DecodeWalk } from './decode-walk.ts'
import { canonicalQuantity } from './quantity.ts'
import type { Scalar, Shape } from '../schema.ts'
import { normalizeMicroTime, normalizeTime } from './timestamp.ts'

type Decoder = (walk: DecodeWalk, value: Json) => Json | undefined

/** Decoders by type. Undefined is a value of another type; what is wrong in itself they refuse themselves. */
const DECODERS: Record<Scalar, Decoder> = {
  string: (_walk, value) => (typeof value === 'string' ? value.toWellFormed() : undefined),
  bool: (_walk, value) => (typeof value === 'boolean' ? value : undefined),
  int32: (_walk, value) => int32(value),
  int64: (_walk, value) => int64(value),
  float64: (_walk, value) => float64(value),
  bytes: (walk, value) => (typeof value === 'string' ? base64(walk, value) : byteList(value)),
  quantity: (walk, value) => {
    const text = isRawNumber(value) ? value.rawJSON : typeof value === 'number' ? String(value) : value
    return quantity(walk, typeof text === 'string' ? text : '')
  },
  time: (walk, value) => (typeof value === 'string' ? time(walk, value, normalizeTime, RFC3339) : undefined),
  microTime: (walk, value) =>
    typeof value === 'string' ? time(walk, value, normalizeMicroTime, RFC3339_MICRO) : undefined,
  intOrString: (_walk, value) => (typeof value === 'string' ? value.toWellFormed() : int32(value)),
}

/** What a scalar field shows when it is not given. */
const ZEROS: Record<Scalar, Json> = {
  string: '',
  bool: false,
  int32: 0,
  int64: 0,
  float64: 0,
  bytes: null,
  quantity: '0',
  time: null,
  microTime: null,
  intOrString: 0,
}

export const zeroScalar = (scalar: Scalar): Json => ZEROS[scalar]

/** Null in a list or as the value of a key: zero, which of bytes is none, written as text. */
const zeroInCollection = (scalar: Scalar): Json => (scalar === 'bytes' ? '' : ZEROS[scalar])

/** A scalar in its canonical form; times may become null. Null counts as zero. Throws 400. */
export function decodeScalar(walk: DecodeWalk, shape: Extract<Shape, { form: 'scalar' }>, value: Json): Json {
  if (value === null) return zeroInCollection(shape.scalar)
  const decoded = DECODERS[shape.scalar](walk, value)
  if (decoded === undefined) throw walk.mismatch(value, shape)
  return decoded
}

const RFC3339 = 'an RFC 3339 time such as 2026-01-02T03:04:05Z'
const RFC3339_MICRO = 'an RFC 3339 time with six digits of a second such as 2026-01-02T03:04:05.678901Z'
const QUANTITY_RULE = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
const INT32_LIMIT = 2 ** 31
const INT64_LIMIT = 2n ** 63n
const INT64_CHARACTERS = 20

const int32 = (value: Json): Json | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= -INT32_LIMIT && value < INT32_LIMIT
    ? value + 0
    : undefined

function int64(value: Json): Json | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : undefined
  const digits = isRawNumber(value) ? digitsOf(value) : undefined
  if (digits === undefined || digits.length > INT64_CHARACTERS) return undefined
  const exact = BigInt(digits)
  return exact >= -INT64_LIMIT && exact < INT64_LIMIT ? value : undefined
}

function float64(value: Json): Json | undefined {
  const number = isRawNumber(value) ? Number(value.rawJSON) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

function base64(walk: DecodeWalk, text: string): string {
  try {
    return canonicalBase64(text)
  } catch (error) {
    if (error instanceof IllegalBase64) throw walk.refusal(error.message)
    throw error
  }
}

/** Bytes may be given as a list of numbers, as in Kubernetes. */
const byteList = (value: Json): string | undefined =>
  Array.isArray(value) && value.every(isByte) ? bytesToBase64(Uint8Array.from(value as number[])) : undefined

const isByte = (value: Json) =>
  value === null || (Number.isInteger(value) && (value as number) >= 0 && (value as number) < 256)

function quantity(walk: DecodeWalk, text: string): string {
  const canonical = canonicalQuantity(text)
  if (canonical === undefined) throw walk.refusal(QUANTITY_RULE)
  return canonical
}

function time(walk: DecodeWalk, text: string, normalize: typeof normalizeTime, form: string): string | null {
  const normalized = normalize(text)
  if (normalized === undefined) throw walk.refusal(`parsing time ${quote(text)}: want ${form}`)
  return normalized
}
