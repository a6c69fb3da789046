import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../src/core/json/json.ts'
import { applyJsonPatch } from '../../../src/core/patch/json-patch.ts'
import { parseJsonPatch } from '../../../src/core/patch/parse-json-patch.ts'
import { PatchError } from '../../../src/core/patch/patch-error.ts'
import type { Json } from '../../../src/wire/object.ts'
import { deepFreeze } from '../../support/json-values.ts'
import { patched, problem } from './patching.ts'

describe('P3 where kube-apiserver is lenient', () => {
  it.each<[string, Json, Json[], Json]>([
    [
      'replace of an absent member adds it',
      { data: {} },
      [{ op: 'replace', path: '/data/k', value: 'x' }],
      { data: { k: 'x' } },
    ],
    ['add of a present member replaces it', { k: 1 }, [{ op: 'add', path: '/k', value: 2 }], { k: 2 }],
    ['test of an absent member passes without a value', { k: 1 }, [{ op: 'test', path: '/no' }], { k: 1 }],
    ['test of an absent member passes for null', { k: 1 }, [{ op: 'test', path: '/no', value: null }], { k: 1 }],
    ['copy of an absent member copies null', { k: 1 }, [{ op: 'copy', from: '/no', path: '/l' }], { k: 1, l: null }],
    ['a value that is not given is null', { k: 1 }, [{ op: 'add', path: '/l' }], { k: 1, l: null }],
    ['a path without a slash loses a segment', { x: 1 }, [{ op: 'replace', path: 'data/x', value: 2 }], { x: 2 }],
    ['-1 is the last item', [1, 2, 3], [{ op: 'replace', path: '/-1', value: 4 }], [1, 2, 4]],
    ['-1 is removed from the end', [1, 2, 3], [{ op: 'remove', path: '/-1' }], [1, 2]],
    ['-3 is the first of three', [1, 2, 3], [{ op: 'test', path: '/-3', value: 1 }], [1, 2, 3]],
    ['add at -1 appends', [1, 2], [{ op: 'add', path: '/-1', value: 3 }], [1, 2, 3]],
    ['add at -2 stands before the last', [1, 2], [{ op: 'add', path: '/-2', value: 3 }], [1, 3, 2]],
    [
      'a negative index can be on the way',
      { a: [{}, {}] },
      [{ op: 'add', path: '/a/-1/b', value: 1 }],
      { a: [{}, { b: 1 }] },
    ],
  ])('%s', (_what, document, operations, result) => {
    expect(patched(document, ...operations)).toEqual(result)
  })
})

describe('an operation that cannot be carried out', () => {
  it.each<[string, Json, Json, string]>([
    ['remove of an absent member', { data: {} }, { op: 'remove', path: '/data/k' }, 'at "/data/k": nothing is there'],
    ['move of an absent member', { a: {} }, { op: 'move', from: '/a/b', path: '/c' }, 'at "/c": nothing is at "/a/b"'],
    [
      'a missing parent',
      {},
      { op: 'add', path: '/no/such/parent', value: 1 },
      'at "/no/such/parent": nothing is at "/no"',
    ],
    ['a parent that is null', { a: null }, { op: 'add', path: '/a/b', value: 1 }, 'at "/a/b": nothing is at "/a"'],
    [
      'a parent that is text',
      { a: 'x' },
      { op: 'add', path: '/a/length', value: 1 },
      'at "/a/length": "/a" is of type string, which holds nothing',
    ],
    [
      'an index out of range',
      { f: ['x', 'y'] },
      { op: 'remove', path: '/f/9' },
      'at "/f/9": index 9 is out of range: the length of the list is 2',
    ],
    [
      'add past the end',
      [1, 2],
      { op: 'add', path: '/3', value: 1 },
      'at "/3": index 3 is out of range: the length of the list is 2',
    ],
    [
      'replace at the end',
      [1, 2],
      { op: 'replace', path: '/2', value: 1 },
      'at "/2": index 2 is out of range: the length of the list is 2',
    ],
    [
      'add before the start',
      [1, 2],
      { op: 'add', path: '/-4', value: 1 },
      'at "/-4": index -4 is out of range: the length of the list is 2',
    ],
    [
      'test of an absent item',
      [1],
      { op: 'test', path: '/1' },
      'at "/1": index 1 is out of range: the length of the list is 1',
    ],
    ['- in place of an item', [1], { op: 'remove', path: '/-' }, 'at "/-": "-" is no index of a list'],
    ['an index with a zero in front', [1, 2], { op: 'remove', path: '/01' }, 'at "/01": "01" is no index of a list'],
    [
      'an index that is no number',
      [1],
      { op: 'remove', path: '/length' },
      'at "/length": "length" is no index of a list',
    ],
    ['test of an absent member for a value', {}, { op: 'test', path: '/a', value: 1 }, 'at "/a": nothing is there'],
    [
      'test of a present value for none',
      { a: 1 },
      { op: 'test', path: '/a' },
      'at "/a": the value there is another one',
    ],
    [
      'test of false for null',
      { a: false },
      { op: 'test', path: '/a', value: null },
      'at "/a": the value there is another one',
    ],
    [
      'a move into itself',
      { a: [[], []] },
      { op: 'move', from: '/a/0', path: '/a/0/0' },
      'at "/a/0/0": "/a/0" cannot be moved into itself',
    ],
    [
      'remove of the whole document',
      { a: 1 },
      { op: 'remove', path: '' },
      'at "": the whole document cannot be removed',
    ],
  ])('%s', (_what, document, operation, why) => {
    expect(problem(document, operation)).toBe(`operation 0 (${(operation as { op: string }).op}) ${why}`)
  })

  it('is named by its place in the patch, and ends it', () => {
    const operations = [
      { op: 'add', path: '/b', value: 1 },
      { op: 'test', path: '/a', value: 2 },
      { op: 'remove', path: '/none' },
    ]
    expect(problem({ a: 1 }, ...operations)).toBe('operation 1 (test) at "/a": the value there is another one')
  })

  it('reads as kube-apiserver has it', () => {
    expect(() => patched({}, { op: 'remove', path: '/a' })).toThrow(
      'the server rejected our request due to an error in our request',
    )
  })
})

