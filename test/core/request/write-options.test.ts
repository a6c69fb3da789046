import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  defaultFieldManager,
  parseCreateOptions,
  parsePatchOptions,
  parseUpdateOptions,
} from '../../../src/core/request/write-options.ts'
import { refusalOf } from '../../support/refusal.ts'

const query = (text: string) => new URLSearchParams(text)

describe('options of a write', () => {
  it('default to a real write with warnings', () => {
    const plain = { dryRun: false, fieldValidation: 'Warn', fieldManager: undefined }
    expect(parseCreateOptions(query('fieldManager=&fieldValidation='))).toEqual(plain)
    expect(parseUpdateOptions(query(''))).toEqual(plain)
    expect(parsePatchOptions(query(''), { apply: false })).toEqual({ ...plain, force: false })
  })

  it('are read', () => {
    expect(
      parseCreateOptions(query('dryRun=All&dryRun=All&fieldValidation=Strict&fieldManager=kubectl-create')),
    ).toEqual({
      dryRun: true,
      fieldValidation: 'Strict',
      fieldManager: 'kubectl-create',
    })
    expect(parsePatchOptions(query('fieldManager=m&force=true'), { apply: true })).toMatchObject({ force: true })
    expect(parsePatchOptions(query('fieldManager=m&force=false'), { apply: true })).toMatchObject({ force: false })
  })

  it.each([
    ['dryRun=Some', 'dryRun: Unsupported value: ["Some"]: supported values: "All"'],
    ['dryRun=All&dryRun=x', 'dryRun: Unsupported value: ["All","x"]: supported values: "All"'],
    ['dryRun=', 'dryRun: Unsupported value: [""]: supported values: "All"'],
    [
      'fieldValidation=Loud',
      'fieldValidation: Unsupported value: "Loud": supported values: "", "Ignore", "Strict", "Warn"',
    ],
    [`fieldManager=${'x'.repeat(129)}`, 'fieldManager: Too long: may not be more than 128 bytes'],
    [`fieldManager=${'é'.repeat(65)}`, 'fieldManager: Too long: may not be more than 128 bytes'],
    ['fieldManager=x%07', 'fieldManager: Invalid value: "x\\a": invalid character U+0007 (at position 1)'],
    [
      'fieldManager=%C3%A9%C2%AD"',
      'fieldManager: Invalid value: "é\\u00ad\\"": invalid character U+00AD (at position 2)',
    ],
  ])('%s is a 422', (text, cause) => {
    expect(refusalOf(() => parseCreateOptions(query(text)))).toMatchObject({
      code: 422,
      message: `CreateOptions.meta.k8s.io "" is invalid: ${cause}`,
      details: { group: 'meta.k8s.io', kind: 'CreateOptions' },
    })
    expect(refusalOf(() => parseUpdateOptions(query(text)))?.details?.kind).toBe('UpdateOptions')
  })

  it('of a patch depend on its type', () => {
    const refused = (text: string, apply: boolean) =>
      refusalOf(() => parsePatchOptions(query(text), { apply }))?.message
    expect(refused('force=true', false)).toBe(
      'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
    )
    expect(refused('', true)).toBe(
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    )
    expect(refused('fieldManager=m', true)).toBeUndefined()
  })

  it('give options or a 422 for any query', () => {
    const names = fc.constantFrom('dryRun', 'fieldManager', 'fieldValidation', 'force')
    const queries = fc.array(fc.tuple(names, fc.string({ unit: 'binary' }))).map((pairs) => new URLSearchParams(pairs))
    fc.assert(
      fc.property(queries, fc.boolean(), (given, apply) => {
        expect([undefined, 422]).toContain(refusalOf(() => parsePatchOptions(given, { apply }))?.code)
      }),
    )
  })
})

describe('the default field manager', () => {
  it.each([
    ['kubectl/v1.37.2 (linux/amd64) kubernetes/abc', 'kubectl'],
    ['node', 'node'],
    ['', 'unknown'],
    [null, 'unknown'],
    [undefined, 'unknown'],
    ['/x', 'unknown'],
    ['a\u0007b/1', 'ab'],
    ['é'.repeat(100), 'é'.repeat(64)],
  ])('%j is %j', (userAgent, manager) => {
    expect(defaultFieldManager(userAgent)).toBe(manager)
  })
})
