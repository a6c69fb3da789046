import { describe, expect, it } from 'vitest'
import { ObjectMatcher } from '../../../src/core/selectors/object-matcher.ts'
import { definitionOf } from '../../support/definitions.ts'
import { refusalOf } from '../../support/refusal.ts'

const matcher = (labels: string, fields = '', resource = 'secrets') =>
  new ObjectMatcher(definitionOf(resource), 'team', labels, fields)
const stored = (labels: Record<string, string> = {}, fields: Record<string, string> = {}, name = 'a') => ({
  name,
  labels: Object.keys(labels).length ? JSON.stringify(labels) : '',
  fields: Object.keys(fields).length ? JSON.stringify(fields) : '',
})

describe('what selectors match', () => {
  it('is everything where there are none', () => {
    expect(matcher('').matchesAll).toBe(true)
    expect(matcher('').matches(stored())).toBe(true)
    expect([matcher('a').matchesAll, matcher('', 'type=x').matchesAll]).toEqual([false, false])
  })

  it('S1 S4 S5 needs labels and fields both', () => {
    const both = matcher('a=b', 'type=x')
    expect(both.matches(stored({ a: 'b' }, { type: 'x' }))).toBe(true)
    expect(both.matches(stored({ a: 'b' }, { type: 'y' }))).toBe(false)
    expect(both.matches(stored({}, { type: 'x' }))).toBe(false)
  })

  it('S4 knows name and namespace without their being stored', () => {
    expect(matcher('', 'metadata.name=a').matches(stored())).toBe(true)
    expect(matcher('', 'metadata.name!=a').matches(stored())).toBe(false)
    expect(matcher('', 'metadata.namespace=team').matches(stored())).toBe(true)
    expect(matcher('', 'metadata.namespace=other').matches(stored())).toBe(false)
  })

  it('S5 takes a field that is not stored as empty', () => {
    expect(matcher('', 'type=').matches(stored())).toBe(true)
    expect(matcher('', 'type!=').matches(stored())).toBe(false)
  })

  it('B9 takes no label from the prototype', () => {
    expect(matcher('constructor').matches(stored({ x: 'y' }))).toBe(false)
    expect(matcher('!toString').matches(stored({ x: 'y' }))).toBe(true)
    expect(matcher('constructor=a').matches(stored({ constructor: 'a' }))).toBe(true)
  })

  it('S4 tells the one name that is asked for', () => {
    expect(matcher('', 'metadata.name=a,type=x').name).toBe('a')
    expect(matcher('', 'metadata.name!=a').name).toBeUndefined()
    expect(matcher('a=b').name).toBeUndefined()
  })

  it('S3 S6 is refused where it is not understood', () => {
    expect(refusalOf(() => matcher('a in'))?.code).toBe(400)
    expect(refusalOf(() => matcher('', 'data=x'))?.code).toBe(400)
  })
})
