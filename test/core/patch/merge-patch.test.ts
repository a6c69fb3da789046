import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../src/core/json/json.ts'
import { applyMergePatch, parseMergePatch } from '../../../src/core/patch/merge-patch.ts'
import type { Json } from '../../../src/wire/object.ts'
import { createMergePatch } from '../../support/create-merge-patch.ts'
import { deepFreeze, jsonObject, jsonValue, objectWithoutNulls } from '../../support/json-values.ts'
import { refusalOf } from '../../support/refusal.ts'

const patched = (document: Json, patch: Json) => applyMergePatch(deepFreeze(document), deepFreeze(patch))

describe('P5 a merge patch', () => {
  it.each<[Json, Json, Json]>([
    // RFC 7396, appendix A
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('of %j by %j gives %j', (document, patch, result) => {
    expect(patched(document, patch)).toEqual(result)
  })

  it('does what RFC 7396, section 3 shows', () => {
    const document = {
      title: 'Goodbye!',
      author: { givenName: 'John', familyName: 'Doe' },
      tags: ['example', 'sample'],
      content: 'This will be unchanged',
    }
    const patch = {
      title: 'Hello!',
      phoneNumber: '+01-123-456-7890',
      author: { familyName: null },
      tags: ['example'],
    }
    expect(patched(document, patch)).toEqual({
      title: 'Hello!',
      author: { givenName: 'John' },
      tags: ['example'],
      content: 'This will be unchanged',
      phoneNumber: '+01-123-456-7890',
    })
  })

  it('keeps null within lists: there it is a value', () => {
    expect(patched({ list: [1, null, 3] }, { list: [null, { k: null }] })).toEqual({ list: [null, { k: null }] })
    expect(patched({ o: { a: 1 } }, { o: { b: null, c: { d: null, e: 2 } } })).toEqual({ o: { a: 1, c: { e: 2 } } })
  })

  it('takes keys such as __proto__ for plain keys', () => {
    const document = parseJson('{"data":{"__proto__":{"a":"1"},"k":"v"}}')
    const patch = parseJson('{"data":{"__proto__":{"b":"2"},"hasOwnProperty":"q","constructor":null}}')
    expect(JSON.stringify(patched(document, patch))).toBe(
      '{"data":{"__proto__":{"a":"1","b":"2"},"k":"v","hasOwnProperty":"q"}}',
    )
    expect(({} as { b?: string }).b).toBeUndefined()
  })

  it('keeps integers digit for digit', () => {
    const document = parseJson('{"big":9007199254740993,"s":"x"}')
    const patch = parseJson('{"s":"y","max":9223372036854775807}')
    expect(JSON.stringify(applyMergePatch(document, patch))).toBe(
      '{"big":9007199254740993,"s":"y","max":9223372036854775807}',
    )
  })

  it('shares with its document what it does not touch', () => {
    const document = { touched: { k: 1 }, untouched: { k: 1 } }
    const result = patched(document, { touched: { k: 2 } }) as typeof document
    expect(result.untouched).toBe(document.untouched)
  })
})

describe('for any two objects without null', () => {
  it('the merge patch computed from them makes one of the other', () => {
    fc.assert(
      fc.property(objectWithoutNulls(), objectWithoutNulls(), (from, to) => {
        expect(patched(from, createMergePatch(from, to))).toEqual(to)
      }),
    )
  })
})

describe('for any document and patch', () => {
  it('twice gives what once gives, no new member is null, and neither is changed', () => {
    fc.assert(
      fc.property(jsonValue(), jsonObject(), (document, patch) => {
        const before = JSON.stringify([document, patch])
        const once = patched(document, patch)
        expect(JSON.stringify(patched(once, patch))).toBe(JSON.stringify(once))
        expect(JSON.stringify([document, patch])).toBe(before)
      }),
    )
  })
})

describe('the body of a merge patch', () => {
  it.each<[string, Json, RegExp]>([
    ['a list', [1, 2], /^error decoding patch: .*of type array$/],
    ['text', 'x', /^error decoding patch: .*of type string$/],
    ['null', null, /^Invalid JSON Patch$/],
    ['an integer beyond 2^53', parseJson('9007199254740993'), /^error decoding patch: .*of type number$/],
    ['too deep', parseJson(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`), /nested deeper than 256 levels$/],
  ])('is a 400 if it is %s', (_what, body, message) => {
    expect(refusalOf(() => parseMergePatch(body))).toMatchObject({ code: 400, message: expect.stringMatching(message) })
  })

  it('is an object', () => {
    const body = { a: { b: null } }
    expect(parseMergePatch(body)).toBe(body)
  })
})
