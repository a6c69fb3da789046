import { describe, expect, it, test } from 'vitest'
import { contentHash } from '../../../src/kinds/openapi/content-hash.ts'
import { builtInRegistry } from '../../../src/kinds/built-in.ts'
import { openApiDocument, openApiIndex } from '../../../src/kinds/openapi/openapi.ts'
import { storedResources } from '../../support/definitions.ts'
import { apiVersionOf } from '../../../src/core/resource-definition.ts'

interface Operation {
  parameters: { name: string; in: string }[]
  requestBody: { content: Record<string, unknown> }
  'x-kubernetes-group-version-kind': unknown
}
interface Schema {
  properties: Record<string, Record<string, unknown>>
  [extension: string]: unknown
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const documentOf = (group: string) => openApiDocument(builtInRegistry, group, 'v1')?.document as unknown as Document
const core = documentOf('')

test('V6 the index lists each group version that is served, under the hash of its document', () => {
  const { paths } = openApiIndex(builtInRegistry) as { paths: Record<string, { serverRelativeURL: string }> }
  expect(Object.keys(paths).sort()).toEqual([
    'api/v1',
    'apis/authentication.k8s.io/v1',
    'apis/authorization.k8s.io/v1',
    'apis/coordination.k8s.io/v1',
  ])
  expect(paths['api/v1']?.serverRelativeURL).toBe(
    `/openapi/v3/api/v1?hash=${openApiDocument(builtInRegistry, '', 'v1')?.hash}`,
  )
  expect(openApiDocument(builtInRegistry, 'apps', 'v1')).toBeUndefined()
  expect(openApiDocument(builtInRegistry, '', 'v2')).toBeUndefined()
})

describe.each(storedResources.map((d) => [d.kind, d] as const))('%s', (kind, definition) => {
  const { paths, components } = documentOf(definition.group)
  const { group, version } = definition
  const prefix = `${group ? '/apis' : '/api'}/${apiVersionOf(definition)}`
  const objectPath = `${prefix}/${definition.namespaced ? 'namespaces/{namespace}/' : ''}${definition.resource}/{name}`

  test('V6 its patch operation lets kubectl leave validation to the server', () => {
    const patch = paths[objectPath]?.patch
    expect(patch?.['x-kubernetes-group-version-kind']).toEqual({ group, version, kind })
    expect(patch?.parameters.find((p) => p.name === 'fieldValidation')?.in).toBe('query')
    expect(Object.keys(patch?.requestBody.content ?? {})).toEqual([
      'application/apply-patch+yaml',
      'application/json-patch+json',
      'application/merge-patch+json',
      'application/strategic-merge-patch+json',
    ])
  })

  it('has one schema that names it, and one its list', () => {
    const named = (name: string) =>
      Object.values(components.schemas).filter((schema) =>
        JSON.stringify(schema['x-kubernetes-group-version-kind'] ?? []).includes(`"kind":"${name}"`),
      )
    expect(named(kind)).toHaveLength(1)
    expect(named(kind)[0]?.['x-kubernetes-group-version-kind']).toEqual([{ group, version, kind }])
    expect(named(`${kind}List`)).toHaveLength(1)
  })
})

describe('schemas', () => {
  const schema = (name: string) => core.components.schemas[name] as Schema

  test('tell the types of fields', () => {
    const { properties } = schema('io.k8s.api.core.v1.ConfigMap')
    expect(properties.data).toEqual({ type: 'object', additionalProperties: { type: 'string' } })
    expect(properties.binaryData).toEqual({ type: 'object', additionalProperties: { type: 'string', format: 'byte' } })
    expect(properties.kind).toEqual({ type: 'string' })
    expect(properties.metadata).toEqual({
      $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta',
    })
  })

  test('tell how patches and apply treat them', () => {
    expect(schema('io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta').properties.ownerReferences).toMatchObject({
      type: 'array',
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'uid',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
    })
    expect(schema('io.k8s.api.core.v1.ObjectReference')['x-kubernetes-map-type']).toBe('atomic')
  })

  test('are those that are reached, and no more', () => {
    expect(core.components.schemas).not.toHaveProperty(['io.k8s.api.core.v1.PodSpec'])
    expect(core.components.schemas).not.toHaveProperty(['io.k8s.api.coordination.v1.Lease'])
  })
})

test('a review has a path to post to, and nothing else', () => {
  const { paths } = documentOf('authorization.k8s.io')
  const reviews = ['selfsubjectaccessreviews', 'selfsubjectrulesreviews']
  expect(Object.keys(paths)).toEqual(reviews.map((one) => `/apis/authorization.k8s.io/v1/${one}`))
  for (const path of Object.values(paths)) expect(Object.keys(path ?? {}).sort()).toEqual(['parameters', 'post'])
})

test('the hash of a text changes with each character', () => {
  expect(contentHash('')).toMatch(/^[0-9a-f]{16}$/)
  const texts = Array.from({ length: 2000 }, (_, i) => `text ${i}`)
  expect(new Set(texts.map(contentHash)).size).toBe(2000)
  expect(contentHash('ab')).not.toBe(contentHash('ba'))
  expect(contentHash('ab')).toBe(contentHash('ab'))
})
