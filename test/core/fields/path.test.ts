import { describe, expect, it } from 'vitest'
import { canonicalElement, InvalidFields, sortElements } from '../../../src/core/fields/path.ts'
import { formatPath } from '../../../src/core/fields/path-text.ts'

describe('a path element', () => {
  it.each([
    ['f:data', 'f:data'],
    ['f:', 'f:'],
    ['f:k:{}', 'f:k:{}'],
    ['k:{ "b": 1, "a": "x" }', 'k:{"a":"x","b":1}'],
    ['k:{"port":80.0}', 'k:{"port":80}'],
    ['k:{"id":9007199254740993}', 'k:{"id":9007199254740993}'],
    ['k:{"__proto__":1}', 'k:{"__proto__":1}'],
    ['v: "x" ', 'v:"x"'],
    ['v:"\\u0061"', 'v:"a"'],
    ['v:1e1', 'v:10'],
    ['i:07', 'i:7'],
    ['i:-0', 'i:0'],
  ])('%s has the one text %s', (text, canonical) => {
    expect(canonicalElement(text)).toBe(canonical)
  })

  it('of an unknown kind is none', () => {
    expect(canonicalElement('q:x')).toBeUndefined()
  })

  it.each([
    '',
    '.',
    'x',
    'data',
    'k:',
    'k:[]',
    'k:1',
    'k:{"a":{}}',
    'v:',
    'v:x',
    'v:{}',
    'v:[1]',
    'i:',
    'i:x',
    'i:1.5',
    `v:${'['.repeat(200_000)}1234567890123456`,
    `k:{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
  ])('is refused: %s', (text) => {
    expect(() => canonicalElement(text)).toThrow(InvalidFields)
  })
})

it('path elements come as fields, keys, values, indexes, each by content', () => {
  const inOrder = [
    'f:',
    'f:B',
    'f:a',
    'f:b',
    'k:{"a":2}',
    'k:{"a":10}',
    'k:{"a":"1"}',
    'k:{"a":"1","b":1}',
    'k:{"b":1}',
    'v:2',
    'v:10',
    'v:"a"',
    'v:true',
    'i:2',
    'i:10',
  ]
  expect(sortElements(inOrder.toReversed())).toEqual(inOrder)
  expect(sortElements(['f:b', 'f:B', 'f:a'])).toEqual(['f:B', 'f:a', 'f:b'])
})

it.each([
  [['f:data', 'f:a.b'], '.data.a.b'],
  [['f:spec', 'f:ports', 'k:{"name":"x","port":80}', 'f:image'], '.spec.ports[name="x",port=80].image'],
  [['f:metadata', 'f:finalizers', 'v:"x"'], '.metadata.finalizers[="x"]'],
  [['f:l', 'v:1'], '.l[=1]'],
  [['f:l', 'k:{"a":null,"b":true}'], '.l[a=null,b=true]'],
  [['f:l', 'i:0'], '.l[0]'],
])('the path %j is told as %s', (path, text) => {
  expect(formatPath(path)).toBe(text)
})
