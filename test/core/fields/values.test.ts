import { describe, expect, it } from 'vitest'
import { canonicalText, compareValues, sameValue } from '../../../src/core/fields/values.ts'
import { parseJson } from '../../../src/core/json/json.ts'
import type { Json } from '../../../src/wire/object.ts'

describe('values are the same', () => {
  it.each([
    ['1', '1.0'],
    ['0', '-0'],
    ['9007199254740993', '9007199254740993'],
    ['100000000000000000000', '1e20'],
    ['{"a":1,"b":[2]}', '{"b":[2],"a":1}'],
    ['{"__proto__":1}', '{"__proto__":1}'],
  ])('%s and %s', (a, b) => {
    expect(sameValue(parseJson(a), parseJson(b))).toBe(true)
    expect(canonicalText(parseJson(a))).toBe(canonicalText(parseJson(b)))
  })

  it('where a member is undefined in one and absent in the other', () => {
    expect(sameValue({ a: undefined, b: 1 }, { b: 1 })).toBe(true)
    expect(sameValue({ b: 1 }, { a: undefined, b: 1 })).toBe(true)
  })
})

describe('values differ', () => {
  it.each([
    ['1', '"1"'],
    ['9007199254740993', '9007199254740992'],
    ['9007199254740993', '{"rawJSON":"9007199254740993"}'],
    ['[1,2]', '[2,1]'],
    ['[1]', '{"0":1}'],
    ['{}', 'null'],
    ['{}', '{"__proto__":1}'],
    ['{"a":1}', '{"a":1,"b":1}'],
    ['{"a":null}', '{}'],
  ])('%s and %s', (a, b) => {
    expect(sameValue(parseJson(a), parseJson(b))).toBe(false)
    expect(sameValue(parseJson(b), parseJson(a))).toBe(false)
  })
})

it('values have one order', () => {
  const inOrder = ['-1', '1', '2.5', '9007199254740993', '9007199254740995', '"a"', '"b"', 'false', 'true', 'null']
  const values = inOrder.map((text): Json => parseJson(text))
  for (const [i, a] of values.entries())
    for (const [j, b] of values.entries()) expect(Math.sign(compareValues(a, b))).toBe(Math.sign(i - j))
})
