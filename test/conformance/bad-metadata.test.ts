import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { configMap } from '../support/objects.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

const post = (ns: Sandbox, metadata: object) =>
  ns.client.post(ns.configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata })

const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'u1' }

describe('metadata that is not allowed', () => {
  const box = useBlackBox()

  it('B5 in names, labels, annotations and finalizers is told with its field', async () => {
    const ns = await box.sandbox()
    const names = ['UPPER', '-a', 'a-', 'a/b', 'a_b', 'a..b', 'x'.repeat(254), ' a', 'ä']
    const labels = [{ 'bad key!': 'v' }, { ok: 'bad value!' }, { ok: 'v'.repeat(64) }, { 'a/b/c': 'v' }, { '': 'v' }]
    const annotations = [{ 'bad key!': 'v' }, { big: 'v'.repeat(262_145) }]
    const finalizers = [['hold'], ['example.com/bad name!'], ['example.com/x', '']]
    const cases = [
      ...names.map((name) => [{ name }, 'metadata.name']),
      ...labels.map((value) => [{ name: 'a', labels: value }, 'metadata.labels']),
      ...annotations.map((value) => [{ name: 'a', annotations: value }, 'metadata.annotations']),
      ...finalizers.map((value) => [{ name: 'a', finalizers: value }, 'metadata.finalizers']),
    ] as [object, string][]
    for (const [metadata, field] of cases) {
      const { body } = await post(ns, metadata)
      const shown = JSON.stringify(metadata).slice(0, 80)
      expect([shown, body.code, body.reason]).toEqual([shown, 422, 'Invalid'])
      expect(body.details?.causes?.every((cause) => cause.field?.startsWith(field))).toBe(true)
    }
    expect((await ns.list()).items).toEqual([])
  })

  it('B5 in several places has several causes', async () => {
    const ns = await box.sandbox()
    const { body } = await post(ns, { name: 'BAD', labels: { 'bad key!': 'bad value!' } })
    expect(body.details).toMatchObject({ name: 'BAD', kind: 'ConfigMap' })
    const fields = new Set(body.details?.causes?.map((cause) => cause.field))
    expect(fields).toEqual(new Set(['metadata.name', 'metadata.labels']))
    expect(body.message).toMatch(/^ConfigMap "BAD" is invalid: \[metadata\.name: .*, metadata\.labels: .*\]$/)
  })

  it('B14 in owners is told; doubled owners are stored once, with a warning', async () => {
    const ns = await box.sandbox()
    for (const field of ['apiVersion', 'kind', 'name', 'uid'] as const) {
      const { body } = await post(ns, { name: 'a', ownerReferences: [{ ...owner, [field]: '' }] })
      expect(body.code).toBe(422)
      expect(body.details?.causes?.[0]?.field).toBe(`metadata.ownerReferences[0].${field}`)
    }
    const controllers = ['u1', 'u2'].map((uid) => ({ ...owner, uid, controller: true }))
    expect((await post(ns, { name: 'a', ownerReferences: controllers })).body.code).toBe(422)
    const byEvent = await post(ns, { name: 'a', ownerReferences: [{ ...owner, kind: 'Event' }] })
    expect([byEvent.body.code, byEvent.body.message]).toEqual([
      422,
      expect.stringContaining('Kind=Event is disallowed from being an owner'),
    ])
    const answer = await post(ns, { name: 'a', ownerReferences: [owner, { ...owner }] })
    expect(expectStatus(answer, 201).metadata.ownerReferences).toEqual([owner])
    expect(answer.headers.warning).toContain('.metadata.ownerReferences contains duplicate entries')
  })

  it('B13 and all that is refused changes nothing, and no answer is a 5xx', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const watch = await ns.watch({ resourceVersion: created.metadata.resourceVersion })
    const self = `${ns.configMaps}/a`
    const values = [null, 7, 'x', [], {}, true, 1e308, '\ud800']
    for (const value of values) {
      for (const object of [
        value,
        { metadata: value },
        { ...configMap('a'), data: value },
        { metadata: { name: value } },
      ]) {
        const posted = await ns.client.post(ns.configMaps, object)
        const put = await ns.client.put(self, object)
        const removed = await ns.client.delete(`${self}-none`, object)
        for (const { status } of [posted, put, removed]) expect(status).toBeLessThan(500)
      }
    }
    const long = 'x'.repeat(7000)
    const odd = [
      { labelSelector: long },
      { fieldSelector: `metadata.name=${long}` },
      { continue: long },
      { [long]: '1' },
    ]
    for (const query of odd) expect((await ns.client.get(ns.configMaps, query)).status).toBeLessThan(500)
    for (const name of [long, '%00', '%ff', '..', '.', '%2e', '~', 'a;b'])
      expect((await ns.client.get(`${ns.configMaps}/${name}`)).status).toBeLessThan(500)
    await ns.create('end')
    expect((await watch.events.takeBefore('end')).filter((event) => event.object.metadata.name === 'a')).toEqual([])
    expect(await ns.read('a')).toEqual(created)
    watch.close()
  }, 30_000)
})
