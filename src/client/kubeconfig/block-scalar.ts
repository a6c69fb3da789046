import type { Lines } from './lines.ts'

/** `|` or `>`, then how much is indented and what becomes of the last newlines, in either order. */
export const HEADER = /^([|>])(?=[1-9]?[+-]?(?:[ \t]|$)|[+-][1-9](?:[ \t]|$))([1-9]?)([+-]?)([1-9]?)(?:[ \t]+#[^]*)?$/

/**
 * A text of several lines, below what is indented by `outer`.
 *
 *     a: |      'one\ntwo\n'      a: >-     'one two'
 *       one                         one
 *       two                         two
 */
export function blockScalar(lines: Lines, [, style, before, chomping, after]: RegExpExecArray, outer: number): string {
  const given = before || after
  let indent = given ? outer + Number(given) : 0
  const raw = lines.takeWhile((line) => {
    const spaces = /^ */.exec(line)?.[0].length ?? 0
    if (spaces === line.length) return true
    // the first line says how much all are indented
    if (indent === 0 && spaces > outer) indent = spaces
    return indent > 0 && spaces >= indent
  })
  const text = raw.map((line) => line.slice(indent || Infinity)).join('\n')
  const body = text.replace(/\n*$/, '')
  const content = style === '>' ? folded(body) : body
  // one for each line that has nothing in it, and one behind the last that has
  const newlines = text.length - body.length + (raw.length > 0 ? 1 : 0)
  if (chomping === '+') return content + '\n'.repeat(newlines)
  return chomping === '-' || content === '' ? content : `${content}\n`
}

/** A single newline between lines that are not indented further is a space; of several one goes. */
const folded = (text: string) =>
  text.replace(/^([^ \t\n][^\n]*)\n(\n*)(?=[^ \t\n])/gm, (_all, line: string, empty: string) => line + (empty || ' '))
