import fc from 'fast-check'
import {
  type Field,
  JSON_SCHEMA,
  messageType,
  type MessageType,
  type Scalar,
  type Shape,
} from '../../src/kinds/schema.ts'
import type { Json } from '../../src/wire/object.ts'

const MAX_LEVELS = 4
const text = fc.string({ unit: 'binary', maxLength: 6 })
const seconds = fc.integer({ min: -62_000_000_000, max: 253_000_000_000 })
const isoTime = seconds.map((s) => new Date(s * 1000).toISOString().replace('.000', ''))

const SCALARS: Record<Scalar, fc.Arbitrary<Json>> = {
  string: text,
  bool: fc.boolean(),
  int32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  int64: fc.maxSafeInteger(),
  float64: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
  bytes: fc.uint8Array({ maxLength: 5 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  quantity: fc.tuple(fc.integer(), fc.constantFrom('', 'm', 'Ki', 'G', 'e3')).map((parts) => parts.join('')),
  time: isoTime,
  microTime: fc
    .tuple(isoTime, fc.nat({ max: 999_999 }))
    .map(([time, micros]) => time.replace('Z', `.${String(micros).padStart(6, '0')}Z`)),
  intOrString: fc.oneof(text, fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
}

const freeForm = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>

/** Values of a shape as a client may send them: some fields missing, some null, keys in any order. */
function valueOf(shape: Shape, level: number): fc.Arbitrary<Json> {
  switch (shape.form) {
    case 'scalar':
      return SCALARS[shape.scalar]
    case 'free':
      return freeForm
    case 'schemaOr': {
      const beside: Record<typeof shape.of, fc.Arbitrary<Json>> = {
        schemaOrArray: fc.constant([{ type: 'string' }]),
        schemaOrBool: fc.boolean(),
        schemaOrStrings: fc.array(text, { maxLength: 2 }),
      }
      return fc.oneof(beside[shape.of], objectOf(messageType(JSON_SCHEMA), level + 1))
    }
    case 'message':
      return objectOf(messageType(shape.type), level + 1)
    case 'list':
      return fc.array(valueOf(shape.items, level), { maxLength: 2 })
    case 'map':
      return fc.dictionary(fc.oneof(text, fc.constant('__proto__')), valueOf(shape.values, level), {
        maxKeys: 2,
      }) as never
  }
}

/** Objects of a type. Below a few levels they are empty. */
export function objectOf(type: MessageType, level = 0): fc.Arbitrary<Json> {
  if (level > MAX_LEVELS) return fc.constant({})
  const fields = type.jsonFields.map(({ field }) => field)
  const chosen = fc.subarray(fields, { minLength: 0, maxLength: Math.min(fields.length, 6) })
  return chosen.chain((some) => fc.record(Object.fromEntries(some.map((field) => [field.name, fieldOf(field, level)]))))
}

const fieldOf = (field: Field, level: number) =>
  fc.oneof({ arbitrary: valueOf(field.shape, level), weight: 9 }, { arbitrary: fc.constant(null), weight: 1 })
