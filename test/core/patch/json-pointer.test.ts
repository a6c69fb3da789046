import { describe, expect, it } from 'vitest'
import { formatJsonPointer, isWithin, parseJsonPointer } from '../../../src/core/patch/json-pointer.ts'

describe('P2 a JSON pointer', () => {
  it.each<[string, string[]]>([
    // RFC 6901, section 5
    ['', []],
    ['/foo', ['foo']],
    ['/foo/0', ['foo', '0']],
    ['/', ['']],
    ['/a~1b', ['a/b']],
    ['/c%d', ['c%d']],
    ['/e^f', ['e^f']],
    ['/g|h', ['g|h']],
    ['/i\\j', ['i\\j']],
    ['/k"l', ['k"l']],
    ['/ ', [' ']],
    ['/m~0n', ['m~n']],
    // and what is easily got wrong
    ['/~01', ['~1']],
    ['/~10', ['/0']],
    ['//', ['', '']],
    ['/__proto__/x', ['__proto__', 'x']],
  ])('%j names %j', (text, tokens) => {
    expect(parseJsonPointer(text)).toEqual(tokens)
    expect(formatJsonPointer(tokens)).toBe(text)
  })

  it.each([
    ['data/x', ['x']],
    ['data/x/y', ['x', 'y']],
  ])('%j loses what stands before its first slash', (text, tokens) => {
    expect(parseJsonPointer(text)).toEqual(tokens)
  })

  it.each(['data', '/a~', '/a~2', '/~~0', '#'])('%j is none', (text) => {
    expect(parseJsonPointer(text)).toBeUndefined()
  })

  it('is within another if it goes further on the same way', () => {
    expect(isWithin(['a', 'b'], ['a'])).toBe(true)
    expect(isWithin(['a'], [])).toBe(true)
    expect(isWithin(['a'], ['a'])).toBe(false)
    expect(isWithin(['ab', 'c'], ['a'])).toBe(false)
  })
})
