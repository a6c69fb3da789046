import { groupResource } from '../core/resource-name.ts'
import { apiVersionOf, type ResourceDefinition } from '../core/resource-definition.ts'

/**
 * The resources that are served, at one moment. A value: it never changes, and a later one is made from the resources of
 * an earlier one. What is derived from it, or from one definition in it, is kept with that object (`WeakMap`), never under
 * a name, since a name may mean something else later. No lookup throws: the caller decides what an unknown resource means.
 */
export interface Registry {
  /** rises with each change of the resources */
  readonly revision: number
  /** in the order in which discovery shows them */
  readonly resources: readonly ResourceDefinition[]
  /** The resource of an URL: its group ('' for core), version and plural. */
  readonly find: (group: string, version: string, resource: string) => ResourceDefinition | undefined
  /** The resource that stored objects name: `configmaps`, `leases.coordination.k8s.io`. */
  readonly named: (groupResource: string) => ResourceDefinition | undefined
  /** The resource of a kind, as an owner reference names it. */
  readonly findByKind: (apiVersion: string, kind: string) => ResourceDefinition | undefined
}

export function createRegistry(revision: number, resources: readonly ResourceDefinition[]): Registry {
  const byPath = new Map(resources.map((d) => [`${apiVersionOf(d)}/${d.resource}`, d]))
  const byName = new Map(resources.map((d) => [groupResource(d), d]))
  const byKind = new Map(resources.map((d) => [`${apiVersionOf(d)}/${d.kind}`, d]))
  return Object.freeze({
    revision,
    resources: Object.freeze([...resources]),
    find: (group: string, version: string, resource: string) =>
      byPath.get(`${apiVersionOf({ group, version })}/${resource}`),
    named: (name: string) => byName.get(name),
    findByKind: (apiVersion: string, kind: string) => byKind.get(`${apiVersion}/${kind}`),
  })
}

/** A value that is derived from a registry: made at its first use, once per registry. */
export function perRegistry<T>(make: (registry: Registry) => T): (registry: Registry) => T {
  const made = new WeakMap<Registry, { value: T }>()
  return (registry) => {
    const known = made.get(registry)
    if (known) return known.value
    const value = make(registry)
    made.set(registry, { value })
    return value
  }
}
