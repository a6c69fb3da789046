import type { ResourceDefinition } from '../../../src/core/resource-definition.ts'
import type { Scope } from '../../../src/objects/scope.ts'
import { definitionOf } from '../../support/definitions.ts'
import { CALLER } from './test-scope.ts'
import { TIMER_KINDS, type TimerKind } from '../../../src/storage/store/timers.ts'
import type { KubernetesObject, ObjectMeta, OwnerReference } from '../../../src/wire/object.ts'

const CONFIG_MAPS = definitionOf('configmaps')

/** A resource that this server has had, and serves no longer. */
export const WIDGETS: ResourceDefinition = {
  ...CONFIG_MAPS,
  group: 'example.com',
  resource: 'widgets',
  kind: 'Widget',
  singular: 'widget',
}

/** A scope whose alarm a test rings, and its objects: ConfigMaps where nothing else is said. */
export class CollectedScope {
  readonly scope: Scope
  #uids = 0

  constructor(scope: Scope) {
    this.scope = scope
    if (!scope.store.settings.exists)
      scope.namespaces.terminate({ phase: 'open', uid: 'ns-uid', revision: scope.store.clock.reading })
  }

  /** Stores objects as they are, in one transaction. */
  store(metadatas: ObjectMeta[], definition = CONFIG_MAPS): KubernetesObject[] {
    const objects = metadatas.map((metadata) => ({ metadata: { uid: `uid-${this.#uids++}`, ...metadata } }))
    this.scope.store.transaction((tx) => {
      for (const object of objects) tx.create(definition, object)
    })
    return objects
  }

  one(name: string, metadata: ObjectMeta = {}, definition = CONFIG_MAPS): KubernetesObject {
    return this.store([{ name, ...metadata }], definition)[0]!
  }

  delete(name: string, propagationPolicy: 'Foreground' | 'Background' | 'Orphan' = 'Background') {
    const about = { verb: 'delete', resource: 'configmaps', name } as const
    const call = { ...about, preconditions: {}, propagation: { propagationPolicy }, dryRun: false }
    return this.scope.write([call], CALLER)
  }

  /** Stores an object anew with other metadata, as an update would. */
  change(name: string, metadata: ObjectMeta): void {
    this.scope.store.transaction((tx) => {
      const before = tx.read(CONFIG_MAPS, name)!
      const object = this.read(name)!
      const next = { ...object, metadata: { ...object.metadata, ...metadata } }
      if (next.metadata.deletionTimestamp && !next.metadata.finalizers?.length) tx.remove(CONFIG_MAPS, name, before)
      else tx.replace(CONFIG_MAPS, next, before)
    })
  }

  letGo(name: string): void {
    this.change(name, { finalizers: [] })
  }

  read(name: string, definition = CONFIG_MAPS): KubernetesObject | undefined {
    const stored = this.scope.store.read(definition, name)
    return stored && (JSON.parse(stored.body) as KubernetesObject)
  }

  count(definition = CONFIG_MAPS): number {
    return this.scope.store.count(definition)
  }

  /** Kinds of timers that are set, without that of compaction. */
  get pending(): TimerKind[] {
    const { timers } = this.scope.store
    return TIMER_KINDS.filter((kind) => kind !== 'compaction' && timers.due(kind, Infinity).length > 0)
  }

  /** Rings until nothing is due; how often that was. */
  async settle(limit = 200): Promise<number> {
    const { timers, env } = this.scope.store
    for (let rings = 0; rings < limit; rings++) {
      if ((timers.next() ?? Infinity) > env.now()) return rings
      await this.scope.alarm.ring()
    }
    throw new Error(`after ${limit} rings something is still due: ${JSON.stringify(timers.failing())}`)
  }
}

export const ownerOf = (
  { metadata: { name = '', uid = '' } }: KubernetesObject,
  more: Partial<OwnerReference> = {},
): OwnerReference => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid, ...more })
