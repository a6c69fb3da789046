import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as Json from '../../src/client/json.ts'
import { jsonValue } from '../support/json-values.ts'

const native = Reflect.get(JSON, 'rawJSON') as unknown

describe.each(['with', 'without'])('JSON on a platform %s raw numbers', (how) => {
  let json: typeof Json

  beforeEach(async () => {
    if (how === 'without') Reflect.deleteProperty(JSON, 'rawJSON')
    vi.resetModules()
    json = await import('../../src/client/json.ts')
  })
  afterEach(() => {
    Reflect.set(JSON, 'rawJSON', native)
  })

  it.for([
    '{"n":9223372036854775807}',
    '{"n":-9223372036854775808,"m":9007199254740993}',
    '[9007199254740993,[12345678901234567890],{"a":{"b":9999999999999999}}]',
    '{"__proto__":9007199254740993,"text":"9007199254740993","quoted":"\\"9007199254740993,"}',
    '{"safe":9007199254740991,"fraction":0.5}',
  ])('X17 keeps every digit of %s', (text) => {
    expect(json.formatJson(json.parseJson(text))).toBe(text)
  })

  it.for([
    ['1234567890123456.5', 1234567890123456.5],
    ['0.1234567890123456', 0.1234567890123456],
    ['1e-1234567890123456', 0],
    ['1.2345678901234567e20', 1.2345678901234567e20],
    ['9007199254740991', 9007199254740991],
  ] as const)('X17 %s is a number as any other', ([text, value]) => {
    expect(json.parseJson(text)).toBe(value)
  })

  it('X17 reads a long number and writes one that is made', () => {
    const { n } = json.parseJson('{"n":9223372036854775807}') as { n: { rawJSON: string } }
    expect(BigInt(n.rawJSON)).toBe(9223372036854775807n)
    expect(json.formatJson({ n: json.rawNumber('-9223372036854775808') })).toBe('{"n":-9223372036854775808}')
  })

  it('X17 reads everything else as the platform does', () => {
    fc.assert(
      fc.property(jsonValue(), (value) => {
        const text = JSON.stringify({ value, long: '1234567890123456789' })
        expect(json.parseJson(text)).toEqual(JSON.parse(text))
      }),
    )
    expect(() => json.parseJson('{"n":9223372036854775807')).toThrow(SyntaxError)
  })
})
