import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  type Answer,
  type ApiBody,
  type ApiClient,
  PATCH_TYPES,
  type PatchKind,
  type QueryValues,
  type RequestOptions,
} from '../support/client.ts'
import { isBookmark, type WatchEvent } from '../support/event-queue.ts'
import { INITIAL_EVENTS_END } from '../../src/wire/names.ts'
import { namespaceObject } from '../support/objects.ts'
import { eventually, uniqueName, untilGone } from '../support/sandbox.ts'
import { WatchReader } from '../support/watch-reader.ts'
import type { Observation } from './observation.ts'

type Labels = Record<string, string>

export interface Shown extends RequestOptions {
  step?: string
  /** what of the body is written down; `false`: the status alone */
  show?: ((body: ApiBody) => unknown) | false
}

/** Requests of a scenario; paths without a leading slash are resources of the core group in its namespace. */
export class Requests {
  readonly #stage: Stage
  readonly #observe: ((observation: Observation) => void) | undefined

  constructor(stage: Stage, observe?: (observation: Observation) => void) {
    this.#stage = stage
    this.#observe = observe
  }

  async send(method: string, path: string, options: Shown = {}): Promise<Answer> {
    const answer = await this.#stage.client.request(method, this.#stage.path(path), options)
    this.#observe?.(observationOf(answer, options.step ?? `${method} ${path}`, options.show))
    return answer
  }

  get(path: string, query?: QueryValues, options: Shown = {}): Promise<Answer> {
    return this.send('GET', path, { query, ...options })
  }

  post(path: string, body: unknown, options: Shown = {}): Promise<Answer> {
    return this.send('POST', path, { body, ...options })
  }

  put(path: string, body: unknown, options: Shown = {}): Promise<Answer> {
    return this.send('PUT', path, { body, ...options })
  }

  patch(path: string, kind: PatchKind, body: unknown, options: Shown = {}): Promise<Answer> {
    const headers = { 'content-type': PATCH_TYPES[kind], ...options.headers }
    return this.send('PATCH', path, { body, ...options, headers })
  }

  delete(path: string, body?: unknown, options: Shown = {}): Promise<Answer> {
    return this.send('DELETE', path, { body, ...options })
  }
}

export interface WatchedFor {
  step?: string
  /** how many events are waited for */
  count: number
  bookmarks?: 'none' | 'end of the initial events' | 'all'
  show?: (event: WatchEvent) => unknown
  /** done once so many events have come (0: when the stream is open) */
  act?: { after?: number; run: () => Promise<unknown> }
  withinMs?: number
}

/** One fresh namespace, the requests made in it, and what is written down of them. */
export class Stage {
  readonly client: ApiClient
  readonly namespace = uniqueName('golden')
  /** what names of cluster-scoped objects end in */
  readonly suffix = randomBytes(5).toString('hex')
  /** whether `managedFields` are compared */
  managedFields = false
  readonly observations: Observation[] = []
  /** requests that are written down */
  readonly seen: Requests
  /** requests that are not */
  readonly unseen: Requests
  readonly #open = new Set<WatchReader>()
  readonly #namespaces: string[] = []

  constructor(client: ApiClient) {
    this.client = client
    this.unseen = new Requests(this)
    this.seen = new Requests(this, (observation) => this.observations.push(observation))
  }

  path(path: string): string {
    return path.startsWith('/') ? path : `/api/v1/namespaces/${this.namespace}/${path}`
  }

  /** Creates a namespace beside the scenario's own, and gives its path. What it shows of the answer is up to `requests`. */
  async createNamespace(base: string, requests = this.unseen, options: Shown & { labels?: Labels } = {}) {
    const name = `${base}-${this.suffix}`
    const path = `/api/v1/namespaces/${name}`
    this.#namespaces.push(path)
    const { body } = await requests.post('/api/v1/namespaces', namespaceObject(name, options.labels), options)
    return { name, path, body }
  }

