import { beforeEach, describe, expect, it } from 'vitest'
import { decodeObject } from '../../../src/kinds/decode/decode.ts'
import { definitionOf } from '../../support/definitions.ts'
import type { Json, JsonObject, KubernetesObject, ObjectMeta } from '../../../src/wire/object.ts'
import { refusalOf } from '../../support/refusal.ts'
import { ApplyStage } from './apply-stage.ts'
import { gear, gearDefinition, gearSchema, withDefaults } from './gear.ts'

const configMap = (data: Json, meta: ObjectMeta = {}): JsonObject =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ...meta }, data }) as never
const object = (data: Record<string, string>, meta: ObjectMeta = {}): KubernetesObject => ({
  metadata: { name: 'a', namespace: 'n', ...meta },
  data,
})

let stage: ApplyStage
beforeEach(() => {
  stage = new ApplyStage(definitionOf('configmaps'))
})
const apply = (manager: string, data: Json, options: { force?: boolean } = {}) =>
  stage.apply(manager, configMap(data), options)
const refusal = (work: () => unknown) => refusalOf(work)?.message

describe('apply after an ordinary create', () => {
  it('G25 shares what is equal, and conflicts with the same manager’s updates', () => {
    stage.update('m', object({ k: '1' }))
    apply('m', { k: '1' })
    expect(refusalOf(() => apply('m', { k: '2' }))).toMatchObject({
      code: 409,
      details: {
        causes: [{ reason: 'FieldManagerConflict', field: '.data.k', message: 'conflict with "m" using v1' }],
      },
    })
    expect(apply('m', { k: '2' }, { force: true }).data).toEqual({ k: '2' })
    const { version } = stage
    stage.tick(60)
    apply('m', { k: '2' }, { force: true })
    apply('m', { k: '2' }, { force: true })
    expect(stage.version).toBe(version)
    expect(stage.owners).toEqual({ 'm Apply': { 'f:data': { 'f:k': {} } }, 'm Update': { 'f:data': {} } })
  })

  it('gives what is there to a manager of its own where nobody is known to own it', () => {
    stage.update('m', object({ k: '1' }))
    stage.update('m', stage.live!, { sentManagedFields: [] })
    expect(refusal(() => apply('m', { k: '2' }))).toBe(
      'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.k',
    )
    stage.tick()
    apply('m', { k: '1' })
    expect(stage.managedFields).toMatchObject([
      { manager: 'm', operation: 'Apply', fieldsV1: { 'f:data': { 'f:k': {} } } },
      {
        manager: 'before-first-apply',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2026-01-02T03:04:06Z',
        fieldsV1: { 'f:data': { '.': {}, 'f:k': {} } },
      },
    ])
  })
})

describe('a conflict', () => {
  it('names each field of one owner', () => {
    stage.update('mgr', object({ a: '1', b: '1', c: '1' }))
    expect(refusalOf(() => apply('x', { b: '2', a: '2' }))).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      code: 409,
      reason: 'Conflict',
      message: 'Apply failed with 2 conflicts: conflicts with "mgr" using v1:\n- .data.a\n- .data.b',
      details: {
        causes: [
          { reason: 'FieldManagerConflict', message: 'conflict with "mgr" using v1', field: '.data.a' },
          { reason: 'FieldManagerConflict', message: 'conflict with "mgr" using v1', field: '.data.b' },
        ],
      },
    })
  })

  it('names every owner, appliers by their name alone', () => {
    apply('m2', { a: '1', b: '1' })
    stage.update('m1', { ...stage.live!, data: { ...(stage.live!.data as object), b: '2' } })
    stage.update('m1', { ...stage.live!, data: { ...(stage.live!.data as object), c: '1' } }, { subresource: 'status' })
    apply('m3', { a: '1' })
    expect(refusal(() => apply('x', { a: '2', b: '3', c: '2' }))).toBe(
      'Apply failed with 4 conflicts: conflicts with "m1" using v1:\n- .data.b\n' +
        'conflicts with "m1" with subresource "status" using v1:\n- .data.c\n' +
        'conflicts with "m2":\n- .data.a\nconflicts with "m3":\n- .data.a',
    )
  })

  it('is told by items and places as they are keyed', () => {
    stage = new ApplyStage(gearDefinition, { schema: gearSchema, finish: withDefaults })
    stage.apply('one', gear({ spec: { ports: [{ port: 80, name: 'x' }], words: ['a'] } }))
    expect(refusal(() => stage.apply('two', gear({ spec: { ports: [{ port: 80, name: 'y' }], words: ['b'] } })))).toBe(
      'Apply failed with 2 conflicts: conflicts with "one":\n- .spec.ports[port=80,protocol="TCP"].name\n- .spec.words',
    )
  })

  it('changes nothing', () => {
    stage.update('mgr', object({ a: '1' }))
    const text = JSON.stringify(stage.live)
    expect(refusal(() => apply('x', { a: '2' }))).toBeDefined()
    expect(JSON.stringify(stage.live)).toBe(text)
  })

  it('is none where values are equal; both own them then', () => {
    stage.update('mgr', object({ a: '1' }))
    apply('x', { a: '1' })
    expect(stage.owners).toEqual({
      'mgr Update': { 'f:data': { '.': {}, 'f:a': {} } },
      'x Apply': { 'f:data': { 'f:a': {} } },
    })
  })

  it('is over when forced: the fields change hands', () => {
    stage.update('mgr', object({ a: '1', b: '1' }))
    apply('x', { a: '2' }, { force: true })
    expect(stage.owners).toEqual({
      'mgr Update': { 'f:data': { '.': {}, 'f:b': {} } },
      'x Apply': { 'f:data': { 'f:a': {} } },
    })
  })

  it('over very many fields is told with a bounded text and the full count', () => {
    const fields = Array.from({ length: 5000 }, (_, i) => `${'k'.repeat(100)}${i}`)
    const all = (value: string) => Object.fromEntries(fields.map((name) => [name, value]))
    stage.update('mgr', object(all('1')))
    const refused = refusalOf(() => apply('x', all('2')))
    expect(refused?.message?.startsWith('Apply failed with 5000 conflicts: conflicts with "mgr" using v1:\n')).toBe(
      true,
    )
    expect(refused?.message?.length).toBeLessThan(250_000)
    expect(refused?.details?.causes?.length).toBe(1000)
  })
})

