import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import type { ApiBody, ApiClient } from '../support/client.ts'
import { configMap, lease, namesIn, namespaceObject, versionIn, withMeta, withoutVersion } from '../support/objects.ts'
import { eventually, expectStatus, Sandbox, uniqueName, untilGone } from '../support/sandbox.ts'
import { openWatch } from '../support/watch-reader.ts'

const HOLD = 'example.com/hold'
const OURS = 'example.com/ours'

interface Condition {
  type: string
  status: string
  lastTransitionTime: string
  reason: string
  message: string
}

const conditionsIn = (body: ApiBody) => (body.status as { conditions?: Condition[] }).conditions ?? []
const conditionIn = (body: ApiBody, type: string) => conditionsIn(body).find((one) => one.type === type)
const phaseIn = (body: ApiBody) => (body.status as { phase: string }).phase
const read = async (ns: Sandbox) => expectStatus(await ns.client.get(ns.self), 200)
const finalize = (ns: Sandbox, object: ApiBody, ...finalizers: string[]) =>
  ns.client.put(`${ns.self}/finalize`, { ...object, spec: { finalizers } })

/** Waits until the namespace says `message` of what remains. */
const untilSaid = (ns: Sandbox, type: string, message: string) =>
  eventually(
    async () => {
      const body = await read(ns)
      return conditionIn(body, type)?.message.endsWith(message) ? body : undefined
    },
    `the namespace saying ${JSON.stringify(message)}`,
  )

async function makeNamespace(client: ApiClient, more: Partial<ApiBody> = {}): Promise<Sandbox> {
  const name = uniqueName('end')
  expectStatus(await client.post('/api/v1/namespaces', { ...namespaceObject(name), ...more }), 201)
  return new Sandbox(client, name)
}

