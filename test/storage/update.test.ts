import { beforeEach, describe, expect, it } from 'vitest'
import { ChangeKind } from '../../src/storage/store/change.ts'
import type { KubernetesObject } from '../../src/wire/object.ts'
import { NodeDatabase } from '../support/node-database.ts'
import { refusalOf } from '../support/refusal.ts'
import { ScopeDriver, versionOf, withMeta } from '../support/scope-driver.ts'

let scope: ScopeDriver

beforeEach(() => {
  scope = new ScopeDriver(new NodeDatabase()).open()
})

const LEASES = { resource: 'leases.coordination.k8s.io' }

const value = (text: string) => ({ data: { k: text } })

describe('an update', () => {
  it('U1 with the current version is stored under a higher one', () => {
    const created = scope.create('a', value('1'))
    const updated = scope.update({ ...created, ...value('2') })
    expect(versionOf(updated)).toBeGreaterThan(versionOf(created))
    expect(scope.get('a')).toEqual(updated)
    expect(scope.changes.at(-1)).toMatchObject({
      event: ChangeKind.modified,
      revision: versionOf(updated),
      previous: { revision: versionOf(created) },
    })
  })

  it('U2 U6 with an older version is a conflict, also where nothing would change', () => {
    const first = scope.create('a', value('1'))
    const second = scope.update({ ...first, ...value('2') })
    for (const object of [{ ...first, ...value('3') }, withMeta(second, { resourceVersion: String(versionOf(first)) })])
      expect(scope.refusalOf(() => scope.update(object))).toEqual({
        kind: 'Status',
        apiVersion: 'v1',
        metadata: {},
        status: 'Failure',
        message:
          'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
        reason: 'Conflict',
        details: { name: 'a', kind: 'configmaps' },
        code: 409,
      })
  })

  it('R3 with the version of an object that was deleted and made again is a conflict', () => {
    const first = scope.create('a')
    scope.delete('a')
    scope.create('a')
    expect(scope.refusalOf(() => scope.update(withMeta(first, { uid: '' })))?.reason).toBe('Conflict')
  })

  it.each([undefined, '', '0', '00'])('U3 without a version (%j) says what to do', (resourceVersion) => {
    const created = scope.create('a')
    const refused = scope.refusalOf(() => scope.update({ ...withMeta(created, { resourceVersion }), ...value('2') }))
    expect(refused).toMatchObject({ code: 400, reason: 'BadRequest' })
    expect(refused?.message).toMatch(/read the object, keep its metadata\.resourceVersion, .* send it again/)
  })

  it('U1 takes leading zeros of a version for nothing', () => {
    const created = scope.create('a')
    const resourceVersion = `00${created.metadata.resourceVersion}`
    expect(scope.update({ ...withMeta(created, { resourceVersion }), ...value('2') }).data).toEqual({ k: '2' })
  })

  it.each(['abc', '-1', '1.0', '0x1', ' 1'])('U14 with the version %j is refused as no number', (resourceVersion) => {
    const created = scope.create('a')
    expect(scope.refusalOf(() => scope.update(withMeta(created, { resourceVersion })))?.code).toBe(400)
  })

  it('U5 that changes nothing keeps its version and makes no event', () => {
    const created = scope.create('a', { metadata: { labels: { x: 'y' } }, ...value('1') })
    const { last } = scope
    const reordered = JSON.parse(JSON.stringify({ data: created.data, metadata: created.metadata })) as KubernetesObject
    const stripped = withMeta(created, { uid: '', creationTimestamp: null, managedFields: undefined })
    for (const object of [created, reordered, stripped]) expect(scope.update(object)).toEqual(created)
    expect(scope.last).toBe(last)
    expect(scope.changes).toHaveLength(1)
  })

  it('U9 with another uid is a conflict, whatever its version', () => {
    const created = scope.create('a')
    for (const resourceVersion of [created.metadata.resourceVersion, '1', ''])
      expect(scope.refusalOf(() => scope.update(withMeta(created, { uid: 'other', resourceVersion })))?.message).toBe(
        'Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: configmaps/a, ' +
          'ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: other, ' +
          `UID in object meta: ${created.metadata.uid}`,
      )
  })

  it('U10 takes uid, creation time and namespace from what is stored', () => {
    const created = scope.create('a')
    scope.env.advance(60_000)
    const sent = { uid: '', creationTimestamp: '2000-01-01T00:00:00Z', namespace: 'other', labels: { x: 'y' } }
    const { metadata } = scope.update(withMeta(created, sent))
    expect(metadata).toEqual({ ...created.metadata, labels: { x: 'y' }, resourceVersion: metadata.resourceVersion })
  })

  it('U10 keeps the generation, and lets generateName change', () => {
    const created = scope.create('a', { metadata: { generation: 7 } })
    const { metadata } = scope.update(withMeta(created, { generation: 9, generateName: 'b-' }))
    expect(metadata).toMatchObject({ generation: 7, generateName: 'b-' })
  })

  it('U7 of a missing object is refused, or makes it', () => {
    const object = { metadata: { name: 'a', resourceVersion: '12' } }
    expect(scope.refusalOf(() => scope.update(object))).toMatchObject({
      code: 404,
      message: 'configmaps "a" not found',
      details: { name: 'a', kind: 'configmaps' },
    })
    const answer = scope.updateAnswer(object, LEASES)
    expect(answer.created).toBe(true)
    expect(scope.get('a', LEASES.resource).metadata.resourceVersion).toBe(String(scope.last))
    expect(scope.updateAnswer(scope.get('a', LEASES.resource), LEASES).created).toBe(false)
  })

  it('U7 of a missing object with a uid is a conflict', () => {
    const object = { metadata: { name: 'a', uid: 'x' } }
    expect(scope.refusalOf(() => scope.update(object, LEASES))).toMatchObject({
      code: 409,
      details: { name: 'a', group: 'coordination.k8s.io', kind: 'leases' },
    })
    expect(refusalOf(() => scope.update(object, LEASES))?.message).toMatch(
      /UID in precondition: x, UID in object meta: $/,
    )
  })

  it('U13 on dry run checks a stale version too, and shows the object under the current one', () => {
    const created = scope.create('a', value('1'))
    const { last } = scope
    const shown = scope.update({ ...created, ...value('2') }, { dryRun: true })
    expect(shown).toEqual({ ...created, ...value('2') })
    expect(scope.get('a')).toEqual(created)
    const stale = withMeta(created, { resourceVersion: '8' })
    expect(refusalOf(() => scope.update(stale, { dryRun: true }))?.reason).toBe('Conflict')
    expect(scope.last).toBe(last)
  })

  it('U17 can neither set nor clear deletionTimestamp', () => {
    const created = scope.create('a', { metadata: { finalizers: ['example.com/hold'] } })
    const refused = scope.refusalOf(() =>
      scope.update(withMeta(created, { deletionTimestamp: '2026-11-29T16:40:00Z' })),
    )
    expect(refused?.message).toBe(
      'ConfigMap "a" is invalid: metadata.deletionTimestamp: Invalid value: "2026-11-29T16:40:00Z": field is immutable',
    )
    scope.delete('a')
    const marked = scope.get('a')
    const cleared = scope.update(withMeta(marked, { deletionTimestamp: null, labels: { x: 'y' } }))
    expect(cleared.metadata).toMatchObject({
      deletionTimestamp: marked.metadata.deletionTimestamp,
      deletionGracePeriodSeconds: 0,
      labels: { x: 'y' },
    })
  })

  it('U18 of an object that is being deleted adds no finalizer', () => {
    scope.create('a', { metadata: { finalizers: ['example.com/hold'] } })
    scope.delete('a')
    const more = withMeta(scope.get('a'), { finalizers: ['example.com/hold', 'example.com/b', 'example.com/a'] })
    expect(scope.refusalOf(() => scope.update(more))?.message).toBe(
      'ConfigMap "a" is invalid: metadata.finalizers: Forbidden: no new finalizers can be added if the object is being ' +
        'deleted, found new finalizers []string{"example.com/a", "example.com/b"}',
    )
  })

  it('U11 is made by exactly one of those who hold a version', () => {
    const created = scope.create('a', value('0'))
    const outcomes = Array.from({ length: 16 }, (_, i) =>
      refusalOf(() => scope.update({ ...created, ...value(`w${i}`) })),
    )
    expect(outcomes.filter((refused) => refused === undefined)).toHaveLength(1)
    expect(outcomes.filter((refused) => refused?.reason === 'Conflict')).toHaveLength(15)
  })
})
