import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDuplicateFields } from '../../../src/core/json/duplicate-fields.ts'

describe('keys given twice', () => {
  it.each<[string, string[]]>([
    ['{}', []],
    ['5', []],
    ['"a"', []],
    ['{"a":{"k":1},"b":{"k":1}}', []],
    ['{"data":{"k":"1","k":"2"}}', ['data.k']],
    ['{ "a" : 1 , "a" : 2 , "a" : 3 }', ['a']],
    ['{"spec":{"a":[{"b":1},{"b":1,"b":2}]}}', ['spec.a[1].b']],
    ['{"a":1,"l":[{"b":1,"b":2}],"a":2}', ['l[0].b', 'a']],
    ['[[1,{"a":1,"a":2}]]', ['[0][1].a']],
    ['{"k":1,"\\u006b":2}', ['k']],
    ['{"a\\"":1,"a\\"":2}', ['a"']],
    ['{"a\\\\":1,"b":{"c":"\\\\"},"a\\\\":2}', ['a\\']],
    ['{"a":"a","b":"a"}', []],
    ['{"a":"{\\"x\\":1,\\"x\\":2}"}', []],
    ['{"":1,"":2}', ['']],
    ['{"__proto__":1,"constructor":2,"__proto__":3}', ['__proto__']],
    ['{"a":{"b":1,"b":2},"a":{"b":1,"b":2}}', ['a.b', 'a']],
    ['{"a":[],"a":[1,2,{}],"b":{}}', ['a']],
  ])('%s', (text, fields) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(findDuplicateFields(text)).toEqual(fields)
  })

  it('finds none in what a program wrote, and the one that is put in', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constantFrom(0, 1, 2), (value, key, space) => {
        const text = JSON.stringify(value, null, space)
        expect(findDuplicateFields(text)).toEqual([])
        const k = JSON.stringify(key)
        expect(findDuplicateFields(`{${k}:${text},${k}:${text}}`)).toEqual([key])
      }),
    )
  })

  it('stops at a hundred', () => {
    const members = Array.from({ length: 300 }, (_, i) => `"k${i}":1,"k${i}":2`)
    expect(findDuplicateFields(`{${members.join(',')}}`)).toHaveLength(100)
  })

  it('is one pass over hostile texts', () => {
    const depth = 300_000
    const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
    expect(findDuplicateFields(deep)).toEqual([])
    const repeated = `[{"a":1${',"a":1'.repeat(depth)}}]`
    expect(findDuplicateFields(repeated)).toEqual(['[0].a'])
    const escapes = `{"a":"${'\\\\'.repeat(depth)}","b":"${'\\"'.repeat(depth)}","b":1}`
    expect(findDuplicateFields(escapes)).toEqual(['b'])
  })
})