describe('the time of an applier', () => {
  const times = () => Object.fromEntries(stage.managedFields.map(({ manager, time }) => [manager, time]))

  it('moves when the object changes, and not when values are confirmed', () => {
    apply('one', { x: '1' })
    stage.tick()
    apply('two', { x: '1' })
    expect(times()).toEqual({ one: '2026-01-02T03:04:05Z', two: undefined })
    expect(stage.managedFields.map(({ manager }) => manager)).toEqual(['two', 'one'])
    stage.tick()
    apply('one', { x: '1' })
    apply('two', {})
    expect(times()).toEqual({ one: '2026-01-02T03:04:05Z', two: undefined })
    stage.tick()
    apply('two', { y: '1' })
    expect(times()).toEqual({ one: '2026-01-02T03:04:05Z', two: '2026-01-02T03:04:08Z' })
  })

  it('moves when items change their order', () => {
    stage = new ApplyStage(gearDefinition, { schema: gearSchema })
    stage.apply('one', gear({ spec: { tags: ['a', 'b'] } }))
    stage.tick()
    expect(stage.apply('one', gear({ spec: { tags: ['b', 'a'] } })).spec).toEqual({ tags: ['b', 'a'] })
    expect(times()).toEqual({ one: '2026-01-02T03:04:06Z' })
    expect(stage.version).toBe(2)
  })
})

describe('what a manager does not apply any more', () => {
  it('goes, but not what it never applied', () => {
    apply('one', { x: '1', y: '1' })
    stage.update('n', { ...stage.live!, data: { x: '1', y: '1', z: '1' } })
    expect(apply('one', { x: '1' }).data).toEqual({ x: '1', z: '1' })
    expect(stage.owners).toEqual({ 'n Update': { 'f:data': { 'f:z': {} } }, 'one Apply': { 'f:data': { 'f:x': {} } } })
  })

  it('goes with the map that held nothing else', () => {
    stage.apply('one', configMap({ x: '1' }, { labels: { l: '1' } }))
    const { data: _data, ...bare } = configMap({}, { labels: { l: '1' } })
    const left = stage.apply('one', bare)
    expect(left).not.toHaveProperty('data')
    expect(left.metadata.labels).toEqual({ l: '1' })
  })

  it('stays while another owns it, by apply or by update', () => {
    apply('one', { x: '1' })
    apply('two', { x: '1' })
    expect(apply('one', {}).data).toEqual({ x: '1' })
    expect(apply('two', {}).data).toBeNull()
  })

  it('is not what names the object', () => {
    stage.apply('one', configMap({ x: '1' }, { namespace: 'n', labels: { l: '1' } }))
    stage.live = { ...stage.live!, metadata: { ...stage.live!.metadata, uid: 'u', resourceVersion: '4' } }
    const left = stage.apply('one', { apiVersion: 'v1', kind: 'ConfigMap', data: { x: '1' } })
    expect(left.metadata).toMatchObject({ name: 'a', namespace: 'n', uid: 'u', resourceVersion: '4' })
    expect(left.metadata).not.toHaveProperty('labels')
  })

  it('may leave null, which a kind drops or refuses; applying it again changes nothing then', () => {
    const definition = definitionOf('configmaps')
    const finish = (object: KubernetesObject) => decodeObject(definition, object as unknown as Json).object
    stage = new ApplyStage(definition, { finish })
    apply('one', { x: '1' })
    expect(apply('one', {})).not.toHaveProperty('data')
    const { version } = stage
    stage.tick()
    apply('one', {})
    expect(stage.version).toBe(version)
    expect(stage.owners).toEqual({ 'one Apply': { 'f:data': {} } })
  })

  it('leaves the entry with nothing: then there is none', () => {
    stage = new ApplyStage(gearDefinition, { schema: gearSchema })
    stage.apply('one', gear({ spec: { tags: ['a'] } }))
    const left = stage.apply('one', gear({ spec: { tags: [] } }))
    expect(left.metadata).not.toHaveProperty('managedFields')
  })
})

