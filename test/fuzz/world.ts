import type { ModelStore } from './model-store.ts'
import { type FuzzAnswer, type FuzzRequest, type FuzzServer, NO_ANSWER, type NoAnswer } from './fuzz-server.ts'
import type { Random } from './random.ts'
import { kindOf } from './places.ts'
import type { Place } from './records.ts'
import { MARKER, type WireObject } from './seen-object.ts'
import { COLORS } from './selectors.ts'
import type { WatchPool } from './watch-pool.ts'

/** A page's token, kept to be used late. */
export interface KeptToken extends Place {
  token: string
  version: number
  after: string
}

/** What the clients of a run have been told and may use again. */
export class World {
  readonly tokens: KeptToken[] = []
  /** while the short-lived namespace is being deleted and made again */
  recreating = false
  readonly #objects = new Map<string, WireObject>()
  readonly #versions = new Map<string, string[]>()

  /** The last content told of a name, perhaps out of date. */
  objectAt(place: Place, name: string): WireObject | undefined {
    return this.#objects.get(`${place.scope}/${place.resource}/${name}`)
  }

  keep(place: Place, object: WireObject): void {
    this.#objects.set(`${place.scope}/${place.resource}/${object.metadata.name}`, object)
    if (object.metadata.resourceVersion) this.told(place.scope, object.metadata.resourceVersion)
  }

  told(scope: string, version: string): void {
    const versions = this.#versions.get(scope) ?? []
    versions.push(version)
    if (versions.length > 400) versions.shift()
    this.#versions.set(scope, versions)
  }

  /** A version that was told in this scope, mostly a late one. */
  someVersion(scope: string, random: Random): string | undefined {
    const versions = this.#versions.get(scope) ?? []
    const back = random.chance(0.7) ? random.below(Math.min(20, versions.length)) : random.below(versions.length)
    return versions.at(-1 - back)
  }
}

/** What an operation works with: one of the clients of a run. */
export interface FuzzClient {
  readonly id: string
  readonly server: FuzzServer
  readonly store: ModelStore
  readonly world: World
  readonly watches: WatchPool
  readonly random: Random
  /** of the writes of this client */
  count: number
}

export const nextMarker = (client: FuzzClient) => `${client.id}-${++client.count}`

export function newObject(client: FuzzClient, place: Place, name: string, marker: string): WireObject {
  const { apiVersion, kind, content } = kindOf(place)
  const { random } = client
  const finalizers = random.chance(0.08) ? { finalizers: ['fuzz.test/hold'] } : {}
  return {
    apiVersion,
    kind,
    metadata: { name, labels: someLabels(random), annotations: { [MARKER]: marker }, ...finalizers },
    ...content(someText(random)),
  }
}

/** The same object with other content; an object that is being deleted loses its finalizers, now and then. */
export function changed(client: FuzzClient, place: Place, object: WireObject, marker: string, release: boolean) {
  const { finalizers, ...metadata } = object.metadata
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(finalizers && !release ? { finalizers } : {}),
      labels: someLabels(client.random),
      annotations: { ...metadata.annotations, [MARKER]: marker },
    },
    ...kindOf(place).content(someText(client.random)),
  }
}

const someLabels = (random: Random): Record<string, string> => ({
  ...(random.chance(0.75) ? { color: random.pick(COLORS) } : {}),
  ...(random.chance(0.5) ? { size: String(random.below(9)) } : {}),
})

const someText = (random: Random) => `é${random.next()}`.padEnd(random.chance(0.03) ? 20_000 : random.below(300), 'x')

/** Sends a request and notes when it began and ended; an answer that no request may get is a fault. */
export async function ask(client: FuzzClient, request: FuzzRequest) {
  const { server, store } = client
  const start = store.tick()
  const answer = await server.send(request)
  const noAnswer = answer === NO_ANSWER
  const end = noAnswer ? Infinity : store.tick()
  if (noAnswer && !request.cut && !store.allow.crashes) store.fault(`${describe(request)} got no answer`)
  if (!noAnswer && answer.status >= 500 && !store.allow.crashes)
    store.fault(`${describe(request)} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`)
  return { answer: lostInCrash(answer, store) ? NO_ANSWER : answer, start, end }
}

/** In a run with crashes an answer of 5xx says as little as none. */
const lostInCrash = (answer: FuzzAnswer | NoAnswer, store: ModelStore) =>
  answer !== NO_ANSWER && answer.status >= 500 && store.allow.crashes

const describe = ({ method, path, query }: FuzzRequest) => `${method} ${path} ${JSON.stringify(query ?? {})}`
