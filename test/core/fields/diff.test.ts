import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diff } from '../../../src/core/fields/diff.ts'
import { isEmpty } from '../../../src/core/fields/field-set.ts'
import { formatFieldsV1 } from '../../../src/core/fields/fields-v1.ts'
import { parseJson } from '../../../src/core/json/json.ts'
import type { Json, JsonObject } from '../../../src/wire/object.ts'
import { arbitraryJson, arbitraryValue } from './arbitrary-fields.ts'
import { sampleSchema } from './sample-schema.ts'

/** The sets of a difference that are not empty. */
function told(left: Json, right: Json): Record<string, JsonObject> {
  const found = Object.entries(diff(sampleSchema, left, right))
  return Object.fromEntries(found.flatMap(([name, set]) => (isEmpty(set) ? [] : [[name, formatFieldsV1(set)]])))
}

const TCP80 = 'k:{"port":80,"protocol":"TCP"}'

describe('a difference tells', () => {
  it.each<[string, JsonObject, JsonObject, Record<string, JsonObject>]>([
    ['a scalar that changed', { name: 'x' }, { name: 'y' }, { modified: { 'f:name': {} } }],
    ['a scalar that came', {}, { name: 'y' }, { added: { 'f:name': {} } }],
    ['a scalar that went', { name: 'x' }, {}, { removed: { 'f:name': {} } }],
    ['null as a value', { size: 1 }, { size: null }, { modified: { 'f:size': {} } }],
    ['a map that came, itself too', {}, { data: { k: 'v' } }, { added: { 'f:data': { '.': {}, 'f:k': {} } } }],
    ['a map that went, itself too', { data: { k: 'v' } }, {}, { removed: { 'f:data': { '.': {}, 'f:k': {} } } }],
    [
      'a key that came, alone',
      { data: { a: '1' } },
      { data: { a: '1', b: '2' } },
      { added: { 'f:data': { 'f:b': {} } } },
    ],
    [
      'keys that went from a map that stays',
      { data: { a: '1' } },
      { data: {} },
      { removed: { 'f:data': { 'f:a': {} } } },
    ],
    [
      'keys that went with a map that is null',
      { data: { a: '1' } },
      { data: null },
      { removed: { 'f:data': { 'f:a': {} } } },
    ],
    ['an empty map from null', { data: null }, { data: {} }, { modified: { 'f:data': {} } }],
    ['an atomic struct as a whole', { fixed: { a: 'x' } }, { fixed: { b: 'x' } }, { modified: { 'f:fixed': {} } }],
    ['an atomic list as a whole', { words: ['a', 'b'] }, { words: ['b', 'a'] }, { modified: { 'f:words': {} } }],
    ['no order of a set', { tags: ['a', 'b'] }, { tags: ['b', 'a'] }, {}],
    [
      'items of a set',
      { tags: ['a', 'b'] },
      { tags: ['c', 'b'] },
      { removed: { 'f:tags': { 'v:"a"': {} } }, added: { 'f:tags': { 'v:"c"': {} } } },
    ],
    ['no order of a map-like list', { ports: [{ port: 1 }, { port: 2 }] }, { ports: [{ port: 2 }, { port: 1 }] }, {}],
    [
      'a field of an item',
      { ports: [{ port: 80, name: 'a' }] },
      { ports: [{ port: 80, name: 'b' }] },
      { modified: { 'f:ports': { [TCP80]: { 'f:name': {} } } } },
    ],
    [
      'a default that was written out',
      { ports: [{ port: 80 }] },
      { ports: [{ port: 80, protocol: 'TCP' }] },
      { added: { 'f:ports': { [TCP80]: { 'f:protocol': {} } } } },
    ],
    [
      'an item that went',
      { ports: [{ port: 80 }] },
      { ports: [] },
      { removed: { 'f:ports': { [TCP80]: { '.': {}, 'f:port': {} } } } },
    ],
    [
      'doubled items that stay doubled as one',
      { ports: [{ port: 80 }, { port: 80 }] },
      { ports: [{ port: 80 }, { port: 80, name: 'x' }] },
      { modified: { 'f:ports': { [TCP80]: {} } } },
    ],
    [
      'no change of doubled items',
      { ports: [{ port: 80 }, { port: 80 }] },
      { ports: [{ port: 80 }, { port: 80 }] },
      {},
    ],
    [
      'one item in place of doubled ones',
      { ports: [{ port: 80 }, { port: 80 }] },
      { ports: [{ port: 80 }] },
      { removed: { 'f:ports': { [TCP80]: {} } }, added: { 'f:ports': { [TCP80]: { '.': {}, 'f:port': {} } } } },
    ],
    [
      'doubled items in place of one',
      { ports: [{ port: 80 }] },
      { ports: [{ port: 80 }, { port: 80 }] },
      { removed: { 'f:ports': { [TCP80]: { '.': {}, 'f:port': {} } } }, added: { 'f:ports': { [TCP80]: {} } } },
    ],
    [
      'a list whose items cannot be told apart as a whole',
      { ports: [{}, null] },
      { ports: [{ port: 80 }] },
      { modified: { 'f:ports': {} } },
    ],
    [
      'a map in place of a scalar',
      { free: 1 },
      { free: { a: 1 } },
      { modified: { 'f:free': {} }, added: { 'f:free': { 'f:a': {} } } },
    ],
    [
      'a scalar in place of a map',
      { free: { a: 1 } },
      { free: 1 },
      { modified: { 'f:free': {} }, removed: { 'f:free': { 'f:a': {} } } },
    ],
    [
      'a value of another type than the schema has',
      { data: { a: '1' } },
      { data: 'x' },
      { modified: { 'f:data': {} }, removed: { 'f:data': { 'f:a': {} } } },
    ],
  ])('%s', (_what, left, right, expected) => {
    expect(told(left, right)).toEqual(expected)
  })

  it('no difference of numbers that are equal', () => {
    expect(told({ size: 1 }, parseJson('{"size":1.0}'))).toEqual({})
    const big = (digits: string) => parseJson(`{"size":${digits}}`)
    expect(told(big('9007199254740993'), big('9007199254740993'))).toEqual({})
    expect(told(big('9007199254740993'), big('9007199254740992'))).toEqual({ modified: { 'f:size': {} } })
  })

  it('keys that JavaScript treats specially', () => {
    const [none, some] = [parseJson('{"data":{"a":"1"}}'), parseJson('{"data":{"a":"1","__proto__":"2"}}')]
    expect(told(none, some)).toEqual({ added: { 'f:data': { 'f:__proto__': {} } } })
    expect(told(some, none)).toEqual({ removed: { 'f:data': { 'f:__proto__': {} } } })
  })
})

describe('of any two values', () => {
  it('one is told as the other the other way round', () => {
    fc.assert(
      fc.property(arbitraryValue, arbitraryValue, (left, right) => {
        const { removed, modified, added } = told(left, right)
        const back = told(right, left)
        expect([back.added, back.modified, back.removed]).toEqual([removed, modified, added])
      }),
    )
  })

  it('a copy does not differ', () => {
    fc.assert(
      fc.property(arbitraryJson, (value) => {
        expect(told(value, structuredClone(value))).toEqual({})
      }),
    )
  })

  it('there is a difference, whatever their form', () => {
    fc.assert(
      fc.property(arbitraryJson, arbitraryJson, (left, right) => {
        expect(() => told(left, right)).not.toThrow()
      }),
    )
  })
})
