import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatLabelSelector, matchesLabels, parseLabelSelector } from '../../../src/core/selectors/label-selector.ts'
import { refusalOf } from '../../support/refusal.ts'

const labelled: Record<string, Record<string, string>> = {
  c0: { parity: 'even', i: '0' },
  c1: { parity: 'odd', i: '1' },
  c2: { parity: 'even', i: '2' },
  c3: { parity: 'odd', i: '3' },
  plain: {},
  odd: { parity: '', in: 'notin', big: '99999999999999999999', negative: '-5' },
}
const matching = (text: string) => {
  const selector = parseLabelSelector(text)
  return Object.keys(labelled).filter((name) => matchesLabels(selector, labelled[name]!))
}

const refusals: [text: string, message: string][] = [
  ['=', "found '=', expected: !, identifier, or 'end of string'"],
  [',a', "found ',', expected: !, identifier, or 'end of string'"],
  ['(a)', "found '(', expected: !, identifier, or 'end of string'"],
  ['a,', "found '', expected: identifier after ','"],
  ['a,,b', "found ',', expected: identifier after ','"],
  ['a=b c', "found 'c', expected: ',' or 'end of string'"],
  ['!a in (b)', "found 'in', expected: ',' or 'end of string'"],
  ['a in (b) c', "found 'c', expected: ',' or 'end of string'"],
  ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ['a gt 5', "unable to parse requirement: found 'gt', expected: in, notin, =, ==, !=, gt, lt"],
  ['a!', "unable to parse requirement: found '!', expected: in, notin, =, ==, !=, gt, lt"],
  ['!!', "unable to parse requirement: found '!', expected: identifier"],
  ['!', "unable to parse requirement: found '', expected: identifier"],
  ['a===b', "unable to parse requirement: found '=', expected: identifier"],
  ['a in b', "unable to parse requirement: found 'b' expected: '('"],
  ['a in 0', "unable to parse requirement: found '0' expected: '('"],
  ['a in', "unable to parse requirement: found '' expected: '('"],
  ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
  ['a in (b c)', "unable to parse requirement: found 'c', expected: ',' or ')'"],
]

describe('label selectors', () => {
  it.each<[string, string[]]>([
    ['', ['c0', 'c1', 'c2', 'c3', 'plain', 'odd']],
    [' \t\r\n', ['c0', 'c1', 'c2', 'c3', 'plain', 'odd']],
    ['parity=odd', ['c1', 'c3']],
    ['parity==odd', ['c1', 'c3']],
    [' parity = odd ', ['c1', 'c3']],
    ['parity!=odd', ['c0', 'c2', 'plain', 'odd']],
    ['parity in (odd,even)', ['c0', 'c1', 'c2', 'c3']],
    ['parity in(odd , even),i', ['c0', 'c1', 'c2', 'c3']],
    ['parity notin (odd)', ['c0', 'c2', 'plain', 'odd']],
    ['parity', ['c0', 'c1', 'c2', 'c3', 'odd']],
    ['!parity', ['plain']],
    ['! parity', ['plain']],
    ['parity=odd,i=1', ['c1']],
    ['i in (0,3),parity', ['c0', 'c3']],
    ['parity=', ['odd']],
    ['parity=,in', ['odd']],
    ['parity in ()', ['odd']],
    ['parity in (,even)', ['c0', 'c2', 'odd']],
    ['parity in (even,)', ['c0', 'c2', 'odd']],
    ['parity in (,,)', ['odd']],
    ['in in (notin)', ['odd']],
    ['in=notin', ['odd']],
    ['i>1', ['c2', 'c3']],
    ['i<2', ['c0', 'c1']],
    ['i>02', ['c3']],
    ['big>5', []],
    ['big<5', []],
    ['parity>0', []],
    ['negative<0', ['odd']],
    ['constructor', []],
    ['parity=toString', []],
  ])('%j', (text, names) => {
    expect(matching(text)).toEqual(names)
  })

  it.each(refusals)('%j is refused', (text, message) => {
    expect(refusalOf(() => parseLabelSelector(text))).toMatchObject({ code: 400, reason: 'BadRequest', message })
  })

  it.each([
    ['-x', /^unable to parse requirement: <nil>: Invalid value: "-x": name part must consist of /],
    ['a/b/c', /^unable to parse requirement: <nil>: Invalid value: "a\/b\/c": a valid label key must consist of /],
    [
      'e=-x',
      /^unable to parse requirement: values\[0\]\[e\]: Invalid value: "-x": a valid label must be an empty string or /,
    ],
    ['e in (b,-x)', /^unable to parse requirement: values\[0\]\[e\]: Invalid value: "-x": a valid label /],
    [
      'e in (-x,-y)',
      /^unable to parse requirement: \[values\[0\]\[e\]: Invalid value: "-x": .*, values\[1\]\[e\]: Invalid value: "-y": .*\]$/,
    ],
    [
      'e>abc',
      /^unable to parse requirement: values\[0\]: Invalid value: "abc": for 'Gt', 'Lt' operators, the value must be an integer$/,
    ],
    [
      'e>',
      /^unable to parse requirement: values\[0\]: Invalid value: "": for 'Gt', 'Lt' operators, the value must be an integer$/,
    ],
    ['e>9223372036854775808', /the value must be an integer$/],
    ['__proto__', /^unable to parse requirement: <nil>: Invalid value: "__proto__": name part must consist of /],
    ['e\u0000=1', /^unable to parse requirement: <nil>: Invalid value: /],
  ])('%j is refused with the rule', (text, message) => {
    expect(refusalOf(() => parseLabelSelector(text))).toMatchObject({
      code: 400,
      message: expect.stringMatching(message),
    })
  })
})

describe('the canonical text', () => {
  it.each([
    ['b,a', 'a,b'],
    ['a==x, a=x', 'a=x'],
    ['a in (z,y,z)', 'a in (y,z)'],
    ['a in (y)', 'a=y'],
    ['a notin (y)', 'a!=y'],
    ['!b,a in (), c>007', '!b,a=,c>7'],
  ])('%j is %j', (text, canonical) => {
    expect(formatLabelSelector(parseLabelSelector(text))).toBe(canonical)
  })

  const word = fc.constantFrom('a', 'b', 'in', 'notin', 'x.y', '5', '-5', '')
  const piece = fc.oneof(word, fc.constantFrom(' ', ',', '=', '==', '!=', '!', '(', ')', '<', '>', ' in (', ' notin ('))
  const texts = fc.oneof(
    fc.array(piece).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary' }),
  )

  it('parses to the same selector; whatever else is a 400', () => {
    fc.assert(
      fc.property(texts, fc.dictionary(word, word), (text, labels) => {
        const status = refusalOf(() => {
          const selector = parseLabelSelector(text)
          const again = parseLabelSelector(formatLabelSelector(selector))
          expect(formatLabelSelector(again)).toBe(formatLabelSelector(selector))
          expect(matchesLabels(again, labels)).toBe(matchesLabels(selector, labels))
        })
        expect([undefined, 400]).toContain(status?.code)
      }),
      { numRuns: 2_000 },
    )
  })
})
