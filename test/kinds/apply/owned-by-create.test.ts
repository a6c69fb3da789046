import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject, KubernetesObject } from '../../../src/wire/object.ts'
import { toDefinition } from '../../../src/kinds/built-in.ts'
import { trackUpdate } from '../../../src/kinds/apply/field-owners.ts'
import { decodeObject } from '../../../src/kinds/decode/decode.ts'
import { kindsData } from '../../../src/kinds/kinds-data.ts'
import { definitionOf } from '../../support/definitions.ts'

/**
 * What the field manager of `k8s.io/apimachinery` v0.37.2, with the schemas of client-go, notes of the create of an object:
 * of each kind that the recordings show, and of objects of the kinds that are served. Nothing is defaulted there.
 */
type Recorded = [kind: string, body: JsonObject, fieldsV1: JsonObject | null]
const recorded = JSON.parse(readFileSync(new URL('owned-by-create.json', import.meta.url), 'utf8')) as Recorded[]

const definitionNamed = (name: string) =>
  toDefinition(kindsData.resources.find(({ group, version, kind }) => `${group}/${version} ${kind}` === name)!)

function ownedBy(definition: ReturnType<typeof toDefinition>, sent: KubernetesObject, next: KubernetesObject) {
  const write = { definition, manager: 'm', subresource: '', apiVersion: 'v1', now: 0, operation: 'Update' } as const
  const [entry] = (trackUpdate({ ...write, sent, next }).metadata.managedFields ?? []) as JsonObject[]
  return entry?.fieldsV1
}

describe('Y24 a create owns what it says, and nothing that every object shows', () => {
  it.each(recorded)('%s %j', (kind, body, fieldsV1) => {
    const plain = definitionNamed(kind)
    const definition = { ...plain, strategy: { resetFields: [] } as unknown as typeof plain.strategy }
    const { object } = decodeObject(definition, body)
    expect(ownedBy(definition, object, object) ?? null).toEqual(fieldsV1)
  })
})

describe('Y24 what a kind means is the client’s, what the server adds is not', () => {
  const created = (resource: string, body: JsonObject, generated?: string) => {
    const definition = definitionOf(resource)
    const { object } = decodeObject(definition, body)
    const named = { ...object, metadata: { ...object.metadata, ...(generated ? { name: generated } : {}) } }
    return ownedBy(definition, object, definition.strategy.prepareForCreate(named))
  }

  it('of a Secret its type and what stringData becomes', () => {
    expect(created('secrets', { metadata: { name: 'a' }, stringData: { k: 'v' } })).toEqual({
      'f:data': { '.': {}, 'f:k': {} },
      'f:type': {},
    })
  })

  it('of a Namespace its label, but neither finalizers nor phase', () => {
    const label = { 'f:metadata': { 'f:labels': { '.': {}, 'f:kubernetes.io/metadata.name': {} } } }
    expect(created('namespaces', { metadata: { name: 'a' } })).toEqual(label)
    expect(created('namespaces', { metadata: { name: 'a' }, status: { phase: 'Terminating' } })).toEqual(label)
    const sent = { metadata: { name: 'a' }, spec: { finalizers: ['kubernetes'] } }
    expect(created('namespaces', sent)).toEqual({ ...label, 'f:spec': { 'f:finalizers': {} } })
  })

  it('of a Namespace with a generated name nothing but that', () => {
    const owned = created('namespaces', { metadata: { generateName: 'a-' } }, 'a-bcdef')
    expect(owned).toEqual({ 'f:metadata': { 'f:generateName': {} } })
  })
})
