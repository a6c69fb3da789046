import { refuse, type Line } from './lines.ts'

const QUOTED = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')[ \t]*(?:[ \t]#[^]*)?$/
const ESCAPE = /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/g
const ESCAPED: Record<string, string> = {
  ...{ '0': '\0', a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r', e: '\x1b' },
  ...{ ' ': ' ', '"': '"', '/': '/', '\\': '\\', N: '\x85', _: '\xa0', L: '\u2028', P: '\u2029' },
}

/** A scalar on one line, perhaps with a comment behind it. Throws where it is something else. */
export function scalar(text: string, line: Line): unknown {
  const quoted = QUOTED.exec(text)?.[1]
  if (quoted?.startsWith('"')) return unescape(quoted.slice(1, -1), line)
  if (quoted) return quoted.slice(1, -1).replaceAll("''", "'")
  const plain = text.replace(/[ \t]+#[^]*$/, '')
  if (plain === '{}') return {}
  if (plain === '[]') return []
  if (/^(["'&*!|>%@`{}[\],#]|[-?:]([ \t]|$))|:([ \t]|$)/.test(plain)) throw refuse(line)
  if (plain === 'true' || plain === 'false') return plain === 'true'
  return plain === 'null' || plain === '~' ? null : plain
}

function unescape(text: string, line: Line): string {
  return text.replace(ESCAPE, (_all, x?: string, u?: string, U?: string, single = '') => {
    const digits = x ?? u ?? U
    if (digits === undefined && !Object.hasOwn(ESCAPED, single)) throw refuse(line)
    const code = parseInt(digits ?? '0', 16)
    if (code > 0x10ffff) throw refuse(line)
    return digits === undefined ? (ESCAPED[single] as string) : String.fromCodePoint(code)
  })
}
