import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { PATCH_TYPES } from '../support/client.ts'
import { lease, secret, serviceAccount } from '../support/objects.ts'
import { expectStatus } from '../support/sandbox.ts'

describe('merge patch', () => {
  const box = useBlackBox()

  it('P5 changes what it names and takes away what is null', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { keep: '1', change: '1', drop: '1' }, { labels: { l: '1' } })
    const patch = { data: { change: '2', drop: null, add: '3', absent: null }, metadata: { annotations: { n: '1' } } }
    const { data, metadata } = expectStatus(await ns.patch('a', 'merge', patch), 200)
    expect(data).toEqual({ keep: '1', change: '2', add: '3' })
    expect(metadata).toMatchObject({ labels: { l: '1' }, annotations: { n: '1' }, uid: created.metadata.uid })
    const emptied = expectStatus(await ns.patch('a', 'merge', { data: null, metadata: { labels: null } }), 200)
    expect(emptied.data ?? {}).toEqual({})
    expect(emptied.metadata.labels).toBeUndefined()
    expect(emptied.metadata.annotations).toEqual({ n: '1' })
  })

  it('P5 replaces a list whole', async () => {
    const ns = await box.sandbox()
    const finalizers = ['example.com/one', 'example.com/two']
    await ns.create('a', {}, { finalizers })
    const next = { metadata: { finalizers: ['example.com/three'] } }
    expect(expectStatus(await ns.patch('a', 'merge', next), 200).metadata.finalizers).toEqual(['example.com/three'])
    // null in a list is a value, which is no finalizer: it is refused, never dropped quietly
    const withNull = await ns.patch('a', 'merge', { metadata: { finalizers: ['example.com/four', null] } })
    expect([withNull.status, (await ns.read('a')).metadata.finalizers]).toEqual([422, ['example.com/three']])
    await ns.patch('a', 'merge', { metadata: { finalizers: null } })
  })

  it('P5 B9 takes any key as a plain one', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { keep: '1' })
    const odd = ['__proto__', 'constructor', 'hasOwnProperty', 'toString']
    const dataOf = (value: string) => `{"data":{${odd.map((key) => `"${key}":${value}`).join(',')}}}`
    for (const kind of ['merge', 'strategic'] as const) {
      const headers = { 'content-type': PATCH_TYPES[kind] }
      const send = (raw: string) => ns.client.request('PATCH', `${ns.configMaps}/a`, { raw, headers })
      const { data } = expectStatus(await send(dataOf('"x"')), 200)
      expect(Object.entries(data!).toSorted()).toEqual([...odd.map((key) => [key, 'x']), ['keep', '1']].toSorted())
      expect(expectStatus(await send(dataOf('null')), 200).data).toEqual({ keep: '1' })
    }
    const operations = '[{"op":"add","path":"/data/__proto__","value":"p"},{"op":"remove","path":"/data/keep"}]'
    const headers = { 'content-type': PATCH_TYPES.json }
    const answer = await ns.client.request('PATCH', `${ns.configMaps}/a`, { raw: operations, headers })
    expect(answer.text).toContain('"__proto__":"p"')
    expect(Object.keys(expectStatus(answer, 200).data!)).toEqual(['__proto__'])
  })

  it('P5 C11 is served for every kind', async () => {
    const ns = await box.sandbox()
    const paths = [
      [ns.path('secrets'), secret('x')],
      [ns.path('serviceaccounts'), serviceAccount('x')],
      [ns.leases, lease('x')],
    ] as const
    for (const [path, object] of paths) {
      expectStatus(await ns.client.post(path, object), 201)
      const answer = await ns.client.patch(`${path}/x`, 'merge', { metadata: { labels: { l: '1' } } })
      expect(expectStatus(answer, 200).metadata.labels).toEqual({ l: '1' })
    }
    const labelled = await ns.client.patch(ns.self, 'merge', { metadata: { labels: { l: '1' } } })
    const labels = { l: '1', 'kubernetes.io/metadata.name': ns.name }
    expect(expectStatus(labelled, 200).metadata.labels).toEqual(labels)
  })

  it('P5 C12 brings stringData of a Secret into its data', async () => {
    const ns = await box.sandbox()
    const path = ns.path('secrets')
    expectStatus(await ns.client.post(path, secret('s', { stringData: { a: 'plain' }, data: { b: 'AAAA' } })), 201)
    const { data, stringData } = expectStatus(
      await ns.client.patch(`${path}/s`, 'merge', { stringData: { a: 'other', c: 'new' } }),
      200,
    )
    expect([data, stringData]).toEqual([{ a: btoa('other'), b: 'AAAA', c: btoa('new') }, undefined])
  })

  it('P19 is an object', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    for (const kind of ['merge', 'strategic'] as const)
      for (const body of [[1, 2], 'text', 5, null]) {
        const answer = await ns.patch('a', kind, body)
        expect([kind, body, answer.status, answer.body.reason]).toEqual([kind, body, 400, 'BadRequest'])
      }
    expect(await ns.read('a')).toEqual(created)
  })
})
