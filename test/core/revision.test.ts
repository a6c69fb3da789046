import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatRevision,
  lastRevisionAt,
  nextRevision,
  NO_REVISION,
  parseResourceVersion,
  type Revision,
  revisionAt,
  roundUpToSecond,
  saltOf,
  timeOf,
} from '../../src/core/revision.ts'
import { refusalOf } from '../support/refusal.ts'

const EPOCH_MS = Date.UTC(2025, 0, 1)
const END_MS = Date.UTC(2094, 0, 1)
const moment = fc.integer({ min: EPOCH_MS, max: END_MS })
const revision = fc.integer({ min: 0, max: revisionAt(END_MS) }).map((n) => n as Revision)
const scope = fc.string().map((name) => `main/ns/${name}`)

describe('the text of a version', () => {
  it.each([
    ['1', 1],
    ['246910156801058', 246910156801058],
    ['007', 7],
    ['0', 0],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['9007199254740993', Number.MAX_SAFE_INTEGER],
    ['18446744073709551615', Number.MAX_SAFE_INTEGER],
    ['9'.repeat(1000), Number.MAX_SAFE_INTEGER],
  ])('%s is %d', (text, number) => {
    expect(parseResourceVersion(text)).toBe(number)
  })

  it.each(['', ' ', '-1', '+1', '1.0', '1e3', '0x1', '1_0', 'abc', '１', '1\n', 'Infinity', 'NaN'])(
    'B10 U14 %j is refused',
    (text) => {
      expect(refusalOf(() => parseResourceVersion(text))).toMatchObject({
        code: 400,
        reason: 'BadRequest',
        message: expect.stringContaining(
          `resourceVersion: Invalid value: ${JSON.stringify(text)}: not a decimal number`,
        ),
      })
    },
  )

  it('R1 is digits without a leading zero, and comes back as it went', () => {
    fc.assert(
      fc.property(revision, (one) => {
        expect(formatRevision(one)).toMatch(/^(0|[1-9]\d*)$/)
        expect(parseResourceVersion(formatRevision(one))).toBe(one)
      }),
    )
  })
})

describe('the next version', () => {
  it('R1 R3 R6 is above the last, even, and held exactly by a number', () => {
    fc.assert(
      fc.property(revision, moment, scope, (last, nowMs, name) => {
        const next = nextRevision(last, nowMs, saltOf(name))
        expect(next).toBeGreaterThanOrEqual(last + 2)
        expect(next % 2).toBe(0)
        expect(Number.isSafeInteger(next)).toBe(true)
      }),
    )
  })

  it('R7 follows the clock where the clock is ahead', () => {
    fc.assert(
      fc.property(moment, scope, (nowMs, name) => {
        const next = nextRevision(NO_REVISION, nowMs, saltOf(name))
        expect(timeOf(next)).toBe(nowMs)
        expect(next).toBe(revisionAt(nowMs) + saltOf(name) || 2)
      }),
    )
  })

  it('R5 rises by two where the clock stands still or steps back', () => {
    const first = nextRevision(NO_REVISION, END_MS, 10)
    const second = nextRevision(first, END_MS, 10)
    expect([second - first, nextRevision(second, EPOCH_MS, 10) - second]).toEqual([2, 2])
  })

  it('is even above an odd one', () => {
    expect(nextRevision(7 as Revision, EPOCH_MS, 0)).toBe(10)
  })
})

describe('the salt of a scope', () => {
  it('is even, of 12 bits, and the same each time', () => {
    fc.assert(
      fc.property(scope, (name) => {
        expect(saltOf(name) % 2).toBe(0)
        expect(saltOf(name)).toBeGreaterThanOrEqual(0)
        expect(saltOf(name)).toBeLessThan(4096)
        expect(saltOf(name)).toBe(saltOf(name))
      }),
    )
  })

  it('keeps scopes apart', () => {
    const salts = new Set(Array.from({ length: 200 }, (_, i) => saltOf(`main/ns/team-${i}`)))
    expect(salts.size).toBeGreaterThan(150)
  })
})

describe('versions and time', () => {
  it('a moment has its versions from the lowest to the highest', () => {
    fc.assert(
      fc.property(moment, (ms) => {
        expect([timeOf(revisionAt(ms)), timeOf(lastRevisionAt(ms))]).toEqual([ms, ms])
        expect(lastRevisionAt(ms) + 1).toBe(revisionAt(ms + 1))
      }),
    )
  })

  it('before the first moment there is none', () => {
    expect(revisionAt(0)).toBe(0)
  })

  it('a told version is written down as the end of its second, above it', () => {
    fc.assert(
      fc.property(revision, (told) => {
        const mark = roundUpToSecond(told)
        expect(mark).toBeGreaterThan(told)
        expect(timeOf(mark) - timeOf(told)).toBeLessThanOrEqual(1000)
        expect((timeOf(mark) - EPOCH_MS) % 1000).toBe(0)
      }),
    )
  })
})
