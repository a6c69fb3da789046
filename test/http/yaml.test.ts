import { describe, expect, it } from 'vitest'
import { parseYaml } from '../../src/http/yaml.ts'
import { MAX_BODY_BYTES } from '../../src/wire/names.ts'
import { refusalOf } from '../support/refusal.ts'

const valueOf = (text: string) => parseYaml(text).value

describe('YAML as Kubernetes reads it', () => {
  it.each([
    ['y', true],
    ['on', true],
    ['Yes', true],
    ['NO', false],
    ['off', false],
    ['"yes"', 'yes'],
    ['~', null],
    ['', null],
    ['12', 12],
    ['0777', 511],
    ['0x1F', 31],
    ['1_000', 1000],
    ['1e3', 1000],
    ['9223372036854775807', JSON.parse('{"n":9223372036854775807}', rawNumber).n],
    ['12:30', '12:30'],
    ['12:30:45', '12:30:45'],
    ['1:30:45.5', '1:30:45.5'],
    ['2026-11-29', '2026-11-29'],
    ['2026-11-29T16:40:00Z', '2026-11-29T16:40:00Z'],
    ['|\n  two\n  lines\n', 'two\nlines\n'],
  ])('reads the value %j', (text, value) => {
    expect(valueOf(`a: ${text}\n`)).toEqual({ a: value })
  })

  it('reads merges and aliases', () => {
    expect(valueOf('a: &x {b: 1}\nc:\n  <<: *x\n  d: *x\n')).toEqual({ a: { b: 1 }, c: { b: 1, d: { b: 1 } } })
  })

  it('B9 takes __proto__ and its like as keys', () => {
    const value = valueOf('__proto__: {a: 1}\nconstructor: 2\n')
    expect(Object.entries(value as object)).toEqual([
      ['__proto__', { a: 1 }],
      ['constructor', 2],
    ])
  })

  it('F5 tells doubled keys with their line, and takes the last', () => {
    expect(parseYaml('a: 1\nb:\n  c: 1\n  "c": 2\na: 2\n')).toEqual({
      value: { a: 2, b: { c: 2 } },
      duplicates: ['line 5: key "a" already set in map', 'line 4: key "c" already set in map'],
    })
  })

  it.each(['a: [1,', '\ta: 1', 'a: *unknown', 'a: 1\n---\nb: 2\n', 'a: &a [*a]', ''.padEnd(20_000, '['), 'a: "x'])(
    'B2 B11 throws for %j',
    (text) => {
      expect(() => parseYaml(text)).toThrow()
    },
  )
})

/** A number that JavaScript cannot hold keeps its digits. */
function rawNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  const raw = JSON as unknown as { rawJSON(text: string): unknown }
  return typeof value === 'number' && !Number.isSafeInteger(value) ? raw.rawJSON(context?.source ?? '') : value
}

describe('YAML that means harm', () => {
  it('B11 with aliases of aliases is refused', () => {
    const levels = Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(',')}]`)
    expect(() => parseYaml(`a0: &a0 [x]\n${levels.join('\n')}\n`)).toThrow()
  })

  it('B8 with aliases of a long text is too large', () => {
    const keys = Array.from({ length: 90 }, (_, i) => `k${i}: *x`)
    const text = `x: &x ${'v'.repeat(100_000)}\n${keys.join('\n')}\n`
    expect(refusalOf(() => parseYaml(text))).toMatchObject({
      code: 413,
      message: `Request entity too large: limit is ${MAX_BODY_BYTES}`,
    })
  })

  it('B13 with very many keys is refused before it is read', () => {
    const text = Array.from({ length: 200_000 }, (_, i) => `k${i}: v`).join('\n')
    expect(() => parseYaml(text)).toThrow('too many parts')
  })

  it('B13 takes time in proportion to its keys', () => {
    const ofKeys = (count: number) => Array.from({ length: count }, (_, i) => `k${i}: v`).join('\n')
    const timeOf = (count: number) => {
      const begin = performance.now()
      parseYaml(ofKeys(count))
      return performance.now() - begin
    }
    timeOf(2_000)
    expect(timeOf(16_000)).toBeLessThan(40 * timeOf(2_000) + 100)
  })
})
