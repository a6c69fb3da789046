import type { Connection } from '../connection.ts'
import type { SelectorOptions } from '../options.ts'
import type { ResourcePath } from '../paths.ts'
import type { ApiObject } from '../types.ts'
import { Follower, type Interruption, type WatchStart } from './follower.ts'
import { Mailbox, type WatchEvent } from './mailbox.ts'

export interface WatchOptions<T extends ApiObject> extends SelectorOptions {
  /**
   * Left out: begins with an ADDED for each object there is. A list (`await resource.list().all()`): begins with what came
   * after it. A version: the same, but what was there at that version is listed first, so that deletions can be told later;
   * ExpiredError where that version is older than history, as nobody can tell what was deleted since.
   */
  from?: WatchStart<T>
  /** Ends the watch; the loop over it then ends as if there were nothing more. */
  signal?: AbortSignal | undefined
  /** Told when the stream is lost and comes back. What it throws ends the watch. */
  onInterruption?: ((interruption: Interruption) => void) | undefined
}

/**
 * Changes as they happen, for as long as they are read:
 *
 * ```ts
 * for await (const { type, object } of configMaps.watch({ signal })) console.log(type, object.metadata.name)
 * ```
 *
 * It comes back by itself from the last version or bookmark, and notices a connection that died silently. Where history does
 * not reach back so far it lists again and gives what differs, deletions with the last state known. So whoever follows all
 * events holds exactly what is stored. Errors that coming back cannot cure (no rights; at the start: no such resource) are thrown.
 *
 * A reader too slow for the changes does not make them pile up: beyond a thousand that wait, it gets the newest state of each
 * object alone, and `skipped` tells it.
 */
export class Watch<T extends ApiObject> implements AsyncIterable<WatchEvent<T>> {
  readonly #connection: Connection
  readonly #resource: ResourcePath
  readonly #options: WatchOptions<T>

  constructor(connection: Connection, resource: ResourcePath, options: WatchOptions<T>) {
    this.#connection = connection
    this.#resource = resource
    this.#options = options
  }

  /** Opens a stream of its own; `return`, which leaving the loop calls, resolves when it is closed. */
  [Symbol.asyncIterator](): AsyncIterableIterator<WatchEvent<T>, undefined, undefined> {
    const { from, signal, onInterruption } = this.#options
    const mailbox = new Mailbox<T>()
    const stopped = new AbortController()
    const stop = () => {
      stopped.abort()
      mailbox.close()
    }
    const follower = new Follower<T>(this.#connection, this.#resource, this.#options, from, {
      changed: (change, size) => mailbox.put(change, size),
      interrupted: onInterruption,
    })
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) stop()
    const done = follower
      .run(stopped.signal)
      .then(() => mailbox.end())
      .catch((error: unknown) => mailbox.end(error))
      .finally(() => signal?.removeEventListener('abort', stop))
    return {
      next: () => mailbox.take(),
      async return() {
        stop()
        await done
        return { value: undefined, done: true }
      },
      [Symbol.asyncIterator]() {
        return this
      },
    }
  }
}
