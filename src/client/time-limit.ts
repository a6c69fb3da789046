import type { ClientEnvironment } from './environment.ts'
import { ConnectionError } from './errors.ts'

/**
 * An AbortSignal that follows another one, and ends by itself where nothing has been heard for `ms`. `stop` must be called:
 * it takes away the timer and the listener.
 */
export class TimeLimit {
  readonly #environment: ClientEnvironment
  readonly #ms: number
  readonly #outer: AbortSignal | undefined
  readonly #controller = new AbortController()
  #cancel = () => {}

  constructor(environment: ClientEnvironment, ms: number, outer?: AbortSignal) {
    this.#environment = environment
    this.#ms = ms
    this.#outer = outer
    outer?.addEventListener('abort', this.#follow)
    if (outer?.aborted) this.#follow()
    else this.restart()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Something was heard: the time begins anew. */
  restart(): void {
    this.#cancel()
    const silent = new ConnectionError(`nothing was heard for ${this.#ms} ms`)
    this.#cancel = this.#environment.setTimer(() => this.#controller.abort(silent), this.#ms)
  }

  stop(): void {
    this.#cancel()
    this.#outer?.removeEventListener('abort', this.#follow)
  }

  /** Stops, and ends what still heeds the signal. */
  end(): void {
    this.stop()
    this.#controller.abort()
  }

  readonly #follow = () => {
    this.#cancel()
    this.#controller.abort(this.#outer?.reason)
  }
}

/** Runs something that heeds its signal; rejects with the signal's reason when time is over. */
export async function withLimit<R>(
  environment: ClientEnvironment,
  ms: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<R>,
): Promise<R> {
  outer?.throwIfAborted()
  const limit = new TimeLimit(environment, ms, outer)
  try {
    return await run(limit.signal)
  } catch (error) {
    throw limit.signal.aborted ? limit.signal.reason : error
  } finally {
    limit.stop()
  }
}
