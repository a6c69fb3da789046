import { isLater } from '../watch/change.ts'

interface Waiter {
  isMet(version: string): boolean
  resolve(): void
  reject(error: unknown): void
}

/** How far a copy has come, and who waits for it to come further. */
export class Milestones {
  #version: string | undefined
  #end: { error: unknown } | undefined
  readonly #waiters = new Set<Waiter>()

  get version(): string | undefined {
    return this.#version
  }

  /** Versions of several namespaces may come out of order: the latest counts. */
  reach(version: string): void {
    if (this.#version === undefined || isLater(version, this.#version)) this.#version = version
    for (const waiter of this.#waiters) if (waiter.isMet(this.#version)) waiter.resolve()
  }

  /** It comes no further. */
  end(error: unknown): void {
    this.#end = { error }
    for (const waiter of this.#waiters) waiter.reject(error)
  }

  /** Resolves as soon as a version has been reached that is enough. */
  wait(isMet: (version: string) => boolean, signal?: AbortSignal): Promise<void> {
    if (this.#version !== undefined && isMet(this.#version)) return Promise.resolve()
    if (this.#end) return Promise.reject(this.#end.error)
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      const abort = () => waiter.reject(signal?.reason)
      const leave = () => {
        this.#waiters.delete(waiter)
        signal?.removeEventListener('abort', abort)
      }
      const waiter: Waiter = {
        isMet,
        resolve: () => (leave(), resolve()),
        reject: (error) => (leave(), reject(error)),
      }
      this.#waiters.add(waiter)
      signal?.addEventListener('abort', abort)
    })
  }
}
