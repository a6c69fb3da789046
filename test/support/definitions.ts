import type { ResourceDefinition } from '../../src/core/resource-definition.ts'
import { builtInRegistry } from '../../src/kinds/built-in.ts'

/** Every built-in resource that is served. */
export const servedResources = builtInRegistry.resources
/** Those that can be read again. */
export const storedResources = servedResources.filter((d) => d.verbs.includes('get'))
/** Those that only answer: a question is posted, nothing is kept. */
export const reviewResources = servedResources.filter((d) => !d.verbs.includes('get'))

/** The definition of a built-in resource by `configmaps` or `leases.coordination.k8s.io`. */
export function definitionOf(name: string): ResourceDefinition {
  const definition = builtInRegistry.named(name)
  if (!definition) throw new Error(`no resource ${name} is served`)
  return definition
}
