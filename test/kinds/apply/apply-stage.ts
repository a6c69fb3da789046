import type { MapSchema } from '../../../src/core/fields/field-schema.ts'
import type { ResourceDefinition } from '../../../src/core/resource-definition.ts'
import { apiVersionOf } from '../../../src/core/resource-definition.ts'
import {
  applyConfiguration,
  parseAppliedObject,
  sameButTimes,
  trackUpdate,
} from '../../../src/kinds/apply/field-owners.ts'
import type { Json, JsonObject, KubernetesObject } from '../../../src/wire/object.ts'

interface WriteOptions {
  subresource?: string
}

const START = Date.UTC(2026, 0, 2, 3, 4, 5)

/** One stored object, changed by the rules of ownership alone; what a kind does beyond its shape is left to `finish`. */
export class ApplyStage {
  live: KubernetesObject | undefined
  /** counts the writes that changed something */
  version = 0
  nowMs = START
  readonly #definition: ResourceDefinition
  readonly #schema: MapSchema | undefined
  readonly #finish: (object: KubernetesObject) => KubernetesObject

  constructor(
    definition: ResourceDefinition,
    options: { schema?: MapSchema; finish?: (object: KubernetesObject) => KubernetesObject } = {},
  ) {
    this.#definition = definition
    this.#schema = options.schema
    this.#finish = options.finish ?? ((object) => object)
  }

  tick(seconds = 1) {
    this.nowMs += seconds * 1000
  }

  apply(manager: string, body: Json, options: WriteOptions & { force?: boolean } = {}): KubernetesObject {
    const applied = parseAppliedObject(this.#definition, body)
    const { force = false, ...rest } = options
    return this.#store(applyConfiguration({ ...this.#write(manager, rest), applied, force }).object)
  }

  /** Stores `next` as a create or a PUT would. */
  update(
    manager: string,
    next: KubernetesObject,
    options: WriteOptions & { sentManagedFields?: unknown } = {},
  ): KubernetesObject {
    const { apiVersion: _apiVersion, kind: _kind, ...object } = next
    const { sentManagedFields, ...rest } = options
    const write = this.#write(manager, rest)
    return this.#store(trackUpdate({ ...write, next: object, operation: 'Update', sentManagedFields }))
  }

  get managedFields(): JsonObject[] {
    return this.live?.metadata.managedFields ?? []
  }

  /** `manager operation[ subresource]` → its fields. */
  get owners(): Record<string, Json> {
    const names = this.managedFields.map((entry) =>
      [entry.manager, entry.operation, entry.subresource].filter((part) => typeof part === 'string').join(' '),
    )
    return Object.fromEntries(names.map((name, i) => [name, this.managedFields[i]!.fieldsV1 ?? null]))
  }

  #write(manager: string, { subresource = '' }: WriteOptions) {
    return {
      definition: this.#definition,
      schema: this.#schema,
      live: this.live,
      manager,
      subresource,
      apiVersion: apiVersionOf(this.#definition),
      now: this.nowMs,
    }
  }

  #store(object: KubernetesObject): KubernetesObject {
    const finished = this.#finish(object)
    if (this.live && sameButTimes(this.live, finished)) return this.live
    this.version++
    // What is stored is read back from text, so nothing of it is shared.
    this.live = JSON.parse(JSON.stringify(finished)) as KubernetesObject
    return this.live
  }
}
