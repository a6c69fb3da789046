import { StatusError } from '../core/errors/status-error.ts'

/** What SQLite says of a write that found no room. */
const FULL = /SQLITE_FULL|database or disk is full/
/** What is heard of an object that cannot even be opened: nothing. */
const UNNAMED = /^internal error/
const RETRY_SECONDS = 5
/** So many scopes are remembered; of more, the others are found full again. */
const MAX_SCOPES = 100

const noRoom = () =>
  new StatusError(
    'InsufficientStorage',
    'the storage is full, so nothing was written: make room (delete what is not needed, free the disk), then try again',
    { retryAfterSeconds: RETRY_SECONDS },
  )

/** Which scopes, by namespace, found no room for their last write, as far as this isolate knows (Q3). */
export class StorageSpace {
  readonly #full = new Set<string>()

  /** What went wrong at a scope, as the error to answer with: 507 where there was no room, else the same. Logged once. */
  explain(namespace: string, error: unknown): unknown {
    const { message = '' } = error as Partial<Error>
    const isFull = FULL.test(message)
    if (!isFull && !(this.#full.size > 0 && UNNAMED.test(message))) return error
    if (this.#full.size === 0)
      console.error('the storage is full (SQLITE_FULL): writes are answered 507 until there is room')
    if (isFull && this.#full.size < MAX_SCOPES) this.#full.add(namespace)
    return noRoom()
  }

  /** A write of the scope found room. */
  found(namespace: string): void {
    if (this.#full.size > 0) this.#full.delete(namespace)
  }

  /** Throws where a scope that was full still is; `probe` writes there. */
  async assertRoom(probe: (namespace: string) => Promise<void>): Promise<void> {
    for (const namespace of this.#full) {
      await probe(namespace).catch(() => Promise.reject(noRoom()))
      this.found(namespace)
    }
  }
}
