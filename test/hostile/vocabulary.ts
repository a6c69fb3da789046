import type { Random } from '../fuzz/random.ts'

/** Namespaces that the run makes, and objects that are there in each of them again and again. */
export const PLACES = ['hostile-a', 'hostile-b'] as const
export const OBJECTS = ['a', 'b', 'c'] as const

const LONG = 'x'.repeat(300)
const LONGER = 'y'.repeat(8_000)

/** As they stand in a path: encoded, or not as they should be. */
const SEGMENTS = [
  ...[
    '..',
    '.',
    '%2e%2e',
    '%2E',
    '',
    '%',
    '%zz',
    '%00',
    '%ff',
    '%ED%A0%80',
    '%c3%28',
    'a%2Fb',
    'a%252Fb',
    'a;b=c',
    'a+b',
  ],
  ...[
    'UPPER',
    'a_b',
    '-a',
    'a-',
    'a..b',
    '__proto__',
    'constructor',
    'status',
    'finalize',
    'watch',
    '*',
    '$ref',
    "'",
    '"',
  ],
  ...['%E2%80%AE', '%F0%9F%98%80', 'é', 'a%20b', 'a%0Ab', 'a%0d%0aX-Injected:%201', '0', 'null', LONG, LONGER],
]

export const segment = (random: Random) => random.pick(SEGMENTS)
export const placeOf = (random: Random) =>
  random.weighted([
    [12, random.pick(PLACES)],
    [2, 'default'],
    [1, 'hostile-none'],
    [2, segment(random)],
  ])
export const nameOf = (random: Random) =>
  random.weighted([
    [8, random.pick(OBJECTS)],
    [1, 'none'],
    [2, segment(random)],
  ])

/** Texts where a text, a number or a name is looked for. */
const TEXTS = [
  ...['', ' ', '0', '-1', '1', '00', '01', '1.5', '1e3', '-0', 'NaN', 'Infinity', 'true', 'false', 'null', 'undefined'],
  ...[
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775809',
    '99999999999999999999999999',
    '0x10',
    '1_000',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'All',
    'all',
    'Strict',
    'Warn',
    'Foreground',
    'Orphan',
    'Exact',
    'NotOlderThan',
  ],
  ...[
    'a=b',
    'a!=b',
    'a in (b,c)',
    'a notin ()',
    '!a',
    'a>5',
    'a,',
    '(',
    'metadata.name=a',
    'a\\=b',
    'metadata.name',
    '\u0000',
  ],
  ...[
    '\u0001\u0002',
    '\ud800',
    '\u202e',
    '\u{1f600}',
    'é',
    '"',
    '\\',
    '\r\nX-Injected: 1',
    '<script>',
    '${x}',
    '{{x}}',
    LONG,
  ],
  ...[
    '1s',
    '5ms',
    '1h',
    '-1s',
    '1x',
    '2026-01-02T03:04:05Z',
    '2026-13-99T99:99:99Z',
    'not base64!',
    'eyJ2IjoibWV0YS5rOHMuaW8vdjEifQ',
  ],
]

export const textOf = (random: Random) =>
  random.weighted([
    [40, random.pick(TEXTS)],
    [1, LONGER],
  ])

/** A part of a path as it is meant, where that can be told. */
export const decodable = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
