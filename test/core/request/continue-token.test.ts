import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expiredContinue, formatContinue, parseContinue } from '../../../src/core/request/continue-token.ts'
import type { Revision } from '../../../src/core/revision.ts'
import { refusalOf } from '../../support/refusal.ts'

const token = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const valid = { v: 'meta.k8s.io/v1', rv: 12, start: 'c2' }
const PREFIX = 'invalid continue token: continue key is not valid: '

describe('continue tokens', () => {
  it('come back as they were made', () => {
    const revisions = fc.oneof(
      fc.constant('newest' as const),
      fc.integer({ min: 1, max: 2 ** 53 - 1 }).map((n) => n as Revision),
    )
    const remaining = fc.option(fc.nat(), { nil: undefined })
    const afters = fc.string({ minLength: 1, maxLength: 300, unit: 'grapheme' })
    fc.assert(
      fc.property(revisions, afters, remaining, (revision, after, count) => {
        const made = formatContinue({ revision, after, remaining: count })
        expect(made).toMatch(/^[\w-]+$/)
        expect(parseContinue(made)).toEqual({ revision, after, ...(count === undefined ? {} : { remaining: count }) })
      }),
    )
  })

  it('are JSON with a version, in base64url', () => {
    const made = formatContinue({ revision: 12 as Revision, after: 'c2', remaining: 3 })
    expect(JSON.parse(Buffer.from(made, 'base64url').toString())).toEqual({ ...valid, remaining: 3 })
  })

  it.each<[string, string]>([
    [token({ ...valid, v: 'x' }), 'server does not recognize this encoded version x'],
    [token({}), 'server does not recognize this encoded version '],
    [token({ ...valid, start: '' }), 'encoded start key empty (version meta.k8s.io/v1)'],
    [token({ ...valid, start: 5 }), 'encoded start key empty (version meta.k8s.io/v1)'],
    [token({ ...valid, rv: 0 }), 'incorrect encoded start resourceVersion (version meta.k8s.io/v1)'],
    [token({ ...valid, rv: '12' }), 'incorrect encoded start resourceVersion (version meta.k8s.io/v1)'],
    [token({ ...valid, rv: 1.5 }), 'incorrect encoded start resourceVersion (version meta.k8s.io/v1)'],
    [token({ ...valid, rv: 2 ** 60 }), 'incorrect encoded start resourceVersion (version meta.k8s.io/v1)'],
    [token({ ...valid, rv: -2 }), 'incorrect encoded start resourceVersion (version meta.k8s.io/v1)'],
    [token({ ...valid, remaining: -1 }), ''],
    [token({ ...valid, remaining: 'many' }), ''],
    [token(null), ''],
    [token([]), ''],
    [token('x'), ''],
    ['not-a-token', ''],
    ['!', ''],
    ['a', ''],
    ['_w', ''],
    ['e30='.repeat(5_000), ''],
  ])('token %$ is refused', (text, why) => {
    const status = refusalOf(() => parseContinue(text))
    expect(status).toMatchObject({ code: 400, reason: 'BadRequest' })
    expect(status?.message?.startsWith(PREFIX + why)).toBe(true)
  })

  it('that are broken are a 400, never anything else', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.base64String(),
      fc.json().map((json) => Buffer.from(json).toString('base64url')),
    )
    fc.assert(
      fc.property(texts, (text) => {
        expect(refusalOf(() => parseContinue(text))?.code).toBe(400)
      }),
    )
  })

  it('that expired are a 410 with a token to go on with', () => {
    const { status } = expiredContinue('c2')
    expect(status).toMatchObject({ code: 410, reason: 'Expired', status: 'Failure' })
    expect(status.message).toMatch(
      /^The provided continue parameter is too old to display a consistent list result\. You can start .* may show up in the list\.$/,
    )
    expect(parseContinue(status.metadata.continue!)).toEqual({ revision: 'newest', after: 'c2' })
    expect(status.details).toBeUndefined()
  })
})