describe('P1 a JSON Patch', () => {
  it('is carried out in order, each operation on what those before it left', () => {
    expect(
      patched(
        { data: { one: '1', two: '2', three: '3' }, metadata: {} },
        { op: 'test', path: '/data/one', value: '1' },
        { op: 'replace', path: '/data/one', value: '1b' },
        { op: 'remove', path: '/data/two' },
        { op: 'copy', from: '/data/three', path: '/data/five' },
        { op: 'move', from: '/data/three', path: '/data/six' },
        { op: 'add', path: '/metadata/labels', value: { 'example.com/tier': 'a' } },
        { op: 'add', path: '/metadata/labels/example.com~1zone', value: 'b' },
        {
          op: 'test',
          path: '',
          value: {
            data: { six: '3', five: '3', one: '1b' },
            metadata: { labels: { 'example.com/zone': 'b', 'example.com/tier': 'a' } },
          },
        },
      ),
    ).toEqual({
      data: { one: '1b', five: '3', six: '3' },
      metadata: { labels: { 'example.com/tier': 'a', 'example.com/zone': 'b' } },
    })
  })

  it('copies values, not places: neither copy follows the other', () => {
    expect(
      patched(
        { a: { list: [1] } },
        { op: 'copy', from: '/a', path: '/b' },
        { op: 'add', path: '/a/list/-', value: 2 },
        { op: 'add', path: '/b/list/-', value: 3 },
        { op: 'copy', from: '/b', path: '/b/self' },
      ),
    ).toEqual({ a: { list: [1, 2] }, b: { list: [1, 3], self: { list: [1, 3] } } })
  })

  it('does not change the values it adds', () => {
    const value = deepFreeze({ list: [1] })
    expect(patched({}, { op: 'add', path: '/a', value }, { op: 'add', path: '/a/list/0', value: 0 })).toEqual({
      a: { list: [0, 1] },
    })
  })

  it('shares with its document what it does not touch', () => {
    const document = { touched: { k: 1 }, untouched: { k: 1 } }
    const result = patched(document, { op: 'replace', path: '/touched/k', value: 2 }) as typeof document
    expect(result.untouched).toBe(document.untouched)
    expect(document.touched.k).toBe(1)
  })

  it('without operations gives the document back', () => {
    const document = { a: 1 }
    expect(patched(document)).toBe(document)
  })

  it('can have the whole document in its operations', () => {
    expect(patched({ a: 1 }, { op: 'add', path: '', value: [1] })).toEqual([1])
    expect(patched({ a: 1 }, { op: 'replace', path: '', value: { b: 2 } })).toEqual({ b: 2 })
    expect(patched({ a: 1 }, { op: 'copy', from: '', path: '/b' })).toEqual({ a: 1, b: { a: 1 } })
    expect(patched({ a: { b: 1 } }, { op: 'move', from: '/a', path: '' })).toEqual({ b: 1 })
  })

  it('moves a value to where it is', () => {
    expect(patched({ a: [1, 2] }, { op: 'move', from: '/a/0', path: '/a/0' })).toEqual({ a: [1, 2] })
    expect(patched({ a: 1 }, { op: 'move', from: '', path: '' })).toEqual({ a: 1 })
  })

  it('takes keys such as __proto__ for plain keys', () => {
    const document = parseJson('{"data":{"__proto__":{"k":"1"},"constructor":"y"}}')
    const result = patched(
      document,
      { op: 'test', path: '/data/__proto__/k', value: '1' },
      { op: 'add', path: '/data/__proto__/polluted', value: 'x' },
      { op: 'remove', path: '/data/constructor' },
      { op: 'add', path: '/__proto__', value: { polluted: 'y' } },
      { op: 'test', path: '/data/toString' },
    )
    expect(JSON.stringify(result)).toBe('{"data":{"__proto__":{"k":"1","polluted":"x"}},"__proto__":{"polluted":"y"}}')
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
    expect(problem({ data: {} }, { op: 'remove', path: '/data/__proto__' })).toMatch(/nothing is there$/)
  })

  it('compares and keeps integers digit for digit', () => {
    const document = parseJson('{"big":9007199254740993,"max":9223372036854775807,"n":1}')
    const operations = parseJson(`[
      {"op":"test","path":"/big","value":9007199254740993},
      {"op":"copy","from":"/max","path":"/copy"},
      {"op":"test","path":"","value":{"n":1,"max":9223372036854775807,"big":9007199254740993,"copy":9223372036854775807}},
      {"op":"add","path":"/list","value":[-9007199254740993]}
    ]`)
    expect(JSON.stringify(applyJsonPatch(document, parseJsonPatch(operations).operations))).toBe(
      '{"big":9007199254740993,"max":9223372036854775807,"n":1,"copy":9223372036854775807,"list":[-9007199254740993]}',
    )
    const other = parseJson('[{"op":"test","path":"/big","value":9007199254740992}]')
    expect(() => applyJsonPatch(document, parseJsonPatch(other).operations)).toThrow(PatchError)
  })

  it('compares numbers by value', () => {
    expect(
      problem(
        { a: 0, b: 1 },
        ...[
          { op: 'test', path: '/a', value: -0 },
          { op: 'test', path: '/b', value: 1.0 },
        ],
      ),
    ).toBeUndefined()
  })
})
