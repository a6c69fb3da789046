import { randomBytes } from 'node:crypto'
import type { ObjectMeta } from '../../src/wire/object.ts'
import type { Answer, ApiBody, ApiClient, PatchKind, QueryValues } from './client.ts'
import { configMap, namespaceObject, withData } from './objects.ts'
import { openSocket, type SocketOptions, type SocketReader } from './socket-reader.ts'
import { openWatch, type WatchOptions, type WatchReader } from './watch-reader.ts'

/** A namespace of its own for one test, with the requests that most tests begin with. */
export class Sandbox {
  readonly client: ApiClient
  readonly name: string

  constructor(client: ApiClient, name: string) {
    this.client = client
    this.name = name
  }

  static async open(client: ApiClient, prefix = 'test'): Promise<Sandbox> {
    const sandbox = new Sandbox(client, uniqueName(prefix))
    expectStatus(await client.post('/api/v1/namespaces', namespaceObject(sandbox.name)), 201)
    return sandbox
  }

  get self(): string {
    return `/api/v1/namespaces/${this.name}`
  }

  /** The path of a resource of the core group in this namespace: `path('configmaps', 'a')`. */
  path(resource: string, name?: string): string {
    return `${this.self}/${resource}${name === undefined ? '' : `/${name}`}`
  }

  get configMaps(): string {
    return this.path('configmaps')
  }

  get leases(): string {
    return `/apis/coordination.k8s.io/v1/namespaces/${this.name}/leases`
  }

  /** Creates a ConfigMap and gives it as stored. */
  async create(name: string, data: Record<string, string> = {}, metadata: ObjectMeta = {}): Promise<ApiBody> {
    return expectStatus(await this.client.post(this.configMaps, configMap(name, data, metadata)), 201)
  }

  async createMany(names: readonly string[]): Promise<ApiBody[]> {
    const created: ApiBody[] = []
    for (const name of names) created.push(await this.create(name, { k: name }))
    return created
  }

  /** A compare-and-swap that must win. */
  async update(object: ApiBody, data: Record<string, string>): Promise<ApiBody> {
    return this.replace(withData(object, data))
  }

  async replace(object: ApiBody): Promise<ApiBody> {
    return expectStatus(await this.client.put(`${this.configMaps}/${object.metadata.name}`, object), 200)
  }

  async remove(name: string): Promise<ApiBody> {
    return expectStatus(await this.client.delete(`${this.configMaps}/${name}`), 200)
  }

  /** A PATCH of a ConfigMap, whatever comes of it. */
  patch(name: string, kind: PatchKind, body: unknown, query: QueryValues = {}): Promise<Answer> {
    return this.client.patch(`${this.configMaps}/${name}`, kind, body, query)
  }

  /** A server-side apply of a ConfigMap, whatever comes of it. */
  apply(name: string, fieldManager: string, body: unknown, query: QueryValues = {}): Promise<Answer> {
    return this.patch(name, 'apply', body, { fieldManager, ...query })
  }

  async read(name: string): Promise<ApiBody> {
    return expectStatus(await this.client.get(`${this.configMaps}/${name}`), 200)
  }

  async list(query: QueryValues = {}): Promise<ApiBody> {
    return expectStatus(await this.client.get(this.configMaps, query), 200)
  }

  /** The version of a list made now: a watch from it shows what comes later. */
  async version(): Promise<string> {
    return (await this.list()).metadata.resourceVersion!
  }

  watch(query: QueryValues = {}, options: WatchOptions = {}): Promise<WatchReader> {
    return openWatch(this.client, this.configMaps, query, options)
  }

  socket(query: QueryValues = {}, options: SocketOptions = {}): Promise<SocketReader> {
    return openSocket(this.client, this.configMaps, query, options)
  }
}

export const uniqueName = (prefix: string) => `${prefix}-${randomBytes(4).toString('hex')}`

/** Waits until each of the paths answers 404. */
export async function untilGone(client: ApiClient, paths: readonly string[], withinMs = 30_000): Promise<void> {
  for (const path of paths) {
    const isGone = async () => ((await client.get(path)).status === 404 ? true : undefined)
    await eventually(isGone, `${path} being gone`, withinMs)
  }
}

/** The body of an answer that must have this status. */
export function expectStatus(answer: Answer, status: number): ApiBody {
  if (answer.status === status) return answer.body
  throw new Error(`status ${status} expected, ${answer.status} found: ${answer.text.slice(0, 500)}`)
}

/** Asks again until `probe` gives something; for what the server does later by itself. */
export async function eventually<T>(probe: () => Promise<T | undefined>, what: string, withinMs = 30_000): Promise<T> {
  const deadline = performance.now() + withinMs
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 500)) {
    const value = await probe()
    if (value !== undefined) return value
    if (performance.now() > deadline) throw new Error(`${withinMs} ms passed without ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
