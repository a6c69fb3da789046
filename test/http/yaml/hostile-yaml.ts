import { MAX_BODY_BYTES } from '../../../src/wire/names.ts'

/** As often as it fits into a body, `beside` characters left free. */
const filled = (piece: string, beside = 100, limit = MAX_BODY_BYTES) =>
  piece.repeat(Math.floor((limit - beside) / piece.length))

function numbered(piece: (i: number) => string, limit = MAX_BODY_BYTES): string {
  const pieces: string[] = []
  for (let i = 0, length = 0; ; i++) {
    const next = piece(i)
    length += next.length
    if (length > limit - 100) return pieces.join('')
    pieces.push(next)
  }
}

const tenfold = (level: number) =>
  Array<string>(10)
    .fill(`*a${level - 1}`)
    .join(',')

/** Bodies that once cost seconds, or could: each as large as it may be, or as it needs to be. */
export const HOSTILE_YAML: Record<string, () => string> = {
  'aliases of one list': () => `a: &a [${'x,'.repeat(60_000)}]\nb: [${filled('*a,', 250_000, 600_000)}]\n`,
  'aliases of aliases': () => Array.from({ length: 9 }, (_, i) => `a${i}: &a${i} [${i ? tenfold(i) : 'x'}]\n`).join(''),
  'aliases of one text': () => `a: &a ${'x'.repeat(1_000_000)}\nb: [*a, *a, *a]\n`,
  'an anchor an item': () => `a:\n${numbered((i) => `- &a${i} x\n`, 1_000_000)}`,
  'merges of a large map': () =>
    `a: &a {${numbered((i) => `k${i}: v,`, 100_000)}}\nb:\n${filled('- <<: *a\n', 200_000, 500_000)}`,
  'an integer of millions of digits': () => `a: ${filled('1')}`,
  'a hexadecimal integer of millions of digits': () => `a: 0x${filled('f')}`,
  'an octal integer of millions of zeros': () => `a: ${filled('0')}`,
  'a fraction of millions of digits': () => `a: 0.${filled('1')}`,
  'millions of underscores': () => `a: 1${filled('_')}`,
  'an integer with a tag': () => `a: !!int ${filled('1')}`,
  'many integers of 64 bits': () => `a:\n${filled('- 0xffffffffffffffff\n', 100, 1_500_000)}`,
  'items of one letter': () => filled('- a\n'),
  'opening brackets': () => filled('['),
  'opening braces': () => filled('{'),
  commas: () => `a: [${filled('a,')}]`,
  'commas of nothing': () => `a: [${filled(',')}]`,
  'pairs in a list': () => `a: [${filled('a: b,')}]`,
  'nested keys': () => filled('[a: '),
  'a deep key': () => `${'['.repeat(255)}${filled('a,', 0, 380_000)}${']: x'.repeat(255)}`,
  dashes: () => filled('- '),
  'question marks': () => filled('? '),
  colons: () => filled(':\n'),
  stairs: () => numbered((i) => `${' '.repeat(i % 500)}a:\n`),
  'a block of short lines': () => `a: |\n${filled('  x\n', 100, 790_000)}`,
  'a folded block': () => `a: >\n${filled('  x\n\n', 100, 490_000)}`,
  comments: () => `a: 1\n${filled('#\n')}`,
  'a long comment': () => `a: 1 ${filled('#')}`,
  blanks: () => `a: 1${filled(' ')}`,
  'a long key': () => `${filled('k')}: v`,
  'a long plain text': () => `a: ${filled('x ')}`,
  'escapes in quotes': () => `a: "${filled('\\u0041')}"`,
  'doubled single quotes': () => `a: '${filled("''")}'`,
  'lines in quotes': () => `a: "${filled('x\n ', 100, 590_000)}"`,
  'doubled keys': () => `a:\n${filled('  k: v\n', 100, 680_000)}`,
  'lines in brackets at the margin': () => `a: {\n${filled('b: 1,\n', 100, 500_000)}}`,
  'tabs in brackets': () => `- [${filled('\ta,', 100, 300_000)}]`,
  'tags of their own': () => `a:\n${filled('- !!str a\n', 100, 950_000)}`,
  'a long tag': () => `a: !<${filled('x')}> b`,
  directives: () => filled('%FOO bar\n'),
  'tag directives': () => `${numbered((i) => `%TAG !a${i}! x\n`)}---\na: 1\n`,
  documents: () => filled('---\n'),
  'ends of documents': () => filled('...\n'),
  'byte order marks': () => filled('\uFEFF\n'),
  'null bytes': () => filled('\0'),
  'lines that end with a return': () => `a:\r${numbered((i) => `  k${i}: v\r`, 1_000_000)}`,
  'base64 of millions of letters': () => `a: !!binary ${filled('QUJD')}`,
}
