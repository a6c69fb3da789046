import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  byteLength,
  isJsonObject,
  isRawNumber,
  jsonEqual,
  jsonTypeOf,
  parseJson,
  parseJsonByValue,
} from '../../../src/core/json/json.ts'

describe('reading JSON', () => {
  it.each([
    '{"a":9223372036854775807}',
    '[-9223372036854775808,9007199254740993,9007199254740992]',
    '{"a":{"b":[18446744073709551615]},"c":1}',
    '9007199254740993',
  ])('keeps the digits of %s', (text) => {
    expect(JSON.stringify(parseJson(text))).toBe(text)
  })

  it('gives numbers that JavaScript holds as numbers', () => {
    expect(parseJson('[9007199254740991, 0.1234567890123456, 15e-1, 1234567890123456]')).toEqual([
      9007199254740991, 0.1234567890123456, 1.5, 1234567890123456,
    ])
    expect(isRawNumber((parseJson('[9007199254740993]') as unknown[])[0])).toBe(true)
  })

  it('B9 takes __proto__ as a key, with and without long numbers beside it', () => {
    for (const text of ['{"__proto__":{"a":1},"b":2}', '{"__proto__":{"a":1},"b":12345678901234567890}']) {
      const value = parseJson(text)
      expect(Object.keys(value as object)).toEqual(['__proto__', 'b'])
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
      expect(JSON.stringify(value)).toBe(text)
    }
  })

  it.each(['[15.0,1e1,-0.0,1e400,2.50e1]', '{"a":15.00,"b":9007199254740993}'])('keeps %s as written', (text) => {
    expect(JSON.stringify(parseJson(text))).toBe(text)
  })

  it('goes by the value where that is asked for', () => {
    expect(parseJsonByValue('[15.0,1e1,0.5]')).toEqual([15, 10, 0.5])
    expect(JSON.stringify(parseJsonByValue('[9007199254740993]'))).toBe('[9007199254740993]')
  })

  it('leaves long digits in texts alone', () => {
    expect(parseJson('{"a":"12345678901234567890"}')).toEqual({ a: '12345678901234567890' })
  })

  it('gives back what was written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(parseJson(JSON.stringify(value)))).toBe(JSON.stringify(parsed(value)))
      }),
    )
  })

  it.each(['', '{', '[1,]', '01', 'undefined'])('throws for %j', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
  })
})

const parsed = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

describe('equality', () => {
  it('asks for the same content, in whatever order of keys', () => {
    expect(jsonEqual({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true)
    expect(jsonEqual([1, 2], [2, 1])).toBe(false)
    expect(jsonEqual(0, -0)).toBe(true)
  })

  it.each([
    [1, '1'],
    [null, undefined],
    [null, {}],
    [[], {}],
    [{ a: 1 }, { b: 1 }],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [[1], [1, 2]],
    [true, 1],
    ['', null],
  ])('%j is not %j', (a, b) => {
    expect([jsonEqual(a, b), jsonEqual(b, a)]).toEqual([false, false])
  })

  it('compares long numbers by their digits', () => {
    const of = (digits: string) => parseJson(`[${digits}]`)
    expect(jsonEqual(of('9223372036854775807'), of('9223372036854775807'))).toBe(true)
    expect(jsonEqual(of('9223372036854775807'), of('9223372036854775806'))).toBe(false)
    expect(jsonEqual(of('9223372036854775807'), of('1'))).toBe(false)
  })

  it('B9 knows keys such as __proto__ and toString', () => {
    const own = (text: string) => parseJson(text)
    expect(jsonEqual(own('{"__proto__":1}'), own('{"__proto__":1}'))).toBe(true)
    expect(jsonEqual(own('{"__proto__":1}'), own('{"__proto__":2}'))).toBe(false)
    expect(jsonEqual(own('{"__proto__":{}}'), own('{"x":1}'))).toBe(false)
    expect(jsonEqual(own('{"toString":1}'), own('{"x":1}'))).toBe(false)
  })

  it('is that of the texts, keys sorted', () => {
    const small = fc.jsonValue({ maxDepth: 2 })
    fc.assert(
      fc.property(small, small, (a, b) => {
        expect(jsonEqual(parsed(a), parsed(b))).toBe(sortedText(parsed(a)) === sortedText(parsed(b)))
        expect(jsonEqual(parsed(a), parsed(a))).toBe(true)
      }),
    )
  })
})

function sortedText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${sortedText(item)}`).join(',')}}`
}

describe('kinds of JSON', () => {
  it.each([
    ['null', 'null'],
    ['true', 'bool'],
    ['1', 'number'],
    ['9223372036854775807', 'number'],
    ['"a"', 'string'],
    ['[]', 'array'],
    ['{}', 'object'],
  ])('%s is %s', (text, type) => {
    const value = parseJson(text)
    expect(jsonTypeOf(value)).toBe(type)
    expect(isJsonObject(value)).toBe(type === 'object')
  })

  it('bytes are those of UTF-8', () => {
    expect(['', 'a', 'ä', '€', '𝄞', '\ud800'].map(byteLength)).toEqual([0, 1, 2, 3, 4, 3])
  })
})
