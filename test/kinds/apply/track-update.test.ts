import { beforeEach, describe, expect, it } from 'vitest'
import { definitionOf } from '../../support/definitions.ts'
import type { JsonObject, KubernetesObject, ObjectMeta } from '../../../src/wire/object.ts'
import { ApplyStage } from './apply-stage.ts'
import { gear, gearDefinition, gearSchema } from './gear.ts'

const object = (data: Record<string, string>, meta: ObjectMeta = {}): KubernetesObject => ({
  metadata: { name: 'a', namespace: 'n', uid: 'u', ...meta },
  data,
})

const entry = (manager: string, fieldsV1: JsonObject, more: JsonObject = {}): JsonObject => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  time: '2026-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1,
  ...more,
})

let stage: ApplyStage
beforeEach(() => {
  stage = new ApplyStage(definitionOf('configmaps'))
})

const put = (manager: string, data: Record<string, string>, meta: ObjectMeta = {}) =>
  stage.update(manager, object(data, { managedFields: stage.managedFields, ...meta }))

describe('an update is remembered', () => {
  it('from the create on, but for what is nobody’s', () => {
    put('m', { x: '1' }, { creationTimestamp: '2026-01-01T00:00:00Z', generation: 1, resourceVersion: '5' })
    expect(stage.managedFields).toEqual([
      {
        manager: 'm',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2026-01-02T03:04:05Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': { '.': {}, 'f:x': {} } },
      },
    ])
  })

  it('with the fields in the order of the wire', () => {
    put('m', { x: '1' })
    expect(Object.keys(stage.managedFields[0]!)).toEqual(
      'manager operation apiVersion time fieldsType fieldsV1'.split(' '),
    )
  })

  it('for who changes, adds or removes a field; nobody else keeps it', () => {
    put('m', { x: '1', y: '1', z: '1' })
    put('n', { x: '2', y: '1', w: '1' })
    expect(stage.owners).toEqual({
      'm Update': { 'f:data': { '.': {}, 'f:y': {} } },
      'n Update': { 'f:data': { 'f:w': {}, 'f:x': {} } },
    })
  })

  it('also where the fields that one owned are all gone', () => {
    stage = new ApplyStage(gearDefinition, { schema: gearSchema })
    stage.update('m', gear({}))
    stage.update('m', gear({ spec: { size: 1 } }))
    stage.update('n', gear({}))
    expect(stage.managedFields).toEqual([])
  })

  it('per subresource', () => {
    put('m', { x: '1' })
    stage.update('m', object({ x: '2' }), { subresource: 'status' })
    expect(stage.managedFields[1]).toMatchObject({ manager: 'm', subresource: 'status', operation: 'Update' })
    expect(stage.owners).toEqual({ 'm Update': { 'f:data': {} }, 'm Update status': { 'f:data': { 'f:x': {} } } })
  })

  it('not of fields that the endpoint does not change', () => {
    stage = new ApplyStage(gearDefinition, { schema: gearSchema })
    stage.update('m', gear({ spec: { size: 1 }, status: { ready: true } }))
    stage.update('s', { ...stage.live!, spec: { size: 2 }, status: { ready: false } }, { subresource: 'status' })
    expect(stage.owners).toEqual({
      'm Update': { 'f:spec': { '.': {}, 'f:size': {} } },
      's Update status': { 'f:status': { 'f:ready': {} } },
    })
  })
})

describe('the time of an entry', () => {
  const times = () => Object.fromEntries(stage.managedFields.map(({ manager, time }) => [manager, time]))

  it('is when its manager last changed something', () => {
    put('m', { x: '1' })
    stage.tick()
    put('n', { x: '1', y: '1' })
    stage.tick()
    put('n', { x: '1', y: '2' })
    expect(times()).toEqual({ m: '2026-01-02T03:04:05Z', n: '2026-01-02T03:04:07Z' })
    stage.tick()
    put('n', { x: '1' })
    expect(times()).toEqual({ m: '2026-01-02T03:04:05Z' })
  })

  it('stays when others take its fields, and when nothing changes', () => {
    put('m', { x: '1', y: '1' })
    stage.tick()
    put('n', { x: '2', y: '1' })
    stage.tick()
    put('m', { x: '2', y: '1' })
    expect(times()).toEqual({ m: '2026-01-02T03:04:05Z', n: '2026-01-02T03:04:06Z' })
    expect(stage.version).toBe(2)
  })

  it('orders the entries; of one second they come by name', () => {
    put('z', { z: '1' })
    stage.tick()
    put('b', { z: '1', b: '1' })
    put('a', { z: '1', b: '1', a: '1' })
    expect(stage.managedFields.map(({ manager }) => manager)).toEqual(['z', 'a', 'b'])
  })
})

