import { describe, expect, it, test } from 'vitest'
import { toCause } from '../../src/core/errors/field-error.ts'
import { fieldValues } from '../../src/core/resource-definition.ts'
import { definitionOf } from '../support/definitions.ts'
import type { KubernetesObject } from '../../src/wire/object.ts'

const strategyOf = (resource: string) => definitionOf(resource).strategy
const object = (fields: object, metadata: object = {}) =>
  ({ metadata: { name: 'x', namespace: 'ns', ...metadata }, ...fields }) as KubernetesObject
const faults = (resource: string, fields: object, metadata: object = {}) =>
  strategyOf(resource)
    .validate(object(fields, metadata))
    .map((e) => `${e.field}: ${e.body}`)
const updateFaults = (resource: string, next: object, current: object) =>
  strategyOf(resource)
    .validateUpdate(object(next), object(current))
    .map((e) => `${e.field}: ${e.body}`)
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('Namespace', () => {
  const strategy = strategyOf('namespaces')
  const created = strategy.prepareForCreate(
    object({ status: { phase: 'Terminating' } }, { labels: { z: '1', a: '2' } }),
  )

  test('N2 a new one has its name as label, the finalizer and the phase, whatever was sent', () => {
    expect(JSON.stringify(created.metadata.labels)).toBe('{"a":"2","kubernetes.io/metadata.name":"x","z":"1"}')
    expect(created.spec).toEqual({ finalizers: ['kubernetes'] })
    expect(created.status).toEqual({ phase: 'Active' })
  })

  test('N2 finalizers that were sent stay beside it', () => {
    const sent = (finalizers: string[]) => strategy.prepareForCreate(object({ spec: { finalizers } })).spec
    expect(sent(['example.com/x'])).toEqual({ finalizers: ['example.com/x', 'kubernetes'] })
    expect(sent(['kubernetes'])).toEqual({ finalizers: ['kubernetes'] })
  })

  test('N3 an update restores the label and keeps spec and status', () => {
    const sent = object({ spec: {}, status: {} }, { labels: { 'kubernetes.io/metadata.name': 'y', b: '1' } })
    const updated = strategy.prepareForUpdate(sent, created)
    expect(updated.metadata.labels).toEqual({ 'kubernetes.io/metadata.name': 'x', b: '1' })
    expect(updated.spec).toEqual(created.spec)
    expect(updated.status).toEqual(created.status)
  })

  test('N7 a deletion is told by the phase, and held back until the finalizers of the spec are gone', () => {
    expect(strategy.markDeleted?.(created).status).toEqual({ phase: 'Terminating' })
    expect(strategy.isHeldBack?.(created)).toBe(true)
    expect(strategy.isHeldBack?.({ ...created, spec: {} })).toBe(false)
  })

  test('finalizers of the spec are qualified names', () => {
    expect(faults('namespaces', { spec: { finalizers: ['kubernetes', 'example.com/x'] } })).toEqual([])
    expect(faults('namespaces', { spec: { finalizers: ['plain'] } })).toEqual([
      'spec.finalizers[0]: Invalid value: "plain": name is neither a standard finalizer name nor is it fully qualified',
    ])
    expect(faults('namespaces', { spec: { finalizers: ['kubernetes', 'a b'] } })[0]).toMatch(
      /^spec\.finalizers\[1\]: Invalid value: "a b": name part must consist of/,
    )
  })

  test('S5 the phase can be selected', () => {
    expect(fieldValues(definitionOf('namespaces'), created)).toEqual({ 'status.phase': 'Active' })
  })

  test('its strategy changes nothing in what it is given', () => {
    const given = object({ status: {} }, { labels: { a: '1' } })
    const before = structuredClone(given)
    strategy.prepareForCreate(given)
    expect(given).toEqual(before)
  })
})

