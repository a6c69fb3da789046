import type { KubernetesObject, ObjectMeta } from '../../wire/object.ts'
import { validateMetadataUpdate } from '../metadata/object-meta.ts'
import type { ResourceDefinition } from '../resource-definition.ts'
import { invalidObject } from '../errors/status-error.ts'
import { isHeldBack } from './delete.ts'

/** What an accepted update does. `object` is what the client is answered with. */
export type UpdateDecision =
  | { change: 'none' }
  | { change: 'replace'; object: KubernetesObject }
  /** It took the last finalizer of an object that is being deleted: the deletion completes (D7). */
  | { change: 'remove'; object: KubernetesObject }

export interface UpdateOptions {
  /** the subresource it goes through; empty for the object itself */
  subresource: string
  /** Notes who changed what in `metadata.managedFields`; runs once the object is valid. */
  track: (object: KubernetesObject) => KubernetesObject
  /** Whether two states are the same but for the times in `metadata.managedFields`: then nothing was changed (U5). */
  isSame: (a: KubernetesObject, b: KubernetesObject) => boolean
}

/** Decides an update whose preconditions hold (see preconditions.ts). Throws 422. */
export function decideUpdate(
  definition: ResourceDefinition,
  incoming: KubernetesObject,
  current: KubernetesObject,
  { subresource, track, isSame }: UpdateOptions,
): UpdateDecision {
  const metadata = liveMetadata(incoming.metadata, current.metadata)
  const rules = (subresource && definition.strategy.subresources?.[subresource]) || definition.strategy
  const object = rules.prepareForUpdate({ ...incoming, metadata }, current)
  const errors = [
    ...validateMetadataUpdate(definition, object.metadata, current.metadata),
    ...definition.strategy.validate(object),
    ...definition.strategy.validateUpdate(object, current),
  ]
  if (errors.length) throw invalidObject(definition, current.metadata.name ?? '', errors)
  const tracked = track(object)
  if (object.metadata.deletionTimestamp && !isHeldBack(definition, object)) return { change: 'remove', object: tracked }
  return isSame(tracked, current) ? { change: 'none' } : { change: 'replace', object: tracked }
}

/** Fields that always come from what is stored, whatever the client sent. */
function liveMetadata(sent: ObjectMeta, live: ObjectMeta): ObjectMeta {
  return {
    ...sent,
    name: live.name,
    namespace: live.namespace,
    uid: sent.uid || live.uid,
    resourceVersion: live.resourceVersion,
    creationTimestamp: live.creationTimestamp,
    generation: live.generation,
    ...(live.deletionTimestamp
      ? {
          deletionTimestamp: live.deletionTimestamp,
          deletionGracePeriodSeconds: live.deletionGracePeriodSeconds,
        }
      : {}),
  }
}
