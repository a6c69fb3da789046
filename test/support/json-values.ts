import fc from 'fast-check'
import type { Json, JsonObject } from '../../src/wire/object.ts'

const KEYS = fc.constantFrom('a', 'b', 'c', '', '-', '0', '/', '~', '__proto__', 'constructor')

const { anyValue, anyNonNull } = fc.letrec<{ anyValue: Json; anyNonNull: Json }>((tie) => ({
  anyValue: fc.oneof(fc.constant(null), tie('anyNonNull')),
  anyNonNull: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>(true, 0, 1, -1.5, '', 'x', 'é'),
    fc.array(tie('anyValue'), { maxLength: 4 }),
    fc.dictionary(KEYS, tie('anyNonNull'), { maxKeys: 4 }),
  ),
}))

/** Small JSON values over few keys, so that two of them have something in common. */
export const jsonValue = (): fc.Arbitrary<Json> => anyValue
/** Objects without members that are null. */
export const objectWithoutNulls = (): fc.Arbitrary<JsonObject> => fc.dictionary(KEYS, anyNonNull, { maxKeys: 4 })
/** Objects of any members. */
export const jsonObject = (): fc.Arbitrary<JsonObject> => fc.dictionary(KEYS, anyValue, { maxKeys: 4 })

/** The value, frozen through and through: whoever changes it gets a TypeError. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(deepFreeze)
  }
  return value
}
