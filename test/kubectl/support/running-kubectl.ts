import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A command that goes on, such as `get -w`. */
export class RunningKubectl {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  readonly ended: Promise<number | null>

  constructor(child: ChildProcess) {
    this.#child = child
    this.#lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]()
    this.ended = once(child, 'close').then(([code]) => code as number | null)
  }

  /** The next line that it prints, blanks between columns made one; fails when it ends or the deadline passes. */
  async line(withinMs = 15_000): Promise<string> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error(`${withinMs} ms passed without a line`)), withinMs)
    try {
      const { value, done } = await Promise.race([this.#lines.next(), late.promise])
      if (done) throw new Error(`kubectl ended with ${await this.ended}`)
      return value.trim().replace(/\s+/g, ' ')
    } finally {
      clearTimeout(timer)
    }
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.ended
  }
}
