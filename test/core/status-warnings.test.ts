import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatWarnings } from '../../src/core/status-warnings.ts'

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