describe('the end of a namespace', () => {
  const box = useBlackBox()

  it('N14 N9 is held up by finalizers, and says by which', async () => {
    const ns = await box.sandbox('held')
    const holding = [HOLD, 'example.com/second']
    await ns.create('a', {}, { finalizers: holding })
    await ns.create('b', {}, { finalizers: [HOLD] })
    expectStatus(await ns.client.post(ns.leases, lease('l', {}, { finalizers: [HOLD] })), 201)
    await ns.create('free')
    expectStatus(await ns.client.delete(ns.self), 200)
    const finalizers = `: example.com/hold in 3 resource instances, example.com/second in 1 resource instances`
    const said = await untilSaid(ns, 'NamespaceFinalizersRemaining', finalizers)
    expect(conditionsIn(said).map(({ type, status, reason }) => `${type} ${status} ${reason}`)).toEqual([
      'NamespaceDeletionDiscoveryFailure False ResourcesDiscovered',
      'NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions',
      'NamespaceDeletionContentFailure False ContentDeleted',
      'NamespaceContentRemaining True SomeResourcesRemain',
      'NamespaceFinalizersRemaining True SomeFinalizersRemain',
    ])
    const content = 'configmaps. has 2 resource instances, leases.coordination.k8s.io has 1 resource instances'
    expect(conditionIn(said, 'NamespaceContentRemaining')!.message).toBe(`Some resources are remaining: ${content}`)
    for (const { lastTransitionTime } of conditionsIn(said)) expect(lastTransitionTime).toMatch(/^\d{4}-.*Z$/)
    expect(phaseIn(said)).toBe('Terminating')

    const letGo = { metadata: { finalizers: null } }
    await ns.patch('a', 'merge', letGo)
    await untilSaid(ns, 'NamespaceFinalizersRemaining', ': example.com/hold in 2 resource instances')
    await ns.patch('b', 'merge', letGo)
    await ns.client.patch(`${ns.leases}/l`, 'merge', letGo)
    await untilGone(ns.client, [ns.self])
  })

  it('N14 W27 tells watchers of namespaces what it waits for, and no more than changes', async () => {
    const ns = await box.sandbox('told')
    await ns.create('a', {}, { finalizers: [HOLD] })
    const from = (await read(ns)).metadata.resourceVersion
    const query = { fieldSelector: `metadata.name=${ns.name}`, resourceVersion: from }
    const watch = await openWatch(ns.client, '/api/v1/namespaces', query)
    await ns.client.delete(ns.self)
    await untilSaid(ns, 'NamespaceContentRemaining', 'configmaps. has 1 resource instances')
    expectStatus(await ns.patch('a', 'merge', { data: { still: 'writable' } }), 200)
    await ns.patch('a', 'merge', { metadata: { finalizers: null } })
    const events = await watch.events.takeUntil((event) => event.type === 'DELETED', 30_000)
    watch.close()
    const shown = events.map(({ type, object }) => [type, phaseIn(object), conditionsIn(object).length > 0])
    expect(shown.slice(0, 2)).toEqual([
      ['MODIFIED', 'Terminating', false],
      ['MODIFIED', 'Terminating', true],
    ])
    const texts = events.map(({ type, object }) => JSON.stringify([type, object.status, object.spec]))
    expect(texts.filter((text, i) => text === texts[i - 1])).toEqual([])
  })

  it('N10 N8 leaves a name that is free, for a namespace that is empty', async () => {
    const ns = await box.sandbox('again')
    const [first] = await ns.createMany(['a', 'b'])
    const owner = await ns.create('owner')
    const before = await read(ns)
    const last = await ns.version()
    expectStatus(await ns.client.delete(ns.self), 200)
    await untilGone(ns.client, [ns.self])
    const again = expectStatus(await ns.client.post('/api/v1/namespaces', namespaceObject(ns.name)), 201)
    expect(again.metadata.uid).not.toBe(before.metadata.uid)
    expect([phaseIn(again), conditionsIn(again)]).toEqual(['Active', []])
    expect(namesIn(await ns.list())).toEqual([])
    const made = await ns.create('a')
    expect(made.metadata.uid).not.toBe(first!.metadata.uid)
    expect(versionIn(made)).toBeGreaterThan(BigInt(last))
    // an owner of the namespace before owns nothing in this one
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid! }
    await ns.create('owner')
    await ns.create('orphan', {}, { ownerReferences: [reference] })
    await untilGone(ns.client, [`${ns.configMaps}/orphan`])
    expect(namesIn(await ns.list())).toEqual(['a', 'owner'])
    await ns.client.delete(ns.self)
  })

  it('N15 comes with the last finalizer of its spec, which /finalize alone changes', async () => {
    const ns = await makeNamespace(box.client)
    const created = await read(ns)
    const both = expectStatus(await finalize(ns, created, 'kubernetes', OURS), 200)
    expect(both.spec).toEqual({ finalizers: ['kubernetes', OURS] })
    const none = { ...both, spec: { finalizers: [] } }
    expect(expectStatus(await ns.client.put(ns.self, none), 200).spec).toEqual(both.spec)
    const patched = await ns.client.patch(ns.self, 'merge', { spec: { finalizers: null } })
    expect(expectStatus(patched, 200).spec).toEqual(both.spec)
    await ns.create('content')
    await ns.client.delete(ns.self)
    const isOurs = async () => {
      const body = await read(ns)
      return JSON.stringify(body.spec) === JSON.stringify({ finalizers: [OURS] }) ? body : undefined
    }
    const waiting = await eventually(isOurs, "Kubernetes' own finalizer being taken away")
    expect(namesIn(await ns.list())).toEqual([])
    expect((await ns.client.post(ns.configMaps, configMap('late'))).body.code).toBe(403)
    const last = expectStatus(await finalize(ns, withoutVersion(waiting)), 200)
    expect([last.kind, last.metadata.uid]).toEqual(['Namespace', created.metadata.uid])
    expect((await ns.client.get(ns.self)).status).toBe(404)
  })

  it('N15 takes its finalizers with a version that is current, or with none', async () => {
    const ns = await makeNamespace(box.client)
    const created = await read(ns)
    const current = expectStatus(await finalize(ns, withoutVersion(created), 'kubernetes', OURS), 200)
    expect((await finalize(ns, created, 'kubernetes')).body).toMatchObject({ code: 409, reason: 'Conflict' })
    const plain = await finalize(ns, current, 'kubernetes', 'plain')
    expect(plain.body).toMatchObject({ code: 422, reason: 'Invalid' })
    const why = 'name is neither a standard finalizer name nor is it fully qualified'
    expect(plain.body.message).toContain(`spec.finalizers[1]: Invalid value: "plain": ${why}`)
    const dry = await ns.client.put(
      `${ns.self}/finalize`,
      { ...current, spec: { finalizers: ['kubernetes'] } },
      { dryRun: 'All' },
    )
    expect(expectStatus(dry, 200).spec).toEqual({ finalizers: ['kubernetes'] })
    expect(await read(ns)).toEqual(current)
    expectStatus(await finalize(ns, current, 'kubernetes'), 200)
    await ns.client.delete(ns.self)
    await untilGone(ns.client, [ns.self])
  })

  it('N16 does not come by a status that somebody writes', async () => {
    const ns = await makeNamespace(box.client)
    const created = await read(ns)
    const terminating = { ...created, status: { phase: 'Terminating' } }
    expect(expectStatus(await ns.client.put(ns.self, terminating), 200)).toEqual(created)
    const condition = { type: 'Mine', status: 'True', reason: 'Because', message: 'm' }
    const sent = {
      ...withMeta(created, { annotations: { by: 'status' } }),
      spec: { finalizers: [] },
      status: { phase: 'Active', conditions: [condition] },
    }
    const put = expectStatus(await ns.client.put(`${ns.self}/status`, sent), 200)
    expect([put.spec, put.metadata.annotations]).toEqual([created.spec, { by: 'status' }])
    expect(conditionIn(put, 'Mine')).toMatchObject(condition)
    expect((await ns.client.put(`${ns.self}/status`, sent)).body.reason).toBe('Conflict')
    expect((await ns.client.put(`${ns.self}/status`, withoutVersion(sent))).body.code).toBe(400)
    const second = { ...condition, type: 'Other' }
    const patch = { metadata: { labels: { l: '1' } }, spec: { finalizers: [] }, status: { conditions: [second] } }
    const merged = expectStatus(await ns.client.patch(`${ns.self}/status`, 'strategic', patch), 200)
    expect([merged.spec, merged.metadata.labels]).toMatchObject([created.spec, { l: '1' }])
    expect(
      conditionsIn(merged)
        .map((one) => one.type)
        .toSorted(),
    ).toEqual(['Mine', 'Other'])
    expect(await ns.client.get(`${ns.self}/status`)).toMatchObject({ status: 200, body: merged })
    await ns.client.delete(ns.self)
  })

  it('N17 N14 waits for finalizers in its metadata too', async () => {
    const metadata = { name: uniqueName('meta'), finalizers: [HOLD] }
    expectStatus(await box.client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata }), 201)
    const ns = new Sandbox(box.client, metadata.name)
    await ns.create('content')
    expectStatus(await ns.client.delete(ns.self), 200)
    const isEmptied = async () => {
      const body = await read(ns)
      return (body.spec?.finalizers as string[] | undefined)?.length ? undefined : body
    }
    const waiting = await eventually(isEmptied, 'its content being gone')
    expect([waiting.metadata.finalizers, namesIn(await ns.list())]).toEqual([[HOLD], []])
    expect(conditionsIn(waiting).map(({ type, status, reason }) => `${type} ${status} ${reason}`)).toEqual([
      'NamespaceDeletionDiscoveryFailure False ResourcesDiscovered',
      'NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions',
      'NamespaceDeletionContentFailure False ContentDeleted',
      'NamespaceContentRemaining False ContentRemoved',
      'NamespaceFinalizersRemaining False ContentHasNoFinalizers',
    ])
    expectStatus(await ns.client.patch(ns.self, 'merge', { metadata: { finalizers: null } }), 200)
    expect((await ns.client.get(ns.self)).status).toBe(404)
  })

  it('N18 has no other subresources, and no other methods for these', async () => {
    const ns = await makeNamespace(box.client)
    const object = await read(ns)
    const before = await ns.create('a')
    for (const path of [`${ns.self}/status`, `${ns.self}/finalize`]) {
      const answers = [await ns.client.post(path, object), await ns.client.delete(path)]
      expect(answers.map(({ status, body }) => [status, body.reason])).toEqual([
        [405, 'MethodNotAllowed'],
        [405, 'MethodNotAllowed'],
      ])
    }
    for (const path of [`${ns.configMaps}/a/status`, `${ns.configMaps}/a/scale`]) {
      const answers = [await ns.client.get(path), await ns.client.put(path, before)]
      for (const kind of ['merge', 'apply'] as const)
        answers.push(await ns.client.patch(path, kind, {}, { fieldManager: 'm' }))
      for (const { status, body } of answers) expect([path, status, body.reason]).toEqual([path, 404, 'NotFound'])
    }
    expect(await ns.read('a')).toEqual(before)
    expect((await read(ns)).metadata.deletionTimestamp).toBeUndefined()
    await ns.client.delete(ns.self)
  })
})
