import { apiVersionOf, type ResourceDefinition, type Subresource } from '../core/resource-definition.ts'
import type { Json, JsonObject } from '../wire/object.ts'
import type { Registry } from './registry.ts'

/** The body of `/api`. `host` is `name:port`. */
export const coreVersions = (registry: Registry, host: string): JsonObject => ({
  kind: 'APIVersions',
  versions: versionsOf(registry, ''),
  serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: host }],
})

/** The body of `/apis`: every named group. */
export const groupList = (registry: Registry): JsonObject => ({
  kind: 'APIGroupList',
  apiVersion: 'v1',
  groups: groupNames(registry).map((name) => groupEntry(registry, name)),
})

/** The body of `/apis/GROUP`. */
export const group = (registry: Registry, name: string): JsonObject | undefined =>
  groupNames(registry).includes(name)
    ? { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(registry, name) }
    : undefined

/** The body of `/api/v1` (group '') and of `/apis/GROUP/VERSION`. */
export function resourceList(registry: Registry, groupName: string, version: string): JsonObject | undefined {
  const resources = resourcesOf(registry, groupName, version)
  if (!resources.length) return undefined
  return {
    kind: 'APIResourceList',
    ...(groupName ? { apiVersion: 'v1' } : {}),
    groupVersion: apiVersionOf({ group: groupName, version }),
    resources: resources.flatMap((d) => [resourceEntry(d), ...d.subresources.map((sub) => subresourceEntry(d, sub))]),
  }
}

/** The body of `/api` or `/apis` where a client asks for all of discovery at once. */
export const aggregatedDiscovery = (registry: Registry, of: 'core' | 'groups'): JsonObject => ({
  kind: 'APIGroupDiscoveryList',
  apiVersion: 'apidiscovery.k8s.io/v2',
  metadata: {},
  items: (of === 'core' ? [''] : groupNames(registry)).map((name) => ({
    metadata: name ? { name } : {},
    versions: versionsOf(registry, name).map((version) => ({
      version,
      resources: resourcesOf(registry, name, version).map(aggregatedEntry),
      freshness: 'Current',
    })),
  })),
})

const unique = (names: string[]) => [...new Set(names)]
const groupNames = ({ resources }: Registry) => unique(resources.map((d) => d.group)).filter((name) => name !== '')
const versionsOf = ({ resources }: Registry, name: string) =>
  unique(resources.filter((d) => d.group === name).map((d) => d.version))
const resourcesOf = ({ resources }: Registry, name: string, version: string) =>
  resources
    .filter((d) => d.group === name && d.version === version)
    .toSorted((a, b) => (a.resource < b.resource ? -1 : 1))

function groupEntry(registry: Registry, name: string): JsonObject {
  const versions = versionsOf(registry, name).map((version) => ({
    groupVersion: apiVersionOf({ group: name, version }),
    version,
  }))
  return { name, versions, preferredVersion: versions[0] }
}

const naming = (d: ResourceDefinition): JsonObject => ({
  ...(d.shortNames.length ? { shortNames: d.shortNames } : {}),
  ...(d.categories.length ? { categories: d.categories } : {}),
})

const resourceEntry = (d: ResourceDefinition): Json => ({
  name: d.resource,
  singularName: d.singular,
  namespaced: d.namespaced,
  kind: d.kind,
  verbs: d.verbs,
  ...naming(d),
})

const subresourceEntry = (d: ResourceDefinition, sub: Subresource): Json => ({
  name: `${d.resource}/${sub.name}`,
  singularName: '',
  namespaced: d.namespaced,
  ...(sub.kind.group ? { group: sub.kind.group } : {}),
  ...(sub.kind.version ? { version: sub.kind.version } : {}),
  kind: sub.kind.kind,
  verbs: sub.verbs,
})

/** Group and version of a kind are left empty where they are those of the list. */
const aggregatedEntry = (d: ResourceDefinition): Json => ({
  resource: d.resource,
  responseKind: { group: '', version: '', kind: d.kind },
  scope: d.namespaced ? 'Namespaced' : 'Cluster',
  singularResource: d.singular,
  verbs: d.verbs,
  ...naming(d),
  ...(d.subresources.length ? { subresources: d.subresources.map(aggregatedSubresource) } : {}),
})

const aggregatedSubresource = (sub: Subresource): Json => ({
  subresource: sub.name,
  responseKind: { ...sub.kind },
  verbs: sub.verbs,
})
