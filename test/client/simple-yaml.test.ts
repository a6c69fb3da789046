import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments, stringify } from 'yaml'
import { parseSimpleYaml } from '../../src/client/kubeconfig/simple-yaml.ts'

/** As our reader: scalars stay strings. */
const reference = (text: string) => {
  const [first] = parseAllDocuments(text.replace(/^\uFEFF/, ''), { schema: 'failsafe' }) as ReturnType<
    typeof parseAllDocuments
  >
  if (first && first.errors.length > 0) throw new Error(`no YAML: ${first.errors[0]?.message}`)
  return first?.toJS() as unknown
}

const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\nAQAB\n-----END CERTIFICATE-----\n'

describe('the YAML of kubeconfigs', () => {
  it.for([
    ['a literal block', 'a: |\n  one\n   two\n\n  three\nb: x', { a: 'one\n two\n\nthree\n', b: 'x' }],
    ['a folded block', 'a: >\n  one\n  two\n\n  three\n    more\n  four\n', { a: 'one two\nthree\n  more\nfour\n' }],
    ['a block without its last newline', 'a: |-\n  one\n\n\nb: >-\n  x\n', { a: 'one', b: 'x' }],
    ['a block with all its newlines', 'a: |+\n  one\n\n\nb: x', { a: 'one\n\n\n', b: 'x' }],
    [
      'a block that says how far it is indented',
      'a: |2-\n    one\n  two\nb: >1+\n  x\n',
      { a: '  one\ntwo', b: ' x\n' },
    ],
    ['a block with a comment behind its header', 'a: | # why\n  # text\n# no text\nb: x', { a: '# text\n', b: 'x' }],
    ['an empty block', 'a: |\nb: x', { a: '', b: 'x' }],
    [
      'blocks in a list',
      '- |\n one\n- a: >-\n   two\n   three\n  b: |\n   four',
      ['one\n', { a: 'two three', b: 'four\n' }],
    ],
    ['lists of lists', '- - a\n  - - b\n- c', [['a', ['b']], 'c']],
    ['a byte order mark', '\uFEFFa: x', { a: 'x' }],
    ['a mark of beginning', '# why\n%YAML 1.2\n--- # here\na: x\n', { a: 'x' }],
    ['a mark of end', 'a: x\n...\n', { a: 'x' }],
    ['the first of several documents', 'a: |\n x\n---\na: y', { a: 'x\n' }],
    ['nothing', '# why\n---\n...\n', null],
    ['lines of Windows', 'a: |\r\n  x\r\nb: y\r\n', { a: 'x\n', b: 'y' }],
    ['escapes', String.raw`a: "\x41\u00e9\U0001F600\e\/\"\\\_"`, { a: 'Aé😀\x1b/"\\\xa0' }],
    [
      'colons and hashes in a scalar',
      'a: x:y#z\nb: http://u:p@h/#f # why\n-x: -y',
      { a: 'x:y#z', b: 'http://u:p@h/#f', '-x': '-y' },
    ],
  ] as const)('X18 may have %s', ([, text, value]) => {
    expect(parseSimpleYaml(text)).toEqual(value)
    expect(plain(reference(text))).toEqual(plain(value))
  })

  it.for([
    ['an anchor', 'a: 1\nb: &x 2', 2],
    ['an alias', '- a\n- *b', 2],
    ['a tag', 'a: !!binary eA==', 1],
    ['a flow map', 'a: {b: 1}', 1],
    ['a flow list', 'a: [b]', 1],
    ['a text over several lines', 'a: "b\n  c"', 1],
    ['a plain scalar over several lines', 'a: b\n  c', 2],
    ['less indentation than before', 'a:\n  b: 1\n c: 2', 3],
    ['a tab before a key', 'a:\n\tb: 1', 2],
    ['a tab behind a dash', '- \ta', 1],
    ['a key twice', 'a: 1\na: 2', 2],
    ['a map on the line of its key', 'a: b: c', 1],
    ['a list on the line of its key', 'a: - b', 1],
    ['a complex key', '? a\n: b', 1],
    ['an unknown escape', String.raw`a: "\q"`, 1],
    ['an impossible header', 'a: |22\n  b', 1],
    ['content behind the mark', '--- a: b', 1],
    ['no map', 'just text', 1],
  ] as const)('X18 may not have %s: the line is named, and nothing of it shown', ([, text, line]) => {
    expect(() => parseSimpleYaml(text)).toThrow(
      `line ${line} of the kubeconfig is YAML that is not understood here: give it parsed, or as JSON`,
    )
  })

  const piece = fc.stringMatching(/^ {0,3}[a-z#:>|'"-]{1,4}[ \t]?[a-z]{0,2}$/)
  const lines = fc.array(fc.oneof(piece, fc.constant('')), { maxLength: 7 })

  it('X18 has blocks as YAML has them', () => {
    let read = 0
    fc.assert(
      fc.property(
        fc.constantFrom('|', '>'),
        fc.constantFrom('', '-', '+'),
        fc.constantFrom('', '1', '2', '3'),
        fc.constantFrom('', '- ', '- - ', 'k:\n    - '),
        lines,
        (style, chomping, indent, before, body) => {
          const outer = before === 'k:\n    - ' ? 6 : before.length
          const text = [
            `${before}a: ${style}${indent}${chomping}`,
            ...body.map((line) => line && `${' '.repeat(outer + 2)}${line}`),
            `${' '.repeat(outer)}b: c`,
            '',
          ].join('\n')
          let expected: unknown
          try {
            expected = reference(text)
          } catch {
            return
          }
          let found: unknown
          try {
            found = parseSimpleYaml(text)
          } catch {
            // less indented than it says, which readers disagree about
            return
          }
          expect(found).toEqual(expected)
          read++
        },
      ),
      { numRuns: 3000 },
    )
    expect(read).toBeGreaterThan(1000)
  })

  it('X18 is read, or refused, never read as something else', () => {
    const character = fc.constantFrom(...'ab:-#\'"|>{}[]&*!? \n\\.%,')
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 24 }), (text) => {
        let found: unknown
        try {
          found = parseSimpleYaml(text)
        } catch (error) {
          expect((error as Error).message).toMatch(/^line \d+ of the kubeconfig/)
          return
        }
        expect(plain(found)).toEqual(plain(reference(text)))
      }),
      { numRuns: 4000 },
    )
  })

  it('X18 is what other programs write', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }).filter((one) => one.isWellFormed()),
      fc.constant(PEM),
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof({ maxDepth: 3 }, text, tie('map'), tie('list')),
      map: fc.dictionary(fc.stringMatching(/^[a-z-]{1,6}$/), tie('tree'), { noNullPrototype: true }),
      list: fc.array(tie('tree'), { maxLength: 3 }),
    }))
    const options = fc.record({
      indentSeq: fc.boolean(),
      defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const),
      blockQuote: fc.constantFrom('literal' as const, 'folded' as const, true),
    })
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tree, { noNullPrototype: true, minKeys: 1 }),
        options,
        (value, style) => {
          const written = stringify(value, { lineWidth: 0, doubleQuotedMinMultiLineLength: 1e6, ...style })
          expect(parseSimpleYaml(written)).toEqual(value)
        },
      ),
      { numRuns: 500 },
    )
  })
})

/** Of an empty scalar one reader makes null, the other an empty text; true and false are texts to the other. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]))
  return value === undefined || value === '' || value === '~' || value === 'null' ? null : value
}
