import { describe, expect, it, test } from 'vitest'
import { kindsData } from '../../../src/kinds/kinds-data.ts'
import { openApiV2Json, openApiV2Of, openApiV2Protobuf } from '../../../src/kinds/openapi/openapi-v2.ts'
import { encodeOpenApiV2 } from '../../../src/kinds/openapi/openapi-v2-protobuf.ts'
import { WireReader } from '../../../src/kinds/protobuf/wire-reader.ts'
import { builtInRegistry, toDefinition } from '../../../src/kinds/built-in.ts'
import { servedResources, storedResources } from '../../support/definitions.ts'

interface Schema {
  properties: Record<string, Record<string, unknown>>
  [keyword: string]: unknown
}
interface Operation {
  consumes: string[]
  parameters: { name: string; in: string; type?: string; required?: boolean; schema?: object }[]
  responses: Record<string, { schema?: object }>
  [keyword: string]: unknown
}
interface Document {
  swagger: string
  paths: Record<string, Record<string, Operation>>
  definitions: Record<string, Schema>
}
const served = JSON.parse(openApiV2Json(builtInRegistry).body) as Document
const every = openApiV2Of(kindsData.resources.map(toDefinition)) as unknown as Document

/** How a field is read back. Written from the definition of the messages; shares nothing with what writes them. */
type Form = (bytes: Uint8Array) => unknown
type Fields = Record<number, [key: string, form: Form | 'flag', many?: 'many']>

function fieldsOf(bytes: Uint8Array): [number: number, value: Uint8Array | boolean][] {
  const reader = new WireReader(bytes)
  const found: [number, Uint8Array | boolean][] = []
  while (!reader.isAtEnd) {
    const { number, wireType } = reader.tag()
    found.push([number, wireType === 0 ? reader.varint() === 1n : reader.bytes()])
  }
  return found
}

/** The one field of a message that holds nothing else. */
function only(number: number, form: Form): Form {
  return (bytes) => {
    const found = fieldsOf(bytes)
    expect(found.map(([each]) => each)).toEqual([number])
    return form(found[0]![1] as Uint8Array)
  }
}

const text: Form = (bytes) => new TextDecoder().decode(bytes)
const yaml = only(2, (bytes) => JSON.parse(text(bytes) as string))

function named(value: Form): (bytes: Uint8Array) => [string, unknown] {
  return (bytes) => {
    const found = new Map(fieldsOf(bytes)) as Map<number, Uint8Array>
    expect([...found.keys()]).toEqual([1, 2])
    return [text(found.get(1)!) as string, value(found.get(2)!)]
  }
}

const map =
  (number: number, value: Form): Form =>
  (bytes) => {
    const entries = fieldsOf(bytes)
    expect(entries.filter(([each]) => each !== number)).toEqual([])
    return Object.fromEntries(entries.map(([, entry]) => named(value)(entry as Uint8Array)))
  }

const message =
  (fields: Fields, extensions?: number): Form =>
  (bytes) => {
    const read: Record<string, unknown> = {}
    for (const [number, value] of fieldsOf(bytes)) {
      if (number === extensions) {
        const [key, extension] = named(yaml)(value as Uint8Array)
        read[key] = extension
        continue
      }
      const [key, form, many] = fields[number]!
      const one = form === 'flag' ? value : form(value as Uint8Array)
      read[key] = many ? [...((read[key] as unknown[] | undefined) ?? []), one] : one
    }
    return read
  }

const schema: Form = (bytes) => readSchema(bytes)
const readSchema = message(
  {
    1: ['$ref', text],
    2: ['format', text],
    19: ['required', text, 'many'],
    20: ['enum', yaml, 'many'],
    21: ['additionalProperties', only(1, schema)],
    22: ['type', only(1, text)],
    23: ['items', only(1, schema)],
    25: ['properties', map(1, schema)],
  },
  31,
)
const bodyParameter = message({ 2: ['name', text], 3: ['in', text], 4: ['required', 'flag'], 5: ['schema', schema] })
const queryParameter = message({ 2: ['in', text], 4: ['name', text], 6: ['type', text], 20: ['uniqueItems', 'flag'] })
const pathParameter = message({ 1: ['required', 'flag'], 2: ['in', text], 4: ['name', text], 5: ['type', text] })
const parameter = only(1, (bytes) => {
  const [kind, inner] = fieldsOf(bytes)[0]!
  if (kind === 1) return bodyParameter(inner as Uint8Array)
  const [place] = fieldsOf(inner as Uint8Array)[0]!
  return only(place, place === 3 ? queryParameter : pathParameter)(inner as Uint8Array)
})
const response = only(1, message({ 1: ['description', text], 2: ['schema', only(1, schema)] }))
const operation = message(
  {
    6: ['produces', text, 'many'],
    7: ['consumes', text, 'many'],
    8: ['parameters', parameter, 'many'],
    9: ['responses', map(1, response)],
  },
  13,
)
const pathItem = message({
  2: ['get', operation],
  3: ['put', operation],
  4: ['post', operation],
  5: ['delete', operation],
  8: ['patch', operation],
  9: ['parameters', parameter, 'many'],
})
const document = message({
  1: ['swagger', text],
  2: ['info', message({ 1: ['title', text], 2: ['version', text] })],
  8: ['paths', map(2, pathItem)],
  9: ['definitions', map(1, schema)],
})

