import type { ResourceDefinition } from '../core/resource-definition.ts'
import type { Registry } from './registry.ts'
import { plainStrategy } from './strategies/plain.ts'

/**
 * What is known of a resource whose definition was taken away: its name, such as `widgets.example.com`. It has no verbs.
 * What is stored of it can be deleted, by the end of its namespace or of its owner.
 */
function unservedDefinition(name: string): ResourceDefinition {
  const [resource = name, ...group] = name.split('.')
  return {
    group: group.join('.'),
    version: 'unknown',
    resource,
    kind: resource,
    singular: resource,
    namespaced: true,
    verbs: [],
    shortNames: [],
    categories: [],
    subresources: [],
    columns: [],
    nameRule: 'path-segment',
    unconditionalUpdate: true,
    createOnUpdate: false,
    returnsDeletedObject: false,
    showsGracePeriod: true,
    garbageCollected: true,
    strategy: plainStrategy,
  }
}

/** The definition of a stored resource. One that is not served any more can be deleted all the same. */
export const storedDefinition = (registry: Registry, name: string): ResourceDefinition =>
  registry.named(name) ?? unservedDefinition(name)
