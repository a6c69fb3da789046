import { describe, expect, it } from 'vitest'
import { type FieldSchema, memberSchema } from '../../../src/core/fields/field-schema.ts'
import { schemaOf } from '../../../src/kinds/apply/schema-of.ts'
import { kindsData } from '../../../src/kinds/kinds-data.ts'

/** A kind's schema at a path; `[]` steps into the items of a list. */
function schemaAt(kind: string, path: string): FieldSchema | undefined {
  const resource = kindsData.resources.find((r) => r.kind === kind)
  if (!resource) throw new Error(`no kind ${kind}`)
  let schema: FieldSchema | undefined = schemaOf(resource)
  for (const step of path.split('.')) {
    if (step === '[]') schema = schema?.form === 'list' ? schema.items : undefined
    else schema = schema?.form === 'map' ? memberSchema(schema, step) : undefined
  }
  return schema
}

function told(schema: FieldSchema | undefined): string {
  switch (schema?.form) {
    case undefined:
      return 'none'
    case 'scalar':
      return schema.type
    case 'untyped':
      return 'untyped'
    case 'map':
      return `${schema.atomic ? 'atomic' : 'granular'} ${schema.fields.size > 0 ? 'struct' : 'map'}`
    case 'list': {
      const keys = schema.keys.map((key) =>
        'default' in key ? `${key.name}=${JSON.stringify(key.default)}` : key.name,
      )
      return `${schema.kind} list${keys.length ? ` by ${keys.join(', ')}` : ''}`
    }
  }
}

describe('the fields of built-in kinds', () => {
  it.each([
    ['ConfigMap', 'kind', 'string'],
    ['ConfigMap', 'metadata.name', 'string'],
    ['ConfigMap', 'metadata.generation', 'number'],
    ['ConfigMap', 'metadata.creationTimestamp', 'any'],
    ['ConfigMap', 'metadata.labels', 'granular map'],
    ['ConfigMap', 'metadata.annotations', 'granular map'],
    ['ConfigMap', 'metadata.finalizers', 'set list'],
    ['ConfigMap', 'metadata.ownerReferences', 'map list by uid=""'],
    ['ConfigMap', 'metadata.ownerReferences.[]', 'atomic struct'],
    ['ConfigMap', 'metadata.managedFields', 'atomic list'],
    ['ConfigMap', 'metadata.other', 'none'],
    ['ConfigMap', 'data', 'granular map'],
    ['ConfigMap', 'data.any', 'string'],
    ['ConfigMap', 'binaryData', 'granular map'],
    ['ConfigMap', 'immutable', 'boolean'],
    ['Secret', 'data', 'granular map'],
    ['Secret', 'stringData', 'granular map'],
    ['Secret', 'type', 'string'],
    ['Role', 'rules', 'atomic list'],
    ['RoleBinding', 'subjects', 'atomic list'],
    ['RoleBinding', 'roleRef', 'atomic struct'],
    ['ClusterRole', 'aggregationRule.clusterRoleSelectors', 'atomic list'],
    ['Namespace', 'status.conditions', 'map list by type=""'],
    ['Namespace', 'spec.finalizers', 'atomic list'],
    ['ServiceAccount', 'secrets', 'map list by name'],
    ['ServiceAccount', 'secrets.[]', 'atomic struct'],
    ['ServiceAccount', 'imagePullSecrets', 'atomic list'],
    ['ResourceQuota', 'spec.hard', 'granular map'],
    ['ResourceQuota', 'spec.hard.cpu', 'any'],
    ['ResourceQuota', 'spec.scopes', 'atomic list'],
    ['ResourceQuota', 'spec.scopeSelector', 'atomic struct'],
    ['Lease', 'spec', 'granular struct'],
    ['Lease', 'spec.renewTime', 'any'],
    ['Event', 'series', 'granular struct'],
    ['Event', 'involvedObject', 'atomic struct'],
    ['Pod', 'spec.nodeSelector', 'atomic map'],
    ['Pod', 'spec.containers', 'map list by name=""'],
    ['Pod', 'spec.containers.[].ports', 'map list by containerPort=0, protocol="TCP"'],
    ['Pod', 'spec.containers.[].command', 'atomic list'],
    ['Service', 'spec.ports', 'map list by port=0, protocol="TCP"'],
    ['Deployment', 'spec.selector', 'atomic struct'],
    ['Deployment', 'spec.template.spec.containers.[].resources.limits.cpu', 'any'],
    ['PersistentVolume', 'spec.claimRef', 'granular struct'],
    ['ControllerRevision', 'data', 'granular map'],
    ['ControllerRevision', 'data.any', 'untyped'],
  ])('%s .%s: %s', (kind, path, schema) => {
    expect(told(schemaAt(kind, path))).toBe(schema)
  })

  it('are known for every kind of the table', () => {
    const kinds = kindsData.resources.map((resource) => schemaOf(resource))
    expect(kinds.filter(({ fields }) => !fields.has('metadata')).length).toBeLessThan(kinds.length / 10)
  })

  it('have one schema, also where a type refers to itself', () => {
    const [first] = kindsData.resources
    expect(schemaOf(first!)).toBe(schemaOf({ ...first! }))
  })
})
