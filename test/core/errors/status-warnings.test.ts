import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatHeaderText, formatWarnings } from '../../../src/core/errors/status-warnings.ts'

it('quotes a text', () => {
  expect(formatWarnings(['unknown field "spec.a\\b"'])).toEqual(['299 - "unknown field \\"spec.a\\\\b\\""'])
})

it('gives each text once, in order', () => {
  expect(formatWarnings(['b', 'a', 'b', ''])).toEqual(['299 - "b"', '299 - "a"'])
})

it('cuts each to 256 characters where all together are too long', () => {
  const texts = ['short', 'x'.repeat(4_000), 'y'.repeat(300)]
  expect(formatWarnings(texts)).toEqual(['299 - "short"', `299 - "${'x'.repeat(256)}"`, `299 - "${'y'.repeat(256)}"`])
  expect(formatWarnings(['x'.repeat(4_096)])).toEqual([`299 - "${'x'.repeat(4_096)}"`])
})

it('drops what does not fit even then', () => {
  const texts = Array.from({ length: 40 }, (_, i) => `${i} `.padEnd(300, 'z'))
  expect(formatWarnings(texts)).toHaveLength(16)
})

it('holds nothing that a header cannot carry', () => {
  expect(formatWarnings(['a\r\nb é'])).toEqual(['299 - "a\\\\u{d}\\\\u{a}b \\\\u{e9}"'])
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (texts) => {
      for (const value of formatWarnings(texts)) expect(value).toMatch(/^299 - "[ -~]*"$/)
    }),
  )
})

describe('a text that is a header by itself', () => {
  it('has no backslash before its quotes', () => {
    const text = 'operation 0 (remove) at "/data/a\\b": nothing is there'
    expect(formatHeaderText(text)).toBe(text)
  })

  it('shows by number what a header cannot hold, and is cut', () => {
    expect(formatHeaderText('a\r\nb é 😀')).toBe('a\\u{d}\\u{a}b \\u{e9} \\u{1f600}')
    expect(formatHeaderText('x'.repeat(5_000))).toBe('x'.repeat(4_096))
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(formatHeaderText(text)).toMatch(/^[ -~]*$/)
      }),
    )
  })
})
