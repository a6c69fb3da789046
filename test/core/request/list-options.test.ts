import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatContinue } from '../../../src/core/request/continue-token.ts'
import {
  asksForWatch,
  parseGetVersion,
  parseListOptions,
  parseWatchOptions,
} from '../../../src/core/request/list-options.ts'
import type { Revision } from '../../../src/core/revision.ts'
import { refusalOf } from '../../support/refusal.ts'

const query = (text: string) => new URLSearchParams(text)
const list = (text: string) => parseListOptions(query(text))
const watch = (text: string) => parseWatchOptions(query(text))
const listRefusal = (text: string) => refusalOf(() => list(text))
const watchRefusal = (text: string) => refusalOf(() => watch(text))
const causes = (status: ReturnType<typeof listRefusal>) =>
  status?.details?.causes?.map((c) => `${c.field}: ${c.message}`) ?? []

const NO_VERSION =
  'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided'
const CONTINUED = 'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided'

describe('options of a list', () => {
  it('default to all of the newest state', () => {
    expect(list('pretty=true&unknown=1')).toEqual({
      labelSelector: [],
      fieldSelectorText: '',
      timeoutSeconds: undefined,
      limit: undefined,
      resourceVersion: { at: 'unset' },
      match: undefined,
      continue: undefined,
    })
  })

  it.each([
    ['resourceVersion=', { at: 'unset' }, undefined],
    ['resourceVersion=0', { at: 'any' }, undefined],
    ['resourceVersion=000', { at: 'any' }, undefined],
    ['resourceVersion=0&resourceVersionMatch=NotOlderThan', { at: 'any' }, 'NotOlderThan'],
    ['resourceVersion=12', { at: 'version', revision: 12 }, 'NotOlderThan'],
    ['resourceVersion=12&limit=2', { at: 'version', revision: 12 }, 'Exact'],
    ['resourceVersion=12&limit=0', { at: 'version', revision: 12 }, 'NotOlderThan'],
    ['resourceVersion=12&limit=2&resourceVersionMatch=NotOlderThan', { at: 'version', revision: 12 }, 'NotOlderThan'],
    ['resourceVersion=12&resourceVersionMatch=Exact', { at: 'version', revision: 12 }, 'Exact'],
  ])('%s', (text, resourceVersion, match) => {
    expect(list(text)).toMatchObject({ resourceVersion, match })
  })

  it('read numbers, the first of a repeated one', () => {
    expect(list('limit=5&limit=x&timeoutSeconds=-3')).toMatchObject({ limit: 5, timeoutSeconds: -3 })
    expect(list('limit=-1').limit).toBeUndefined()
    expect(list('limit=%2B7').limit).toBe(7)
  })

  it('read selectors and tokens', () => {
    const from = { revision: 12 as Revision, after: 'c2' }
    const options = list(
      `labelSelector=a%3Db&fieldSelector=metadata.name%3Dx&continue=${formatContinue(from)}&resourceVersion=0`,
    )
    expect(options.labelSelector).toEqual([{ key: 'a', operator: 'in', values: ['b'] }])
    expect(options.fieldSelectorText).toBe('metadata.name=x')
    expect(options.continue).toEqual(from)
  })

  it.each([
    ['limit=many', 'strconv.ParseInt: parsing "many": invalid syntax'],
    ['limit=', 'strconv.ParseInt: parsing "": invalid syntax'],
    ['limit=1.5', 'strconv.ParseInt: parsing "1.5": invalid syntax'],
    ['timeoutSeconds=9223372036854775808', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
    ['labelSelector=a+in+b', "unable to parse requirement: found 'b' expected: '('"],
    ['fieldSelector=metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
    [
      `resourceVersion=5&continue=${formatContinue({ revision: 'newest', after: 'a' })}`,
      'specifying resource version is not allowed when using continue',
    ],
  ])('%s is a 400', (text, message) => {
    expect(listRefusal(text)).toMatchObject({ code: 400, reason: 'BadRequest', message })
  })

  it.each<[string, string[]]>([
    ['resourceVersionMatch=Exact', [NO_VERSION]],
    ['resourceVersionMatch=NotOlderThan', [NO_VERSION]],
    ['resourceVersion=5&resourceVersionMatch=NotOlderThan&continue=x', [CONTINUED]],
    [
      'resourceVersion=0&resourceVersionMatch=Exact',
      ['resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"'],
    ],
    [
      'resourceVersion=1&resourceVersionMatch=Sometimes',
      ['resourceVersionMatch: Unsupported value: "Sometimes": supported values: "Exact", "NotOlderThan", ""'],
    ],
    ['sendInitialEvents=false', ['sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list']],
  ])('%s is a 422', (text, expected) => {
    const status = listRefusal(text)
    expect(status).toMatchObject({
      code: 422,
      reason: 'Invalid',
      details: { group: 'meta.k8s.io', kind: 'ListOptions' },
    })
    expect(status?.message).toBe(`ListOptions.meta.k8s.io "" is invalid: ${expected[0]}`)
    expect(causes(status)).toEqual(expected)
  })

  it('are checked in order: numbers and selectors, rules, token, version', () => {
    expect(listRefusal('limit=x&resourceVersionMatch=Exact')?.code).toBe(400)
    expect(listRefusal('labelSelector=!&resourceVersionMatch=Exact')?.code).toBe(400)
    expect(listRefusal('resourceVersion=abc&resourceVersionMatch=Sometimes')?.code).toBe(422)
    expect(listRefusal('resourceVersion=abc&continue=x')?.message).toMatch(/^invalid continue token: /)
  })

  it('refuse a version that is no number', () => {
    expect(listRefusal('resourceVersion=abc')?.message).toMatch(
      /^invalid resource version: resourceVersion: Invalid value: "abc": /,
    )
    expect(refusalOf(() => parseGetVersion(query('resourceVersion=-1')))).toMatchObject({
      code: 400,
      message: expect.stringMatching(/^resourceVersion: Invalid value: "-1": /),
    })
  })
})

describe('options of a watch', () => {
  it.each([
    ['', false],
    ['watch', true],
    ['watch=', true],
    ['watch=1', true],
    ['watch=yes', true],
    ['watch=0', false],
    ['watch=False', false],
    ['watch=false&watch=true', false],
  ])('%j asks for one: %j', (text, expected) => {
    expect(asksForWatch(query(text))).toBe(expected)
  })

  it.each([
    ['', { resourceVersion: { at: 'unset' }, sendInitialEvents: undefined, allowWatchBookmarks: false }],
    [
      'resourceVersion=7&allowWatchBookmarks=true',
      { resourceVersion: { at: 'version', revision: 7 }, allowWatchBookmarks: true },
    ],
    [
      'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=',
      { resourceVersion: { at: 'unset' }, sendInitialEvents: true },
    ],
    [
      'sendInitialEvents=false&resourceVersionMatch=NotOlderThan&resourceVersion=0',
      { resourceVersion: { at: 'any' }, sendInitialEvents: false },
    ],
    ['timeoutSeconds=-1&limit=5&resourceVersion=7&continue=x', { timeoutSeconds: -1 }],
  ])('%j', (text, expected) => {
    expect(watch(text)).toMatchObject(expected)
  })

  const UNASKED =
    'resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'
  const NEEDS =
    'resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'
  const ONLY = 'resourceVersionMatch: Unsupported value: "Exact": supported values: "NotOlderThan"'

  it.each<[string, string[]]>([
    ['resourceVersionMatch=NotOlderThan', [UNASKED]],
    ['sendInitialEvents=true', [NEEDS]],
    ['sendInitialEvents=true&resourceVersionMatch=Exact', [NEEDS, ONLY]],
    ['resourceVersionMatch=Exact', [UNASKED, ONLY]],
    ['continue=x', [CONTINUED]],
    ['continue=x&resourceVersion=0', [CONTINUED]],
    ['continue=x&resourceVersion=5&sendInitialEvents=true&resourceVersionMatch=NotOlderThan', [CONTINUED]],
  ])('%s is a 422', (text, expected) => {
    expect(watchRefusal(text)).toMatchObject({ code: 422, reason: 'Invalid' })
    expect(causes(watchRefusal(text))).toEqual(expected)
  })

  it.each([
    ['timeoutSeconds=soon', /^strconv\.ParseInt: parsing "soon": invalid syntax$/],
    ['labelSelector=a+in+b', /^unable to parse requirement: found 'b' expected: '\('$/],
    ['resourceVersion=abc', /^resourceVersion: Invalid value: "abc": /],
  ])('%s is a 400', (text, message) => {
    expect(watchRefusal(text)).toMatchObject({ code: 400, message: expect.stringMatching(message) })
  })
})

it('any query gives options, a 400 or a 422', () => {
  const names = [
    'resourceVersion',
    'resourceVersionMatch',
    'limit',
    'continue',
    'labelSelector',
    'fieldSelector',
    'sendInitialEvents',
    'timeoutSeconds',
  ]
  const values = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '0', '5', 'Exact', 'NotOlderThan', 'a', 'a=b', 'true'),
  )
  const queries = fc.array(fc.tuple(fc.constantFrom(...names), values)).map((pairs) => new URLSearchParams(pairs))
  fc.assert(
    fc.property(queries, (given) => {
      for (const parse of [parseListOptions, parseWatchOptions]) {
        expect([undefined, 400, 422]).toContain(refusalOf(() => parse(given))?.code)
      }
    }),
    { numRuns: 1_000 },
  )
})