describe('ConfigMap', () => {
  test('B6 keys are config keys', () => {
    expect(faults('configmaps', { data: { 'a.b_C-1': '' }, binaryData: { k: 'AA==' } })).toEqual([])
    expect(faults('configmaps', { data: { '..': '' } })).toEqual([`data[..]: Invalid value: "..": must not be '..'`])
    expect(faults('configmaps', { binaryData: { 'a b': '' } })[0]).toMatch(
      /^binaryData\[a b\]: Invalid value: "a b": a valid config key must/,
    )
  })

  test('B6 a key stands in one of the maps', () => {
    expect(faults('configmaps', { data: { k: '' }, binaryData: { k: '' } })).toEqual([
      'data[k]: Invalid value: "k": duplicate of key present in binaryData',
    ])
  })

  test('B7 the values weigh at most 1 MiB together, in bytes', () => {
    const half = 'x'.repeat(524_288)
    expect(faults('configmaps', { data: { a: half }, binaryData: { b: base64(half) } })).toEqual([])
    const [fault] = strategyOf('configmaps').validate(
      object({ data: { a: half, c: '\u00e9' }, binaryData: { b: base64(half) } }),
    )
    expect(fault && toCause(fault)).toEqual({
      reason: 'FieldValueTooLong',
      field: '[]',
      message: 'Too long: may not be more than 1048576 bytes',
    })
  })

  test('U15 one that is immutable keeps its data and stays immutable', () => {
    const current = { immutable: true, data: { k: '1' } }
    const text = 'Forbidden: field is immutable when `immutable` is set'
    expect(updateFaults('configmaps', { ...current }, current)).toEqual([])
    expect(updateFaults('configmaps', { ...current, data: { k: '2' } }, current)).toEqual([`data: ${text}`])
    expect(updateFaults('configmaps', { ...current, binaryData: { b: '' } }, current)).toEqual([`binaryData: ${text}`])
    expect(updateFaults('configmaps', { data: { k: '1' } }, current)).toEqual([`immutable: ${text}`])
    expect(updateFaults('configmaps', { data: {} }, { data: { k: '1' } })).toEqual([])
  })
})

describe('Secret', () => {
  const strategy = strategyOf('secrets')

  test('C12 stringData becomes data and wins, the type is Opaque by default', () => {
    const sent = object({ data: { a: base64('plain'), c: base64('cc') }, stringData: { b: 'h\u00e9llo', a: 'other' } })
    for (const prepared of [strategy.prepareForCreate(sent), strategy.prepareForUpdate(sent, sent)])
      expect(prepared).toEqual(
        object({ data: { a: base64('other'), b: base64('h\u00e9llo'), c: base64('cc') }, type: 'Opaque' }),
      )
  })

  test('a Secret without data has none', () => {
    expect(strategy.prepareForCreate(object({ type: 'a/b' }))).toEqual(object({ type: 'a/b' }))
  })

  it.each([
    ['kubernetes.io/tls', {}, ['data[tls.crt]: Required value', 'data[tls.key]: Required value']],
    ['kubernetes.io/tls', { 'tls.crt': '', 'tls.key': '' }, []],
    ['kubernetes.io/basic-auth', {}, ['data[username]: Required value', 'data[password]: Required value']],
    ['kubernetes.io/basic-auth', { password: 'AA==' }, []],
    ['kubernetes.io/ssh-auth', { 'ssh-privatekey': '' }, ['data[ssh-privatekey]: Required value']],
    ['kubernetes.io/ssh-auth', { 'ssh-privatekey': 'AA==' }, []],
    ['kubernetes.io/dockerconfigjson', {}, ['data[.dockerconfigjson]: Required value']],
    ['kubernetes.io/dockerconfigjson', { '.dockerconfigjson': base64('{}') }, []],
    ['kubernetes.io/dockercfg', { '.dockercfg': base64('{"a":1}') }, []],
    ['example.com/own', {}, []],
  ])('the type %s with %j', (type, data, expected) => {
    expect(faults('secrets', { type, data })).toEqual(expected)
  })

  test('a docker configuration that is no JSON is refused without showing it', () => {
    const data = { '.dockerconfigjson': base64('geheim') }
    expect(faults('secrets', { type: 'kubernetes.io/dockerconfigjson', data })).toEqual([
      'data[.dockerconfigjson]: Invalid value: "<secret contents redacted>": must be a JSON document',
    ])
  })

  test('a token names its service account', () => {
    const type = 'kubernetes.io/service-account-token'
    const annotation = 'kubernetes.io/service-account.name'
    expect(faults('secrets', { type })).toEqual([`metadata.annotations[${annotation}]: Required value`])
    expect(faults('secrets', { type }, { annotations: { [annotation]: 'sa' } })).toEqual([])
  })

  test('B7 the values weigh at most 1 MiB together', () => {
    expect(faults('secrets', { data: { a: base64('x'.repeat(1_048_576)) } })).toEqual([])
    expect(faults('secrets', { data: { a: base64('x'.repeat(1_048_577)) } })).toEqual([
      'data: Too long: may not be more than 1048576 bytes',
    ])
  })

  test('U16 the type cannot change', () => {
    expect(updateFaults('secrets', { type: 'a/b' }, { type: 'Opaque' })).toEqual([
      'type: Invalid value: "a/b": field is immutable',
    ])
  })

  test('U15 one that is immutable keeps its data', () => {
    const current = { type: 'Opaque', immutable: true, data: { k: 'AA==' } }
    expect(updateFaults('secrets', { ...current, data: {} }, current)).toEqual([
      'data: Forbidden: field is immutable when `immutable` is set',
    ])
  })

  test('S5 the type can be selected', () => {
    expect(fieldValues(definitionOf('secrets'), object({ type: 'a/b' }))).toEqual({ type: 'a/b' })
  })
})

