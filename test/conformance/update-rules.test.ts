import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { configMap, secret, withMeta } from '../support/objects.ts'
import { expectStatus } from '../support/sandbox.ts'

const HOLD = 'example.com/hold'

describe('what an update may not change', () => {
  const box = useBlackBox()

  it('U15 is the content of an immutable ConfigMap or Secret', async () => {
    const ns = await box.sandbox()
    const objects = [
      { path: ns.configMaps, object: configMap('a', { k: '1' }), data: { k: '2' } },
      { path: ns.path('secrets'), object: secret('a', { data: { k: 'MQ==' } }), data: { k: 'Mg==' } },
    ]
    for (const { path, object, data } of objects) {
      const frozen = expectStatus(await ns.client.post(path, { ...object, immutable: true }), 201)
      const changed = await ns.client.put(`${path}/a`, { ...frozen, data })
      expect(changed.body).toMatchObject({ code: 422, reason: 'Invalid' })
      expect(changed.body.message).toContain('data: Forbidden: field is immutable when `immutable` is set')
      expect((await ns.client.put(`${path}/a`, { ...frozen, immutable: false })).body.code).toBe(422)
      const labelled = await ns.client.put(`${path}/a`, withMeta(frozen, { labels: { still: 'editable' } }))
      expect(expectStatus(labelled, 200).data).toEqual(frozen.data)
    }
  })

  it('U16 is the type of a Secret', async () => {
    const ns = await box.sandbox()
    const created = expectStatus(
      await ns.client.post(ns.path('secrets'), secret('a', { type: 'example.com/one' })),
      201,
    )
    const answer = await ns.client.put(ns.path('secrets', 'a'), { ...created, type: 'example.com/two' })
    expect(answer.body.code).toBe(422)
    expect(answer.body.details?.causes?.[0]).toMatchObject({ field: 'type', reason: 'FieldValueInvalid' })
  })

  it('U17 is the deletionTimestamp', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', {}, { finalizers: [HOLD] })
    const time = '2020-01-01T00:00:00Z'
    const set = await ns.client.put(`${ns.configMaps}/a`, withMeta(created, { deletionTimestamp: time }))
    expect(set.body.code).toBe(422)
    expect(set.body.details?.causes?.[0]).toMatchObject({ field: 'metadata.deletionTimestamp' })
    await ns.remove('a')
    const dying = await ns.read('a')
    const cleared = withMeta(dying, { deletionTimestamp: undefined, deletionGracePeriodSeconds: undefined })
    expect(await ns.replace(cleared)).toEqual(dying)
  })

  it('U18 is the list of finalizers of an object that is being deleted, except to make it shorter', async () => {
    const ns = await box.sandbox()
    await ns.create('a', {}, { finalizers: [HOLD] })
    await ns.remove('a')
    const dying = await ns.read('a')
    const longer = withMeta(dying, { finalizers: [HOLD, 'example.com/new'] })
    const answer = await ns.client.put(`${ns.configMaps}/a`, longer)
    expect(answer.body).toMatchObject({ code: 422, reason: 'Invalid' })
    expect(answer.body.details?.causes?.[0]).toMatchObject({ field: 'metadata.finalizers' })
    expect(await ns.read('a')).toEqual(dying)
  })

  it('U21 is the generation, where the kind counts none', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' }, { finalizers: [HOLD] })
    const changed = await ns.update(created, { k: '2' })
    const dying = await ns.remove('a')
    expect([created, changed, dying].map((object) => object.metadata.generation)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const sent = await ns.create('b', { k: '1' }, { generation: 7 })
    const kept = await ns.replace(withMeta({ ...sent, data: { k: '2' } }, { generation: 9 }))
    const patched = await ns.patch('b', 'merge', { metadata: { generation: 11 }, data: { k: '3' } })
    expect([sent, kept, patched.body].map((object) => object.metadata.generation)).toEqual([7, 7, 7])
    await ns.patch('a', 'merge', { metadata: { finalizers: null } })
  })
})
