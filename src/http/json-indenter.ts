/** Indents JSON text as it streams by: two spaces a level, `[]` and `{}` stay short. The text must be valid. */
export class JsonIndenter {
  #depth = 0
  #inString = false
  #escaped = false
  /** an opening bracket whose content has not begun */
  #opened = false

  push(text: string): string {
    let out = ''
    let from = 0
    for (let i = 0; i < text.length; i++) {
      const char = text.charCodeAt(i)
      if (this.#inString) {
        this.#scanString(char)
        continue
      }
      out += text.slice(from, i) + this.#structure(char, text.charAt(i))
      from = i + 1
    }
    return out + text.slice(from)
  }

  #scanString(char: number): void {
    if (this.#escaped) this.#escaped = false
    else if (char === BACKSLASH) this.#escaped = true
    else if (char === QUOTE) this.#inString = false
  }

  #structure(code: number, char: string): string {
    switch (code) {
      case OPEN_BRACE:
      case OPEN_BRACKET: {
        const before = this.#begin()
        this.#depth++
        this.#opened = true
        return before + char
      }
      case CLOSE_BRACE:
      case CLOSE_BRACKET: {
        this.#depth--
        const empty = this.#opened
        this.#opened = false
        return empty ? char : this.#line() + char
      }
      case COMMA:
        return char + this.#line()
      case COLON:
        return ': '
      default:
        if (code === QUOTE) this.#inString = true
        return char.trim() === '' ? '' : this.#begin() + char
    }
  }

  /** Before the first thing in brackets comes a new line. */
  #begin(): string {
    if (!this.#opened) return ''
    this.#opened = false
    return this.#line()
  }

  #line = () => `\n${'  '.repeat(this.#depth)}`
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_BRACKET = 91
const BACKSLASH = 92
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125