describe('managedFields that a client sends', () => {
  beforeEach(() => {
    put('m', { x: '1' })
  })
  const send = (sentManagedFields: unknown, options: { subresource?: string } = {}) => {
    stage.update('n', { ...stage.live!, data: { x: '1', y: '1' } }, { ...options, sentManagedFields })
    return Object.keys(stage.owners)
  }

  it('take the place of those that are there, in their canonical form', () => {
    const mine = entry('other', { 'q:unknown': {}, 'f:data': { 'f:x': {} }, 'f:l': { 'k:{"b": 1, "a":2}': {} } })
    expect(send([mine])).toEqual(['other Update', 'n Update'])
    expect(stage.managedFields[0]).toEqual({
      ...mine,
      fieldsV1: { 'f:data': { 'f:x': {} }, 'f:l': { 'k:{"a":2,"b":1}': {} } },
    })
  })

  it.each<[string, unknown]>([
    ['left out', undefined],
    ['null', null],
    ['of no known operation', [entry('z', { 'f:a': {} }, { operation: 'Sing' })]],
    ['of no version', [entry('z', { 'f:a': {} }, { apiVersion: '' })]],
    ['of another form', [entry('z', { 'f:a': {} }, { fieldsType: 'FieldsV2' })]],
    ['of fields that are none', [entry('z', { a: {} })]],
    ['of a manager with too long a name', [entry('z'.repeat(129), { 'f:a': {} })]],
    ['partly wrong', [entry('z', { 'f:a': {} }), {}]],
    ['that own nothing', [entry('z', {})]],
    ['that are no list', {}],
    ['of entries that are no objects', [1]],
  ])('are ignored when %s', (_what, sent) => {
    expect(send(sent)).toEqual(['m Update', 'n Update'])
  })

  it('are ignored through a subresource', () => {
    expect(send([entry('other', { 'f:data': { 'f:x': {} } })], { subresource: 'status' })).toEqual([
      'm Update',
      'n Update status',
    ])
    expect(send([], { subresource: 'status' })).toEqual(['m Update', 'n Update status'])
  })

  it.each<[string, unknown]>([
    ['an empty list', []],
    ['one empty entry', [{}]],
    ['one entry that says nothing', [{ manager: '', time: null }]],
  ])('take all tracking off by %s; it stays off', (_what, sent) => {
    expect(send(sent)).toEqual([])
    expect(stage.live!.metadata).not.toHaveProperty('managedFields')
    put('o', { x: '5' })
    expect(stage.live!.metadata).not.toHaveProperty('managedFields')
  })

  it('that reset a create are no reset', () => {
    stage.live = undefined
    stage.update('m', object({ x: '1' }), { sentManagedFields: [] })
    expect(Object.keys(stage.owners)).toEqual(['m Update'])
  })

  it('count once per manager, the later one', () => {
    expect(send([entry('o', { 'f:a': {} }), entry('o', { 'f:b': {} })])).toEqual(['o Update', 'n Update'])
    expect(stage.owners['o Update']).toEqual({ 'f:b': {} })
  })

  it('of another group are dropped', () => {
    const other = entry('o', { 'f:a': {} }, { apiVersion: 'apps/v1' })
    expect(send([other, entry('p', { 'f:b': {} }, { apiVersion: 'v2' })])).toEqual(['p Update', 'n Update'])
  })
})

describe('more than ten updaters', () => {
  const managers = Array.from({ length: 14 }, (_, i) => `m${String(i).padStart(2, '0')}`)
  const data = (count: number) => Object.fromEntries(managers.slice(0, count).map((name) => [name, '1']))

  it('are bounded: those who moved longest ago are one', () => {
    for (const [i, manager] of managers.entries()) {
      stage.tick()
      put(manager, data(i + 1))
    }
    expect(Object.keys(stage.owners)).toEqual([
      'ancient-changes Update',
      ...managers.slice(5).map((m) => `${m} Update`),
    ])
    expect(stage.managedFields[0]).toEqual(
      entry(
        'ancient-changes',
        { 'f:data': { '.': {}, 'f:m00': {}, 'f:m01': {}, 'f:m02': {}, 'f:m03': {}, 'f:m04': {} } },
        { time: '2026-01-02T03:04:10Z' },
      ),
    )
  })

  it('are put together by version, and not with the one who writes', () => {
    const apply = entry('z', { 'f:z': {} }, { operation: 'Apply' })
    const old = entry('v2', { 'f:v2': {} }, { apiVersion: 'v2', time: '2025-01-01T00:00:00Z' })
    const writer = entry('w', { 'f:w': {} }, { time: '2025-01-01T00:00:00Z' })
    const others = managers.slice(0, 10).map((name) => entry(name, { [`f:${name}`]: {} }))
    put('w', { x: '1' })
    stage.update('w', object({ x: '2' }), { sentManagedFields: [apply, old, writer, ...others] })
    const names = stage.managedFields.map(({ manager, apiVersion }) => [manager, apiVersion])
    expect(names).toEqual([
      ['z', 'v1'],
      ['v2', 'v2'],
      ['ancient-changes', 'v1'],
      ...managers.slice(3, 10).map((name) => [name, 'v1']),
      ['w', 'v1'],
    ])
    expect(stage.owners['ancient-changes Update']).toEqual({ 'f:m00': {}, 'f:m01': {}, 'f:m02': {} })
  })
})

describe('the object that is given back', () => {
  it('is a new one; what was given is not changed', () => {
    const next = object({ x: '1' }, { labels: { l: '1' } })
    const text = JSON.stringify(next)
    put('m', { x: '1' })
    stage.update('n', next)
    expect(JSON.stringify(next)).toBe(text)
  })

  it('keeps keys that JavaScript treats specially', () => {
    const next = JSON.parse('{"metadata":{"name":"a"},"data":{"__proto__":"1"}}') as KubernetesObject
    stage.update('m', next)
    expect(JSON.stringify(stage.live!.data)).toBe('{"__proto__":"1"}')
    expect(JSON.stringify(stage.owners)).toBe('{"m Update":{"f:data":{".":{},"f:__proto__":{}}}}')
  })

  it('has the entries untouched that the write does not concern', () => {
    put('m', { x: '1' })
    const live = structuredClone(stage.live!)
    stage.update('n', { ...live, data: { x: '1', y: '1' } })
    expect(stage.managedFields[0]).toEqual(live.metadata.managedFields![0])
  })
})
