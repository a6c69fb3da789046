import { describe, expect, it } from 'vitest'
import { prepareCreate } from '../../src/core/write/create.ts'
import { decideDelete, isHeldBack } from '../../src/core/write/delete.ts'
import { blindUpdateWarning } from '../../src/core/write/blind-update.ts'
import { assertPreconditions, assertUpdatable } from '../../src/core/write/preconditions.ts'
import { decideUpdate } from '../../src/core/write/update.ts'
import { sameButTimes } from '../../src/kinds/apply/field-owners.ts'
import { definitionOf } from '../support/definitions.ts'
import type { KubernetesObject, ObjectMeta } from '../../src/wire/object.ts'
import { refusalOf } from '../support/refusal.ts'
import { START_MS, TestEnvironment } from '../support/test-environment.ts'

const MAP = definitionOf('configmaps')
const LEASE = definitionOf('leases.coordination.k8s.io')
const NAMESPACE = definitionOf('namespaces')
const HOLD = 'example.com/hold'
/** A stored object at version 8. */
const stored = (metadata: ObjectMeta = {}, more: object = {}): KubernetesObject => ({
  metadata: {
    name: 'a',
    namespace: 'team',
    uid: 'u',
    resourceVersion: '8',
    creationTimestamp: '2026-11-29T16:40:00Z',
    ...metadata,
  },
  ...more,
})
const create = (object: KubernetesObject, definition = MAP) =>
  prepareCreate(definition, object, definition.namespaced ? 'team' : '', new TestEnvironment())
const update = (incoming: KubernetesObject, current = stored(), definition = MAP) =>
  decideUpdate(definition, incoming, current, { subresource: '', track: (object) => object, isSame: sameButTimes })
const remove = (current: KubernetesObject, definition = MAP) => decideDelete(definition, current, {}, START_MS)

describe('preparing a create', () => {
  it('C1 C2 makes the metadata that is the server’s own', () => {
    const sent = {
      name: 'a',
      uid: 'x',
      creationTimestamp: 'x',
      deletionTimestamp: 'x',
      namespace: 'x',
      labels: { l: 'm' },
    }
    expect(create({ metadata: sent, data: { k: 'v' } })).toEqual({
      metadata: {
        name: 'a',
        namespace: 'team',
        uid: '00000000-0000-4000-8000-000000000001',
        creationTimestamp: '2026-11-29T16:40:00Z',
        labels: { l: 'm' },
      },
      data: { k: 'v' },
    })
  })

  it('C1 clears the namespace of a kind that has none', () => {
    expect(create({ metadata: { name: 'a', namespace: 'x' } }, NAMESPACE).metadata.namespace).toBeUndefined()
  })

  it('does not change what it is given', () => {
    const incoming = Object.freeze({ metadata: Object.freeze({ generateName: 'a-', resourceVersion: '0' }) })
    expect(create(incoming).metadata.name).toMatch(/^a-[a-z0-9]{5}$/)
  })

  it('C8 B5 tells everything that is wrong, once', () => {
    const refused = refusalOf(() => create({ metadata: { name: 'A', labels: { '-x': 'y' } }, data: { 'a b': '' } }))
    expect(refused).toMatchObject({ code: 422, reason: 'Invalid', details: { name: 'A', kind: 'ConfigMap' } })
    expect(refused?.details?.causes?.map(({ field }) => field)).toEqual([
      'metadata.name',
      'metadata.labels',
      'data[a b]',
    ])
    expect(refused?.message).toMatch(/^ConfigMap "A" is invalid: \[metadata\.name: .*, metadata\.labels: .*\]$/s)
  })

  it('C8 a bad generateName is shown beside the name that it made', () => {
    const refused = refusalOf(() => create({ metadata: { generateName: 'A_' } }))
    expect(refused?.details?.causes?.map(({ field }) => field)).toEqual(['metadata.generateName', 'metadata.name'])
  })
})

