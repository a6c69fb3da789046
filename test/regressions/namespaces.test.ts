import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { configMap, namespaceObject, secret } from '../support/objects.ts'
import { eventually, expectStatus } from '../support/sandbox.ts'
import { openWatch } from '../support/watch-reader.ts'

describe('namespaces', () => {
  const box = useBlackBox()

  it('G23 deletion, plain case', async () => {
    const ns = await box.sandbox()
    const names = Array.from({ length: 30 }, (_, i) => `c${i}`)
    const [first] = await ns.createMany(names)
    for (let i = 0; i < 5; i++) expectStatus(await ns.client.post(ns.path('secrets'), secret(`s${i}`)), 201)
    const configMaps = await ns.watch({ resourceVersion: await ns.version() })
    const listed = expectStatus(await ns.client.get('/api/v1/namespaces'), 200)
    const namespaces = await openWatch(ns.client, '/api/v1/namespaces', {
      fieldSelector: `metadata.name=${ns.name}`,
      resourceVersion: listed.metadata.resourceVersion,
    })
    const { uid } = expectStatus(await ns.client.delete(ns.self), 200).metadata
    const late = await ns.client.post(ns.configMaps, configMap('late'))
    if (late.status === 403) expect(late.body.details?.causes?.[0]?.reason).toBe('NamespaceTerminating')
    else expect([late.status, late.body.reason]).toEqual([404, 'NotFound'])
    const gone = await configMaps.events.take(30, 30_000)
    configMaps.close()
    expect(gone.map((event) => `${event.type} ${event.object.metadata.name}`).toSorted()).toEqual(
      names.map((name) => `DELETED ${name}`).toSorted(),
    )
    const told = await namespaces.events.takeUntil((event) => event.type === 'DELETED', 30_000)
    namespaces.close()
    expect(told.length).toBeGreaterThan(1)
    for (const event of told.slice(0, -1))
      expect([event.type, event.object.status]).toMatchObject(['MODIFIED', { phase: 'Terminating' }])
    await eventually(
      async () => ((await ns.client.get(ns.self)).status === 404 ? true : undefined),
      'the name being free',
    )
    const again = expectStatus(await ns.client.post('/api/v1/namespaces', namespaceObject(ns.name)), 201)
    expect(again.metadata.uid).not.toBe(uid)
    expect(again.status).toEqual({ phase: 'Active' })
    for (const path of [ns.configMaps, ns.path('secrets')])
      expect(expectStatus(await ns.client.get(path), 200).items).toEqual([])
    expect((await ns.create('c0')).metadata.uid).not.toBe(first!.metadata.uid)
  }, 90_000)
})
