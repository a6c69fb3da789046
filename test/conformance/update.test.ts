import { describe, expect, it } from 'vitest'
import { ownServerOnly, useBlackBox } from '../support/black-box.ts'
import type { ApiBody } from '../support/client.ts'
import { configMap, eventObject, lease, versionIn, withData, withMeta, withoutVersion } from '../support/objects.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

const STALE =
  'Operation cannot be fulfilled on configmaps "a": ' +
  'the object has been modified; please apply your changes to the latest version and try again'
const FOREIGN_UID = '11111111-2222-3333-4444-555555555555'

const put = (ns: Sandbox, object: ApiBody, query = {}) => ns.client.put(`${ns.configMaps}/a`, object, query)

describe('update', () => {
  const box = useBlackBox()

  it('U1 with the current version answers 200 and a higher version', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const updated = await ns.update(created, { k: '2' })
    expect(updated.data).toEqual({ k: '2' })
    expect(versionIn(updated)).toBeGreaterThan(versionIn(created))
    expect(await ns.read('a')).toEqual(updated)
  })

  it('U2 with any other version is a Conflict that changes nothing', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const current = await ns.update(created, { k: '2' })
    const later = String(versionIn(current) + 1_000_000n)
    for (const resourceVersion of [created.metadata.resourceVersion!, later, '1']) {
      const answer = await put(ns, withMeta(withData(current, { k: '3' }), { resourceVersion }))
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({ reason: 'Conflict', code: 409, message: STALE })
      expect(answer.body.details).toEqual({ name: 'a', kind: 'configmaps' })
    }
    expect(await ns.read('a')).toEqual(current)
  })

  it('U3 without a version is refused and told what to do, for every kind', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const held = expectStatus(await ns.client.post(ns.leases, lease('a', { holderIdentity: 'one' })), 201)
    for (const resourceVersion of [undefined, '', '0']) {
      const answers = [
        await put(ns, withMeta(withData(created, { k: '2' }), { resourceVersion })),
        await ns.client.put(`${ns.leases}/a`, withMeta({ ...held, spec: {} }, { resourceVersion })),
      ]
      for (const answer of answers) {
        expect([answer.status, answer.body.reason]).toEqual([400, 'BadRequest'])
        expect(answer.body.message).toMatch(/read .*metadata\.resourceVersion/is)
      }
    }
    expect(await ns.read('a')).toEqual(created)
  })

  it('U5 that changes nothing keeps the version and makes no event', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const watch = await ns.watch({ resourceVersion: created.metadata.resourceVersion })
    expect(await ns.replace(created)).toEqual(created)
    expect(await ns.replace({ ...created, data: { k: '1' }, odd: undefined })).toEqual(created)
    await ns.create('end')
    expect(await watch.events.takeBefore('end')).toEqual([])
    watch.close()
  })

  it('U6 that changes nothing is a Conflict all the same with an old version', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const current = await ns.update(created, { k: '2' })
    const { resourceVersion } = created.metadata
    expect((await put(ns, withMeta(current, { resourceVersion }))).body.reason).toBe('Conflict')
  })

  it('U7 of a missing name is 404, or creates where the kind has it so', async () => {
    const ns = await box.sandbox()
    const missing = await put(ns, configMap('a', {}, { resourceVersion: '1' }))
    expect(missing.body).toMatchObject({ code: 404, reason: 'NotFound', message: 'configmaps "a" not found' })
    const held = await ns.client.put(`${ns.leases}/a`, lease('a', { holderIdentity: 'one' }))
    expect(expectStatus(held, 201).metadata.uid).toBeDefined()
    const told = await ns.client.put(ns.path('events', 'a'), eventObject('a', ns.name))
    expect(told.status).toBe(201)
    const other = lease('b', {}, { uid: FOREIGN_UID })
    expect((await ns.client.put(`${ns.leases}/b`, other)).body).toMatchObject({ code: 409, reason: 'Conflict' })
  })

  it('U8 whose body names another object, or none, is refused', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a')
    const other = await put(ns, withMeta(created, { name: 'zzz' }))
    expect(other.body.code).toBe(400)
    expect(other.body.message).toBe('the name of the object (zzz) does not match the name on the URL (a)')
    expect((await put(ns, withMeta(created, { name: undefined }))).body.code).toBe(400)
    expect((await ns.client.get(`${ns.configMaps}/zzz`)).status).toBe(404)
  })

  it('U9 with the uid of another object is a Conflict', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a')
    for (const resourceVersion of [created.metadata.resourceVersion, '1']) {
      const answer = await put(ns, withMeta(created, { uid: FOREIGN_UID, resourceVersion }))
      expect(answer.body).toMatchObject({ code: 409, reason: 'Conflict' })
      expect(answer.body.message).toContain(`UID in precondition: ${FOREIGN_UID}`)
    }
  })

  it('U10 never changes uid, creationTimestamp or namespace', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const sent = withMeta(created, { uid: undefined, creationTimestamp: '2001-01-01T00:00:00Z', namespace: undefined })
    const updated = await ns.update(sent, { k: '2' })
    const { uid, creationTimestamp, namespace } = created.metadata
    expect(updated.metadata).toMatchObject({ uid, creationTimestamp, namespace })
    expect((await put(ns, withMeta(updated, { namespace: 'elsewhere' }))).body.code).toBe(400)
  })

  it('U11 of many writers with one version lets exactly one win', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { n: '0' })
    const writers = Array.from({ length: 20 }, (_, i) => put(ns, withData(created, { n: String(i + 1) })))
    const answers = await Promise.all(writers)
    const winners = answers.filter((answer) => answer.status === 200)
    expect(winners).toHaveLength(1)
    const losers = answers.filter((answer) => answer.status === 409 && answer.body.reason === 'Conflict')
    expect(losers).toHaveLength(19)
    expect(await ns.read('a')).toEqual(winners[0]!.body)
  })

  it('U12 by clients that try until they win loses no change', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { n: '0' })
    const increment = async (): Promise<void> => {
      const current = await ns.read('a')
      const { status } = await put(ns, withData(current, { n: String(Number(current.data!.n) + 1) }))
      if (status === 409) return increment()
      expect(status).toBe(200)
    }
    const client = async () => {
      for (let i = 0; i < 5; i++) await increment()
    }
    await Promise.all(Array.from({ length: 6 }, client))
    expect((await ns.read('a')).data).toEqual({ n: '30' })
  })

  it('U13 as a dry run checks everything and stores nothing', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const current = await ns.update(created, { k: '2' })
    const dry = await put(ns, withData(current, { k: '3' }), { dryRun: 'All' })
    expect(expectStatus(dry, 200)).toEqual(withData(current, { k: '3' }))
    expect((await put(ns, withData(created, { k: '3' }), { dryRun: 'All' })).body.reason).toBe('Conflict')
    expect(await ns.read('a')).toEqual(current)
  })

  it('U14 with a version that is not a number is refused', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a')
    for (const resourceVersion of ['abc', '-1', '1.5', '12abc', ' ']) {
      const answer = await put(ns, withMeta(created, { resourceVersion }))
      expect([resourceVersion, answer.status, answer.body.kind]).toEqual([resourceVersion, 400, 'Status'])
    }
  })

  it('U20 keeps all digits of the times of a Lease', async () => {
    const ns = await box.sandbox()
    const spec = { holderIdentity: 'one', renewTime: '2026-01-02T03:04:05.000000Z' }
    const created = expectStatus(await ns.client.post(ns.leases, lease('a', spec)), 201)
    expect(created.spec).toEqual(spec)
    const next = { ...created, spec: { ...spec, renewTime: '2026-01-02T03:04:06.123456Z' } }
    const updated = expectStatus(await ns.client.put(`${ns.leases}/a`, next), 200)
    expect(updated.spec?.renewTime).toBe('2026-01-02T03:04:06.123456Z')
  })
})