describe('holding an update against what is stored', () => {
  const hold = (metadata: ObjectMeta, unconditionalUpdate: 'refuse' | 'allow' = 'refuse', definition = MAP) =>
    refusalOf(() =>
      assertUpdatable(definition, { metadata: { name: 'a', ...metadata } }, stored(), { unconditionalUpdate }),
    )

  it.each([
    [{ resourceVersion: '8' }, undefined],
    [{ resourceVersion: '8', uid: 'u' }, undefined],
    [{ resourceVersion: '08' }, undefined],
    [{ resourceVersion: '9' }, 409],
    [{ resourceVersion: '7' }, 409],
    [{ resourceVersion: '8', uid: 'other' }, 409],
    [{ resourceVersion: '9', uid: 'u' }, 409],
    [{ uid: 'other' }, 409],
    [{ resourceVersion: '99999999999999999999' }, 409],
    [{ resourceVersion: '8x' }, 400],
    [{}, 400],
    [{ resourceVersion: '' }, 400],
    [{ resourceVersion: '0' }, 400],
  ])('U1 U2 U3 U9 U14 %j → %s', (metadata, code) => {
    expect(hold(metadata)?.code).toBe(code)
  })

  it('U4 without a version follows the rule of the kind where the setting says so', () => {
    expect(hold({}, 'allow')).toBeUndefined()
    expect(hold({ resourceVersion: '0' }, 'allow')).toBeUndefined()
    expect(hold({ resourceVersion: '9' }, 'allow')?.reason).toBe('Conflict')
    expect(hold({}, 'allow', LEASE)).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message:
        'leases.coordination.k8s.io "a" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
      reason: 'Invalid',
      details: {
        name: 'a',
        group: 'coordination.k8s.io',
        kind: 'leases',
        causes: [
          {
            reason: 'FieldValueInvalid',
            message: 'Invalid value: 0: must be specified for an update',
            field: 'metadata.resourceVersion',
          },
        ],
      },
      code: 422,
    })
  })

  it('U3 names the resource, and what to do', () => {
    expect(hold({}, 'refuse', LEASE)?.message).toMatch(
      /^metadata\.resourceVersion is required to update leases\.coordination\.k8s\.io "a": read the object, /,
    )
  })
})

describe('preconditions of a DELETE', () => {
  const hold = (preconditions: object, definition = MAP) =>
    refusalOf(() => assertPreconditions(definition, stored(), preconditions))

  it.each([
    [{}, undefined],
    [{ uid: 'u' }, undefined],
    [{ resourceVersion: '8' }, undefined],
    [{ uid: 'u', resourceVersion: '8' }, undefined],
    [{ uid: 'x' }, 409],
    [{ uid: '' }, 409],
    [{ resourceVersion: '9' }, 409],
    [{ resourceVersion: '' }, 409],
    [{ uid: 'u', resourceVersion: '9' }, 409],
  ])('D3 D4 %j → %s', (preconditions, code) => {
    expect(hold(preconditions)?.code).toBe(code)
  })

  it('D3 name the kind, with its group', () => {
    const refused = hold({ uid: 'x' }, LEASE)
    expect(refused?.message).toMatch(/^Operation cannot be fulfilled on Lease\.coordination\.k8s\.io "a": /)
    expect(refused?.details).toEqual({ name: 'a', group: 'coordination.k8s.io', kind: 'Lease' })
  })
})

