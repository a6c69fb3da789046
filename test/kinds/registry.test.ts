import { describe, expect, test } from 'vitest'
import type { ResourceDefinition } from '../../src/core/resource-definition.ts'
import { builtInRegistry } from '../../src/kinds/built-in.ts'
import { group, resourceList } from '../../src/kinds/discovery.ts'
import { openApiDocument } from '../../src/kinds/openapi/openapi.ts'
import { openApiV2Json } from '../../src/kinds/openapi/openapi-v2.ts'
import { createRegistry } from '../../src/kinds/registry.ts'
import { definitionOf } from '../support/definitions.ts'

const CONFIG_MAPS = definitionOf('configmaps')
const renamed: ResourceDefinition = { ...CONFIG_MAPS, resource: 'notes', singular: 'note' }

describe('a registry is a value', () => {
  test('its lookups find by path, by name and by kind', () => {
    const { find, named, findByKind } = builtInRegistry
    expect(find('', 'v1', 'configmaps')).toBe(CONFIG_MAPS)
    expect(named('configmaps')).toBe(CONFIG_MAPS)
    expect(findByKind('v1', 'ConfigMap')).toBe(CONFIG_MAPS)
    expect(named('leases.coordination.k8s.io')).toBe(find('coordination.k8s.io', 'v1', 'leases'))
  })

  test.each(['nothing', 'leases', 'configmaps.', '__proto__', 'constructor', ' '])(
    'an unknown %j is nothing',
    (name) => {
      const { find, named, findByKind } = builtInRegistry
      expect([named(name), find('', 'v1', name), find(name, 'v1', 'configmaps')]).toEqual(Array(3).fill(undefined))
      expect([findByKind('v1', name), findByKind(name, 'ConfigMap')]).toEqual([undefined, undefined])
    },
  )

  test('a later one is made from an earlier one, which stays as it was', () => {
    const resources = builtInRegistry.resources.filter((d) => d !== CONFIG_MAPS)
    const later = createRegistry(builtInRegistry.revision + 1, [...resources, renamed])
    expect(later.named('notes')).toBe(renamed)
    expect(later.named('configmaps')).toBeUndefined()
    expect(builtInRegistry.named('configmaps')).toBe(CONFIG_MAPS)
    expect(builtInRegistry.named('notes')).toBeUndefined()
  })

  test('what is told of it follows the value, not the names in it', () => {
    const pathsOf = (registry: typeof builtInRegistry) =>
      Object.keys(openApiDocument(registry, '', 'v1')?.document.paths as object).filter((path) =>
        path.endsWith('/notes'),
      )
    expect(pathsOf(builtInRegistry)).toEqual([])
    const later = createRegistry(2, [renamed])
    expect(pathsOf(later)).toEqual(['/api/v1/namespaces/{namespace}/notes', '/api/v1/notes'])
    expect(openApiDocument(later, '', 'v1')?.hash).not.toBe(openApiDocument(builtInRegistry, '', 'v1')?.hash)
    expect(openApiV2Json(later).hash).not.toBe(openApiV2Json(builtInRegistry).hash)
    expect(JSON.stringify(resourceList(later, '', 'v1'))).not.toContain('configmaps')
    expect(group(later, 'coordination.k8s.io')).toBeUndefined()
  })
})
