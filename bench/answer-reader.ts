/** One HTTP answer. `body` is empty when the reader was told to drop bodies; `bytes` counts them all the same. */
export interface Answer {
  status: number
  head: string
  body: Buffer
  bytes: number
}

/** Where the reader stands in an answer: which bytes come next, and how many where that is known. */
type Expecting =
  { part: 'head' } | { part: 'body' | 'chunk'; left: number } | { part: 'chunk-size' | 'chunk-end' | 'trailer' }

const NOTHING = Buffer.alloc(0)

/** Reads HTTP/1.1 answers out of the bytes of one connection, with a known length or chunked. */
export class AnswerReader {
  readonly #finish: (answer: Answer) => void
  #expecting: Expecting = { part: 'head' }
  #rest: Buffer = NOTHING
  #head = ''
  #parts: Buffer[] = []
  #bytes = 0
  /** Whether bodies are kept; a list of many megabytes is only counted. */
  keepBody = true

  constructor(finish: (answer: Answer) => void) {
    this.#finish = finish
  }

  push(chunk: Buffer): void {
    let data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk
    this.#rest = NOTHING
    while (data.length > 0) {
      const used = this.#take(data)
      if (used === 0) {
        this.#rest = data
        return
      }
      data = data.subarray(used)
    }
  }

  /** Consumes what comes next and returns how many bytes that was; 0 asks for more. */
  #take(data: Buffer): number {
    const expecting = this.#expecting
    switch (expecting.part) {
      case 'head':
        return this.#takeHead(data)
      case 'body':
      case 'chunk':
        return this.#takeBody(data, expecting)
      case 'chunk-size':
        return this.#takeLine(data, (line) => {
          const size = Number.parseInt(line, 16)
          this.#expecting = size === 0 ? { part: 'trailer' } : { part: 'chunk', left: size }
        })
      case 'chunk-end':
        return this.#takeLine(data, () => {
          this.#expecting = { part: 'chunk-size' }
        })
      case 'trailer':
        return this.#takeLine(data, (line) => {
          if (line === '') this.#end()
        })
    }
  }

  #takeHead(data: Buffer): number {
    const end = data.indexOf('\r\n\r\n')
    if (end < 0) return 0
    this.#head = data.toString('latin1', 0, end)
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#head)?.[1]
    if (length === undefined) this.#expecting = { part: 'chunk-size' }
    else if (length === '0') this.#end()
    else this.#expecting = { part: 'body', left: Number(length) }
    return end + 4
  }

  #takeBody(data: Buffer, expecting: { part: 'body' | 'chunk'; left: number }): number {
    const used = Math.min(expecting.left, data.length)
    this.#bytes += used
    if (this.keepBody) this.#parts.push(data.subarray(0, used))
    expecting.left -= used
    if (expecting.left === 0) {
      if (expecting.part === 'body') this.#end()
      else this.#expecting = { part: 'chunk-end' }
    }
    return used
  }

  #takeLine(data: Buffer, use: (line: string) => void): number {
    const end = data.indexOf('\r\n')
    if (end < 0) return 0
    use(data.toString('latin1', 0, end))
    return end + 2
  }

  #end(): void {
    const body = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)
    const answer = { status: Number(this.#head.slice(9, 12)), head: this.#head, body, bytes: this.#bytes }
    this.#expecting = { part: 'head' }
    this.#parts = []
    this.#bytes = 0
    this.#finish(answer)
  }
}