describe('deciding an update', () => {
  it('U5 is none where the content is the same, however it is written', () => {
    const current = stored({ labels: { a: 'b', c: 'd' } }, { data: { x: '1', y: '2' } })
    for (const incoming of [
      stored({ labels: { c: 'd', a: 'b' } }, { data: { y: '2', x: '1' } }),
      stored({ labels: { a: 'b', c: 'd' }, annotations: {}, uid: '', deletionTimestamp: null }, { data: current.data }),
      stored({ labels: { a: 'b', c: 'd' } }, { data: current.data, binaryData: undefined }),
    ])
      expect(update(incoming, current)).toEqual({ change: 'none' })
  })

  it('U1 replaces where something differs, and takes the fields that never change from what is stored', () => {
    const incoming = stored(
      { creationTimestamp: '2000-01-01T00:00:00Z', uid: '', namespace: 'x', generation: 5 },
      { data: {} },
    )
    expect(update({ ...incoming, data: { k: 'v' } })).toEqual({
      change: 'replace',
      object: stored({ generation: undefined }, { data: { k: 'v' } }),
    })
  })

  it('U15 U16 is refused for what is immutable', () => {
    const frozen = stored({}, { immutable: true, data: { k: 'v' } })
    expect(refusalOf(() => update(stored({}, { data: { k: 'w' } }), frozen))?.details?.causes).toEqual(
      ['immutable', 'data'].map((field) => ({
        reason: 'FieldValueForbidden',
        message: 'Forbidden: field is immutable when `immutable` is set',
        field,
      })),
    )
    const relabelled = update({ ...frozen, metadata: { ...frozen.metadata, labels: { a: 'b' } } }, frozen)
    expect(relabelled.change).toBe('replace')
  })

  it('D7 removes what is being deleted when nothing holds it any more', () => {
    const marked = { deletionTimestamp: '2026-11-29T16:41:00Z', deletionGracePeriodSeconds: 0 }
    const current = stored({ ...marked, finalizers: [HOLD] })
    expect(update(stored({}), current)).toEqual({ change: 'remove', object: stored(marked) })
    expect(update(stored({ finalizers: [HOLD], labels: { a: 'b' } }), current)).toMatchObject({
      change: 'replace',
      object: { metadata: marked },
    })
  })

  it('U17 does not begin a deletion by itself', () => {
    expect(update(stored({ finalizers: [] }), stored({ finalizers: [HOLD] })).change).toBe('replace')
  })

  it('does not change what it is given', () => {
    const current = stored({ labels: { a: 'b' } }, { data: { k: 'v' } })
    const copy = structuredClone(current)
    update(stored({ labels: { a: 'c' } }, { data: { k: 'w' } }), current)
    expect(current).toEqual(copy)
  })
})

describe('deciding a delete', () => {
  it('D1 removes what nothing holds', () => {
    expect(remove(stored())).toEqual({ change: 'remove' })
  })

  it('D6 marks what a finalizer holds, with the time', () => {
    const current = stored({ finalizers: [HOLD] })
    expect(remove(current)).toEqual({
      change: 'mark',
      object: stored({
        finalizers: [HOLD],
        deletionTimestamp: '2026-11-29T16:40:00Z',
        deletionGracePeriodSeconds: 0,
      }),
    })
    expect(isHeldBack(MAP, current)).toBe(true)
  })

  it('D6 marks once', () => {
    expect(remove(stored({ finalizers: [HOLD], deletionTimestamp: '2026-11-29T16:39:00Z' }))).toEqual({
      change: 'none',
    })
  })

  it('D6 raises a generation that there is', () => {
    expect(remove(stored({ finalizers: [HOLD], generation: 4 }))).toMatchObject({
      object: { metadata: { generation: 5 } },
    })
  })

  it('N7 marks a Namespace as Terminating, without a grace period', () => {
    const namespace = stored(
      { namespace: undefined },
      { spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } },
    )
    const decision = remove(namespace, NAMESPACE)
    expect(decision).toMatchObject({ change: 'mark', object: { status: { phase: 'Terminating' } } })
    expect(JSON.stringify(decision)).not.toContain('deletionGracePeriodSeconds')
  })
})

describe('what an update overwrites blindly', () => {
  const warn = (metadata: ObjectMeta, current: ObjectMeta = {}, unconditionalUpdate: 'warn' | 'allow' = 'warn') =>
    blindUpdateWarning(MAP, { metadata }, { metadata: { ...stored().metadata, ...current } }, { unconditionalUpdate })
  const entry = (manager: string, time?: string) => ({ manager, ...(time ? { time } : {}) })

  it('U22 is told with its version, and with all who may have written last', () => {
    const told = 'configmaps "a" was overwritten without metadata.resourceVersion: it was at version 8'
    expect(warn({})).toBe(told)
    expect(warn({ resourceVersion: '0' }, { managedFields: [entry('old')] })).toBe(told)
    const managedFields = [
      entry('early', '2026-01-01T00:00:00Z'),
      entry('bob', '2026-01-01T00:00:01Z'),
      entry('eve', '2026-01-01T00:00:01Z'),
    ]
    expect(warn({}, { managedFields })).toBe(`${told}, last written by "bob" or "eve" at 2026-01-01T00:00:01Z`)
  })

  it('U22 is not told where a version is stated, or the setting does not say so', () => {
    expect(warn({ resourceVersion: '8' })).toBeUndefined()
    expect(warn({}, {}, 'allow')).toBeUndefined()
  })
})
