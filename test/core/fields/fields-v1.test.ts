import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equalSets, setOfPaths } from '../../../src/core/fields/field-set.ts'
import { formatFieldsV1, parseFieldsV1 } from '../../../src/core/fields/fields-v1.ts'
import { InvalidFields } from '../../../src/core/fields/path.ts'
import type { Json } from '../../../src/wire/object.ts'
import { arbitrarySet } from './arbitrary-fields.ts'

describe('fieldsV1', () => {
  it.each([
    ['{"f:data":{".":{},"f:key":{}}}', [['f:data'], ['f:data', 'f:key']]],
    ['{"f:data":{"f:key":{}}}', [['f:data', 'f:key']]],
    [
      '{"f:l":{"k:{\\"name\\":\\"a\\"}":{".":{},"f:image":{},"f:name":{}}}}',
      [
        ['f:l', 'k:{"name":"a"}'],
        ['f:l', 'k:{"name":"a"}', 'f:image'],
        ['f:l', 'k:{"name":"a"}', 'f:name'],
      ],
    ],
    ['{"f:l":{"v:\\"x\\"":{}}}', [['f:l', 'v:"x"']]],
    ['{}', []],
  ])('%s is the text of its paths', (text, paths) => {
    expect(JSON.stringify(formatFieldsV1(setOfPaths(paths)))).toBe(text)
    expect(equalSets(parseFieldsV1(JSON.parse(text) as Json), setOfPaths(paths))).toBe(true)
  })

  it('puts the element itself first, then fields, keys, values and indexes', () => {
    const set = setOfPaths([['f:l', 'i:1'], ['f:l', 'v:"a"'], ['f:l', 'k:{"a":1}'], ['f:l', 'f:z'], ['f:l']])
    expect(Object.keys(formatFieldsV1(set)['f:l'] as object)).toEqual(['.', 'f:z', 'k:{"a":1}', 'v:"a"', 'i:1'])
  })

  it('is read back as the set that was written', () => {
    fc.assert(
      fc.property(arbitrarySet, (set) => {
        const text = JSON.stringify(formatFieldsV1(set))
        expect(equalSets(parseFieldsV1(JSON.parse(text) as Json), set)).toBe(true)
        expect(JSON.stringify(formatFieldsV1(parseFieldsV1(JSON.parse(text) as Json)))).toBe(text)
      }),
    )
  })

  it.each([
    ['steps of an unknown kind', '{"q:x":{},"f:a":{}}', '{"f:a":{}}'],
    ['a root that is owned', '{".":{},"f:a":{}}', '{"f:a":{}}'],
    [
      'two texts of one step',
      '{"f:l":{"k:{\\"a\\":1}":{"f:x":{}},"k:{\\"a\\":1.0}":{"f:y":{}}}}',
      '{"f:l":{"k:{\\"a\\":1}":{"f:x":{},"f:y":{}}}}',
    ],
    [
      'keys that JavaScript treats specially',
      '{"f:__proto__":{"f:constructor":{}}}',
      '{"f:__proto__":{"f:constructor":{}}}',
    ],
  ])('%s are taken as they are meant', (_what, text, canonical) => {
    expect(JSON.stringify(formatFieldsV1(parseFieldsV1(JSON.parse(text) as Json)))).toBe(canonical)
  })

  it.each(['null', '1', '[]', '{"f:a":null}', '{"f:a":[]}', '{"f:a":1}', '{"a":{}}', '{"k:x":{}}', '{"__proto__":{}}'])(
    '%s is refused',
    (text) => {
      expect(() => parseFieldsV1(JSON.parse(text) as Json)).toThrow(InvalidFields)
    },
  )

  it('is refused when nested too deep', () => {
    const nested = (levels: number) => JSON.parse('{"f:a":'.repeat(levels) + '{}' + '}'.repeat(levels)) as Json
    expect(() => parseFieldsV1(nested(200))).not.toThrow()
    expect(() => parseFieldsV1(nested(5000))).toThrow(InvalidFields)
  })
})
