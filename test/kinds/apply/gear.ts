import {
  type FieldSchema,
  mapList,
  mapOf,
  scalar,
  setList,
  structOf,
  atomicList,
} from '../../../src/core/fields/field-schema.ts'
import type { ResourceDefinition } from '../../../src/core/resource-definition.ts'
import { objectSchema } from '../../../src/kinds/apply/schema-of.ts'
import { plainStrategy } from '../../../src/kinds/strategies/plain.ts'
import { definitionOf } from '../../support/definitions.ts'
import type { JsonObject, KubernetesObject, ObjectMeta } from '../../../src/wire/object.ts'

const string = scalar('string')

const FIELDS: Record<string, FieldSchema> = {
  spec: structOf({
    ports: mapList(structOf({ port: scalar('number'), protocol: string, name: string }), [
      { name: 'port' },
      { name: 'protocol', default: 'TCP' },
    ]),
    tags: setList(string),
    words: atomicList(string),
    fixed: structOf({ a: string, b: string }, { atomic: true }),
    free: mapOf(string),
    size: scalar('number'),
  }),
  status: structOf({
    ready: scalar('boolean'),
    conditions: mapList(structOf({ type: string, status: string }), [{ name: 'type' }]),
  }),
}

/** A custom resource with each type of list and map, and a status of its own. */
export const gearSchema = objectSchema(Object.entries(FIELDS))

const GEAR = { group: 'example.com', version: 'v1', kind: 'Gear' }

export const gearDefinition: ResourceDefinition = {
  ...definitionOf('configmaps'),
  ...GEAR,
  resource: 'gears',
  singular: 'gear',
  subresources: [{ name: 'status', kind: GEAR, verbs: ['get', 'patch', 'update'] }],
  strategy: {
    ...plainStrategy,
    resetFields: ['status'],
    subresources: { status: { resetFields: ['spec'], prepareForUpdate: (object) => object } },
  },
}

export const gear = (fields: object, meta: ObjectMeta = {}): KubernetesObject & JsonObject =>
  ({ apiVersion: 'example.com/v1', kind: 'Gear', metadata: { name: 'g', ...meta }, ...fields }) as never

/** Ports get their protocol, as the schema has it as a default. */
export const withDefaults = (object: KubernetesObject): KubernetesObject => {
  const spec = object.spec as { ports?: { protocol?: string }[] } | undefined
  if (!spec?.ports) return object
  return { ...object, spec: { ...spec, ports: spec.ports.map((port) => ({ protocol: 'TCP', ...port })) } }
}