describe('Event', () => {
  const MISMATCH = 'does not match event.namespace'

  it.each([
    ['ns', 'ns', undefined, true],
    ['other', 'ns', undefined, false],
    [undefined, 'ns', undefined, false],
    [undefined, 'default', undefined, true],
    [undefined, 'kube-system', undefined, false],
    [undefined, 'kube-system', '2026-01-02T03:04:05.000000Z', true],
  ])('B15 about namespace %s in %s (event time %s)', (about, own, eventTime, isFine) => {
    const event = { involvedObject: about ? { namespace: about } : {}, eventTime, ...reporter }
    const expected = isFine
      ? []
      : [`involvedObject.namespace: Invalid value: ${JSON.stringify(about ?? '')}: ${MISMATCH}`]
    expect(faults('events', event, { namespace: own })).toEqual(expected)
  })

  const reporter = { reportingComponent: 'example.com/c', reportingInstance: 'i', action: 'Act', reason: 'Why' }
  const timed = { involvedObject: { namespace: 'ns' }, eventTime: '2026-01-02T03:04:05.000000Z' }

  test('one with an event time says who reports what', () => {
    expect(faults('events', timed)).toEqual([
      'reportingComponent: Required value',
      'reportingInstance: Required value',
      'action: Required value',
      'reason: Required value',
    ])
    expect(faults('events', { ...timed, ...reporter })).toEqual([])
    expect(faults('events', { ...timed, ...reporter, action: 'a'.repeat(129) })).toEqual([
      'action: Invalid value: "": can have at most 128 characters',
    ])
    expect(faults('events', { ...timed, ...reporter, reportingComponent: 'a b' })[0]).toMatch(
      /^reportingComponent: Invalid/,
    )
  })

  test('S5 every field that is told to be selectable has a value', () => {
    const events = definitionOf('events')
    const event = {
      involvedObject: {
        kind: 'ConfigMap',
        name: 'm',
        namespace: 'ns',
        uid: 'u',
        apiVersion: 'v1',
        resourceVersion: '4',
      },
      reason: 'Why',
      reportingComponent: 'r',
      type: 'Normal',
    }
    const values = fieldValues(events, object(event))
    expect(Object.keys(values)).toHaveLength(11)
    expect(values).toMatchObject({
      'involvedObject.name': 'm',
      'involvedObject.fieldPath': '',
      source: 'r',
      type: 'Normal',
    })
    expect(fieldValues(events, object({ ...event, source: { component: 'c' } }))).toMatchObject({ source: 'c' })
  })
})

describe('Lease', () => {
  test('B15 durations and counts are positive', () => {
    const lease = (spec: object) => faults('leases.coordination.k8s.io', { spec })
    expect(lease({ leaseDurationSeconds: 1, leaseTransitions: 0, holderIdentity: '' })).toEqual([])
    expect(lease({})).toEqual([])
    expect(lease({ leaseDurationSeconds: 0, leaseTransitions: -1 })).toEqual([
      'spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0',
      'spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0',
    ])
  })
})

test('V10 an access review asks about one form of attributes', () => {
  const review = (spec: object) => faults('selfsubjectaccessreviews.authorization.k8s.io', { spec })
  const text = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
  expect(review({ resourceAttributes: {} })).toEqual([])
  expect(review({ nonResourceAttributes: {} })).toEqual([])
  expect(review({})).toEqual([`spec: Invalid value: null: ${text}`])
  expect(review({ resourceAttributes: {}, nonResourceAttributes: {} })).toEqual([`spec: Invalid value: null: ${text}`])
})

describe('a ServiceAccount', () => {
  it('C14 keeps the names of its Secrets alone', () => {
    const { strategy } = definitionOf('serviceaccounts')
    const reference = { name: 's', kind: 'Secret', namespace: 'other', apiVersion: 'v1', uid: 'u', fieldPath: 'f' }
    const sent = object({ secrets: [reference, {}], imagePullSecrets: [{ name: 'p' }] })
    const kept = object({ secrets: [{ name: 's' }, {}], imagePullSecrets: [{ name: 'p' }] })
    expect(strategy.prepareForCreate(sent)).toEqual(kept)
    expect(strategy.prepareForUpdate(sent, object({}))).toEqual(kept)
  })
})
