import type { KubernetesObject, ObjectMeta } from '../../wire/object.ts'
import type { Environment } from '../environment.ts'
import { generateName } from '../metadata/generate-name.ts'
import { validateMetadata } from '../metadata/object-meta.ts'
import type { ResourceDefinition } from '../resource-definition.ts'
import { badRequest, invalidObject } from '../errors/status-error.ts'
import { formatTime } from '../time.ts'

/** The object as it will be stored, complete and valid, but for its version. Throws 422 or 400 (C1–C9). */
export function prepareCreate(
  definition: ResourceDefinition,
  incoming: KubernetesObject,
  namespace: string,
  env: Environment,
): KubernetesObject {
  const { resourceVersion, ...sent } = incoming.metadata
  const metadata = serverMetadata(definition, sent, namespace, env)
  const object = definition.strategy.prepareForCreate({ ...incoming, metadata })
  const errors = [...validateMetadata(definition, object.metadata), ...definition.strategy.validate(object)]
  if (errors.length) throw invalidObject(definition, object.metadata.name ?? '', errors)
  if (resourceVersion && /^\d+$/.test(resourceVersion) && Number(resourceVersion) > 0)
    throw badRequest('resourceVersion should not be set on objects to be created')
  return object
}

function serverMetadata(
  definition: ResourceDefinition,
  sent: ObjectMeta,
  namespace: string,
  env: Environment,
): ObjectMeta {
  const {
    uid: _uid,
    creationTimestamp: _created,
    deletionTimestamp: _deleted,
    deletionGracePeriodSeconds: _grace,
    namespace: _namespace,
    ...kept
  } = sent
  return {
    ...kept,
    ...(!kept.name && kept.generateName ? { name: generateName(kept.generateName, () => env.random()) } : {}),
    ...(definition.namespaced ? { namespace } : {}),
    uid: env.uuid(),
    creationTimestamp: formatTime(env.now()),
  }
}
