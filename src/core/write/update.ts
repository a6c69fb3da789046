import type { KubernetesObject, ObjectMeta } from '../../wire/object.ts'
import { jsonEqual } from '../json.ts'
import { validateMetadataUpdate } from '../object-meta.ts'
import type { ResourceDefinition } from '../resource-definition.ts'
import { invalidObject } from '../status-error.ts'
import { isHeldBack } from './delete.ts'

/** What an accepted update does. `object` is what the client is answered with. */
export type UpdateDecision =
  | { change: 'none' }
  | { change: 'replace'; object: KubernetesObject }
  /** It took the last finalizer of an object that is being deleted: the deletion completes (D8). */
  | { change: 'remove'; object: KubernetesObject }

/** Decides an update whose preconditions hold (see preconditions.ts). Throws 422. */
export function decideUpdate(
  definition: ResourceDefinition,
  incoming: KubernetesObject,
  current: KubernetesObject,
): UpdateDecision {
  const metadata = liveMetadata(incoming.metadata, current.metadata)
  const object = definition.strategy.prepareForUpdate({ ...incoming, metadata }, current)
  const errors = [
    ...validateMetadataUpdate(definition, object.metadata, current.metadata),
    ...definition.strategy.validate(object),
    ...definition.strategy.validateUpdate(object, current),
  ]
  if (errors.length) throw invalidObject(definition, current.metadata.name ?? '', errors)
  if (object.metadata.deletionTimestamp && !isHeldBack(definition, object)) return { change: 'remove', object }
  return sameContent(object, current) ? { change: 'none' } : { change: 'replace', object }
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
    managedFields: live.managedFields,
    ...(live.deletionTimestamp
      ? {
          deletionTimestamp: live.deletionTimestamp,
          deletionGracePeriodSeconds: live.deletionGracePeriodSeconds,
        }
      : {}),
  }
}

const sameContent = (a: KubernetesObject, b: KubernetesObject) => jsonEqual(present(a), present(b))

/** Without absent fields, so that `undefined` and a missing key are the same. */
const present = (object: KubernetesObject): Record<string, unknown> => ({
  ...Object.fromEntries(Object.entries(object).filter(([, v]) => v !== undefined)),
  metadata: Object.fromEntries(Object.entries(object.metadata).filter(([, v]) => !isEmpty(v))),
})

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)
