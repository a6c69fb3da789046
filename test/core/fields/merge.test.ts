import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFields } from '../../../src/core/fields/check-fields.ts'
import { diff } from '../../../src/core/fields/diff.ts'
import { UnkeyedItem } from '../../../src/core/fields/field-schema.ts'
import { isEmpty } from '../../../src/core/fields/field-set.ts'
import { merge } from '../../../src/core/fields/merge.ts'
import { parseJson } from '../../../src/core/json/json.ts'
import type { Json, JsonObject } from '../../../src/wire/object.ts'
import { arbitraryJson, arbitraryValue } from './arbitrary-fields.ts'
import { sampleSchema } from './sample-schema.ts'

const merged = (live: Json, config: Json) => merge(sampleSchema, live, config)
const tags = (text: string): JsonObject => ({ tags: text.split(' ').filter(Boolean) })

describe('a configuration is merged into what is there', () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ['scalars are its own', { name: 'x', size: 1 }, { name: 'y' }, { name: 'y', size: 1 }],
    ['an explicit null counts', { size: 1 }, { size: null }, { size: null }],
    [
      'maps go by key',
      { data: { a: '1', b: '1' } },
      { data: { b: '2', c: '3' } },
      { data: { a: '1', b: '2', c: '3' } },
    ],
    ['an empty map takes nothing away', { data: { a: '1' } }, { data: {} }, { data: { a: '1' } }],
    ['nor does one that is null', { data: { a: '1' } }, { data: null }, { data: { a: '1' } }],
    ['an empty map replaces null', { data: null }, { data: {} }, { data: {} }],
    ['an atomic struct is its own', { fixed: { a: '1' } }, { fixed: { b: '2' } }, { fixed: { b: '2' } }],
    ['an atomic list is its own', { words: ['a'] }, { words: [] }, { words: [] }],
    ['an empty set takes nothing away', { tags: ['a'] }, { tags: [] }, { tags: ['a'] }],
    ['nor does one that is null', { tags: ['a'] }, { tags: null }, { tags: ['a'] }],
    [
      'items go by their keys',
      { ports: [{ port: 80, name: 'x', hosts: ['h'] }] },
      { ports: [{ port: 80, protocol: 'TCP', name: 'y' }, { port: 443 }] },
      { ports: [{ port: 80, protocol: 'TCP', name: 'y', hosts: ['h'] }, { port: 443 }] },
    ],
    [
      'doubled items give way to one',
      {
        ports: [
          { port: 1, name: 'a' },
          { port: 1, name: 'b' },
        ],
      },
      { ports: [{ port: 1 }] },
      { ports: [{ port: 1 }] },
    ],
    [
      'doubled items stay where nobody speaks of them',
      { tags: ['a', 'a', 'b'] },
      { tags: ['c'] },
      { tags: ['a', 'a', 'b', 'c'] },
    ],
    [
      'atomic items are its own',
      { owners: [{ uid: 'u', kind: 'K' }] },
      { owners: [{ uid: 'u' }] },
      { owners: [{ uid: 'u' }] },
    ],
    ['a value of another form is its own', { free: { a: 1 } }, { free: [1] }, { free: [1] }],
    [
      'maps without a schema go by key',
      { free: { a: { b: 1 } } },
      { free: { a: { c: 2 } } },
      { free: { a: { b: 1, c: 2 } } },
    ],
  ])('%s', (_what, live, config, expected) => {
    expect(merged(live, config)).toEqual(expected)
  })

  it.each([
    ['a b c', 'c b a', 'c b a'],
    ['a b c', 'b', 'a b c'],
    ['a x b y', 'b c a', 'x b y c a'],
    ['a b c d', 'd a', 'b c d a'],
    ['a', 'b', 'a b'],
    ['a b', 'c a', 'c a b'],
    ['x a', 'n a', 'x n a'],
    ['a b c d', 'b d a', 'b c d a'],
    ['', 'a b', 'a b'],
  ])('in the order of both: %s, then %s, is %s', (live, config, expected) => {
    expect(merged(tags(live), tags(config))).toEqual(tags(expected))
  })

  it('with keys that JavaScript treats specially', () => {
    const result = merged(parseJson('{"data":{"a":"1","__proto__":"2"}}'), parseJson('{"data":{"__proto__":"3"}}'))
    expect(JSON.stringify(result)).toBe('{"data":{"a":"1","__proto__":"3"}}')
    expect(JSON.stringify(merged({}, parseJson('{"data":{"__proto__":"3"}}')))).toBe('{"data":{"__proto__":"3"}}')
  })

  it('but not into a list whose items cannot be told apart', () => {
    expect(() => merged({ ports: [null] }, { ports: [{ port: 1 }] })).toThrow(UnkeyedItem)
  })
})

describe('of any live value and configuration', () => {
  it('nothing that only the live value has is lost', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (live, { free: _free, ...config }) => {
        const { removed } = diff(sampleSchema, live, merged(live, config))
        expect(isEmpty(removed)).toBe(true)
      }),
    )
  })

  it('the merge has all that the configuration says, and is not changed by it again', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (live, config) => {
        const once = merged(live, config)!
        expect(merged(once, config)).toBe(once)
        expect(() => checkFields(sampleSchema, once)).not.toThrow()
        const { modified, added } = diff(sampleSchema, once, config)
        expect([isEmpty(modified), isEmpty(added)]).toEqual([true, true])
      }),
    )
  })

  it('the live value is given back itself where the configuration changes nothing, and none of both is changed', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (live, config) => {
        const [liveText, configText] = [JSON.stringify(live), JSON.stringify(config)]
        expect(merged(live, structuredClone(live))).toBe(live)
        merged(live, config)
        expect([JSON.stringify(live), JSON.stringify(config)]).toEqual([liveText, configText])
      }),
    )
  })

  it('there is a merge or a refusal, whatever their form', () => {
    fc.assert(
      fc.property(arbitraryJson, arbitraryJson, (live, config) => {
        try {
          merged(live, config)
        } catch (error) {
          expect(error).toBeInstanceOf(UnkeyedItem)
        }
      }),
    )
  })
})
