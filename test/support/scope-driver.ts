import { builtInRegistry } from '../../src/kinds/built-in.ts'
import type { Caller } from '../../src/core/caller.ts'
import { parseJson } from '../../src/core/json/json.ts'
import type { Revision } from '../../src/core/revision.ts'
import { MAIN_PLANE } from '../../src/core/scope-name.ts'
import type { Change } from '../../src/storage/store/change.ts'
import type { Database } from '../../src/storage/store/database.ts'
import { FOLLOWERS } from '../../src/storage/followers.ts'
import { applyNamespaceState } from '../../src/storage/namespaces/namespace-content.ts'
import type { Retention } from '../../src/storage/store/retention.ts'
import { ScopeStore } from '../../src/storage/store/scope-store.ts'
import type { Transaction } from '../../src/storage/store/transaction.ts'
import { createObject } from '../../src/storage/verbs/create.ts'
import { type DeleteAnswer, type DeleteCall, deleteObject } from '../../src/storage/verbs/delete.ts'
import { getObject } from '../../src/storage/verbs/get.ts'
import { type ListAnswer, type ListCall, listObjects } from '../../src/storage/verbs/list.ts'
import { type UpdateAnswer, type UpdateCall, updateObject } from '../../src/storage/verbs/update.ts'
import type { KubernetesObject, ObjectMeta } from '../../src/wire/object.ts'
import type { Status } from '../../src/wire/status.ts'
import { refusalOf } from './refusal.ts'
import { TestEnvironment } from './test-environment.ts'

export const RETENTION: Retention = { historyMs: 300_000, historyBytes: 1_000_000_000, eventMs: 3_600_000 }

interface DriverOptions {
  /** empty for the cluster scope */
  namespace?: string
  env?: TestEnvironment
  retention?: Partial<Retention>
}

/** who writes */
const CALLER: Caller = { user: 'tester', groups: [], manager: 'test' }
const DELETE_DEFAULTS = { preconditions: {}, propagation: {}, dryRun: false }
type DeleteChoices = Partial<Pick<DeleteCall, 'preconditions' | 'propagation' | 'dryRun'>> & { resource?: string }

/** What a test says of an object: its name, and the rest of it. */
export type Draft = Omit<KubernetesObject, 'metadata'> & { metadata?: KubernetesObject['metadata'] }

export type Listed = Omit<ListAnswer, 'items'> & { items: KubernetesObject[] }

/** Writes to and reads from one scope as its Durable Object does, without one. Changes are kept as they are committed. */
export class ScopeDriver {
  readonly db: Database
  readonly env: TestEnvironment
  readonly namespace: string
  readonly retention: Retention
  /** of all transactions, in order */
  readonly changes: Change[] = []
  store: ScopeStore

  constructor(db: Database, { namespace = 'team', env = new TestEnvironment(), retention }: DriverOptions = {}) {
    this.db = db
    this.env = env
    this.namespace = namespace
    this.retention = { ...RETENTION, ...retention }
    this.store = this.#start()
  }

  #start(): ScopeStore {
    const { db, env, retention } = this
    const store = new ScopeStore(db, {
      scope: { plane: MAIN_PLANE, namespace: this.namespace },
      env,
      retention,
      registry: builtInRegistry,
      followers: FOLLOWERS,
    })
    store.onCommit = (changes) => this.changes.push(...changes)
    return store
  }

  /** As after a crash or a sleep: nothing is left but what was written down. */
  restart(): void {
    this.store = this.#start()
  }

  /** The cluster scope has said that the namespace is there. */
  open(): this {
    const revision = this.store.clock.reading
    applyNamespaceState(this.store, { phase: 'open', uid: 'ns-uid', revision })
    return this
  }

  get last(): Revision {
    return this.store.clock.last
  }

  transaction<T>(work: (tx: Transaction) => T): T {
    return this.store.transaction<unknown>(work) as T
  }

  /** The changes that `work` makes. */
  changesOf(work: () => void): Change[] {
    const before = this.changes.length
    work()
    return this.changes.slice(before)
  }

  #call(resource: string) {
    return { resource }
  }

  create(name: string, draft: Draft = {}, { resource = 'configmaps', dryRun = false } = {}): KubernetesObject {
    const object = JSON.stringify({ ...draft, metadata: { ...draft.metadata, ...(name ? { name } : {}) } })
    const call = { ...this.#call(resource), object, dryRun }
    return parsed(this.transaction((tx) => createObject(tx, call, CALLER)).body)
  }

  /** PUT of a whole object. */
  update(object: KubernetesObject, { resource = 'configmaps', dryRun = false } = {}): KubernetesObject {
    return parsed(this.updateAnswer(object, { resource, dryRun }).body)
  }

  updateAnswer(object: KubernetesObject, { resource = 'configmaps', dryRun = false } = {}): UpdateAnswer {
    const call: UpdateCall = {
      ...this.#call(resource),
      name: object.metadata.name ?? '',
      object: JSON.stringify(object),
      subresource: '',
      dryRun,
      rules: { unconditionalUpdate: 'refuse' },
    }
    return this.transaction((tx) => updateObject(tx, call, CALLER))
  }

  /** With what `work` is refused; throws where it changed anything, be it that a version was used up. */
  refusalOf(work: () => unknown): Status | undefined {
    const state = () => JSON.stringify([this.last, this.changes.length, this.list().items])
    const before = state()
    const refused = refusalOf(work)
    if (state() !== before) throw new Error('what was refused has changed something')
    return refused
  }

  /** Reads, changes and writes. */
  change(name: string, difference: Draft, resource = 'configmaps'): KubernetesObject {
    const current = this.get(name, resource)
    const metadata = { ...current.metadata, ...difference.metadata }
    return this.update({ ...current, ...difference, metadata }, { resource })
  }

  delete(name: string, { resource = 'configmaps', ...options }: DeleteChoices = {}): DeleteAnswer {
    const call = { ...this.#call(resource), ...DELETE_DEFAULTS, ...options, name }
    return this.transaction((tx) => deleteObject(tx, call))
  }

  get(name: string, resource = 'configmaps'): KubernetesObject {
    return parsed(getObject(this.store, { ...this.#call(resource), name }).body)
  }

  exists(name: string, resource = 'configmaps'): boolean {
    return this.list({}, resource).items.some((item) => item.metadata.name === name)
  }

  list(call: Partial<ListCall> = {}, resource = 'configmaps'): Listed {
    const answer = listObjects(this.store, { ...this.listCall(resource), ...call })
    return { ...answer, items: parseJson(`[${answer.items}]`) as unknown as KubernetesObject[] }
  }

  listCall(resource = 'configmaps'): ListCall {
    return {
      ...this.#call(resource),
      position: { at: 'recent' },
      labelSelector: '',
      fieldSelector: '',
      limit: 0,
      maxLength: 1_000_000_000,
    }
  }
}

const parsed = (body: string) => parseJson(body) as unknown as KubernetesObject

export const versionOf = (object: KubernetesObject): number => Number(object.metadata.resourceVersion)
export const namesOf = (objects: readonly KubernetesObject[]): string[] => objects.map((o) => o.metadata.name ?? '')
export const withMeta = (object: KubernetesObject, more: ObjectMeta): KubernetesObject => ({
  ...object,
  metadata: { ...object.metadata, ...more },
})
