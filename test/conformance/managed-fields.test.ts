import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { PATCH_TYPES } from '../support/client.ts'
import { dataKeys, entriesIn, ownersIn } from '../support/managed-fields.ts'
import { configMap, lease, secret, withData, withMeta } from '../support/objects.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

const HOLD = 'example.com/hold'

const post = async (ns: Sandbox, fieldManager: string, data: Record<string, string>, metadata = {}) =>
  expectStatus(await ns.client.post(ns.configMaps, configMap('a', data, metadata), { fieldManager }), 201)

const applied = async (ns: Sandbox, manager: string, data: Record<string, string>, query = {}, status = 200) =>
  expectStatus(await ns.apply('a', manager, configMap('a', data), query), status)

/** Resolves in the next whole second of the server's clock: times are told in seconds. */
async function nextSecond(ns: Sandbox): Promise<void> {
  const clock = await ns.watch({ timeoutSeconds: 2, resourceVersion: await ns.version() })
  await clock.events.drain(10_000)
}

describe('managed fields', () => {
  const box = useBlackBox()

  it('Y24 tell of a create nothing that every object of its kind shows', async () => {
    const ns = await box.sandbox()
    const event = { metadata: { name: 'e' }, reason: 'Made', involvedObject: { kind: 'ConfigMap', namespace: ns.name } }
    const created = expectStatus(await ns.client.post(ns.path('events'), event, { fieldManager: 'maker' }), 201)
    expect(ownersIn(created)).toEqual({ 'maker Update': { 'f:involvedObject': {}, 'f:reason': {} } })
    const later = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'e' }, lastTimestamp: '2026-01-02T03:04:05Z' }
    const path = ns.path('events', 'e')
    const answer = await ns.client.patch(path, 'apply', later, { fieldManager: 'counter' })
    expect(expectStatus(answer, 200).lastTimestamp).toBe('2026-01-02T03:04:05Z')
    const namespace = (await ns.client.get(ns.self)).body
    const [owned] = Object.values(ownersIn(namespace))
    expect(owned).toEqual({ 'f:metadata': { 'f:labels': { '.': {}, 'f:kubernetes.io/metadata.name': {} } } })
  })

  it('Y2 tell of a create each field that it set', async () => {
    const ns = await box.sandbox()
    const metadata = { labels: { l: '1' }, annotations: { 'example.com/n': '1' }, finalizers: [HOLD] }
    const created = await post(ns, 'maker', { x: '1' }, metadata)
    expect(ownersIn(created)).toEqual({
      'maker Update': {
        'f:data': { '.': {}, 'f:x': {} },
        'f:metadata': {
          'f:annotations': { '.': {}, 'f:example.com/n': {} },
          'f:finalizers': { '.': {}, [`v:"${HOLD}"`]: {} },
          'f:labels': { '.': {}, 'f:l': {} },
        },
      },
    })
    const [entry] = entriesIn(created)
    expect(entry).toMatchObject({ apiVersion: 'v1', fieldsType: 'FieldsV1', time: created.metadata.creationTimestamp })
    expect(await ns.read('a')).toEqual(created)
    expect((await ns.list()).items![0]!.metadata.managedFields).toEqual(created.metadata.managedFields)
    await ns.patch('a', 'merge', { metadata: { finalizers: null } })
  })

  it('Y2 tell of each kind of write, under its manager and operation', async () => {
    const ns = await box.sandbox()
    const created = await post(ns, 'a-maker', { x: '1' })
    const put = withData(created, { x: '1', y: '1' })
    const updated = expectStatus(await ns.client.put(`${ns.configMaps}/a`, put, { fieldManager: 'b-editor' }), 200)
    expect(ownersIn(updated)['b-editor Update']).toEqual(dataKeys('y'))
    const by = (fieldManager: string) => ({ fieldManager })
    await ns.patch('a', 'merge', { data: { z: '1' } }, by('c-merger'))
    await ns.patch('a', 'json', [{ op: 'add', path: '/data/j', value: '1' }], by('d-json'))
    await ns.patch('a', 'strategic', { data: { s: '1' } }, by('e-strategic'))
    await ns.apply('a', 'f-applier', configMap('a', { p: '1' }))
    expect(ownersIn(await ns.read('a'))).toEqual({
      'a-maker Update': { 'f:data': { '.': {}, 'f:x': {} } },
      'b-editor Update': dataKeys('y'),
      'c-merger Update': dataKeys('z'),
      'd-json Update': dataKeys('j'),
      'e-strategic Update': dataKeys('s'),
      'f-applier Apply': dataKeys('p'),
    })
  })

  it('Y2 tell of lists that are maps or sets item by item', async () => {
    const ns = await box.sandbox()
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'sa' }, secrets: [{ name: 's1' }] }
    const path = `${ns.path('serviceaccounts')}/sa`
    const made = await ns.client.patch(path, 'apply', account, { fieldManager: 'one' })
    expect(ownersIn(expectStatus(made, 201))['one Apply']).toEqual({ 'f:secrets': { 'k:{"name":"s1"}': {} } })
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: (await ns.create('o')).metadata.uid! }
    await ns.client.patch(path, 'merge', { metadata: { ownerReferences: [owner] } }, { fieldManager: 'two' })
    const read = expectStatus(await ns.client.get(path), 200)
    expect(ownersIn(read)['two Update']).toEqual({
      'f:metadata': { 'f:ownerReferences': { '.': {}, [`k:{"uid":"${owner.uid}"}`]: {} } },
    })
  })

  it('Y2 C12 tell of a Secret and of a Lease what is stored of it', async () => {
    const ns = await box.sandbox()
    const query = { fieldManager: 'm' }
    const sealed = await ns.client.post(ns.path('secrets'), secret('s', { stringData: { a: 'plain' } }), query)
    expect(ownersIn(expectStatus(sealed, 201))['m Update']).toEqual({
      'f:data': { '.': {}, 'f:a': {} },
      'f:type': {},
    })
    const held = await ns.client.post(ns.leases, lease('l', { holderIdentity: 'one' }), query)
    const entry = { apiVersion: 'coordination.k8s.io/v1', fieldsV1: { 'f:spec': { 'f:holderIdentity': {} } } }
    expect(entriesIn(expectStatus(held, 201))).toMatchObject([entry])
  })

  it('Y3 name the program where no manager is given', async () => {
    const ns = await box.sandbox()
    const managerOf = async (userAgent: string | undefined, name: string) => {
      const headers: Record<string, string> = userAgent === undefined ? {} : { 'user-agent': userAgent }
      const answer = await ns.client.request('POST', ns.configMaps, { body: configMap(name, { x: '1' }), headers })
      return entriesIn(expectStatus(answer, 201))[0]?.manager
    }
    expect(await managerOf('my-tool/1.2 (linux)', 'a')).toBe('my-tool')
    expect(await managerOf('plain', 'b')).toBe('plain')
    expect(await managerOf('', 'c')).toBe('unknown')
    expect(await managerOf(undefined, 'd')).toBe('unknown')
    const cluster = expectStatus(await ns.client.get(ns.self), 200)
    expect(entriesIn(cluster).map((entry) => entry.operation)).toEqual(['Update'])
  })

  it('Y8 pass from owner to owner by updates, without a conflict', async () => {
    const ns = await box.sandbox()
    await applied(ns, 'one', { x: '1', y: '1' }, {}, 201)
    const patch = await ns.patch('a', 'merge', { data: { x: '2', z: '1' } }, { fieldManager: 'two' })
    const patched = expectStatus(patch, 200)
    expect(ownersIn(patched)).toEqual({ 'one Apply': dataKeys('y'), 'two Update': dataKeys('x', 'z') })
    const put = await ns.client.put(`${ns.configMaps}/a`, withData(patched, { x: '2' }), { fieldManager: 'three' })
    expect(ownersIn(expectStatus(put, 200))).toEqual({ 'two Update': dataKeys('x') })
    const same = await ns.patch('a', 'merge', { data: { x: '2' } }, { fieldManager: 'four' })
    expect(ownersIn(expectStatus(same, 200))).toEqual({ 'two Update': dataKeys('x') })
    const conflict = await ns.apply('a', 'one', configMap('a', { x: '3' }))
    expect(conflict.body.message).toBe('Apply failed with 1 conflict: conflict with "two" using v1: .data.x')
  })

  it('Y10 have one manager twice, who can conflict with itself', async () => {
    const ns = await box.sandbox()
    await post(ns, 'm', { k: '1' })
    const shared = await applied(ns, 'm', { k: '1' })
    const update = { 'f:data': { '.': {}, 'f:k': {} } }
    expect(ownersIn(shared)).toEqual({ 'm Update': update, 'm Apply': dataKeys('k') })
    const refused = await ns.apply('a', 'm', configMap('a', { k: '2' }))
    expect(refused.body.details?.causes).toMatchObject([{ field: '.data.k', message: 'conflict with "m" using v1' }])
    const forced = await applied(ns, 'm', { k: '2' }, { force: true })
    expect(ownersIn(forced)['m Apply']).toEqual(dataKeys('k'))
  })

  it('Y11 give what was there before the first apply to before-first-apply', async () => {
    const ns = await box.sandbox()
    await post(ns, 'maker', { x: '1', y: '1' })
    const cleared = await ns.patch('a', 'merge', { metadata: { managedFields: [{}] } })
    expect(entriesIn(expectStatus(cleared, 200))).toEqual([])
    const untracked = await ns.patch('a', 'merge', { data: { z: '1' } }, { fieldManager: 'late' })
    expect(entriesIn(expectStatus(untracked, 200))).toEqual([])
    const first = await ns.apply('a', 'one', configMap('a', { x: '2' }))
    const owner = 'conflict with "before-first-apply" using v1'
    expect(first.body.details?.causes).toMatchObject([{ field: '.data.x', message: owner }])
    const forced = await applied(ns, 'one', { x: '2' }, { force: true })
    expect(forced.data).toEqual({ x: '2', y: '1', z: '1' })
    expect(ownersIn(forced)).toEqual({
      'before-first-apply Update': { 'f:data': { '.': {}, 'f:y': {}, 'f:z': {} } },
      'one Apply': dataKeys('x'),
    })
  })

  it('Y12 are forgotten on demand, and kept where they are left out', async () => {
    const ns = await box.sandbox()
    const created = await post(ns, 'maker', { x: '1' })
    const leftOut = await ns.client.put(`${ns.configMaps}/a`, withMeta(created, { managedFields: undefined }))
    expect(expectStatus(leftOut, 200)).toEqual(created)
    for (const [metadata, kept] of [
      [{ managedFields: [{ manager: 'x', operation: 'Sideways', fieldsType: 'FieldsV1', fieldsV1: {} }] }, true],
      [{ managedFields: null }, true],
      [{ managedFields: [{}] }, false],
      [{ managedFields: [] }, false],
    ] as const) {
      const answer = await ns.patch('a', 'merge', { metadata })
      expect([metadata, answer.status]).toEqual([metadata, 200])
      expect([metadata, ownersIn(answer.body)]).toEqual([metadata, kept ? ownersIn(created) : {}])
      await ns.remove('a')
      expect(ownersIn(await post(ns, 'maker', { x: '1' }))).toEqual(ownersIn(created))
    }
    const put = withMeta(await ns.read('a'), { managedFields: [] })
    expect(entriesIn(expectStatus(await ns.client.put(`${ns.configMaps}/a`, put), 200))).toEqual([])
    const sent = configMap('a', { x: '1' }, { managedFields: [{ manager: 'x' }] })
    const refused = await ns.apply('a', 'one', sent)
    expect([refused.status, refused.body.message]).toEqual([400, 'metadata.managedFields must be nil'])
  })

  it('Y15 are of fields that the kind has', async () => {
    const ns = await box.sandbox()
    const made = await applied(ns, 'one', { x: '1' }, {}, 201)
    const object = configMap('a', { x: '2' })
    for (const [more, field] of [
      [{ unknownField: 1 }, '.unknownField'],
      [{ metadata: { name: 'a', odd: 'x' } }, '.metadata.odd'],
      [{ data: { x: 5 } }, '.data.x'],
      [{ data: ['x'] }, '.data'],
      [{ metadata: { name: 'a', finalizers: ['example.com/a', 'example.com/a'] } }, '.metadata.finalizers'],
    ] as const)
      for (const fieldValidation of ['Ignore', 'Strict']) {
        const { status, body } = await ns.apply('a', 'one', { ...object, ...more }, { fieldValidation })
        expect([field, status, body.kind, body.reason]).toEqual([field, 400, 'Status', 'BadRequest'])
        expect(body.message).toContain(field)
      }
    for (const body of [[1], 'text', 5, null]) expect((await ns.apply('a', 'one', body)).status).toBe(400)
    expect(await ns.read('a')).toEqual(made)
  })

  it('Y18 keep the annotation of kubectl apply up to date', async () => {
    const ns = await box.sandbox()
    const annotation = 'kubectl.kubernetes.io/last-applied-configuration'
    const clientSide = { annotations: { [annotation]: '{"data":{"x":"1"}}\n' } }
    await post(ns, 'kubectl-client-side-apply', { x: '1', drop: '1' }, clientSide)
    const object = configMap('a', { x: '1', new: '1' })
    const changed = expectStatus(await ns.apply('a', 'kubectl', object), 200)
    const { name, namespace } = changed.metadata
    const kept = JSON.parse(changed.metadata.annotations![annotation]!) as { data: object; metadata: object }
    expect(kept.data).toEqual(object.data)
    expect(kept.metadata).toMatchObject({ name })
    expect(namespace).toBe(ns.name)
    const other = expectStatus(await ns.apply('a', 'somebody', configMap('a', { new: '1' })), 200)
    expect(other.metadata.annotations![annotation]).toBe(changed.metadata.annotations![annotation])
    expectStatus(await ns.client.post(ns.configMaps, configMap('b', { x: '1' })), 201)
    const without = expectStatus(await ns.apply('b', 'kubectl', configMap('b', { x: '1' })), 200)
    expect(without.metadata.annotations).toBeUndefined()
  })

  it('Y19 are joined beyond ten owners by update', async () => {
    const ns = await box.sandbox()
    await post(ns, 'm00', { k00: '1' })
    const managers = Array.from({ length: 14 }, (_, i) => `m${String(i + 1).padStart(2, '0')}`)
    for (const manager of managers)
      await ns.patch('a', 'merge', { data: { [manager.replace('m', 'k')]: '1' } }, { fieldManager: manager })
    const owners = ownersIn(await ns.read('a'))
    const updates = Object.keys(owners)
    expect(updates).toHaveLength(10)
    const joined = Object.keys((owners['ancient-changes Update'] as ReturnType<typeof dataKeys>)['f:data'])
    const single = updates.filter((owner) => owner !== 'ancient-changes Update')
    expect(joined.filter((key) => key !== '.')).toHaveLength(15 - single.length)
    const refused = await ns.apply('a', 'one', configMap('a', { k00: '2' }))
    expect(refused.body.message).toContain('conflict with "ancient-changes" using v1: .data.k00')
  })

  it('Y20 N16 tell what came through a subresource', async () => {
    const ns = await box.sandbox()
    const conditions = [
      { type: 'Mine', status: 'True', lastTransitionTime: '2026-01-02T03:04:05Z', reason: 'R', message: 'm' },
    ]
    const query = { fieldManager: 'reporter' }
    const patch = await ns.client.patch(`${ns.self}/status`, 'merge', { status: { conditions } }, query)
    const entry = entriesIn(expectStatus(patch, 200)).find((one) => one.manager === 'reporter')!
    expect(entry).toMatchObject({ operation: 'Update', subresource: 'status' })
    expect(JSON.stringify(entry.fieldsV1)).toContain('k:{\\"type\\":\\"Mine\\"}')
    const main = await ns.client.patch(ns.self, 'merge', { metadata: { labels: { l: '1' } } }, query)
    expect(Object.keys(ownersIn(expectStatus(main, 200)))).toEqual(
      expect.arrayContaining(['reporter Update', 'reporter Update status']),
    )
    const status = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: ns.name } }
    const change = { ...status, status: { conditions: [{ ...conditions[0], status: 'False' }] } }
    const conflict = await ns.client.patch(`${ns.self}/status`, 'apply', change, { fieldManager: 'other' })
    expect(conflict.body.message).toContain('"reporter" with subresource "status" using v1')
    const forced = await ns.client.patch(`${ns.self}/status`, 'apply', change, { fieldManager: 'other', force: true })
    expect(Object.keys(ownersIn(expectStatus(forced, 200)))).toContain('other Apply status')
  })

  it('Y21 F5 are told of no key twice', async () => {
    const ns = await box.sandbox()
    const raw = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  foo: "1"\n  foo: "2"\n'
    const send = (fieldValidation: string) =>
      ns.client.request('PATCH', `${ns.configMaps}/a`, {
        raw,
        headers: { 'content-type': PATCH_TYPES.apply },
        query: { fieldManager: 'one', fieldValidation },
      })
    const strict = await send('Strict')
    expect([strict.status, strict.body.reason]).toEqual([400, 'BadRequest'])
    expect(strict.body.message).toMatch(/line 7: key "foo" already set in map/)
    expect((await ns.client.get(`${ns.configMaps}/a`)).status).toBe(404)
    const warned = await send('Warn')
    expect(expectStatus(warned, 201).data).toEqual({ foo: '2' })
    expect(warned.headers.warning).toContain('line 7: key \\"foo\\" already set in map')
    expect((await send('Ignore')).headers.warning).toBeUndefined()
  })

  it('Y23 Y9 move their time with what they tell, and no other', async () => {
    const ns = await box.sandbox()
    const created = await post(ns, 'maker', { x: '1' })
    const first = await applied(ns, 'one', { y: '1' })
    const timesIn = (body: typeof created) =>
      Object.fromEntries(entriesIn(body).map(({ manager, operation, time }) => [`${manager} ${operation}`, time]))
    const before = timesIn(first)
    await nextSecond(ns)
    const changed = expectStatus(await ns.patch('a', 'merge', { data: { x: '2' } }, { fieldManager: 'maker' }), 200)
    const after = timesIn(changed)
    expect(after['one Apply']).toBe(before['one Apply'])
    expect(Date.parse(after['maker Update']!)).toBeGreaterThan(Date.parse(before['maker Update']!))
    expect(timesIn(await applied(ns, 'one', { y: '1' }))).toEqual(after)
    const other = expectStatus(await ns.patch('a', 'merge', { data: { z: '1' } }, { fieldManager: 'other' }), 200)
    expect(timesIn(other)).toMatchObject(after)
    const confirming = timesIn(await applied(ns, 'two', { y: '1' }))
    expect(Object.hasOwn(confirming, 'two Apply')).toBe(true)
    expect(confirming['two Apply']).toBeUndefined()
    const again = timesIn(await applied(ns, 'one', { y: '2' }, { force: true }))
    expect(Date.parse(again['one Apply']!)).toBeGreaterThan(Date.parse(before['one Apply']!))
  })
})
