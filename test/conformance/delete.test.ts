import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { configMap, deleteOptions, namesIn, namespaceObject, serviceAccount, versionIn } from '../support/objects.ts'
import { briefly } from '../support/event-queue.ts'
import { withMeta } from '../support/objects.ts'
import { expectStatus, type Sandbox, uniqueName } from '../support/sandbox.ts'

const FOREIGN_UID = '11111111-2222-3333-4444-555555555555'
const HOLD = 'example.com/hold'

const remove = (ns: Sandbox, options?: object, query = {}) => ns.client.delete(`${ns.configMaps}/a`, options, query)

describe('delete', () => {
  const box = useBlackBox()

  it('D1 answers a Status that names the object, which is gone', async () => {
    const ns = await box.sandbox()
    const { uid } = (await ns.create('a')).metadata
    const details = { name: 'a', kind: 'configmaps', uid }
    const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details }
    expect(expectStatus(await remove(ns), 200)).toEqual(success)
    expect((await ns.client.get(`${ns.configMaps}/a`)).status).toBe(404)
  })

  it('D2 answers with the object for a Namespace and a ServiceAccount', async () => {
    const ns = await box.sandbox()
    const name = uniqueName('gone')
    const made = expectStatus(await ns.client.post('/api/v1/namespaces', namespaceObject(name)), 201)
    const gone = expectStatus(await ns.client.delete(`/api/v1/namespaces/${name}`), 200)
    expect([gone.kind, gone.metadata.uid]).toEqual(['Namespace', made.metadata.uid])
    const account = expectStatus(await ns.client.post(ns.path('serviceaccounts'), serviceAccount('a')), 201)
    const deleted = expectStatus(await ns.client.delete(ns.path('serviceaccounts', 'a')), 200)
    expect([deleted.kind, deleted.metadata.uid]).toEqual(['ServiceAccount', account.metadata.uid])
  })

  it('D3 with the uid of another object is a Conflict', async () => {
    const ns = await box.sandbox()
    const { uid } = (await ns.create('a')).metadata
    const answer = await remove(ns, deleteOptions({ preconditions: { uid: FOREIGN_UID } }))
    expect(answer.body).toMatchObject({ code: 409, reason: 'Conflict', details: { name: 'a', kind: 'ConfigMap' } })
    const why = `the UID in the precondition (${FOREIGN_UID}) does not match the UID in record (${uid})`
    expect(answer.body.message).toContain(why)
    expect((await ns.read('a')).metadata.uid).toBe(uid)
  })

  it('D4 with an old version is a Conflict, with the current one it is done', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const current = await ns.update(created, { k: '2' })
    const { uid } = current.metadata
    const stale = { preconditions: { uid, resourceVersion: created.metadata.resourceVersion } }
    expect((await remove(ns, deleteOptions(stale))).body).toMatchObject({ code: 409, reason: 'Conflict' })
    expect(await ns.read('a')).toEqual(current)
    const exact = { preconditions: { uid, resourceVersion: current.metadata.resourceVersion } }
    expect((await remove(ns, deleteOptions(exact))).status).toBe(200)
  })

  it('D5 of a missing name is NotFound, with preconditions too', async () => {
    const ns = await box.sandbox()
    for (const options of [undefined, deleteOptions({ preconditions: { uid: FOREIGN_UID } })]) {
      const { body } = await remove(ns, options)
      expect(body).toMatchObject({ code: 404, reason: 'NotFound', details: { name: 'a', kind: 'configmaps' } })
    }
  })

  it('D6 D7 is held back by finalizers until a PUT takes the last one away', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' }, { finalizers: [HOLD] })
    const watch = await ns.watch({ resourceVersion: created.metadata.resourceVersion })
    const dying = expectStatus(await remove(ns), 200)
    expect(dying.metadata).toMatchObject({ name: 'a', finalizers: [HOLD], deletionGracePeriodSeconds: 0 })
    expect(dying.metadata.deletionTimestamp).toMatch(/^\d{4}-/)
    expect(expectStatus(await remove(ns), 200)).toEqual(dying)
    const last = await ns.replace(withMeta(dying, { finalizers: [] }))
    expect(last.metadata.finalizers).toBeUndefined()
    expect((await ns.client.get(`${ns.configMaps}/a`)).status).toBe(404)
    await ns.create('end')
    const events = await watch.events.takeBefore('end')
    watch.close()
    expect(events.map(briefly)).toEqual(['MODIFIED a', 'DELETED a'])
    expect(events[0]!.object).toEqual(dying)
    expect(versionIn(events[1]!.object)).toBeGreaterThan(versionIn(dying))
  })

  it('D9 reads the query only where there is no body', async () => {
    const ns = await box.sandbox()
    await ns.create('a')
    expect((await remove(ns, undefined, { dryRun: 'All' })).status).toBe(200)
    expect((await remove(ns, undefined, { propagationPolicy: 'Sideways' })).status).toBe(422)
    await ns.read('a')
    expect((await remove(ns, {}, { dryRun: 'All', propagationPolicy: 'Sideways' })).status).toBe(200)
    expect((await ns.client.get(`${ns.configMaps}/a`)).status).toBe(404)
  })

  it('D10 refuses options that are none', async () => {
    const ns = await box.sandbox()
    await ns.create('a')
    const both = { propagationPolicy: 'Background', orphanDependents: false }
    for (const options of [{ propagationPolicy: 'Sideways' }, both, { dryRun: ['Some'] }]) {
      const { body } = await remove(ns, deleteOptions(options))
      expect(body).toMatchObject({ code: 422, reason: 'Invalid' })
      expect(body.details).toMatchObject({ kind: 'DeleteOptions', group: 'meta.k8s.io' })
    }
    expect((await remove(ns, { kind: 'Pod', apiVersion: 'v1' })).body.code).toBe(400)
    await ns.read('a')
  })

  it('D11 as a dry run deletes nothing', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a')
    for (const [options, query] of [
      [undefined, { dryRun: 'All' }],
      [deleteOptions({ dryRun: ['All'] }), {}],
    ] as const) {
      const body = expectStatus(await remove(ns, options, query), 200)
      expect(body.details?.uid).toBe(created.metadata.uid)
    }
    expect(await ns.read('a')).toEqual(created)
  })

  it('D12 of a collection deletes what matches and answers the list of it', async () => {
    const ns = await box.sandbox()
    for (const name of ['a', 'b', 'c', 'd'])
      await ns.create(name, {}, { labels: { half: name < 'c' ? 'first' : 'second' } })
    const watch = await ns.watch({ resourceVersion: await ns.version() })
    const query = { labelSelector: 'half=second' }
    const deleted = expectStatus(await ns.client.delete(ns.configMaps, undefined, query), 200)
    expect([deleted.kind, namesIn(deleted)]).toEqual(['ConfigMapList', ['c', 'd']])
    expect(namesIn(await ns.list())).toEqual(['a', 'b'])
    expect((await watch.events.take(2)).map(briefly).toSorted()).toEqual(['DELETED c', 'DELETED d'])
    watch.close()
    const byName = { fieldSelector: 'metadata.name=a' }
    expect(namesIn(expectStatus(await ns.client.delete(ns.configMaps, undefined, byName), 200))).toEqual(['a'])
    expect(namesIn(await ns.list())).toEqual(['b'])
  })

  it('D13 of a collection with a limit deletes that page', async () => {
    const ns = await box.sandbox()
    await ns.createMany(['a', 'b', 'c', 'd', 'e'])
    const page = expectStatus(await ns.client.delete(ns.configMaps, undefined, { limit: 2 }), 200)
    expect(namesIn(page)).toEqual(['a', 'b'])
    expect(page.metadata.continue).toBeTruthy()
    expect(namesIn(await ns.list())).toEqual(['c', 'd', 'e'])
  })

  it('D14 of all namespaces at once does not exist', async () => {
    const answer = await box.client.delete('/api/v1/namespaces', undefined, { labelSelector: 'none=such' })
    expect([answer.status, answer.body.reason]).toEqual([405, 'MethodNotAllowed'])
  })

  it('D4 of an object that was made again is a Conflict with the identity of the one before', async () => {
    const ns = await box.sandbox()
    const old = await ns.create('a')
    await remove(ns)
    const young = await ns.create('a')
    const { uid, resourceVersion } = old.metadata
    for (const preconditions of [{ uid }, { resourceVersion }])
      expect((await remove(ns, deleteOptions({ preconditions }))).body.reason).toBe('Conflict')
    const late = await ns.client.put(`${ns.configMaps}/a`, configMap('a', { k: 'late' }, { uid, resourceVersion }))
    expect(late.body.reason).toBe('Conflict')
    expect(await ns.read('a')).toEqual(young)
  })
})