  /** Waits until `isReady` accepts what is at the path. */
  async until(path: string, isReady: (body: ApiBody) => unknown, what: string): Promise<void> {
    const look = async () => (isReady((await this.unseen.get(path)).body) ? true : undefined)
    await eventually(look, what)
  }

  untilGone(...paths: string[]): Promise<void> {
    return untilGone(
      this.client,
      paths.map((path) => this.path(path)),
    )
  }

  /** Keeps a value that no single answer shows. */
  note(step: string, value: unknown): void {
    this.observations.push({ step, body: value })
  }

  async listVersion(): Promise<string> {
    return (await this.unseen.get('configmaps')).body.metadata.resourceVersion!
  }

  /** Watches until enough events have come, and writes them down; a refusal is written down in their place. */
  async watch(path: string, query: QueryValues, wanted: WatchedFor): Promise<WatchEvent[]> {
    const response = await this.openWatch(path, query)
    const step = wanted.step ?? `WATCH ${path}`
    if (response.statusCode !== 200) {
      this.observations.push({ step, status: response.statusCode!, body: JSON.parse(await text(response)) })
      return []
    }
    const reader = new WatchReader(response)
    this.#open.add(reader)
    const events = await collect(reader, wanted)
    reader.close()
    this.observations.push({ step, status: 200, body: wanted.show ? events.map(wanted.show) : events })
    return events
  }

  openWatch(path: string, query: QueryValues, accept?: string): Promise<IncomingMessage> {
    const headers: Record<string, string> = accept === undefined ? {} : { accept }
    const all = { watch: true, timeoutSeconds: 20, ...query }
    return this.client.open('GET', this.path(path), { query: all, headers })
  }

  /** Every event of a watch up to its time limit. */
  async eventsUntilTheLimit(query: QueryValues, accept: string, act: () => Promise<unknown>): Promise<WatchEvent[]> {
    const response = await this.openWatch('configmaps', { timeoutSeconds: 2, ...query }, accept)
    const reader = new WatchReader(response)
    this.#open.add(reader)
    await act()
    return (await reader.events.drain(15_000)).events
  }

  async setUp(): Promise<void> {
    await this.unseen.post('/api/v1/namespaces', namespaceObject(this.namespace))
  }

  async tearDown(): Promise<void> {
    for (const reader of this.#open) reader.close()
    for (const path of [...this.#namespaces, `/api/v1/namespaces/${this.namespace}`]) await this.unseen.delete(path)
  }
}

/** What is counted and written down; what came beyond the count by then is kept too, so that a doubled event shows. */
async function collect(reader: WatchReader, wanted: WatchedFor): Promise<WatchEvent[]> {
  const counts = (event: WatchEvent) => isCounted(event, wanted.bookmarks ?? 'none')
  const act = wanted.act ?? { run: async () => {} }
  let acting: Promise<unknown> | undefined
  let count = 0
  while (count < wanted.count) {
    if (count >= (act.after ?? 0)) acting ??= act.run()
    if (counts(await reader.events.next(wanted.withinMs ?? 10_000))) count += 1
  }
  await (acting ?? act.run())
  return reader.events.all.filter(counts)
}

function isCounted(event: WatchEvent, bookmarks: 'none' | 'end of the initial events' | 'all'): boolean {
  if (!isBookmark(event) || bookmarks === 'all') return true
  return bookmarks !== 'none' && event.object.metadata.annotations?.[INITIAL_EVENTS_END] !== undefined
}

function observationOf(answer: Answer, step: string, show: Shown['show']): Observation {
  const { 'content-type': contentType = '', warning, 'retry-after': retryAfter } = answer.headers
  const body = contentType.includes('json') ? answer.body : answer.text
  return {
    step,
    status: answer.status,
    contentType,
    ...(warning ? { warning } : {}),
    ...(retryAfter ? { retryAfter } : {}),
    ...(show === false ? {} : { body: show ? show(body as ApiBody) : body }),
  }
}
