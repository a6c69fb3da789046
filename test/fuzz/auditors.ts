import { NO_ANSWER } from './fuzz-server.ts'
import { pathOf } from './places.ts'
import type { Place, Transport } from './records.ts'
import { EVERYTHING } from './selectors.ts'
import { resumed, WatchPool, type WatchRequest } from './watch-pool.ts'
import type { FuzzClient } from './world.ts'

const RETRY_MS = 20

/** Watchers without a selector that come back whenever they lose their connection: together they see every change. */
export class Auditors {
  readonly #client: FuzzClient
  readonly #pool: WatchPool
  readonly #following: Promise<void>[] = []
  #stopped = false

  constructor(client: FuzzClient) {
    this.#client = client
    this.#pool = new WatchPool(client.server, client.store, client.store.auditors)
  }

  /** Watches what happens in a place from now on. */
  async follow(place: Place, over: Transport): Promise<void> {
    const { server, store } = this.#client
    const list = await server.send({ method: 'GET', path: pathOf(place) })
    if (list === NO_ANSWER || list.status !== 200) return store.fault(`${pathOf(place)} cannot be listed`)
    const version = Number(list.body.metadata.resourceVersion)
    const from = { at: 'version', version } as const
    this.#following.push(
      this.#follow({ ...place, selector: EVERYTHING, from, bookmarks: true, partial: false, over, timeoutSeconds: 0 }),
    )
  }

  /** Resolves when each has its connection. */
  async connected(): Promise<void> {
    while (this.#pool.open.length < this.#following.length) await pause()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const open of [...this.#pool.open]) this.#pool.cut(open)
    await Promise.all(this.#following)
  }

  async #follow(request: WatchRequest): Promise<void> {
    for (let next = request; !this.#stopped;) {
      const open = await this.#pool.start(next)
      if (!open) {
        await pause()
        continue
      }
      await open.stream.ended
      if (open.record.items.at(-1)?.type === 'ERROR')
        return this.#client.store.fault(`an auditor of ${pathOf(request)} was told that its history is gone`)
      next = resumed(open.record) ?? next
    }
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, RETRY_MS))
