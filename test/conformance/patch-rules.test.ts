import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { type Answer, PATCH_TYPES } from '../support/client.ts'
import { versionOf } from '../support/event-queue.ts'
import { configMap, lease, versionIn } from '../support/objects.ts'
import { PLAIN_KINDS, setK, setKAt, setting } from '../support/patches.ts'
import { expectStatus } from '../support/sandbox.ts'

const STALE =
  'Operation cannot be fulfilled on configmaps "a": ' +
  'the object has been modified; please apply your changes to the latest version and try again'
const FOREIGN_UID = '11111111-2222-3333-4444-555555555555'
describe('patches of every kind', () => {
  const box = useBlackBox()

  it('P9 made at once all land, each with a version and an event of its own', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { own: '1' })
    const watch = await ns.watch({ resourceVersion: created.metadata.resourceVersion })
    const keys = Array.from({ length: 30 }, (_, i) => `k${String(i).padStart(2, '0')}`)
    const answers = await Promise.all(
      keys.map((key, i) => ns.patch('a', PLAIN_KINDS[i % 3]!, setting(PLAIN_KINDS[i % 3]!, ['data', key], key))),
    )
    const versions = answers.map((answer) => versionIn(expectStatus(answer, 200)))
    expect(new Set(versions).size).toBe(30)
    const { data } = await ns.read('a')
    expect(data).toEqual({ own: '1', ...Object.fromEntries(keys.map((key) => [key, key])) })
    const events = await watch.events.take(30)
    watch.close()
    expect(events.map(versionOf)).toEqual(versions.toSorted((x, y) => (x < y ? -1 : 1)))
    expect(new Set(events.map((event) => event.type))).toEqual(new Set(['MODIFIED']))
  })

  it('P9 lose nothing beside clients that compare and swap', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { n: '0' })
    const increment = async (): Promise<void> => {
      const current = await ns.read('a')
      const next = { ...current, data: { ...current.data, n: String(Number(current.data!.n) + 1) } }
      const { status } = await ns.client.put(`${ns.configMaps}/a`, next)
      if (status === 409) return increment()
      expect(status).toBe(200)
    }
    const patches = Array.from({ length: 10 }, (_, i) => ns.patch('a', 'merge', { data: { [`k${i}`]: 'x' } }))
    const [answers] = await Promise.all([Promise.all(patches), ...Array.from({ length: 10 }, increment)])
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200))
    const { data } = await ns.read('a')
    expect([data!.n, Object.keys(data!).length]).toEqual(['10', 11])
  })

  it('P10 that set the version are a Conflict unless it is current', async () => {
    const ns = await box.sandbox()
    const stale = (await ns.create('a', { k: '1' })).metadata.resourceVersion!
    let current = expectStatus(await ns.patch('a', 'merge', { data: { k: '2' } }), 200)
    for (const kind of PLAIN_KINDS) {
      for (const [version, k] of [
        [stale, 'late'],
        [stale, current.data!.k!],
        [String(versionIn(current) + 1_000_000n), 'late'],
      ] as const) {
        const answer = await ns.patch('a', kind, setKAt(kind, version, k))
        expect(answer.body).toMatchObject({ code: 409, reason: 'Conflict', message: STALE })
        expect(answer.body.details).toEqual({ name: 'a', kind: 'configmaps' })
      }
      expect(await ns.read('a')).toEqual(current)
      const answer = await ns.patch('a', kind, setKAt(kind, current.metadata.resourceVersion, kind))
      current = expectStatus(answer, 200)
      expect(current.data).toEqual({ k: kind })
    }
    const test = { op: 'test', path: '/metadata/resourceVersion', value: stale }
    expect((await ns.patch('a', 'json', [test, { op: 'remove', path: '/data/k' }])).status).toBe(422)
    const notANumber = await ns.patch('a', 'merge', { metadata: { resourceVersion: 'abc' } })
    expect([notANumber.status, notANumber.body.kind]).toEqual([400, 'Status'])
    expect(await ns.read('a')).toEqual(current)
  })

  it('P11 that take the version away follow the rule of the kind', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { k: '1' })
    for (const kind of ['merge', 'strategic'] as const)
      for (const version of [null, '', '0'])
        expect(expectStatus(await ns.patch('a', kind, setKAt(kind, version, kind)), 200).data).toEqual({ k: kind })
    const remove = { op: 'remove', path: '/metadata/resourceVersion' }
    expect((await ns.patch('a', 'json', [remove, { op: 'add', path: '/data/k', value: 'json' }])).status).toBe(200)
    expectStatus(await ns.client.post(ns.leases, lease('l', { holderIdentity: 'one' })), 201)
    const answer = await ns.client.patch(`${ns.leases}/l`, 'merge', {
      metadata: { resourceVersion: null },
      spec: { holderIdentity: 'two' },
    })
    expect(answer.body).toMatchObject({ code: 422, reason: 'Invalid' })
    expect(answer.body.details?.causes?.[0]).toMatchObject({ field: 'metadata.resourceVersion' })
    const free = await ns.client.patch(`${ns.leases}/l`, 'merge', { spec: { holderIdentity: 'three' } })
    expect(expectStatus(free, 200).spec).toMatchObject({ holderIdentity: 'three' })
  })

  it('P13 change neither name, namespace, uid nor kind', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const attempts: [string[], unknown, number][] = [
      [['metadata', 'name'], 'b', 400],
      [['metadata', 'name'], null, 400],
      [['metadata', 'namespace'], 'other', 400],
      [['metadata', 'uid'], FOREIGN_UID, 422],
      [['kind'], 'Secret', 422],
      [['apiVersion'], 'v2', 422],
    ]
    for (const kind of PLAIN_KINDS)
      for (const [path, value, status] of attempts) {
        const answer = await ns.patch('a', kind, setting(kind, path, value))
        expect([kind, path, value, answer.status]).toEqual([kind, path, value, status])
      }
    for (const kind of PLAIN_KINDS) {
      const same = await ns.patch('a', kind, setting(kind, ['metadata', 'namespace'], null))
      expect(expectStatus(same, 200)).toEqual(created)
    }
    const other = await ns.patch('a', 'merge', { metadata: { uid: FOREIGN_UID } })
    expect(other.body.details?.causes?.[0]).toMatchObject({ field: 'metadata.uid' })
    expect((await ns.client.get(`${ns.configMaps}/b`)).status).toBe(404)
    const creationTimestamp = '2001-01-01T00:00:00Z'
    expect(expectStatus(await ns.patch('a', 'merge', { metadata: { creationTimestamp } }), 200)).toEqual(created)
  })

  it('P14 make nothing that an update could not', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const invalid: [string[], unknown, string][] = [
      [['data', 'bad key!'], 'x', 'data[bad key!]'],
      [['metadata', 'labels'], { 'bad label!': 'x' }, 'metadata.labels'],
      [['metadata', 'finalizers'], ['hold'], 'metadata.finalizers[0]'],
      [['metadata', 'deletionTimestamp'], '2020-01-01T00:00:00Z', 'metadata.deletionTimestamp'],
      [['data', 'k'], 5, 'patch'],
      [['data'], 'text', 'patch'],
      [['metadata', 'labels'], ['x'], 'patch'],
    ]
    for (const kind of PLAIN_KINDS)
      for (const [path, value, field] of invalid) {
        const { body } = await ns.patch('a', kind, setting(kind, path, value))
        expect([kind, path, body.code, body.reason]).toEqual([kind, path, 422, 'Invalid'])
        expect(body.details?.causes?.map((cause) => cause.field)).toContain(field)
      }
    expect(await ns.read('a')).toEqual(created)
  })

  it('P14 U15 U16 U18 cannot do what is forbidden to an update', async () => {
    const ns = await box.sandbox()
    expectStatus(await ns.client.post(ns.configMaps, { ...configMap('a', { k: '1' }), immutable: true }), 201)
    const secrets = ns.path('secrets')
    const sealed = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, type: 'example.com/one' }
    expectStatus(await ns.client.post(secrets, sealed), 201)
    await ns.create('dying', {}, { finalizers: ['example.com/hold'] })
    await ns.remove('dying')
    const finalizers = ['example.com/hold', 'example.com/new']
    for (const kind of PLAIN_KINDS) {
      const refused = [
        await ns.patch('a', kind, setK(kind, '2')),
        await ns.patch('a', kind, setting(kind, ['immutable'], false)),
        await ns.client.patch(`${secrets}/s`, kind, setting(kind, ['type'], 'example.com/two')),
        await ns.patch('dying', kind, setting(kind, ['metadata', 'finalizers'], finalizers)),
      ]
      expect(refused.map((answer) => answer.body.code)).toEqual([422, 422, 422, 422])
      const labelled = await ns.patch('a', kind, setting(kind, ['metadata', 'labels'], { by: kind }))
      expect(expectStatus(labelled, 200).metadata.labels).toEqual({ by: kind })
    }
    await ns.patch('dying', 'merge', { metadata: { finalizers: null } })
  })

  it('P15 that change nothing keep the version and make no event', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const watch = await ns.watch({ resourceVersion: created.metadata.resourceVersion })
    for (const kind of PLAIN_KINDS) {
      expect(expectStatus(await ns.patch('a', kind, setK(kind, '1')), 200)).toEqual(created)
      expect(expectStatus(await ns.patch('a', kind, kind === 'json' ? [] : {}), 200)).toEqual(created)
    }
    await ns.create('end')
    expect(await watch.events.takeBefore('end')).toEqual([])
    watch.close()
  })

  it('P16 W18 as a dry run show what they would make', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const watch = await ns.watch({ resourceVersion: created.metadata.resourceVersion })
    for (const kind of PLAIN_KINDS) {
      const shown = expectStatus(await ns.patch('a', kind, setK(kind, kind), { dryRun: 'All' }), 200)
      expect(shown.data).toEqual({ k: kind })
      expect(shown.metadata.resourceVersion).toBe(created.metadata.resourceVersion)
      expect((await ns.patch('a', kind, setK(kind, 5), { dryRun: 'All' })).status).toBe(422)
      expect((await ns.patch('none', kind, setK(kind, '2'), { dryRun: 'All' })).status).toBe(404)
    }
    expect(await ns.read('a')).toEqual(created)
    await ns.create('end')
    expect(await watch.events.takeBefore('end')).toEqual([])
    watch.close()
  })

  it('P17 of a missing name are NotFound', async () => {
    const ns = await box.sandbox()
    for (const kind of PLAIN_KINDS) {
      const { body } = await ns.patch('none', kind, setK(kind, '2'))
      expect(body).toMatchObject({ code: 404, reason: 'NotFound', message: 'configmaps "none" not found' })
      expect(body.details).toEqual({ name: 'none', kind: 'configmaps' })
      const elsewhere = '/api/v1/namespaces/no-such-namespace/configmaps/none'
      expect((await ns.client.patch(elsewhere, kind, setK(kind, '2'))).status).toBe(404)
    }
  })

  it('P18 are told by their content type', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { k: '1' })
    const send = (type: string | undefined, body: unknown) =>
      ns.client.request('PATCH', `${ns.configMaps}/a`, {
        body,
        headers: type === undefined ? {} : { 'content-type': type },
      })
    const unknown = ['application/json', 'text/plain', 'application/merge-patch+json-x', 'application/apply-patch+cbor']
    for (const type of [undefined, '', ...unknown]) {
      const { status, body } = await send(type, { data: { k: '2' } })
      expect([type, status, body.reason]).toEqual([type, 415, 'UnsupportedMediaType'])
    }
    const answer = await send(`${PATCH_TYPES.merge}; charset=utf-8`, { data: { k: '3' } })
    expect(expectStatus(answer, 200).data).toEqual({ k: '3' })
  })

  it('P19 that are no JSON are refused as such', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    for (const kind of PLAIN_KINDS)
      for (const raw of ['{"data":', '', 'data:\n  k: "2"\n']) {
        const headers = { 'content-type': PATCH_TYPES[kind] }
        const answer = await ns.client.request('PATCH', `${ns.configMaps}/a`, { raw, headers })
        const { status, body } = answer
        expect([kind, raw, status, body.message]).toEqual([kind, raw, 400, 'invalid JSON patch'])
      }
    expect(await ns.read('a')).toEqual(created)
  })

  it('P22 tell unknown fields of what they make', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const told = (answer: Answer) => [answer.status, answer.headers.warning]
    for (const kind of PLAIN_KINDS) {
      const unknown = setting(kind, ['odd'], 'x')
      const strict = await ns.patch('a', kind, unknown, { fieldValidation: 'Strict' })
      expect(strict.body).toMatchObject({ code: 422, reason: 'Invalid' })
      expect(strict.body.message).toContain('strict decoding error: unknown field "odd"')
      expect(strict.body.details?.causes?.[0]).toMatchObject({ field: 'patch' })
      expect(told(await ns.patch('a', kind, unknown))).toEqual([200, '299 - "unknown field \\"odd\\""'])
      expect(told(await ns.patch('a', kind, unknown, { fieldValidation: 'Ignore' }))).toEqual([200, undefined])
      expect((await ns.patch('a', kind, unknown, { fieldValidation: 'Loud' })).status).toBe(422)
    }
    expect(await ns.read('a')).toEqual(created)
  })

  it('P23 cannot force, unless they apply', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { k: '1' })
    for (const kind of PLAIN_KINDS) {
      const { body } = await ns.patch('a', kind, setK(kind, '2'), { force: true })
      expect(body).toMatchObject({ code: 422, details: { kind: 'PatchOptions', group: 'meta.k8s.io' } })
      expect(body.message).toContain('force: Forbidden: may not be specified for non-apply patch')
    }
  })

  it('D7 that take the last finalizer of a deleted object away end its deletion', async () => {
    const ns = await box.sandbox()
    for (const kind of PLAIN_KINDS) {
      await ns.create(kind, { k: '1' }, { finalizers: ['example.com/hold'] })
      const dying = await ns.remove(kind)
      const watch = await ns.watch({ resourceVersion: dying.metadata.resourceVersion })
      const last = expectStatus(await ns.patch(kind, kind, setting(kind, ['metadata', 'finalizers'], null)), 200)
      expect([last.metadata.finalizers, last.data]).toEqual([undefined, { k: '1' }])
      expect((await ns.client.get(`${ns.configMaps}/${kind}`)).status).toBe(404)
      const deleted = await watch.events.next()
      watch.close()
      expect([deleted.type, deleted.object.metadata.uid]).toEqual(['DELETED', dying.metadata.uid])
      expect(versionOf(deleted)).toBeGreaterThan(versionIn(dying))
    }
  })
})
