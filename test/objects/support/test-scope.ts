import { builtInRegistry } from '../../../src/kinds/built-in.ts'
import { env } from 'cloudflare:workers'
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { formatScopeName, MAIN_PLANE, type ScopeName } from '../../../src/core/scope-name.ts'
import { parseServerSettings } from '../../../src/core/server-settings.ts'
import { type Outcome, unwrap } from '../../../src/core/errors/status-error.ts'
import { WATCH_URL, type WatchParameters } from '../../../src/core/watch/parameters.ts'
import type * as api from '../../../src/objects/scope-api.ts'
import type { DurableDatabase } from '../../../src/objects/durable-database.ts'
import { environment } from '../../../src/objects/environment.ts'
import { Scope, type ScopeRuntime } from '../../../src/objects/scope.ts'
import type { ScopeObject } from '../../../src/objects/scope-object.ts'
import type { Status } from '../../../src/wire/status.ts'
import type { KubernetesObject } from '../../../src/wire/object.ts'
import { HttpReader } from './http-reader.ts'
import { SocketClient } from './socket-client.ts'

/** The object's methods as called over RPC. */
type Stub = api.ScopeApi & DurableObjectStub<ScopeObject>

export interface StoredConfigMap extends KubernetesObject {
  data?: Record<string, string>
}

/** who asks */
export const CALLER: api.Caller = { user: 'tester', groups: [], manager: 'test' }
/** A list as a test wants it: most recent, no selectors, in one answer. */
const WHOLE_LIST = { labelSelector: '', fieldSelector: '', limit: 0, maxLength: 10_000_000 } as const

/** One scope object, called as the Worker calls it. Objects are ConfigMaps where nothing else is said. */
export class TestScope {
  readonly scope: ScopeName

  /** `namespace` is empty for the cluster scope. */
  constructor(namespace: string) {
    this.scope = { plane: MAIN_PLANE, namespace }
  }

  get namespace(): string {
    return this.scope.namespace
  }

  /** A new one for every use: a stub whose object was aborted stays broken. */
  get stub(): Stub {
    return env.SCOPES.get(env.SCOPES.idFromName(formatScopeName(this.scope))) as unknown as Stub
  }