describe('in protobuf', () => {
  test('V12 the document says what it says in JSON', () => {
    expect(document(openApiV2Protobuf(builtInRegistry).body)).toEqual(served)
  })

  test('every kind of Kubernetes goes there and back', () => {
    expect(document(encodeOpenApiV2(every as never))).toEqual(every)
  })

  test('what the form has no place for is not dropped quietly', () => {
    expect(() => encodeOpenApiV2({ swagger: '2.0', components: {} })).toThrow('no place for components')
  })
})

test('V12 the document is made once, and its forms have an ETag each', () => {
  expect(openApiV2Json(builtInRegistry)).toBe(openApiV2Json(builtInRegistry))
  expect(openApiV2Protobuf(builtInRegistry)).toBe(openApiV2Protobuf(builtInRegistry))
  expect(openApiV2Json(builtInRegistry).hash).toMatch(/^[0-9a-f]{16}$/)
  expect(openApiV2Protobuf(builtInRegistry).hash).not.toBe(openApiV2Json(builtInRegistry).hash)
})

it.each(servedResources.map((d) => [d.kind, d] as const))('V12 one definition is that of %s', (kind, definition) => {
  const { group, version } = definition
  const key = 'x-kubernetes-group-version-kind'
  const own = Object.values(served.definitions).filter((each) =>
    ((each[key] ?? []) as { kind: string }[]).some((one) => one.kind === kind),
  )
  expect(own.map((each) => each[key])).toEqual([[{ group, version, kind }]])
})

it.each(storedResources.map((d) => [d.kind, d] as const))('V12 a path is that of a %s', (kind, definition) => {
  const { group, version, resource, namespaced } = definition
  const root = group ? `/apis/${group}` : '/api'
  const path = `${root}/${version}/${namespaced ? 'namespaces/{namespace}/' : ''}${resource}/{name}`
  const { patch } = served.paths[path]!
  expect(patch!['x-kubernetes-group-version-kind']).toEqual({ group, version, kind })
  expect(patch!.consumes).toContain('application/strategic-merge-patch+json')
  const [body, ...query] = patch!.parameters
  expect(body).toEqual({ name: 'body', in: 'body', required: true, schema: { type: 'object' } })
  expect(query.find(({ name }) => name === 'fieldValidation')).toMatchObject({ in: 'query', type: 'string' })
})

describe('definitions', () => {
  const META = 'io.k8s.apimachinery.pkg.apis.meta.v1'
  const definition = (name: string) => every.definitions[name]!

  test('tell the types of fields', () => {
    const { properties } = definition('io.k8s.api.core.v1.Secret')
    expect(properties.data).toEqual({ type: 'object', additionalProperties: { type: 'string', format: 'byte' } })
    expect(properties.metadata).toEqual({ $ref: `#/definitions/${META}.ObjectMeta` })
    expect(definition('io.k8s.apimachinery.pkg.api.resource.Quantity')).toEqual({ type: 'string' })
    expect(definition('io.k8s.apimachinery.pkg.util.intstr.IntOrString')).toEqual({
      type: 'string',
      format: 'int-or-string',
    })
  })

  test('tell how patches and apply treat them, beside a reference too', () => {
    expect(definition(`${META}.ObjectMeta`).properties.ownerReferences).toEqual({
      type: 'array',
      items: { $ref: `#/definitions/${META}.OwnerReference` },
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'uid',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['uid'],
    })
    expect(definition('io.k8s.api.apps.v1.DeploymentSpec').properties.strategy).toEqual({
      $ref: '#/definitions/io.k8s.api.apps.v1.DeploymentStrategy',
      'x-kubernetes-patch-strategy': 'retainKeys',
    })
  })

  test('have no defaults, but fields that are called so', () => {
    expect(definition('io.k8s.api.core.v1.ContainerPort').properties.protocol).not.toHaveProperty('default')
    const props = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps'
    for (const name of ['default', 'oneOf', 'allOf', '$ref', 'items'])
      expect(definition(props).properties).toHaveProperty([name])
  })

  test('refer to what is there', () => {
    const references = [...JSON.stringify(every).matchAll(/"\$ref":"([^"]*)"/g)].map(([, target = '']) => target)
    expect(references.length).toBeGreaterThan(1000)
    const known = new Set(Object.keys(every.definitions).map((name) => `#/definitions/${name}`))
    expect([...new Set(references)].filter((target) => !known.has(target))).toEqual([])
  })
})

test('options of a deletion are of each group and version', () => {
  const kinds = served.definitions['io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions']!
  const groups = [...new Set(servedResources.map(({ group }) => group))]
  expect(kinds['x-kubernetes-group-version-kind']).toEqual(
    groups.map((group) => ({ group, version: 'v1', kind: 'DeleteOptions' })),
  )
})
