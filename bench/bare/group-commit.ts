/**
 * Takes writes that arrive while another is being made durable together in one turn, so that they share one fsync.
 *
 * A write that finds nobody running runs at once; the others wait until the storage of the running commit has synced.
 */
export class GroupCommit {
  readonly #sync: () => Promise<void>
  #busy = false
  #waiting: (() => void)[] = []

  constructor(sync: () => Promise<void>) {
    this.#sync = sync
  }

  run<T>(write: () => T): Promise<T> | T {
    if (this.#busy) {
      return new Promise((resolve, reject) => {
        this.#waiting.push(() => {
          try {
            resolve(write())
          } catch (error) {
            reject(error)
          }
        })
      })
    }
    this.#busy = true
    void this.#drain()
    return write()
  }

  async #drain(): Promise<void> {
    try {
      await this.#sync()
      while (this.#waiting.length > 0) {
        for (const write of this.#waiting.splice(0)) write()
        await this.#sync()
      }
    } finally {
      this.#busy = false
    }
  }
}