  /** One write. */
  async #write<const C extends api.WriteCall>(call: C): Promise<Outcome<api.WriteAnswer<C>>> {
    const outcome = await this.stub.write(this.scope, CALLER, [call])
    return outcome.ok ? { ok: true, value: outcome.value[0] } : outcome
  }

  create(name: string, data: Record<string, string> = {}, labels?: Record<string, string>): Promise<StoredConfigMap> {
    return this.createObject('configmaps', { metadata: { name, ...(labels ? { labels } : {}) }, data })
  }

  async createObject(resource: string, object: object): Promise<StoredConfigMap> {
    return parsed(unwrap(await this.tryCreate(resource, object)).body)
  }

  tryCreate(resource: string, object: object): Promise<Outcome<{ body: string }>> {
    return this.#write(this.createCall(object, resource))
  }

  createCall(object: object, resource = 'configmaps') {
    return { verb: 'create', resource, object: JSON.stringify(object), dryRun: false } as const
  }

  async update(object: KubernetesObject, resource = 'configmaps'): Promise<StoredConfigMap> {
    return parsed(unwrap(await this.tryUpdate(object, resource)).body)
  }

  tryUpdate(object: KubernetesObject, resource = 'configmaps'): Promise<Outcome<{ body: string; created: boolean }>> {
    return this.#write(this.updateCall(object, resource))
  }

  updateCall(object: KubernetesObject, resource = 'configmaps') {
    const name = object.metadata.name ?? ''
    const about = { verb: 'update', resource, name, subresource: '' } as const
    const rules = { unconditionalUpdate: 'refuse' } as const
    return { ...about, object: JSON.stringify(object), dryRun: false, rules }
  }

  async delete(name: string, resource = 'configmaps'): Promise<void> {
    unwrap(await this.#write(this.deleteCall(name, resource)))
  }

  deleteCall(name: string, resource = 'configmaps') {
    return { verb: 'delete', resource, name, preconditions: {}, propagation: {}, dryRun: false } as const
  }

  async get(name: string, resource = 'configmaps'): Promise<StoredConfigMap> {
    return parsed(unwrap(await this.tryGet(name, resource)).body)
  }

  tryGet(name: string, resource = 'configmaps'): Promise<Outcome<{ body: string }>> {
    return this.stub.read(this.scope, CALLER, this.getCall(name, resource))
  }

  getCall(name: string, resource = 'configmaps') {
    return { verb: 'get', resource, name } as const
  }

  listCall(more: Partial<api.ListCall> = {}) {
    const position: api.ListPosition = { at: 'recent' }
    return { verb: 'list' as const, resource: 'configmaps', position, ...WHOLE_LIST, ...more }
  }

  async list(more: Partial<api.ListCall> = {}): Promise<{ revision: number; items: StoredConfigMap[] }> {
    const answer = unwrap(await this.stub.read(this.scope, CALLER, this.listCall(more)))
    return { revision: answer.revision, items: JSON.parse(`[${answer.items}]`) as StoredConfigMap[] }
  }

  /** A watch of ConfigMaps from now on, unless `more` says otherwise. */
  watchCall(more: Partial<WatchParameters> = {}): WatchParameters {
    return {
      resource: 'configmaps',
      namespace: this.namespace,
      caller: CALLER,
      start: { from: 'now' },
      labelSelector: '',
      fieldSelector: '',
      bookmarks: false,
      form: 'object',
      includeObject: 'Metadata',
      timeoutSeconds: 0,
      ...more,
    }
  }

  async watch(more: Partial<WatchParameters> = {}): Promise<HttpReader> {
    return new HttpReader(await this.stub.fetch(this.#watchUrl(more)))
  }

  async socket(more: Partial<WatchParameters> = {}): Promise<SocketClient> {
    const url = this.#watchUrl(more)
    url.searchParams.set('protocol', '')
    const { webSocket } = await this.stub.fetch(url, { headers: { Upgrade: 'websocket' } })
    if (!webSocket) throw new Error('the socket was refused')
    return new SocketClient(webSocket)
  }

  /** Runs `work` in the scope object. */
  inside<R>(work: (scope: Scope, object: ScopeObject, state: DurableObjectState) => R | Promise<R>): Promise<R> {
    return runInDurableObject<ScopeObject, R>(this.stub, (object, state) =>
      work(object.scope(this.scope), object, state),
    )
  }

  /** Takes the object out of memory as idling does; sockets stay. */
  evict(): Promise<void> {
    return evictDurableObject(this.stub)
  }

  /** Rings the alarm now; false if none is set. */
  ring(): Promise<boolean> {
    return runDurableObjectAlarm(this.stub)
  }

  alarmAt(): Promise<number | null> {
    return runInDurableObject<ScopeObject, number | null>(this.stub, (_object, state) => state.storage.getAlarm())
  }

  #watchUrl(more: Partial<WatchParameters>): URL {
    const url = new URL(WATCH_URL)
    url.searchParams.set('scope', formatScopeName(this.scope))
    url.searchParams.set('call', JSON.stringify(this.watchCall(more)))
    return url
  }
}

export const cluster = new TestScope('')

let namespaces = 0

/**
 * A scope on the object of `place`, made anew: with the settings, links and clock that a test wants, and with no alarm but
 * what the test rings itself.
 */
export function scopeOn<R>(
  place: TestScope,
  { name = place.scope, ...more }: Partial<ScopeRuntime> & { name?: ScopeName },
  work: (scope: Scope, db: DurableDatabase) => R | Promise<R>,
): Promise<R> {
  return runInDurableObject<ScopeObject, R>(place.stub, (object, { storage }) => {
    const links = onlyLinks({})
    const quiet = {
      sync: () => storage.sync(),
      setAlarm: () => Promise.resolve(),
      deleteAlarm: () => Promise.resolve(),
      deleteAll: () => storage.deleteAll(),
    }
    const state = { storage: quiet, getWebSockets: () => [] } as unknown as DurableObjectState
    const settings = parseServerSettings({})
    const { db } = object
    return work(
      new Scope(name, { db, env: environment, settings, registry: builtInRegistry, state, links, ...more }),
      db,
    )
  })
}

const unreachable = () => Promise.reject(new Error('the other scope cannot be reached'))

/** Links of which the test gives those that are to work. */
export const onlyLinks = (links: Partial<ScopeRuntime['links']>): ScopeRuntime['links'] =>
  new Proxy(links as ScopeRuntime['links'], { get: (given, name) => Reflect.get(given, name) ?? unreachable })

/** The scope of a namespace that no other test knows, and that nobody has made. */
export const absentNamespace = () => new TestScope(`ns-${++namespaces}`)

/** The scope of a new namespace. */
export async function newNamespace(): Promise<TestScope> {
  const place = absentNamespace()
  await makeNamespace(place)
  return place
}

export const makeNamespace = (place: TestScope) =>
  cluster.createObject('namespaces', { metadata: { name: place.namespace } })

/** Deletes the Namespace; its scope empties itself by alarm. */
export const deleteNamespace = (place: TestScope) => cluster.delete(place.namespace, 'namespaces')

export const versionOf = (object: KubernetesObject): number => Number(object.metadata.resourceVersion)

/** The value of a call that must have worked. */
export const unwrapped = unwrap

/** The Status of a call that must have failed. */
export function refusalOf(outcome: Outcome<unknown>): Status {
  if (outcome.ok) throw new Error(`a refusal was wanted: ${JSON.stringify(outcome.value)}`)
  return outcome.status
}

const parsed = (text: string) => JSON.parse(text) as StoredConfigMap