describe.skipIf(ownServerOnly)('update where Kubernetes’ own rule is asked for', () => {
  const box = useBlackBox({ UNCONDITIONAL_UPDATE: 'allow' })

  it('U4 without a version lets the last write win, for a Lease it is Invalid', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    for (const resourceVersion of [undefined, '', '0']) {
      const data = { k: `after ${resourceVersion}` }
      const updated = expectStatus(await put(ns, withMeta(withData(created, data), { resourceVersion })), 200)
      expect(updated.data).toEqual(data)
      expect(versionIn(updated)).toBeGreaterThan(versionIn(created))
    }
    const held = expectStatus(await ns.client.post(ns.leases, lease('a', { holderIdentity: 'one' })), 201)
    const answer = await ns.client.put(`${ns.leases}/a`, withoutVersion({ ...held, spec: {} }))
    expect(answer.body).toMatchObject({ code: 422, reason: 'Invalid' })
    expect(answer.body.details?.causes?.[0]).toMatchObject({ field: 'metadata.resourceVersion' })
  })
})

describe.skipIf(ownServerOnly)('update where what is overwritten blindly is told', () => {
  const box = useBlackBox({ UNCONDITIONAL_UPDATE: 'warn' })

  it('U22 without a version wins, and names the version and the writer that it overwrote', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const current = expectStatus(await ns.patch('a', 'merge', { data: { k: '2' } }, { fieldManager: 'eve' }), 200)
    const answer = await put(ns, withoutVersion(withData(created, { k: '3' })), { fieldManager: 'mallory' })
    expect(expectStatus(answer, 200).data).toEqual({ k: '3' })
    const told = answer.headers['warning']
    expect(told).toMatch(/^299 - "configmaps \\"a\\" was overwritten without metadata\.resourceVersion: /)
    expect(told).toContain(`it was at version ${current.metadata.resourceVersion}, last written by \\"eve\\"`)
    expect(told).toContain(' at 20')
  })

  it('U22 is silent where a version was stated, or nothing was changed', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const answers = [await put(ns, withoutVersion(created)), await put(ns, withData(created, { k: '2' }))]
    expect(answers.map(({ status, headers }) => [status, headers['warning']])).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    const { resourceVersion } = created.metadata
    expect((await put(ns, withMeta(created, { resourceVersion }))).status).toBe(409)
  })
})
