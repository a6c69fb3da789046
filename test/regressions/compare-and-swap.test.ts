import { describe, expect, it } from 'vitest'
import { ownServerOnly, useBlackBox } from '../support/black-box.ts'
import { briefly } from '../support/event-queue.ts'
import { configMap, deleteOptions, lease, versionIn, withData, withMeta, withoutVersion } from '../support/objects.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

const put = (ns: Sandbox, object: object) => ns.client.put(`${ns.configMaps}/a`, object)
const tally = (answers: { status: number; body: { reason?: string } }[]) =>
  answers.map(({ status, body }) => `${status} ${body.reason ?? ''}`.trim()).toSorted()
const oneWinnerOf = (count: number) => ['200', ...Array.from({ length: count - 1 }, () => '409 Conflict')]

describe('versions and compare-and-swap', () => {
  const box = useBlackBox()

  it('G01 one winner among equals', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { n: '0' })
    const burst = Array.from({ length: 20 }, (_, i) => put(ns, withData(created, { n: String(i + 1) })))
    expect(tally(await Promise.all(burst))).toEqual(oneWinnerOf(20))
    const winner = Number((await ns.read('a')).data!.n)
    const increment = async (): Promise<void> => {
      const current = await ns.read('a')
      const { status } = await put(ns, withData(current, { n: String(Number(current.data!.n) + 1) }))
      if (status === 409) return increment()
      expect(status).toBe(200)
    }
    const worker = async () => {
      for (let i = 0; i < 10; i++) await increment()
    }
    await Promise.all(Array.from({ length: 8 }, worker))
    expect((await ns.read('a')).data!.n).toBe(String(winner + 80))
  })

  it('G01 one holder of a Lease, whose time keeps its digits', async () => {
    const ns = await box.sandbox()
    const spec = { renewTime: '2026-01-02T03:04:05.000000Z' }
    const created = expectStatus(await ns.client.post(ns.leases, lease('l', spec)), 201)
    const bids = Array.from({ length: 10 }, (_, i) =>
      ns.client.put(`${ns.leases}/l`, { ...created, spec: { ...spec, holderIdentity: `holder-${i}` } }),
    )
    const answers = await Promise.all(bids)
    expect(tally(answers)).toEqual(oneWinnerOf(10))
    const held = expectStatus(await ns.client.get(`${ns.leases}/l`), 200)
    expect(held).toEqual(answers.find((answer) => answer.status === 200)!.body)
    expect(held.spec!.renewTime).toBe('2026-01-02T03:04:05.000000Z')
  })

  it('G02 a PUT without a resourceVersion is refused by default', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const held = expectStatus(await ns.client.post(ns.leases, lease('l')), 201)
    for (const resourceVersion of [undefined, '']) {
      const answers = [
        await put(ns, withMeta(withData(created, { k: '2' }), { resourceVersion })),
        await ns.client.put(`${ns.leases}/l`, withMeta(held, { resourceVersion })),
      ]
      expect(tally(answers)).toEqual(['400 BadRequest', '400 BadRequest'])
      for (const { body } of answers) expect(body.message).toContain('resourceVersion')
    }
    expect(await ns.read('a')).toEqual(created)
    const absent = await ns.client.put(`${ns.configMaps}/none`, configMap('none'))
    expect([absent.status, absent.body.reason]).toEqual([404, 'NotFound'])
    expect((await ns.client.put(`${ns.leases}/new`, lease('new'))).status).toBe(201)
  })

  it('G03 409 has two meanings, and POST has its guards', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a')
    await ns.update(created, { k: '2' })
    const again = await ns.client.post(ns.configMaps, configMap('a'))
    expect([again.status, again.body.reason]).toEqual([409, 'AlreadyExists'])
    expect(again.body.details).toEqual({ name: 'a', kind: 'configmaps' })
    expect(tally([await put(ns, withData(created, { k: '3' }))])).toEqual(['409 Conflict'])
    const versioned = await ns.client.post(ns.configMaps, configMap('b', {}, { resourceVersion: '1' }))
    expect([400, 422]).toContain(versioned.status)
    expect((await ns.client.get(`${ns.configMaps}/b`)).status).toBe(404)
    const elsewhere = await ns.client.post(ns.configMaps, configMap('b', {}, { namespace: 'elsewhere' }))
    const nameless = await ns.client.post(ns.configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} })
    const renamed = await put(ns, configMap('zzz', {}, { resourceVersion: created.metadata.resourceVersion! }))
    const absent = await ns.client.post('/api/v1/namespaces/no-such-namespace/configmaps', configMap('a'))
    const reasons = ['400 BadRequest', '400 BadRequest', '404 NotFound', '422 Invalid']
    expect(tally([elsewhere, nameless, renamed, absent])).toEqual(reasons)
    expect(absent.body.details?.kind).toBe('namespaces')
  })

  it('G04 delete preconditions and names that are made again', async () => {
    const ns = await box.sandbox()
    const first = await ns.create('a')
    const second = await ns.update(first, { k: '2' })
    const { uid } = first.metadata
    const remove = async (preconditions: object) =>
      tally([await ns.client.delete(`${ns.configMaps}/a`, deleteOptions({ preconditions }))])[0]
    expect(await remove({ resourceVersion: first.metadata.resourceVersion })).toBe('409 Conflict')
    expect(await remove({ uid: '11111111-2222-3333-4444-555555555555' })).toBe('409 Conflict')
    const watch = await ns.watch({ resourceVersion: second.metadata.resourceVersion })
    expect(await remove({ uid, resourceVersion: second.metadata.resourceVersion })).toBe('200')
    const deleted = await watch.events.next()
    watch.close()
    const young = await ns.create('a')
    expect(young.metadata.uid).not.toBe(uid)
    expect(versionIn(young)).toBeGreaterThan(versionIn(second))
    expect(versionIn(young)).toBeGreaterThan(versionIn(deleted.object))
    expect(await remove({ uid })).toBe('409 Conflict')
    expect(tally([await put(ns, second)])).toEqual(['409 Conflict'])
    expect((await ns.read('a')).metadata.uid).toBe(young.metadata.uid)
  })

  it('G05 generateName', async () => {
    const ns = await box.sandbox()
    const post = (metadata: object) => ns.client.post(ns.configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata })
    const answers = await Promise.all(Array.from({ length: 60 }, () => post({ generateName: 'g-' })))
    const created = answers.map((answer) => expectStatus(answer, 201).metadata)
    expect(new Set(created.map((metadata) => metadata.name)).size).toBe(60)
    for (const { name, generateName } of created) {
      expect(name).toMatch(/^g-[a-z0-9]{5,}$/)
      expect(generateName).toBe('g-')
    }
    const long = expectStatus(await post({ generateName: 'a'.repeat(70) }), 201).metadata.name!
    expect(long.length).toBeLessThanOrEqual(63)
    expect(long.startsWith('a'.repeat(58))).toBe(true)
    expect(expectStatus(await post({ name: 'fixed', generateName: 'g-' }), 201).metadata.name).toBe('fixed')
  })

  it('G06 the version in DELETED events', async () => {
    const ns = await box.sandbox()
    const [, b, c] = await ns.createMany(['a', 'b', 'c'])
    const one = await ns.watch({ resourceVersion: c!.metadata.resourceVersion })
    await ns.remove('a')
    const deleted = await one.events.next()
    expect([briefly(deleted), deleted.object.data]).toEqual(['DELETED a', { k: 'a' }])
    expect(versionIn(deleted.object)).toBeGreaterThan(versionIn(c!))
    expect(versionIn(await ns.list())).toBeGreaterThanOrEqual(versionIn(deleted.object))
    const two = await ns.watch({ resourceVersion: deleted.object.metadata.resourceVersion })
    await ns.update(b!, { k: '2' })
    await ns.create('end')
    for (const watch of [one, two]) {
      expect((await watch.events.takeBefore('end')).map(briefly)).toEqual(['MODIFIED b'])
      watch.close()
    }
  })
})

describe.skipIf(ownServerOnly)('compare-and-swap by Kubernetes’ own rule', () => {
  const box = useBlackBox({ UNCONDITIONAL_UPDATE: 'allow' })

  it('G02 a PUT without a resourceVersion follows the rule of the kind', async () => {
    const ns = await box.sandbox()
    let current = await ns.create('a', { k: '0' })
    for (const [k, resourceVersion] of [
      ['1', undefined],
      ['2', ''],
    ] as const) {
      const next = expectStatus(await put(ns, withMeta(withData(current, { k }), { resourceVersion })), 200)
      expect(versionIn(next)).toBeGreaterThan(versionIn(current))
      current = next
    }
    const held = expectStatus(await ns.client.post(ns.leases, lease('l')), 201)
    const answer = await ns.client.put(`${ns.leases}/l`, withoutVersion(held))
    expect([answer.status, answer.body.reason]).toEqual([422, 'Invalid'])
    expect(answer.body.details?.causes?.[0]?.field).toBe('metadata.resourceVersion')
    expect((await ns.client.put(`${ns.configMaps}/none`, configMap('none'))).status).toBe(404)
    expect((await ns.client.put(`${ns.leases}/new`, lease('new'))).status).toBe(201)
  })
})
