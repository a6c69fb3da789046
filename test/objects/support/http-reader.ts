import { EventInbox, type WatchEvent } from './event-inbox.ts'

/** Reads a watch over chunked HTTP. */
export class HttpReader {
  readonly events = new EventInbox()
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #pending = ''
  #reading = false

  constructor(response: Response) {
    if (!response.ok || !response.body) throw new Error(`the watch was refused with ${response.status}`)
    this.#reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array>
  }

  /** Starts to read. A reader that was not told to takes nothing. */
  read(): this {
    if (!this.#reading) void this.#readAll()
    this.#reading = true
    return this
  }

  /** Goes away, as a client does that cuts its connection. */
  close(): Promise<void> {
    return this.#reader.cancel()
  }

  async #readAll(): Promise<void> {
    const decoder = new TextDecoder()
    try {
      for (;;) {
        const { done, value } = await this.#reader.read()
        if (done) break
        this.#receive(decoder.decode(value, { stream: true }))
      }
      this.events.finish({ how: 'clean', leftover: this.#pending })
    } catch {
      this.events.finish({ how: 'cut', leftover: this.#pending })
    }
  }

  #receive(text: string): void {
    const lines = (this.#pending + text).split('\n')
    this.#pending = lines.pop() ?? ''
    for (const line of lines) if (line) this.events.push(JSON.parse(line) as WatchEvent)
  }
}
