import { describe, expect, it } from 'vitest'
import type { ApiBody } from '../support/client.ts'
import { useBlackBox } from '../support/black-box.ts'
import { configMap, eventObject, lease, namespaceObject, secret, serviceAccount } from '../support/objects.ts'
import { expectStatus, type Sandbox, uniqueName } from '../support/sandbox.ts'

const UID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The collection and an object of every kind served, with a change that an update can make. */
const kinds = (ns: Sandbox): { path: string; object: object & { metadata: { name: string } } }[] => [
  { path: '/api/v1/namespaces', object: namespaceObject(uniqueName('kind')) },
  { path: ns.configMaps, object: configMap('a', { k: '1' }) },
  { path: ns.path('secrets'), object: secret('a', { data: { k: 'MQ==' } }) },
  { path: ns.path('serviceaccounts'), object: serviceAccount('a') },
  { path: ns.path('events'), object: eventObject('a', ns.name) },
  { path: ns.leases, object: lease('a', { holderIdentity: 'one' }) },
]

describe('create', () => {
  const box = useBlackBox()

  it('C1 answers 201 with the object as stored', async () => {
    const ns = await box.sandbox()
    const { metadata, ...rest } = await ns.create('a', { k: '1' })
    expect(rest).toEqual({ kind: 'ConfigMap', apiVersion: 'v1', data: { k: '1' } })
    expect(metadata).toMatchObject({ name: 'a', namespace: ns.name })
    expect(metadata.uid).toMatch(UID)
    expect(metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(await ns.read('a')).toEqual({ metadata, ...rest })
  })

  it('C2 takes nothing from the client that the server owns', async () => {
    const ns = await box.sandbox()
    const uid = '11111111-2222-3333-4444-555555555555'
    const time = '2001-01-01T00:00:00Z'
    const owned = { uid, creationTimestamp: time, deletionTimestamp: time, deletionGracePeriodSeconds: 7 }
    const { metadata } = await ns.create('a', {}, { ...owned, ...{ selfLink: '/x' } })
    expect(metadata.uid).not.toBe(uid)
    expect(metadata.creationTimestamp).not.toBe(time)
    expect(Object.keys(metadata).toSorted()).toEqual([
      'creationTimestamp',
      'name',
      'namespace',
      'resourceVersion',
      'uid',
    ])
  })

  it('C3 of a name that exists is AlreadyExists', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const { status, body } = await ns.client.post(ns.configMaps, configMap('a', { k: '2' }))
    expect(status).toBe(409)
    expect(body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      reason: 'AlreadyExists',
      message: 'configmaps "a" already exists',
      details: { name: 'a', kind: 'configmaps' },
      code: 409,
    })
    expect(await ns.read('a')).toEqual(created)
  })

  it('C4 of a name that is being deleted says so', async () => {
    const ns = await box.sandbox()
    await ns.create('a', {}, { finalizers: ['example.com/hold'] })
    await ns.remove('a')
    const { body } = await ns.client.post(ns.configMaps, configMap('a'))
    expect(body).toMatchObject({ code: 409, reason: 'AlreadyExists' })
    expect(body.message).toBe('object is being deleted: configmaps "a" already exists')
  })

  it('C5 with a resourceVersion is refused, with "0" it is not', async () => {
    const ns = await box.sandbox()
    const { status, body } = await ns.client.post(ns.configMaps, configMap('a', {}, { resourceVersion: '5' }))
    expect([status, body.reason]).toEqual([400, 'BadRequest'])
    expect((await ns.list()).items).toEqual([])
    const created = await ns.create('a', {}, { resourceVersion: '0' })
    expect(created.metadata.resourceVersion).not.toBe('0')
  })

  it('C6 with generateName makes a name', async () => {
    const ns = await box.sandbox()
    const post = async (metadata: object) =>
      expectStatus(await ns.client.post(ns.configMaps, { kind: 'ConfigMap', apiVersion: 'v1', metadata }), 201)
    const short = await post({ generateName: 'gen-' })
    expect(short.metadata.name).toMatch(/^gen-[bcdfghjklmnpqrstvwxz2456789]{5}$/)
    expect(short.metadata.generateName).toBe('gen-')
    const long = await post({ generateName: 'x'.repeat(253) })
    expect(long.metadata.name).toMatch(/^x{58}[bcdfghjklmnpqrstvwxz2456789]{5}$/)
  })

  it('C7 with one generateName, many at once, all succeed', async () => {
    const ns = await box.sandbox()
    const object = { kind: 'ConfigMap', apiVersion: 'v1', metadata: { generateName: 'many-' } }
    const answers = await Promise.all(Array.from({ length: 40 }, () => ns.client.post(ns.configMaps, object)))
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
    expect(new Set(answers.map((answer) => answer.body.metadata.name)).size).toBe(40)
  })

  it('C8 prefers the name, and needs one of the two', async () => {
    const ns = await box.sandbox()
    const post = (metadata: object) => ns.client.post(ns.configMaps, { kind: 'ConfigMap', apiVersion: 'v1', metadata })
    expect((await post({ name: 'fixed', generateName: 'gen-' })).body.metadata).toMatchObject({ name: 'fixed' })
    const neither = await post({})
    expect(neither.body).toMatchObject({ code: 422, reason: 'Invalid' })
    expect(neither.body.message).toContain('metadata.name: Required value: name or generateName is required')
    const bad = await post({ generateName: 'Bad_' })
    expect(bad.body.code).toBe(422)
    const fields = bad.body.details?.causes?.map((cause) => cause.field)
    expect(fields).toEqual(['metadata.generateName', 'metadata.name'])
  })

  it('C9 refuses a namespace that is not that of the path', async () => {
    const ns = await box.sandbox()
    const { body } = await ns.client.post(ns.configMaps, configMap('a', {}, { namespace: 'elsewhere' }))
    expect(body).toMatchObject({ code: 400, reason: 'BadRequest' })
    expect(body.message).toBe('the namespace of the provided object does not match the namespace sent on the request')
  })

  it('C10 as a dry run stores nothing', async () => {
    const ns = await box.sandbox()
    const dry = await ns.client.post(ns.configMaps, configMap('a', { k: '1' }), { dryRun: 'All' })
    expect(dry.status).toBe(201)
    expect(dry.body).toMatchObject({ kind: 'ConfigMap', data: { k: '1' }, metadata: { name: 'a', namespace: ns.name } })
    expect(dry.body.metadata.resourceVersion).toBeUndefined()
    expect((await ns.client.get(`${ns.configMaps}/a`)).status).toBe(404)
    await ns.create('a')
    expect((await ns.client.post(ns.configMaps, configMap('a'), { dryRun: 'All' })).body.reason).toBe('AlreadyExists')
  })

  it('C11 works for every kind served, and so do read, list, update and delete', async () => {
    const ns = await box.sandbox()
    for (const { path, object } of kinds(ns)) {
      const created = expectStatus(await ns.client.post(path, object), 201)
      const self = `${path}/${created.metadata.name}`
      expect(expectStatus(await ns.client.get(self), 200)).toEqual(created)
      const listed = expectStatus(await ns.client.get(path), 200)
      expect(listed.kind).toBe(`${created.kind}List`)
      expect(listed.items!.map((item) => item.metadata.uid)).toContain(created.metadata.uid)
      const labels = { ...created.metadata.labels, changed: 'yes' }
      const next: ApiBody = { ...created, metadata: { ...created.metadata, labels } }
      const updated = expectStatus(await ns.client.put(self, next), 200)
      expect(updated.metadata.labels).toEqual(labels)
      expect(expectStatus(await ns.client.delete(self), 200).kind).toMatch(/^(Status|Namespace|ServiceAccount)$/)
    }
  })

  it('C12 merges stringData of a Secret into data', async () => {
    const ns = await box.sandbox()
    const object = secret('s', { stringData: { a: 'plain', b: 'héllo' }, data: { b: 'AAAA', c: 'Y2M=' } })
    const created = expectStatus(await ns.client.post(ns.path('secrets'), object), 201)
    const a = Buffer.from('plain').toString('base64')
    const b = Buffer.from('héllo').toString('base64')
    expect(created).toMatchObject({ type: 'Opaque', data: { a, b, c: 'Y2M=' } })
    expect(created).not.toHaveProperty('stringData')
    expect((await ns.client.get(ns.path('secrets', 's'))).body).toEqual(created)
  })

  it('C13 leaves out fields that the kind does not have', async () => {
    const ns = await box.sandbox()
    const odd = { ...configMap('a', { k: '1' }), spec: { x: 1 }, metadata: { name: 'a', odd: true } }
    const created = expectStatus(await ns.client.post(ns.configMaps, odd, { fieldValidation: 'Ignore' }), 201)
    expect(created).not.toHaveProperty('spec')
    expect(created.metadata).not.toHaveProperty('odd')
  })
})
