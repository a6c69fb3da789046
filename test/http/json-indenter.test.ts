import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonIndenter } from '../../src/http/json-indenter.ts'

describe('the indenter', () => {
  it('M9 writes JSON as JSON.stringify indents it, however it is cut into pieces', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.array(fc.nat()), (value, cuts) => {
        const text = JSON.stringify(value)
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length]
        const indenter = new JsonIndenter()
        const out = places.slice(1).map((place, i) => indenter.push(text.slice(places[i], place)))
        expect(out.join('')).toBe(JSON.stringify(value, null, 2))
      }),
    )
  })

  it.each(['[]', '{}', '[[],{},[{}]]', '{"a":"\\\\","b":"{\\"[,:"}', '"x"', '12', '[1,-2.5,true,null]'])(
    'M9 keeps %s what it is',
    (text) => {
      expect(new JsonIndenter().push(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
    },
  )

  it('M9 leaves blanks of the text out', () => {
    expect(new JsonIndenter().push('{ "a" :\n[ 1 , 2 ] , "b" : [ ] }')).toBe(
      JSON.stringify({ a: [1, 2], b: [] }, null, 2),
    )
  })
})
