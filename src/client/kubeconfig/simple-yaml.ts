interface Line {
  indent: number
  text: string
  number: number
}

/**
 * Reads the YAML that kubeconfigs are written in: block maps, block lists, `{}`, `[]`, plain and quoted scalars on one
 * line, comments. Anything else throws an Error that names the line. Scalars stay strings, but for `null`, `~`, true, false.
 *
 *     users:            {users: [{name: 'a', user: {token: 'x'}}]}
 *     - name: a
 *       user:
 *         token: "x"
 */
export function parseSimpleYaml(text: string): unknown {
  const lines = text.split(/\r?\n/).flatMap((line, i): Line[] => {
    const content = line.trim()
    const ignored = content === '' || content.startsWith('#') || content === '---'
    return ignored ? [] : [{ indent: line.length - line.trimStart().length, text: content, number: i + 1 }]
  })
  const reader = new BlockReader(lines)
  const value = reader.block(0)
  reader.assertEnd()
  return value
}

const ITEM = /^-(?:\s+|$)/
const ENTRY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#&*!|>%@`{}[\],?-][^#]*?)\s*:(?:\s+(.*))?$/

class BlockReader {
  readonly #lines: Line[]
  #next = 0

  constructor(lines: Line[]) {
    this.#lines = lines
  }

  /** The map or list whose lines are indented by at least so much. */
  block(atLeast: number): unknown {
    const first = this.#lines[this.#next]
    if (!first || first.indent < atLeast) return null
    return ITEM.test(first.text) ? this.#list(first.indent) : this.#map(first.indent)
  }

  assertEnd(): void {
    const line = this.#lines[this.#next]
    if (line) throw refuse(line)
  }

  #list(indent: number): unknown[] {
    const items: unknown[] = []
    for (let line = this.#lines[this.#next]; line?.indent === indent; line = this.#lines[this.#next]) {
      const dash = ITEM.exec(line.text)?.[0]
      if (dash === undefined) break
      const rest = line.text.slice(dash.length)
      if (rest !== '' && !ENTRY.test(rest)) {
        this.#next++
        items.push(scalar(rest, line))
        continue
      }
      // what stands behind the dash is the first line of a block of its own
      if (rest === '') this.#next++
      else this.#lines[this.#next] = { ...line, indent: indent + dash.length, text: rest }
      items.push(this.block(indent + 1))
    }
    return items
  }

  #map(indent: number): unknown {
    const entries: [string, unknown][] = []
    for (let line = this.#lines[this.#next]; line?.indent === indent; line = this.#lines[this.#next]) {
      const entry = ENTRY.exec(line.text)
      if (!entry) break
      this.#next++
      const [, key = '', rest = ''] = entry
      const next = this.#lines[this.#next]
      // a list may stand as far left as its key
      const inside = next && ITEM.test(next.text) ? indent : indent + 1
      const isBlock = rest === '' || rest.startsWith('#')
      entries.push([String(scalar(key, line)), isBlock ? this.block(inside) : scalar(rest, line)])
    }
    return Object.fromEntries(entries)
  }
}

function scalar(text: string, line: Line): unknown {
  const quoted = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*(?:#.*)?$/.exec(text)?.[1]
  if (quoted?.startsWith('"')) return JSON.parse(quoted) as string
  if (quoted) return quoted.slice(1, -1).replaceAll("''", "'")
  const plain = text.replace(/\s+#.*$/, '')
  if (plain === '{}') return {}
  if (plain === '[]') return []
  if (/^["'&*!|>%@`{}[\],]/.test(plain)) throw refuse(line)
  if (plain === 'true' || plain === 'false') return plain === 'true'
  return plain === 'null' || plain === '~' ? null : plain
}

const refuse = ({ number, text }: Line) =>
  new Error(
    `line ${number} of the kubeconfig is YAML that is not understood here, give it parsed: ${text.slice(0, 40)}`,
  )
