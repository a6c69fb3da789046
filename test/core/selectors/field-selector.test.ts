import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatFieldSelector,
  matchesFields,
  parseFieldSelector,
  parseFieldTerms,
  requiredName,
} from '../../../src/core/selectors/field-selector.ts'
import { refusalOf } from '../../support/refusal.ts'

const kind = (namespaced: boolean, fields: string[]) => ({
  namespaced,
  strategy: { selectableFields: Object.fromEntries(fields.map((field) => [field, () => ''])) },
})
type Kind = ReturnType<typeof kind>

const configMap = kind(true, [])
const clusterRole = kind(false, [])
const namespace = kind(false, ['status.phase'])
const secret = kind(true, ['type'])

const matches = (text: string, fields: Record<string, string>) =>
  matchesFields(parseFieldSelector(text, configMap), (name) => fields[name] ?? '')

describe('field selectors', () => {
  const c1 = { 'metadata.name': 'c1', 'metadata.namespace': 'ns' }

  it.each<[string, boolean]>([
    ['', true],
    [',,', true],
    ['metadata.name=c1', true],
    ['metadata.name==c1', true],
    ['metadata.name!=c1', false],
    ['metadata.name=c2', false],
    ['metadata.name!=c2', true],
    ['metadata.namespace=ns', true],
    ['metadata.namespace=elsewhere', false],
    ['metadata.name=c1,metadata.namespace!=x', true],
    ['metadata.name=c1,metadata.name=c2', false],
    ['metadata.name= c1', false],
  ])('%j', (text, expected) => {
    expect(matches(text, c1)).toBe(expected)
  })

  it('unescape values', () => {
    expect(matches('metadata.name=a\\,b\\=c\\\\', { 'metadata.name': 'a,b=c\\' })).toBe(true)
  })

  it.each([
    ['metadata.name', "invalid selector: 'metadata.name'; can't understand 'metadata.name'"],
    ['metadata.name=a,x', "invalid selector: 'metadata.name=a,x'; can't understand 'x'"],
    ['metadata.name in (a)', "invalid selector: 'metadata.name in (a)'; can't understand 'metadata.name in (a)'"],
    ['metadata.name=a\\b', 'invalid field selector: invalid escape sequence: \\b'],
    ['metadata.name=a\\', 'invalid field selector: invalid escape sequence: \\'],
    ['metadata.name=a=b', "invalid field selector: unescaped character in value: '='"],
    ['data.k=1', '"data.k" is not a known field selector: only "metadata.name", "metadata.namespace"'],
    ['metadata.name =a', '"metadata.name " is not a known field selector: only "metadata.name", "metadata.namespace"'],
    ['=a', '"" is not a known field selector: only "metadata.name", "metadata.namespace"'],
  ])('%j is refused', (text, message) => {
    expect(refusalOf(() => parseFieldSelector(text, configMap))).toMatchObject({ code: 400, message })
  })

  it('know the fields of their kind', () => {
    const refusal = (text: string, kind: Kind) => refusalOf(() => parseFieldSelector(text, kind))?.message
    expect(refusal('type=Opaque', secret)).toBeUndefined()
    expect(refusal('metadata.namespace=a', secret)).toBeUndefined()
    expect(refusal('data.k=1', secret)).toBe('field label not supported: data.k')
    expect(refusal('status.phase=Active', namespace)).toBeUndefined()
    expect(refusal('metadata.namespace=a', namespace)).toBe('field label not supported: metadata.namespace')
    expect(refusal('metadata.namespace=a', clusterRole)).toBeUndefined()
    expect(refusal('status.phase=Active', configMap)).toMatch(/^"status.phase" is not a known field selector/)
    expect(refusal('__proto__=a', secret)).toBe('field label not supported: __proto__')
  })

  it.each([
    ['metadata.name=a', 'a'],
    ['metadata.namespace=x,metadata.name==a', 'a'],
    ['metadata.name!=a', undefined],
    ['', undefined],
  ])('the name that %j requires', (text, name) => {
    expect(requiredName(parseFieldSelector(text, configMap))).toBe(name)
  })
})

describe('the canonical text of a field selector', () => {
  it('is the same for equal selectors', () => {
    expect(formatFieldSelector(parseFieldTerms('b==1,a!=2,,b=1'))).toBe('a!=2,b=1')
  })

  const piece = fc.constantFrom('a', 'b', ',', '=', '==', '!=', '\\,', '\\=', '\\\\', '\\', ' ')
  const texts = fc.oneof(
    fc.array(piece).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary' }),
  )

  it('parses to the same selector; whatever else is a 400', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const status = refusalOf(() => {
          const terms = parseFieldTerms(text)
          expect(parseFieldTerms(formatFieldSelector(terms))).toEqual(terms)
        })
        expect([undefined, 400]).toContain(status?.code)
      }),
      { numRuns: 2_000 },
    )
  })
})
