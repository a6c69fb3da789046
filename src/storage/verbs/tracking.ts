import { apiVersionOf, type ResourceDefinition } from '../../core/resource-definition.ts'
import type { UpdateOptions } from '../../core/write/update.ts'
import { sameButTimes, trackUpdate } from '../../kinds/apply/field-owners.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import type { ScopeReader } from '../store/scope-reader.ts'

/** Who writes, and through what: what `managedFields` will show. */
export interface Writer {
  /** the field manager */
  manager: string
  /** empty for the object itself */
  subresource: string
  /** `metadata.managedFields` as the client sent them, which counts even when it is empty */
  sentManagedFields?: unknown
  /** of a create: the object as the client sent it */
  sent?: KubernetesObject
}

/** How an update that is no apply notes its fields; `live` is absent for an object that it makes. */
export function tracking(
  store: ScopeReader,
  definition: ResourceDefinition,
  live: KubernetesObject | undefined,
  { manager, subresource, sentManagedFields, sent }: Writer,
): UpdateOptions {
  const write = {
    definition,
    live,
    manager,
    subresource,
    sentManagedFields,
    sent,
    apiVersion: apiVersionOf(definition),
  }
  return {
    subresource,
    track: (next) => trackUpdate({ ...write, operation: 'Update', next, now: store.env.now() }),
    isSame: sameButTimes,
  }
}

/** For an apply, which has noted its fields before. */
export const tracked = (subresource: string): UpdateOptions => ({
  subresource,
  track: (object) => object,
  isSame: sameButTimes,
})
