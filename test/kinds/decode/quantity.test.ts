import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { canonicalQuantity } from '../../../src/kinds/decode/quantity.ts'

it.each([
  ['1000m', '1'],
  ['1024Mi', '1Gi'],
  ['0.5Gi', '512Mi'],
  ['1000000', '1M'],
  ['1500', '1500'],
  ['1500k', '1500k'],
  ['0.5', '500m'],
  ['.5', '500m'],
  ['5.', '5'],
  ['1.5Ki', '1536'],
  ['0.1Ki', '102400m'],
  ['512', '512'],
  ['0', '0'],
  ['-0', '0'],
  ['-2000m', '-2'],
  ['+1', '1'],
  ['1e3', '1e3'],
  ['1E3', '1e3'],
  ['12e2', '1200'],
  ['1E', '1E'],
  ['0.1n', '1n'],
  ['1e-99', '1e-9'],
  ['1e999', '9223372036854775807'],
  ['100Ei', '9223372036854775807'],
])('%s is %s', (sent, canonical) => {
  expect(canonicalQuantity(sent)).toBe(canonical)
})

it.each(['', 'x', '1x', '1 Gi', '1KI', '1ki', '.', '1.2.3', '--1', '1e', '0x10', 'Gi', '1'.repeat(101)])(
  '%j is no quantity',
  (sent) => {
    expect(canonicalQuantity(sent)).toBeUndefined()
  },
)

test('a canonical quantity is its own canonical form', () => {
  const suffix = fc.constantFrom('', 'n', 'u', 'm', 'k', 'M', 'G', 'Ki', 'Mi', 'Gi', 'Ti', 'e3', 'e-3', 'E')
  fc.assert(
    fc.property(fc.integer(), fc.nat({ max: 999 }), suffix, (whole, fraction, unit) => {
      const canonical = canonicalQuantity(`${whole}.${fraction}${unit}`)
      expect(canonical).toBeDefined()
      expect(canonicalQuantity(canonical as string)).toBe(canonical)
    }),
  )
})
