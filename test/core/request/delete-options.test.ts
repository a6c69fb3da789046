import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDeleteOptions } from '../../../src/core/request/delete-options.ts'
import { parseJson } from '../../../src/core/json/json.ts'
import type { Json } from '../../../src/wire/object.ts'
import { refusalOf } from '../../support/refusal.ts'

const NONE = {
  dryRun: false,
  preconditions: {},
  propagationPolicy: undefined,
  orphanDependents: undefined,
  gracePeriodSeconds: undefined,
}
const fromQuery = (text: string) => parseDeleteOptions(undefined, new URLSearchParams(text))
const fromBody = (body: Json) => parseDeleteOptions(body, new URLSearchParams('dryRun=All'))

describe('options of a delete', () => {
  it('come from the query where there is no body', () => {
    expect(fromQuery('')).toEqual(NONE)
    expect(fromQuery('gracePeriodSeconds=0&propagationPolicy=Background&dryRun=All')).toEqual({
      ...NONE,
      gracePeriodSeconds: 0,
      propagationPolicy: 'Background',
      dryRun: true,
    })
    expect(fromQuery('orphanDependents=false')).toEqual({ ...NONE, orphanDependents: false })
  })

  it.each<[Json]>([
    [{}],
    [null],
    [{ kind: 'DeleteOptions', apiVersion: 'apps/v1', unknown: 1 }],
    [{ kind: '', apiVersion: '' }],
  ])('any body switches the query off: %j', (body) => {
    expect(fromBody(body)).toEqual(NONE)
  })

  it('come from the body', () => {
    const preconditions = { uid: 'u', resourceVersion: '5' }
    expect(fromBody({ preconditions, propagationPolicy: 'Orphan', dryRun: ['All'], gracePeriodSeconds: 30 })).toEqual({
      ...NONE,
      preconditions,
      propagationPolicy: 'Orphan',
      dryRun: true,
      gracePeriodSeconds: 30,
    })
    expect(fromBody({ preconditions: { uid: null, resourceVersion: '' }, orphanDependents: true })).toEqual({
      ...NONE,
      preconditions: { resourceVersion: '' },
      orphanDependents: true,
    })
  })

  it('read a negative grace period as one second', () => {
    expect(fromBody({ gracePeriodSeconds: -1 }).gracePeriodSeconds).toBe(1)
    expect(fromQuery('gracePeriodSeconds=-7').gracePeriodSeconds).toBe(1)
  })

  it.each<[Json, string]>([
    [
      { propagationPolicy: 'Background', orphanDependents: true },
      'propagationPolicy: Invalid value: "Background": orphanDependents and deletionPropagation cannot be both set',
    ],
    [
      { propagationPolicy: 'Sideways' },
      'propagationPolicy: Unsupported value: "Sideways": supported values: "Foreground", "Background", "Orphan", "nil"',
    ],
    [{ dryRun: ['x'] }, 'dryRun: Unsupported value: ["x"]: supported values: "All"'],
  ])('%j is a 422', (body, cause) => {
    expect(refusalOf(() => fromBody(body))).toMatchObject({
      code: 422,
      message: `DeleteOptions.meta.k8s.io "" is invalid: ${cause}`,
      details: { kind: 'DeleteOptions', group: 'meta.k8s.io' },
    })
  })

  it.each<[Json, RegExp]>([
    [{ kind: 'Pod', apiVersion: 'v1' }, /^no kind "Pod" is registered for version "v1" in scheme /],
    [[], /^couldn't get version\/kind; json parse error: /],
    ['x', /^couldn't get version\/kind; json parse error: /],
    [parseJson('12345678901234567890'), /^couldn't get version\/kind; json parse error: /],
    [{ kind: 5 }, /^couldn't get version\/kind; json parse error: /],
    [
      { gracePeriodSeconds: 'x' },
      /^DeleteOptions in version "v1" cannot be handled as a DeleteOptions: .*gracePeriodSeconds/,
    ],
    [{ gracePeriodSeconds: 1.5 }, /gracePeriodSeconds/],
    [{ gracePeriodSeconds: parseJson('12345678901234567890') }, /gracePeriodSeconds/],
    [{ preconditions: [] }, /field preconditions/],
    [{ preconditions: { uid: 5 } }, /field preconditions\.uid of type string/],
    [{ dryRun: 'All' }, /field dryRun of type \[\]string/],
    [{ orphanDependents: 'true' }, /field orphanDependents of type bool/],
  ])('%j is a 400', (body, message) => {
    expect(refusalOf(() => fromBody(body))).toMatchObject({ code: 400, message: expect.stringMatching(message) })
  })

  it('are options, a 400 or a 422 for any body', () => {
    const fields = fc.constantFrom(
      'kind',
      'apiVersion',
      'preconditions',
      'dryRun',
      'propagationPolicy',
      'orphanDependents',
      'gracePeriodSeconds',
      '__proto__',
    )
    const objects = fc.array(fc.tuple(fields, fc.jsonValue())).map((entries) => Object.fromEntries(entries))
    fc.assert(
      fc.property(fc.oneof(objects, fc.jsonValue()), (body) => {
        expect([undefined, 400, 422]).toContain(refusalOf(() => fromBody(body as Json))?.code)
      }),
    )
  })
})
