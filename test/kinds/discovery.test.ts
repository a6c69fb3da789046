import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { aggregatedDiscovery, coreVersions, group, groupList, resourceList } from '../../src/kinds/discovery.ts'
import { builtInRegistry } from '../../src/kinds/built-in.ts'
import { reviewResources, servedResources, storedResources } from '../support/definitions.ts'

/** The bodies that a Kubernetes API server gave, by step. */
function recorded(name: string): Map<string, Record<string, unknown>> {
  const file = new URL(`../golden/recorded/protocol-${name}.json`, import.meta.url)
  const { observations } = JSON.parse(readFileSync(file, 'utf8')) as {
    observations: { step: string; body: Record<string, unknown> }[]
  }
  return new Map(observations.map(({ step, body }) => [step, body]))
}

interface Named {
  name?: string
  resource?: string
}
const entry = (entries: unknown, name: string) => (entries as Named[]).find((e) => (e.name ?? e.resource) === name)

test('what is served', () => {
  const { find } = builtInRegistry
  expect(storedResources.map((d) => d.kind).sort()).toEqual(
    ['ConfigMap', 'Event', 'Lease', 'Namespace', 'Secret', 'ServiceAccount'].sort(),
  )
  expect(reviewResources.map((d) => d.kind).sort()).toEqual([
    'SelfSubjectAccessReview',
    'SelfSubjectReview',
    'SelfSubjectRulesReview',
  ])
  expect(find('coordination.k8s.io', 'v1', 'leases')?.kind).toBe('Lease')
  expect(find('', 'v1', 'pods')).toBeUndefined()
  expect(find('coordination.k8s.io', 'v1beta1', 'leases')).toBeUndefined()
})

describe('V3 the documents', () => {
  test('/api', () => {
    expect(coreVersions(builtInRegistry, '127.0.0.1:6443')).toEqual({
      ...recorded('discovery-of-the-core-group').get('GET /api'),
      serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: '127.0.0.1:6443' }],
    })
  })

  test('/api/v1 is as recorded, resource by resource', () => {
    const body = recorded('discovery-of-the-core-group').get('GET /api/v1')
    expect(resourceList(builtInRegistry, '', 'v1')).toEqual(body)
  })

  test('/apis names the groups that are served', () => {
    const groups = recorded('discovery-of-the-named-groups').get('GET /apis')?.groups
    const list = groupList(builtInRegistry)
    expect(list).toMatchObject({ kind: 'APIGroupList', apiVersion: 'v1' })
    expect((list.groups as Named[]).map((g) => g.name)).toEqual([
      'authentication.k8s.io',
      'authorization.k8s.io',
      'coordination.k8s.io',
    ])
    expect(entry(list.groups, 'coordination.k8s.io')).toEqual(entry(groups, 'coordination.k8s.io'))
  })

  it.each(['coordination.k8s.io'])('/apis/%s and its version are as recorded', (name) => {
    const bodies = recorded('discovery-of-the-named-groups')
    expect(group(builtInRegistry, name)).toEqual(bodies.get(`GET /apis/${name}`))
    expect(resourceList(builtInRegistry, name, 'v1')).toEqual(bodies.get(`GET /apis/${name}/v1`))
  })

  test('what is not served has none', () => {
    expect(group(builtInRegistry, 'apps')).toBeUndefined()
    expect(group(builtInRegistry, '')).toBeUndefined()
    expect(resourceList(builtInRegistry, '', 'v2')).toBeUndefined()
    expect(resourceList(builtInRegistry, 'apps', 'v1')).toBeUndefined()
  })
})

describe('V4 all of it at once', () => {
  interface Item {
    metadata: Named
    versions: { version: string; freshness: string; resources: Named[] }[]
  }
  const itemsOf = (of: 'core' | 'groups') => aggregatedDiscovery(builtInRegistry, of).items as unknown as Item[]

  it.each([
    ['core', '/api', undefined, ['configmaps', 'namespaces']],
    ['groups', '/apis', 'coordination.k8s.io', ['leases']],
  ] as const)('of %s is as recorded', (of, path, name, resources) => {
    const body = recorded('aggregated-discovery').get(`GET ${path}`)
    const item = itemsOf(of).find((i) => i.metadata.name === name)
    const version = item?.versions[0]
    expect(aggregatedDiscovery(builtInRegistry, of)).toMatchObject({ kind: body?.kind, apiVersion: body?.apiVersion })
    expect(version).toMatchObject({ version: body?.version, freshness: body?.freshness })
    for (const resource of resources)
      expect(entry(version?.resources, resource)).toEqual(entry(body?.resources, resource))
  })

  test('the two forms tell the same resources', () => {
    const inAll = [...itemsOf('core'), ...itemsOf('groups')].flatMap((i) => i.versions.flatMap((v) => v.resources))
    expect(new Set(inAll.map((r) => r.resource))).toEqual(new Set(servedResources.map((d) => d.resource)))
    expect(inAll).toHaveLength(servedResources.length)
  })
})

test('V5 everything that is stored has the verb patch', () => {
  expect(storedResources.filter((d) => !d.verbs.includes('patch'))).toEqual([])
})
