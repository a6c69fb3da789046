import { describe, expect, it } from 'vitest'
import { ownServerOnly, useBlackBox } from '../support/black-box.ts'
import type { ApiClient } from '../support/client.ts'
import { configMap, lease, namesIn, namespaceObject, secret, withMeta } from '../support/objects.ts'
import { eventually, expectStatus, Sandbox, uniqueName } from '../support/sandbox.ts'

const DEFAULTS = ['default', 'kube-node-lease', 'kube-public', 'kube-system']
const self = (name: string) => `/api/v1/namespaces/${name}`

const untilGone = (client: ApiClient, name: string) =>
  eventually(async () => ((await client.get(self(name))).status === 404 ? true : undefined), `${name} being gone`)

describe('namespaces', () => {
  const box = useBlackBox()

  it('N1 exist from the start by four names', async () => {
    const names = namesIn(expectStatus(await box.client.get('/api/v1/namespaces'), 200))
    expect(names.filter((name) => DEFAULTS.includes(name))).toEqual(DEFAULTS)
    for (const name of DEFAULTS) {
      const namespace = expectStatus(await box.client.get(self(name)), 200)
      expect(namespace.metadata.labels).toMatchObject({ 'kubernetes.io/metadata.name': name })
      expect(namespace.status).toEqual({ phase: 'Active' })
    }
  })

  it('N2 N3 begin and stay with their label, finalizer and phase', async () => {
    const name = uniqueName('n')
    const sent = {
      ...namespaceObject(name, { mine: 'yes' }),
      status: { phase: 'Terminating' },
      spec: { finalizers: [] },
    }
    const created = expectStatus(await box.client.post('/api/v1/namespaces', sent), 201)
    const labels = { mine: 'yes', 'kubernetes.io/metadata.name': name }
    expect(created).toMatchObject({
      metadata: { labels },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    })
    const changed = {
      ...withMeta(created, { labels: { 'kubernetes.io/metadata.name': 'other', mine: 'no' } }),
      spec: {},
    }
    const updated = expectStatus(await box.client.put(self(name), changed), 200)
    expect(updated.metadata.labels).toEqual({ mine: 'no', 'kubernetes.io/metadata.name': name })
    expect(updated).toMatchObject({ spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } })
    await box.client.delete(self(name))
  })

  it('N4 have names that are labels', async () => {
    for (const name of ['Bad_Name', 'a.b', 'x'.repeat(64), '-a']) {
      const { body } = await box.client.post('/api/v1/namespaces', namespaceObject(name))
      expect([name, body.code, body.reason]).toEqual([name, 422, 'Invalid'])
    }
  })

  it('N5 that do not exist take no objects', async () => {
    const name = uniqueName('absent')
    const path = `${self(name)}/configmaps`
    const leasePath = `/apis/coordination.k8s.io/v1/namespaces/${name}/leases/l`
    const answers = [
      await box.client.post(path, configMap('a')),
      await box.client.post(path, configMap('a'), { dryRun: 'All' }),
      await box.client.put(leasePath, lease('l')),
    ]
    for (const { body } of answers) {
      expect(body).toMatchObject({ code: 404, reason: 'NotFound', message: `namespaces "${name}" not found` })
      expect(body.details).toEqual({ name, kind: 'namespaces' })
    }
    expectStatus(await box.client.post('/api/v1/namespaces', namespaceObject(name)), 201)
    expectStatus(await box.client.post(path, configMap('a')), 201)
    await box.client.delete(self(name))
  })

  it('N6 N7 N9 that are being deleted wait for finalizers and take nothing new', async () => {
    const ns = await box.sandbox('dying')
    const held = await ns.create('held', { k: '1' }, { finalizers: ['example.com/hold'] })
    await ns.create('free')
    const dying = expectStatus(await ns.client.delete(ns.self), 200)
    expect(dying).toMatchObject({ kind: 'Namespace', status: { phase: 'Terminating' } })
    expect(dying.metadata.deletionTimestamp).toBeTruthy()
    const refused = await ns.client.post(ns.configMaps, configMap('late'))
    expect(refused.body).toMatchObject({ code: 403, reason: 'Forbidden' })
    const why = `unable to create new content in namespace ${ns.name} because it is being terminated`
    expect(refused.body.message).toBe(`configmaps "late" is forbidden: ${why}`)
    expect(refused.body.details?.causes?.[0]?.reason).toBe('NamespaceTerminating')
    await eventually(
      async () => (namesIn(await ns.list()).length === 1 ? true : undefined),
      'the free object being gone',
    )
    const again = expectStatus(await ns.client.delete(ns.self), 200)
    expect(again.metadata).toMatchObject({
      uid: dying.metadata.uid,
      deletionTimestamp: dying.metadata.deletionTimestamp,
    })
    const current = await ns.read('held')
    expect([current.metadata.uid, current.metadata.finalizers]).toEqual([held.metadata.uid, ['example.com/hold']])
    expect(current.metadata.deletionTimestamp).toBeTruthy()
    await ns.replace(withMeta(current, { finalizers: [] }))
    await untilGone(ns.client, ns.name)
  }, 60_000)

  it('N8 take what is in them along, each with an event', async () => {
    const ns = await box.sandbox('full')
    const names = Array.from({ length: 30 }, (_, i) => `c${String(i).padStart(2, '0')}`)
    await ns.createMany(names)
    expectStatus(await ns.client.post(ns.path('secrets'), secret('s')), 201)
    expectStatus(await ns.client.post(ns.leases, lease('l')), 201)
    const watch = await ns.watch({ resourceVersion: await ns.version() })
    expectStatus(await ns.client.delete(ns.self), 200)
    const events = await watch.events.take(30, 30_000)
    watch.close()
    expect(new Set(events.map((event) => event.type))).toEqual(new Set(['DELETED']))
    expect(events.map((event) => event.object.metadata.name).toSorted()).toEqual(names)
    await untilGone(ns.client, ns.name)
    for (const path of [ns.configMaps, ns.path('secrets'), ns.leases])
      expect(expectStatus(await ns.client.get(path), 200).items).toEqual([])
  }, 60_000)

  it('N11 of the system cannot be deleted', async () => {
    for (const name of ['default', 'kube-system', 'kube-public']) {
      for (const query of [{}, { dryRun: 'All' }]) {
        const { body } = await box.client.delete(self(name), undefined, query)
        expect(body).toMatchObject({ code: 403, reason: 'Forbidden' })
        expect(body.message).toBe(`namespaces "${name}" is forbidden: this namespace may not be deleted`)
      }
    }
  })

  it('N13 share nothing', async () => {
    const [one, other] = [await box.sandbox(), await box.sandbox()]
    const a = await one.create('same', { of: 'one' })
    const b = await other.create('same', { of: 'other' })
    expect(a.metadata.uid).not.toBe(b.metadata.uid)
    await one.remove('same')
    expect(await other.read('same')).toEqual(b)
    expect(namesIn(await one.list())).toEqual([])
  })

  it('N12 are empty at first', async () => {
    const ns = await box.sandbox()
    for (const path of [ns.configMaps, ns.path('serviceaccounts')])
      expect(expectStatus(await ns.client.get(path), 200).items).toEqual([])
  })
})

describe.skipIf(ownServerOnly)('namespaces where what Kubernetes puts in each is asked for', () => {
  const box = useBlackBox({ NAMESPACE_OBJECTS: 'kubernetes' })

  it('N12 have the ServiceAccount default and the ConfigMap kube-root-ca.crt', async () => {
    const made = await box.sandbox()
    for (const ns of [made, new Sandbox(box.client, 'default')]) {
      const found = async (path: string) => {
        const { status, body } = await ns.client.get(path)
        return status === 200 ? body : undefined
      }
      const account = await eventually(() => found(ns.path('serviceaccounts', 'default')), 'the account')
      expect(account.metadata.namespace).toBe(ns.name)
      const root = await eventually(() => found(ns.path('configmaps', 'kube-root-ca.crt')), 'the root certificate')
      expect(root.data).toHaveProperty(['ca.crt'])
    }
  })
})
