import { apiVersionOf, type ResourceDefinition } from '../core/resource-definition.ts'
import { groupResource } from '../core/errors/status-error.ts'
import { kindsData, type ResourceData } from './kinds-data.ts'
import { SERVED } from './served.ts'
import { strategyOf } from './strategies/strategies.ts'
import * as traits from './traits.ts'

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
    nameRule: traits.NAME_RULES.get(name) ?? 'subdomain',
    unconditionalUpdate: traits.UNCONDITIONAL_UPDATE.has(name),
    createOnUpdate: traits.CREATE_ON_UPDATE.has(name),
    returnsDeletedObject: traits.RETURNS_DELETED_OBJECT.has(name),
    showsGracePeriod: !traits.HIDES_GRACE_PERIOD.has(name),
    garbageCollected: !traits.NOT_GARBAGE_COLLECTED.has(name),
    selectableFields: traits.SELECTABLE_FIELDS.get(name) ?? [],
    strategy: strategyOf(name),
  }
}

/** Every resource that is served, in the order of the table of kinds. */
export const servedResources: readonly ResourceDefinition[] = kindsData.resources
  .filter((r) => served.has(keyOf(r)))
  .map(toDefinition)

/** Those that can be read again. */
export const storedResources = servedResources.filter((d) => d.verbs.includes('get'))
/** Those that only answer: a question is posted, nothing is kept. */
export const reviewResources = servedResources.filter((d) => !d.verbs.includes('get'))

const byKey = new Map(servedResources.map((d) => [keyOf(d), d]))
const byName = new Map(servedResources.map((d) => [groupResource(d), d]))

/** The served resource of an URL: its group ('' for core), version and plural. */
export const findResource = (group: string, version: string, resource: string): ResourceDefinition | undefined =>
  byKey.get(keyOf({ group, version, resource }))

/** The definition of a resource by `configmaps` or `leases.coordination.k8s.io`. It must be served. */
export function definitionOf(name: string): ResourceDefinition {
  const definition = byName.get(name)
  if (!definition) throw new Error(`no resource ${name} is served`)
  return definition
}

const byKind = new Map(servedResources.map((d) => [`${apiVersionOf(d)}/${d.kind}`, d]))

/** The definition of a served kind, as an owner reference names it. */
export const findByKind = (apiVersion: string, kind: string): ResourceDefinition | undefined =>
  byKind.get(`${apiVersion}/${kind}`)
