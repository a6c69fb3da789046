/** Cuts chunks of bytes into lines; a character or a line may be spread over any number of chunks. */
export class LineSplitter {
  readonly #decoder = new TextDecoder()
  /** pieces of the line that has not ended yet */
  #pieces: string[] = []

  /** The lines that end in this chunk, without their newlines. Empty ones are left out. */
  push(chunk: Uint8Array): string[] {
    const [first = '', ...more] = this.#decoder.decode(chunk, { stream: true }).split('\n')
    this.#pieces.push(first)
    if (more.length === 0) return []
    const lines = [this.#pieces.join(''), ...more.slice(0, -1)]
    this.#pieces = more.slice(-1)
    return lines.filter(Boolean)
  }

  /** Whether what came last is no whole line. */
  get isCut(): boolean {
    return this.#pieces.some(Boolean)
  }
}
