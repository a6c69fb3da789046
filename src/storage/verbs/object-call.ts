import type { ObjectText } from '../../core/object-text.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import { parseJson } from '../../core/json/json.ts'
import { noSuchResource } from '../../core/errors/status-error.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import type { StoredObject } from '../store/change.ts'
import type { ScopeReader } from '../store/scope-reader.ts'

/** What every call about one resource of a scope says. Text crosses between Worker and object, never parsed objects. */
export interface ResourceCall {
  /** such as `leases.coordination.k8s.io` */
  resource: string
}

export interface ObjectAnswer {
  /** stored text, see core/object-text.ts */
  body: ObjectText
}

/** The definition of what a call is about. Throws 404 where it is not served. */
export function definitionFor(
  { registry }: Pick<ScopeReader, 'registry'>,
  { resource }: Pick<ResourceCall, 'resource'>,
): ResourceDefinition {
  const definition = registry.named(resource)
  if (!definition) throw noSuchResource()
  return definition
}

export const parseObject = (text: string): KubernetesObject => parseJson(text) as unknown as KubernetesObject

/** A stored object, parsed. Its version is in its metadata. */
export const objectOf = (stored: StoredObject): KubernetesObject => parseObject(stored.body)
