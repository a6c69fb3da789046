import { apiVersionOf, type ResourceDefinition } from '../core/resource-definition.ts'
import { groupResource } from '../core/resource-name.ts'
import { kindsData, type ResourceData } from './kinds-data.ts'
import { createRegistry, type Registry } from './registry.ts'
import { SERVED } from './served.ts'
import { strategyOf } from './strategies/strategies.ts'
import { traitsOf } from './strategies/traits.ts'

const served = new Set(SERVED)
const keyOf = (r: { group: string; version: string; resource: string }) => `${apiVersionOf(r)}/${r.resource}`

/** A definition from its entry in the table of kinds, with those of its subresources that are served. */
export function toDefinition(data: ResourceData): ResourceDefinition {
  const name = groupResource(data)
  return {
    group: data.group,
    version: data.version,
    resource: data.resource,
    kind: data.kind,
    singular: data.singular,
    namespaced: data.namespaced,
    verbs: data.verbs,
    shortNames: data.shortNames ?? [],
    categories: data.categories ?? [],
    subresources: (data.subresources ?? []).filter((sub) => served.has(`${keyOf(data)}/${sub.name}`)),
    columns: data.columns ?? [],
    ...traitsOf(name),
    strategy: strategyOf(name),
  }
}

/** What is served without any custom resource, in the order of the table of kinds. Only the entries of a program name it. */
export const builtInRegistry: Registry = createRegistry(
  1,
  kindsData.resources.filter((r) => served.has(keyOf(r))).map(toDefinition),
)
