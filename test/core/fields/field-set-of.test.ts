import { describe, expect, it } from 'vitest'
import { fieldSetOf, presenceOf } from '../../../src/core/fields/field-set-of.ts'
import { formatFieldsV1 } from '../../../src/core/fields/fields-v1.ts'
import type { JsonObject } from '../../../src/wire/object.ts'
import { sampleSchema } from './sample-schema.ts'

const setOf = (value: JsonObject) => formatFieldsV1(fieldSetOf(sampleSchema, value))
const presence = (value: JsonObject) => formatFieldsV1({ ...presenceOf(sampleSchema, value), owned: false })
const parsed = (text: string) => JSON.parse(text) as JsonObject

describe('an applied value sets', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['a scalar', { name: 'x' }, { 'f:name': {} }],
    ['a scalar that is null', { size: null }, { 'f:size': {} }],
    ['the members of a map', { data: { k: 'v' } }, { 'f:data': { 'f:k': {} } }],
    ['a map that is empty', { data: {} }, { 'f:data': {} }],
    ['a map that is null', { data: null }, { 'f:data': {} }],
    [
      'the fields of a struct',
      { nested: { a: 'x', more: { c: 'y' } } },
      { 'f:nested': { 'f:a': {}, 'f:more': { 'f:c': {} } } },
    ],
    ['a struct that is empty', { nested: { more: {} } }, { 'f:nested': { 'f:more': {} } }],
    ['an atomic struct as a whole', { fixed: { a: 'x' } }, { 'f:fixed': {} }],
    ['an atomic struct that is empty', { fixed: {} }, { 'f:fixed': {} }],
    ['an atomic list as a whole', { words: ['x', 'y'] }, { 'f:words': {} }],
    ['an atomic list that is empty', { words: [] }, { 'f:words': {} }],
    ['the items of a set', { tags: ['b', 'a'] }, { 'f:tags': { 'v:"a"': {}, 'v:"b"': {} } }],
    ['nothing by a set that is empty', { tags: [] }, {}],
    ['a set that is null', { tags: null }, { 'f:tags': {} }],
    [
      'the items of a map-like list, their keys, and what they set',
      { ports: [{ port: 80, name: 'web' }] },
      { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:name': {}, 'f:port': {} } } },
    ],
    [
      'a list in an item',
      { ports: [{ port: 80, protocol: 'UDP', hosts: ['h'] }] },
      {
        'f:ports': {
          'k:{"port":80,"protocol":"UDP"}': { '.': {}, 'f:hosts': { 'v:"h"': {} }, 'f:port': {}, 'f:protocol': {} },
        },
      },
    ],
    ['an atomic item as a whole', { owners: [{ uid: 'u', kind: 'K' }] }, { 'f:owners': { 'k:{"uid":"u"}': {} } }],
    [
      'of doubled items that there are such',
      { ports: [{ port: 1 }, { port: 1, name: 'x' }] },
      { 'f:ports': { 'k:{"port":1,"protocol":"TCP"}': {} } },
    ],
    [
      'structs in a map, each by itself too',
      { services: { s: { host: 'h' } } },
      { 'f:services': { 'f:s': { '.': {}, 'f:host': {} } } },
    ],
    ['maps without a schema by key', { free: { a: { b: 1 } } }, { 'f:free': { 'f:a': { '.': {}, 'f:b': {} } } }],
    ['lists without a schema as a whole', { free: [{ a: 1 }] }, { 'f:free': {} }],
    ['a scalar without a schema', { free: 1 }, { 'f:free': {} }],
    ['null without a schema', { free: null }, { 'f:free': {} }],
    ['nothing by what is undefined', { name: undefined }, {}],
    [
      'keys that JavaScript treats specially',
      parsed('{"data":{"__proto__":"x"}}'),
      { 'f:data': { 'f:__proto__': {} } },
    ],
  ])('%s', (_what, value, fields) => {
    expect(setOf(value)).toEqual(fields)
  })
})

describe('with a value comes into being', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['a map, and its members', { data: { k: 'v' } }, { 'f:data': { '.': {}, 'f:k': {} } }],
    ['a map that is empty', { data: {} }, { 'f:data': {} }],
    [
      'a struct, and its fields',
      { nested: { a: 'x', more: {} } },
      { 'f:nested': { '.': {}, 'f:a': {}, 'f:more': {} } },
    ],
    ['an atomic struct', { fixed: { a: 'x' } }, { 'f:fixed': {} }],
    ['a set, and its items', { tags: ['a'] }, { 'f:tags': { '.': {}, 'v:"a"': {} } }],
    ['a set that is empty', { tags: [] }, { 'f:tags': {} }],
    [
      'a map-like list, and its items',
      { ports: [{ port: 80 }] },
      { 'f:ports': { '.': {}, 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } } },
    ],
    [
      'a list whose items cannot be told apart',
      { ports: [{ name: 'x', protocol: null }, {}, null] },
      { 'f:ports': {} },
    ],
    ['null', { data: null, size: null }, { 'f:data': {}, 'f:size': {} }],
  ])('%s', (_what, value, fields) => {
    expect(presence(value)).toEqual(fields)
  })
})
