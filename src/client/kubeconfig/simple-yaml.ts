import { blockScalar, HEADER } from './block-scalar.ts'
import { scalar } from './scalar.ts'
import { Lines, refuse, type Line } from './lines.ts'

/**
 * Reads the YAML that kubeconfigs are written in: block maps, block lists, block scalars, `{}`, `[]`, plain and quoted scalars
 * on one line, comments; of several documents the first. Anything else throws an Error that names the line and shows nothing of
 * it, as it may be a secret. Scalars stay strings, but for `null`, `~`, true, false.
 *
 *     users:            {users: [{name: 'a', user: {token: 'x'}}]}
 *     - name: a
 *       user:
 *         token: "x"
 */
export function parseSimpleYaml(text: string): unknown {
  const lines = new Lines(text)
  const value = block(lines, 0)
  const left = lines.peek()
  if (left) throw refuse(left)
  return value
}

/** Behind a dash a tab is no indentation. */
const ITEM = /^-(?: +(?=[^ \t])|$)/
const ENTRY =
  /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:[^ \t"'#&*!|>%@`{}[\],?:-]|[?:-][^ \t#])[^#]*?)[ \t]*:(?:[ \t]+([^]*))?$/

/** The map or list whose lines are indented by at least so much; null where there is none. */
function block(lines: Lines, atLeast: number): unknown {
  const first = lines.peek()
  if (!first || first.indent < atLeast) return null
  return ITEM.test(first.text) ? list(lines, first.indent) : map(lines, first.indent)
}

function list(lines: Lines, indent: number): unknown[] {
  const items: unknown[] = []
  for (let line = lines.peek(); line?.indent === indent; line = lines.peek()) {
    const dash = ITEM.exec(line.text)?.[0]
    if (dash === undefined) break
    const rest = line.text.slice(dash.length)
    if (ITEM.test(rest) || ENTRY.test(rest)) {
      // what stands behind the dash is the first line of a block of its own
      lines.replace({ ...line, indent: indent + dash.length, text: rest })
      items.push(block(lines, indent + 1))
    } else items.push(value(lines, line, rest, { inside: indent + 1, indent }))
  }
  return items
}

function map(lines: Lines, indent: number): unknown {
  const entries = new Map<string, unknown>()
  for (let line = lines.peek(); line?.indent === indent; line = lines.peek()) {
    const entry = ENTRY.exec(line.text)
    if (!entry) break
    const [, written = '', rest = ''] = entry
    const key = String(scalar(written, line))
    if (entries.has(key)) throw refuse(line)
    entries.set(key, value(lines, line, rest, { indent }))
  }
  return Object.fromEntries(entries)
}

/** What stands behind a dash or a key: on its line, or as a block below. */
function value(lines: Lines, line: Line, rest: string, place: { indent: number; inside?: number }): unknown {
  lines.take()
  const header = HEADER.exec(rest)
  if (header) return blockScalar(lines, header, place.indent)
  if (rest !== '' && !rest.startsWith('#')) return scalar(rest, line)
  // a list may stand as far left as its key
  const next = lines.peek()
  const isListOfKey = place.inside === undefined && next !== undefined && ITEM.test(next.text)
  return block(lines, isListOfKey ? place.indent : place.indent + 1)
}
