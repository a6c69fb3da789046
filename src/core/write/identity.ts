import type { KubernetesObject } from '../../wire/object.ts'
import type { ResourceDefinition } from '../resource-definition.ts'
import { shorten } from '../errors/quote.ts'
import { badRequest } from '../errors/status-error.ts'

/** The namespace of an object must be the one in the URL; where the body has none, the URL's is taken. */
export function assertNamespace(definition: ResourceDefinition, object: KubernetesObject, namespace: string): void {
  const stated = object.metadata.namespace
  if (!definition.namespaced || !stated || stated === namespace) return
  throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
}

/** An update names its object in the body too. */
export function assertName(object: KubernetesObject, name: string): void {
  const stated = object.metadata.name
  if (!stated)
    throw badRequest(`the name of the object (${shorten(name)} based on URL) was undeterminable: name must be provided`)
  if (stated !== name)
    throw badRequest(
      `the name of the object (${shorten(stated)}) does not match the name on the URL (${shorten(name)})`,
    )
}
