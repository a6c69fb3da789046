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
  /** the number of the commit that is under way, or was last */
  #commits = 0
  #waiting: Waiting[] = []
  #timer: ReturnType<typeof setTimeout> | null = null
  #beside: Waiting[] = []
  #besideTimer: ReturnType<typeof setTimeout> | null = null
  /** whether somebody wrote since work beside the writes last ran without any */
  #busy = false

  constructor(sync: () => Promise<void>, maxWaitMs: number) {
    this.#sync = sync
    this.#maxWaitMs = maxWaitMs
  }

  /** Runs synchronous `work` in its turn; resolves with its result. What it throws rejects this call alone. */
  run<T>(work: () => T): Promise<T> {
    if (!this.#committing) {
      this.#busy = true
      const result = settle(work)
      for (const beside of this.#takeBeside()) beside.run()
      this.#commit()
      return result
    }
    return new Promise<T>((resolve, reject) => {
      this.#wait({ run: () => resolve(settle(work)), fail: reject })
    })
  }

  /**
   * Runs synchronous `work` so that those who write hardly notice: in the turn of their next write, with which it shares the
   * commit. When none comes for `maxWaitMs` it runs alone, and while none comes, in the next turn of the event loop: so who
   * calls it again and again lets others get in.
   */
  runBeside<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#beside.push({ run: () => resolve(settle(work)), fail: reject })
      this.#besideTimer ??= setTimeout(() => this.#runAlone(), this.#busy ? this.#maxWaitMs : 0)
    })
  }

  /** Nobody has written since; a commit that is under way is waited for. */
  #runAlone(): void {
    this.#besideTimer = null
    this.#busy = false
    if (!this.#committing) this.#runTogether(this.#takeBeside())
  }

  #commit(): void {
    this.#committing = true
    const commit = ++this.#commits
    this.#sync().then(
      () => this.#runWaiting(commit),
      (error: unknown) => this.#failWaiting(commit, error),
    )
  }

  /** The first that waits sees to it that nobody waits too long. */
  #wait(waiting: Waiting): void {
    this.#waiting.push(waiting)
    if (this.#waiting.length > 1) return
    const commit = this.#commits
    this.#timer = setTimeout(() => this.#runWaiting(commit), this.#maxWaitMs)
  }

  /** `commit` is the one that is over; one that was given up waiting for comes too late. */
  #runWaiting(commit: number): void {
    if (commit !== this.#commits) return
    const batch = this.#takeWaiting()
    if (batch.length > 0) this.#busy = true
    const besideIsDue = batch.length > 0 || this.#besideTimer === null
    this.#runTogether(besideIsDue ? [...batch, ...this.#takeBeside()] : batch)
  }

  #runTogether(batch: readonly Waiting[]): void {
    if (batch.length === 0) return
    for (const write of batch) write.run()
    this.#commit()
  }

  #failWaiting(commit: number, error: unknown): void {
    if (commit !== this.#commits) return
    for (const write of [...this.#takeWaiting(), ...this.#takeBeside()]) write.fail(error)
  }

  #takeWaiting(): Waiting[] {
    const batch = this.#waiting
    this.#waiting = []
    this.#committing = false
    clearTimeout(this.#timer)
    return batch
  }

  #takeBeside(): Waiting[] {
    const batch = this.#beside
    this.#beside = []
    clearTimeout(this.#besideTimer)
    this.#besideTimer = null
    return batch
  }
}

async function settle<T>(work: () => T): Promise<T> {
  return work()
}
