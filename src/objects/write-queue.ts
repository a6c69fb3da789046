/** Work beside the writes makes commits larger, and a large log is written back sooner: more often would be felt. */
const BESIDE_PAUSE_MS = 20

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
  /** whether somebody wrote since work beside the writes was last due, and whether somebody had between that time and the one before */
  #written = false
  #busy = false

  constructor(sync: () => Promise<void>, maxWaitMs: number) {
    this.#sync = sync
    this.#maxWaitMs = maxWaitMs
  }

  /** Runs synchronous `work` in its turn; resolves with its result. What it throws rejects this call alone. */
  run<T>(work: () => T): Promise<T> {
    if (!this.#committing) {
      this.#written = true
      const result = settle(work)
      this.#commit()
      return result
    }
    return new Promise<T>((resolve, reject) => {
      this.#wait({ run: () => resolve(settle(work)), fail: reject })
    })
  }

  /**
   * Runs synchronous `work` so that those who write hardly notice, with a pause before it while there are any. Where a commit
   * is under way it goes with those that wait for that. Not before the next turn of the event loop: so who calls it again and
   * again lets others get in.
   */
  runBeside<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#beside.push({ run: () => resolve(settle(work)), fail: reject })
      this.#besideTimer ??= setTimeout(() => this.#besideIsDue(), this.#busy ? BESIDE_PAUSE_MS : 0)
    })
  }

  #besideIsDue(): void {
    this.#besideTimer = null
    this.#busy = this.#written
    this.#written = false
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
    if (batch.length > 0) this.#written = true
    this.#runTogether(this.#besideTimer === null ? [...batch, ...this.#takeBeside()] : batch)
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