describe('a manager that applies another version of the kind', () => {
  it('keeps one entry, which names the new version', () => {
    stage = new ApplyStage(gearDefinition, { schema: gearSchema })
    stage.apply('one', gear({ spec: { size: 1 } }))
    const entries = stage.managedFields.map((entry) => ({ ...entry, apiVersion: 'example.com/v1beta1' }))
    stage.live = { ...stage.live!, metadata: { ...stage.live!.metadata, managedFields: entries } }
    stage.apply('one', gear({ spec: { size: 1 } }))
    expect(stage.managedFields).toMatchObject([
      { apiVersion: 'example.com/v1', fieldsV1: { 'f:spec': { 'f:size': {} } } },
    ])
  })
})

describe('through a subresource', () => {
  it('a manager has an entry of its own, and changes nothing but what is the subresource’s', () => {
    stage = new ApplyStage(gearDefinition, { schema: gearSchema })
    stage.apply('m', gear({ spec: { size: 1 }, status: { ready: true } }))
    const left = stage.apply('m', gear({ spec: { size: 2 }, status: { ready: true } }), { subresource: 'status' })
    expect([left.spec, left.status]).toEqual([{ size: 1 }, { ready: true }])
    expect(stage.owners).toEqual({
      'm Apply': { 'f:spec': { 'f:size': {} } },
      'm Apply status': { 'f:status': { 'f:ready': {} } },
    })
  })
})

describe('a list that was atomic and has items with fields of their own now', () => {
  it('loses the item that is not applied any more', () => {
    stage = new ApplyStage(gearDefinition, { schema: gearSchema })
    stage.apply('one', gear({ spec: { tags: ['a', 'b'], size: 1 } }))
    const fieldsV1 = { 'f:spec': { 'f:tags': {}, 'f:size': {} } }
    const entries = stage.managedFields.map((entry) => ({ ...entry, fieldsV1 }))
    stage.live = { ...stage.live!, metadata: { ...stage.live!.metadata, managedFields: entries } }
    expect(stage.apply('one', gear({ spec: { tags: ['b'], size: 1 } })).spec).toEqual({ tags: ['b'], size: 1 })
    expect(stage.owners).toEqual({ 'one Apply': { 'f:spec': { 'f:size': {}, 'f:tags': { 'v:"b"': {} } } } })
  })
})

describe('an applied object is refused', () => {
  const prefix = 'failed to create typed patch object (/a; /v1, Kind=ConfigMap): '
  it.each<[string, Json, string]>([
    ['that is none', [], 'error decoding patch: error unmarshaling JSON: cannot take array as an object'],
    ['without a kind', { apiVersion: 'v1' }, 'invalid object type: /v1, Kind='],
    ['without a version', { kind: 'ConfigMap' }, 'invalid object type: /, Kind=ConfigMap'],
    ['without both', {}, 'invalid object type: /, Kind='],
    ['of another kind', { apiVersion: 'apps/v1', kind: 'Deployment' }, 'invalid object type: apps/v1, Kind=Deployment'],
    ['of a version that is none', { apiVersion: 'a/b/c', kind: 'ConfigMap' }, 'invalid object type: /, Kind=ConfigMap'],
    ['with managedFields', configMap({}, { managedFields: [] }), 'metadata.managedFields must be nil'],
    ['with an unknown field', { ...configMap({}), zzz: 1 }, `${prefix}.zzz: field not declared in schema`],
    [
      'with an unknown field of the metadata',
      configMap({}, { zzz: 1 } as never),
      `${prefix}.metadata.zzz: field not declared in schema`,
    ],
    [
      'with a value of another type',
      configMap({ k: 5 }),
      `${prefix}.data.k: expected string, got &value.valueUnstructured{Value:5}`,
    ],
    [
      'with doubled items',
      configMap({}, { finalizers: ['x/y', 'x/y'] }),
      `${prefix}.metadata.finalizers: duplicate entries for key [="x/y"]`,
    ],
  ])('%s', (_what, body, message) => {
    expect(refusalOf(() => stage.apply('m', body))).toMatchObject({ code: 400, reason: 'BadRequest', message })
  })

  it('and tells its namespace', () => {
    expect(refusal(() => stage.apply('m', { ...configMap({}, { namespace: 'n' }), zzz: 1 }))).toContain(
      '(n/a; /v1, Kind=',
    )
  })

  it('but not for fields that are null', () => {
    expect(stage.apply('m', configMap({ k: null }, { managedFields: null as never })).data).toEqual({ k: null })
  })

  it('where the live object has a list whose items cannot be told apart', () => {
    stage = new ApplyStage(gearDefinition, { schema: gearSchema })
    stage.live = { metadata: { name: 'g' }, spec: { ports: [{}, null] } }
    expect(refusal(() => stage.apply('m', gear({ spec: { ports: [{ port: 1 }] } })))).toMatch(
      /^failed to create typed live object \(\/g; example.com\/v1, Kind=Gear\): /,
    )
  })
})
