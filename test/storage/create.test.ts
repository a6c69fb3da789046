import { beforeEach, describe, expect, it } from 'vitest'
import { ChangeKind } from '../../src/storage/store/change.ts'
import type { ObjectMeta } from '../../src/wire/object.ts'
import { NodeDatabase } from '../support/node-database.ts'
import { refusalOf } from '../support/refusal.ts'
import { namesOf, ScopeDriver } from '../support/scope-driver.ts'

let scope: ScopeDriver

beforeEach(() => {
  scope = new ScopeDriver(new NodeDatabase()).open()
})

const value = (text: string) => ({ data: { k: text } })

describe('a create', () => {
  it('C1 C2 stores what the server makes, whatever was sent', () => {
    const sent: ObjectMeta = {
      uid: 'mine',
      creationTimestamp: '2000-01-01T00:00:00Z',
      deletionTimestamp: '2000-01-01T00:00:00Z',
      deletionGracePeriodSeconds: 30,
      namespace: 'team',
      labels: { a: 'b' },
    }
    const created = scope.create('a', { metadata: sent, ...value('v') })
    const { managedFields: _tracked, ...metadata } = created.metadata
    expect({ ...created, metadata }).toEqual({
      metadata: {
        name: 'a',
        namespace: 'team',
        uid: expect.stringMatching(/^0{8}-0000-4000-8000-\d{12}$/),
        resourceVersion: String(scope.last),
        creationTimestamp: '2026-11-29T16:40:00Z',
        labels: { a: 'b' },
      },
      data: { k: 'v' },
    })
    expect(scope.get('a')).toEqual(created)
    expect(scope.changes).toMatchObject([{ event: ChangeKind.created, name: 'a', revision: scope.last }])
  })

  it('C3 of a name that exists is refused', () => {
    scope.create('a', value('1'))
    expect(scope.refusalOf(() => scope.create('a', value('2')))).toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
      message: 'configmaps "a" already exists',
      details: { name: 'a', kind: 'configmaps' },
    })
  })

  it('C4 of a name that is being deleted is refused, and told so', () => {
    scope.create('a', { metadata: { finalizers: ['example.com/hold'] } })
    scope.delete('a')
    expect(scope.refusalOf(() => scope.create('a'))?.message).toBe(
      'object is being deleted: configmaps "a" already exists',
    )
  })

  it.each([
    ['1', 400],
    ['246910156801058', 400],
    ['99999999999999999999999', 400],
    ['0', undefined],
    ['00', undefined],
    ['', undefined],
    ['abc', undefined],
    ['-1', undefined],
  ])('C5 with the version %j: %s', (resourceVersion, code) => {
    const refused = refusalOf(() => scope.create('a', { metadata: { resourceVersion } }))
    expect(refused?.code).toBe(code)
    if (code) expect(refused?.message).toBe('resourceVersion should not be set on objects to be created')
    expect(scope.exists('a')).toBe(code === undefined)
  })

  it('is refused for what is wrong first: content, then a version, then a name that is taken', () => {
    scope.create('a')
    const metadata = { resourceVersion: '5' }
    expect(scope.refusalOf(() => scope.create('a', { metadata, data: { 'no key': '' } }))?.code).toBe(422)
    expect(scope.refusalOf(() => scope.create('a', { metadata }))?.code).toBe(400)
    expect(scope.refusalOf(() => scope.create('a'))?.code).toBe(409)
  })

  it('C6 C7 with generateName draws a name, and another while it is taken', () => {
    scope.env.planned.push(0, 0, 0, 0, 0)
    const first = scope.create('', { metadata: { generateName: 'a-' } })
    expect(first.metadata).toMatchObject({ name: 'a-bbbbb', generateName: 'a-' })
    scope.env.planned.push(0, 0, 0, 0, 0, 0.99, 0.99, 0.99, 0.99, 0.99)
    expect(scope.create('', { metadata: { generateName: 'a-' } }).metadata.name).toBe('a-99999')
  })

  it('C7 gives up after eight draws', () => {
    const generateName = () => scope.create('', { metadata: { generateName: 'a-' } })
    scope.env.planned.push(...Array(45).fill(0), 0.99, 0.99, 0.99, 0.99, 0.99)
    generateName()
    expect(scope.refusalOf(generateName)).toMatchObject({
      code: 409,
      reason: 'AlreadyExists',
      message: 'configmaps "a-bbbbb" already exists, the server was not able to generate a unique name for the object',
      details: { name: 'a-bbbbb', kind: 'configmaps', retryAfterSeconds: 1 },
    })
    expect(scope.env.planned).toHaveLength(5)
  })

  it('C8 with name and generateName takes the name; with neither it is refused', () => {
    expect(scope.create('a', { metadata: { generateName: 'b-' } }).metadata).toMatchObject({
      name: 'a',
      generateName: 'b-',
    })
    expect(scope.refusalOf(() => scope.create(''))?.message).toBe(
      'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
    )
  })

  it('C10 on dry run checks everything, answers without a version, and stores nothing', () => {
    scope.create('taken')
    const { last } = scope
    const shown = scope.create('a', value('v'), { dryRun: true })
    expect(shown.metadata).toMatchObject({ name: 'a', namespace: 'team', creationTimestamp: '2026-11-29T16:40:00Z' })
    expect(shown.metadata.uid).toBeTruthy()
    expect('resourceVersion' in shown.metadata).toBe(false)
    expect(refusalOf(() => scope.create('taken', {}, { dryRun: true }))?.code).toBe(409)
    expect(refusalOf(() => scope.create('Not', {}, { dryRun: true }))?.code).toBe(422)
    expect(namesOf(scope.list().items)).toEqual(['taken'])
    expect(scope.last).toBe(last)
  })
})
