import { type FuzzServer, type FuzzStream, NO_ANSWER, type Query } from './fuzz-server.ts'
import type { ModelStore } from './model-store.ts'
import type { Place, WatchRecord } from './records.ts'
import { pathOf } from './places.ts'

/** What a watch asks for, in the oracle's terms. */
export type WatchRequest = Place &
  Pick<WatchRecord, 'selector' | 'from' | 'bookmarks' | 'partial' | 'over' | 'timeoutSeconds'>

const METADATA_ONLY = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'

export interface OpenWatch {
  record: WatchRecord
  stream: FuzzStream
}

/** The watches of a run: those that are open, and a record of each for the oracle. */
export class WatchPool {
  readonly open: OpenWatch[] = []
  /** ended, and not yet resumed */
  readonly finished: WatchRecord[] = []
  readonly #server: FuzzServer
  readonly #store: ModelStore
  readonly #records: WatchRecord[]

  /** `records` takes what the oracle will judge. */
  constructor(server: FuzzServer, store: ModelStore, records: WatchRecord[]) {
    this.#server = server
    this.#store = store
    this.#records = records
  }

  async start(request: WatchRequest): Promise<OpenWatch | undefined> {
    const path = pathOf(request)
    const start = this.#store.tick()
    const accept = request.partial ? METADATA_ONLY : 'application/json'
    const stream = await this.#server.watch({ path, query: queryOf(request), accept, over: request.over })
    if (stream === NO_ANSWER || !('items' in stream)) {
      if (!this.#store.allow.crashes) this.#store.fault(`WATCH ${path} was refused: ${JSON.stringify(stream)}`)
      return undefined
    }
    const record: WatchRecord = {
      ...request,
      start,
      opened: this.#store.tick(),
      items: stream.items,
      ended: undefined,
      cutAt: Infinity,
      paused: false,
    }
    this.#records.push(record)
    const watch = { record, stream }
    this.open.push(watch)
    void stream.ended.then((how) => this.#forget(watch, how))
    return watch
  }

  cut(watch: OpenWatch): void {
    watch.record.cutAt = this.#store.tick()
    watch.stream.cut()
  }

  pause(watch: OpenWatch): void {
    watch.record.paused = true
    watch.stream.pause()
  }

  #forget(watch: OpenWatch, how: 'clean' | 'cut'): void {
    watch.record.ended = how
    const place = this.open.indexOf(watch)
    if (place >= 0) this.open.splice(place, 1)
    this.finished.push(watch.record)
  }
}

/** How a client that lost its watch goes on: from the last version it saw; undefined where it saw none. */
export function resumed(record: WatchRecord): WatchRequest | undefined {
  const { items, from } = record
  const last = items.findLast((item) => item.type !== 'ERROR')?.object.version
  const version = last ?? (from.at === 'version' ? from.version : undefined)
  // initial events come in the order of their versions, so a client that saw some of them goes on after those
  return version === undefined ? undefined : { ...record, from: { at: 'version', version } }
}

function queryOf({ selector, from, bookmarks, timeoutSeconds }: WatchRequest): Query {
  return {
    watch: true,
    ...selector.query,
    ...(from.at === 'version' ? { resourceVersion: String(from.version) } : {}),
    ...(from.at === 'state' && bookmarks
      ? { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' }
      : from.at === 'now'
        ? { sendInitialEvents: false, resourceVersionMatch: 'NotOlderThan' }
        : {}),
    ...(bookmarks ? { allowWatchBookmarks: true } : {}),
    ...(timeoutSeconds > 0 ? { timeoutSeconds } : {}),
  }
}
