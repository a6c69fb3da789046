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

const value = (text: string) => ({ data: { k: text } })

describe('a delete', () => {
  it('D1 removes the object and tells its uid', () => {
    const created = scope.create('a')
    expect(scope.delete('a')).toMatchObject({ removed: true, uid: created.metadata.uid })
    expect(scope.exists('a')).toBe(false)
    expect(scope.changes.at(-1)).toMatchObject({
      event: ChangeKind.deleted,
      body: '',
      revision: scope.last,
      previous: { revision: versionOf(created) },
    })
  })

  it('D3 D4 asks for its preconditions', () => {
    const { metadata } = scope.create('a')
    const refuse = (preconditions: object) => scope.refusalOf(() => scope.delete('a', { preconditions }))
    expect(refuse({ uid: 'x' })).toMatchObject({
      code: 409,
      message: `Operation cannot be fulfilled on ConfigMap "a": the UID in the precondition (x) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`,
      details: { name: 'a', kind: 'ConfigMap' },
    })
    expect(refuse({ uid: metadata.uid, resourceVersion: '8' })?.message).toBe(
      `Operation cannot be fulfilled on ConfigMap "a": the ResourceVersion in the precondition (8) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`,
    )
    const { uid, resourceVersion } = metadata
    expect(scope.delete('a', { preconditions: { uid, resourceVersion } }).removed).toBe(true)
  })

  it('D5 of a missing object is a 404, with preconditions too', () => {
    for (const preconditions of [{}, { uid: 'x' }])
      expect(scope.refusalOf(() => scope.delete('a', { preconditions }))).toMatchObject({
        code: 404,
        message: 'configmaps "a" not found',
      })
  })

  it('D6 is held back by a finalizer: it marks the object, once', () => {
    scope.create('a', { metadata: { finalizers: ['example.com/hold'], generation: 3 } })
    scope.env.advance(1_500)
    const marked = scope.delete('a')
    expect(marked.removed).toBe(false)
    expect(scope.get('a').metadata).toMatchObject({
      deletionTimestamp: '2026-11-29T16:40:01Z',
      deletionGracePeriodSeconds: 0,
      generation: 4,
      resourceVersion: String(scope.last),
    })
    expect(scope.changes.at(-1)?.event).toBe(ChangeKind.modified)
    scope.env.advance(1_000)
    const { last } = scope
    expect(scope.delete('a')).toEqual(marked)
    expect(scope.last).toBe(last)
  })

  it('D7 is completed by the update that takes the last finalizer', () => {
    scope.create('a', { metadata: { finalizers: ['example.com/hold'] } })
    scope.delete('a')
    const marked = scope.get('a')
    const dry = scope.update(withMeta(marked, { finalizers: [] }), { dryRun: true })
    expect(dry.metadata.finalizers).toBeUndefined()
    expect(scope.exists('a')).toBe(true)
    const events = scope.changes.length
    const answer = scope.update({ ...withMeta(marked, { finalizers: [] }), ...value('last') })
    expect(answer).toMatchObject({
      metadata: { resourceVersion: marked.metadata.resourceVersion },
      data: { k: 'last' },
    })
    expect(scope.exists('a')).toBe(false)
    expect(scope.changes.slice(events)).toMatchObject([{ event: ChangeKind.deleted, revision: scope.last }])
    expect(scope.last).toBeGreaterThan(versionOf(marked))
  })

  it('D11 on dry run answers as if it did, and does nothing', () => {
    scope.create('a')
    scope.create('held', { metadata: { finalizers: ['example.com/hold'] } })
    const { last } = scope
    expect(scope.delete('a', { dryRun: true }).removed).toBe(true)
    const shown = JSON.parse(scope.delete('held', { dryRun: true }).body) as KubernetesObject
    expect(shown.metadata.deletionTimestamp).toBeTruthy()
    expect(refusalOf(() => scope.delete('a', { dryRun: true, preconditions: { uid: 'x' } }))?.code).toBe(409)
    expect([scope.last, scope.list().count]).toEqual([last, 2])
  })
})
