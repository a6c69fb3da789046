import { describe, expect, it } from 'vitest'
import { setOfPaths } from '../../../src/core/fields/field-set.ts'
import { formatFieldsV1, parseFieldsV1 } from '../../../src/core/fields/fields-v1.ts'
import { collapseAtomic, expandLists } from '../../../src/core/fields/reconcile.ts'
import type { JsonObject } from '../../../src/wire/object.ts'
import { sampleSchema } from './sample-schema.ts'

describe('what has become atomic is owned as a whole', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['a struct', { 'f:fixed': { 'f:a': {} } }, { 'f:fixed': {} }],
    ['a struct that was owned itself', { 'f:fixed': { '.': {}, 'f:a': {} } }, { 'f:fixed': {} }],
    ['a list', { 'f:words': { 'v:"a"': {} } }, { 'f:words': {} }],
    [
      'an item',
      { 'f:owners': { 'k:{"uid":"u"}': { '.': {}, 'f:kind': {} } } },
      { 'f:owners': { 'k:{"uid":"u"}': {} } },
    ],
  ])('%s', (_what, before, now) => {
    expect(formatFieldsV1(collapseAtomic(sampleSchema, parseFieldsV1(before)))).toEqual(now)
  })

  it('and what has not, as before', () => {
    const set = parseFieldsV1({
      'f:fixed': {},
      'f:words': {},
      'f:data': { '.': {}, 'f:a': {} },
      'f:ports': { 'k:{"port":80}': { 'f:hosts': { 'v:"h"': {} } } },
      'f:free': { 'f:a': { 'f:b': {} } },
      'f:unknown': { 'f:a': {} },
    })
    expect(collapseAtomic(sampleSchema, set)).toBe(set)
  })
})

describe('a list that was applied as a whole', () => {
  const applied = setOfPaths([['f:tags'], ['f:ports'], ['f:data'], ['f:words']])

  it('is owned item by item once its items have fields of their own', () => {
    const live = { tags: ['a'], ports: [{ port: 80 }], data: { a: '1' }, words: ['w'] }
    expect(formatFieldsV1(expandLists(sampleSchema, applied, live))).toEqual({
      'f:data': {},
      'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } },
      'f:tags': { 'v:"a"': {} },
      'f:words': {},
    })
  })

  it.each<[string, JsonObject]>([
    ['empty', { tags: [], ports: [] }],
    ['null', { tags: null, ports: null }],
    ['not there', {}],
    ['not to be told apart', { ports: [null] }],
  ])('stays owned by itself where it is %s', (_what, live) => {
    expect(expandLists(sampleSchema, applied, live)).toBe(applied)
  })
})
