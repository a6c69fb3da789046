import { describe, expect, it } from 'vitest'
import { fieldSetOf } from '../../../src/core/fields/field-set-of.ts'
import { parseFieldsV1 } from '../../../src/core/fields/fields-v1.ts'
import { prune } from '../../../src/core/fields/prune.ts'
import { parseJson } from '../../../src/core/json/json.ts'
import type { Json, JsonObject } from '../../../src/wire/object.ts'
import { sampleSchema } from './sample-schema.ts'

const TCP80 = 'k:{"port":80,"protocol":"TCP"}'

/** `value` after its manager applied `before`, and now applies `now`; others own `theirs`. */
function pruned(value: Json, before: JsonObject, now: JsonObject, theirs: JsonObject = {}): Json {
  return prune(sampleSchema, value, {
    before: fieldSetOf(sampleSchema, before),
    now: parseFieldsV1({ ...theirs, ...asFields(now) }),
  })
}

const asFields = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(value).map((name) => [`f:${name}`, value[name] ?? null]))

describe('what is given up goes', () => {
  it.each<[string, JsonObject, JsonObject, JsonObject, JsonObject | null]>([
    ['a scalar', { name: 'x', size: 1 }, { name: 'x', size: 1 }, { size: {} }, { size: 1 }],
    [
      'a key of a map',
      { data: { a: '1', b: '2' } },
      { data: { a: '1', b: '2' } },
      { data: { 'f:a': {} } },
      { data: { a: '1' } },
    ],
    [
      'a map with its last key',
      { name: 'x', data: { a: '1' } },
      { name: 'x', data: { a: '1' } },
      { name: {} },
      { name: 'x' },
    ],
    [
      'a map as a whole with what nobody owns',
      { name: 'x', data: { a: '1', z: '2' } },
      { name: 'x', data: { a: '1' } },
      { name: {} },
      { name: 'x' },
    ],
    [
      'but not what others set in it',
      { data: { a: '1', z: '2' } },
      { data: { a: '1' } },
      { data: { 'f:z': {} } },
      { data: { z: '2' } },
    ],
    ['but not a map that is set by itself', { data: { a: '1' } }, { data: { a: '1' } }, { data: {} }, { data: null }],
    [
      'a struct with the last of its fields',
      { name: 'x', nested: { more: { c: '1' } } },
      { name: 'x', nested: { more: { c: '1' } } },
      { name: {} },
      { name: 'x' },
    ],
    ['an item of a set', { tags: ['a', 'b'] }, { tags: ['a', 'b'] }, { tags: { 'v:"b"': {} } }, { tags: ['b'] }],
    ['a set with its last item', { name: 'x', tags: ['a'] }, { tags: ['a'] }, { name: {} }, { name: 'x' }],
    [
      'an item whole, even where others set a field of it',
      { name: 'x', ports: [{ port: 80, name: 'n' }] },
      { ports: [{ port: 80 }] },
      { ports: { [TCP80]: { 'f:name': {} } } },
      { name: 'x' },
    ],
    [
      'but not an item that others set',
      { ports: [{ port: 80, name: 'n' }] },
      { ports: [{ port: 80, name: 'n' }] },
      { ports: { [TCP80]: { '.': {}, 'f:port': {} } } },
      { ports: [{ port: 80 }] },
    ],
    [
      'an entry of a map whole',
      { services: { s: { host: 'h', weight: 1 }, t: { host: 'h' } } },
      { services: { s: { host: 'h' } } },
      { services: { 'f:t': {} } },
      { services: { t: { host: 'h' } } },
    ],
    ['an atomic list', { name: 'x', words: ['a'] }, { words: ['a'] }, { name: {} }, { name: 'x' }],
    [
      'a value without a schema',
      { free: { a: { b: 1 }, c: 1 } },
      { free: { a: { b: 1 } } },
      { free: { 'f:c': {} } },
      { free: { c: 1 } },
    ],
    ['all of it', { name: 'x' }, { name: 'x' }, {}, null],
    ['only what was set before', { name: 'x', size: 1 }, { size: 1 }, {}, { name: 'x' }],
  ])('%s', (_what, value, before, now, expected) => {
    expect(pruned(value, before, now)).toEqual(expected)
  })
})

it('what is still set stays as it is', () => {
  const value = { name: 'x', data: { a: '1' }, tags: ['a'], ports: [{ port: 80 }], words: ['w'] }
  const now = {
    name: {},
    data: { 'f:a': {} },
    tags: { 'v:"a"': {} },
    ports: { [TCP80]: { '.': {}, 'f:port': {} } },
    words: {},
  }
  expect(pruned(value, value, now)).toBe(value)
})

it('a list whose items cannot be told apart stays as it is', () => {
  const value = { ports: [null, { port: 80 }] }
  expect(pruned(value, { ports: [{ port: 80 }] }, { ports: { [TCP80]: {} } })).toBe(value)
})

it('keys that JavaScript treats specially go as others do', () => {
  const value = parseJson('{"data":{"__proto__":"1","a":"2"}}') as JsonObject
  const left = pruned(value, value, { data: { 'f:a': {} } })
  expect(JSON.stringify(left)).toBe('{"data":{"a":"2"}}')
  expect(JSON.stringify(pruned(value, { data: { a: '2' } }, { data: { 'f:b': {} } }))).toBe(
    '{"data":{"__proto__":"1"}}',
  )
})
