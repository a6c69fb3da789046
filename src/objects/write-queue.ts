interface Waiting {
  run(): void
  fail(error: unknown): void
}

/**
 * Group commit. A write that finds nobody before it runs at once. Writes that come while a commit is being made durable
 * wait for it (at most `maxWaitMs`), then all run in one turn, each its own transaction and outcome, with one sync for all.
 * A failed commit rejects the whole queue.
 */
export class WriteQueue {
  readonly #sync: () => Promise<void>
  readonly #maxWaitMs: number
  #committing = false
  #waiting: Waiting[] = []

  constructor(sync: () => Promise<void>, maxWaitMs: number) {
    this.#sync = sync
    this.#maxWaitMs = maxWaitMs
  }

  /** Runs synchronous `work` in its turn; resolves with its result. What it throws rejects this call alone. */
  run<T>(work: () => T): Promise<T> {
    if (!this.#committing) {
      const result = settle(work)
      this.#commit()
      return result
    }
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run: () => resolve(settle(work)), fail: reject })
    })
  }

  #commit(): void {
    this.#committing = true
    const { promise: tooLong, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, this.#maxWaitMs)
    Promise.race([this.#sync(), tooLong])
      .finally(() => clearTimeout(timer))
      .then(
        () => this.#runWaiting(),
        (error: unknown) => this.#failWaiting(error),
      )
  }

  #runWaiting(): void {
    const batch = this.#waiting
    this.#waiting = []
    this.#committing = false
    if (batch.length === 0) return
    for (const write of batch) write.run()
    this.#commit()
  }

  #failWaiting(error: unknown): void {
    const batch = this.#waiting
    this.#waiting = []
    this.#committing = false
    for (const write of batch) write.fail(error)
  }
}

async function settle<T>(work: () => T): Promise<T> {
  return work()
}
