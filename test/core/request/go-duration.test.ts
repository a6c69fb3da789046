import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTimeout } from '../../../src/core/request/go-duration.ts'
import { refusalOf } from '../../support/refusal.ts'

describe('the timeout parameter', () => {
  it.each<[string | null, number | undefined]>([
    [null, undefined],
    ['', undefined],
    ['0', undefined],
    ['0s', undefined],
    ['-5s', undefined],
    ['34s', 34_000],
    ['7m12s', 432_000],
    ['1.5s', 1_500],
    ['.5h', 1_800_000],
    ['1.s', 1_000],
    ['+1h1m1s1ms', 3_661_001],
    ['250us', 0.25],
    ['250\u00b5s', 0.25],
    ['250\u03bcs', 0.25],
  ])('%j is %j ms', (text, ms) => {
    expect(parseTimeout(text)).toBe(ms)
  })

  it.each([
    ['soon', 'time: invalid duration "soon"'],
    ['5', 'time: missing unit in duration "5"'],
    ['5s5', 'time: missing unit in duration "5s5"'],
    ['5y', 'time: unknown unit "y" in duration "5y"'],
    ['.s', 'time: invalid duration ".s"'],
    ['-', 'time: invalid duration "-"'],
    ['--5s', 'time: invalid duration "--5s"'],
    ['1e9s', 'time: unknown unit "e" in duration "1e9s"'],
    ['9999999h', 'time: invalid duration "9999999h"'],
  ])('%j is refused', (text, message) => {
    expect(refusalOf(() => parseTimeout(text))).toMatchObject({
      code: 400,
      message: `invalid timeout specified in the request URL - ${message}`,
    })
  })

  it('gives a number or a 400 for any text', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom('1', '.', 's', 'm', 'h', '-', ' ')).map((p) => p.join('')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        let ms: number | undefined
        const status = refusalOf(() => (ms = parseTimeout(text)))
        expect(status ? status.code === 400 : ms === undefined || ms > 0).toBe(true)
      }),
    )
  })
})
