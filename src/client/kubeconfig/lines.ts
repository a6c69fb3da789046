export interface Line {
  indent: number
  /** Without the spaces around it. */
  text: string
  number: number
}

const MARK = /^(---|\.\.\.)(?:[ \t]+([^]*))?$/

/** The lines of the first document of a text, one after the other. */
export class Lines {
  readonly #raw: string[]
  #next = 0
  #replaced: Line | undefined

  constructor(text: string) {
    const raw = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
    // the last newline ends a line and begins none
    if (raw.at(-1) === '') raw.pop()
    const isEmpty = (line: string) => /^[ \t]*(#|$)/.test(line)
    // directives come before the first mark
    const start = raw.findIndex((line) => !isEmpty(line) && !line.startsWith('%'))
    const [, mark, rest = ''] = MARK.exec(raw[start] ?? '') ?? []
    const hasDirectives = raw.slice(0, Math.max(start, 0)).some((line) => line.startsWith('%'))
    if ((mark && !isEmpty(rest)) || (hasDirectives && mark !== '---')) throw refuse({ number: start + 1 })
    this.#next = mark === '---' ? start + 1 : Math.max(start, 0)
    const end = raw.findIndex((line, i) => i >= this.#next && MARK.test(line))
    this.#raw = end < 0 ? raw : raw.slice(0, end)
  }

  /** The next line that is neither empty nor a comment. */
  peek(): Line | undefined {
    if (this.#replaced) return this.#replaced
    for (; this.#next < this.#raw.length; this.#next++) {
      const [, space = '', text = ''] = /^([ \t]*)([^]*?)[ \t]*$/.exec(this.#raw[this.#next] as string) ?? []
      if (text === '' || text.startsWith('#')) continue
      const line = { indent: space.length, text, number: this.#next + 1 }
      if (space.includes('\t')) throw refuse(line)
      return line
    }
    return undefined
  }

  /** Puts another in the place of the line that comes next. */
  replace(line: Line): void {
    this.#replaced = line
  }

  /** Goes on behind the line that came next. */
  take(): void {
    this.#replaced = undefined
    this.#next++
  }

  /** Takes the lines as they are written, for as long as they are wanted. */
  takeWhile(isWanted: (raw: string) => boolean): string[] {
    const taken = []
    for (; this.#next < this.#raw.length && isWanted(this.#raw[this.#next] as string); this.#next++)
      taken.push(this.#raw[this.#next] as string)
    return taken
  }
}

export const refuse = ({ number }: { number: number }) =>
  new Error(`line ${number} of the kubeconfig is YAML that is not understood here: give it parsed, or as JSON`)
