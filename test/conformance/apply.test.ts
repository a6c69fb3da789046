import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { type Answer, PATCH_TYPES } from '../support/client.ts'
import { dataKeys, ownersIn } from '../support/managed-fields.ts'
import { configMap, lease, ownerOf, versionIn, withData } from '../support/objects.ts'
import { expectStatus, type Sandbox, uniqueName } from '../support/sandbox.ts'

const FOREIGN_UID = '11111111-2222-3333-4444-555555555555'

/** An apply of data to `a` that must be accepted. */
const applied = async (ns: Sandbox, manager: string, data: Record<string, string>, query = {}, status = 200) =>
  expectStatus(await ns.apply('a', manager, configMap('a', data), query), status)

const applyRaw = (ns: Sandbox, raw: string, query = {}) =>
  ns.client.request('PATCH', `${ns.configMaps}/a`, {
    raw,
    headers: { 'content-type': PATCH_TYPES.apply },
    query: { fieldManager: 'one', ...query },
  })

/** Refused for a conflict about these fields of that owner. */
function expectConflict(answer: Answer, owner: string, ...fields: string[]): void {
  expect(answer.body).toMatchObject({ kind: 'Status', code: 409, reason: 'Conflict' })
  const causes = fields.map((field) => ({ reason: 'FieldManagerConflict', message: `conflict with ${owner}`, field }))
  expect(answer.body.details).toEqual({ causes: expect.toSatisfy((found) => found.length === causes.length) })
  expect(answer.body.details!.causes).toEqual(expect.arrayContaining(causes))
}

describe('server-side apply', () => {
  const box = useBlackBox()

  it('Y1 P17 makes what is not there and changes what is', async () => {
    const ns = await box.sandbox()
    const watch = await ns.watch({ resourceVersion: await ns.version() })
    const made = await applied(ns, 'one', { x: '1', y: '1' }, {}, 201)
    expect([made.kind, made.apiVersion, made.data]).toEqual(['ConfigMap', 'v1', { x: '1', y: '1' }])
    expect(made.metadata.uid).toMatch(/^[0-9a-f-]{36}$/)
    const changed = await applied(ns, 'one', { x: '2', y: '1' })
    expect([changed.metadata.uid, changed.data]).toEqual([made.metadata.uid, { x: '2', y: '1' }])
    expect(versionIn(changed)).toBeGreaterThan(versionIn(made))
    const events = await watch.events.take(2)
    watch.close()
    expect(events.map(({ type, object }) => [type, object])).toEqual([
      ['ADDED', made],
      ['MODIFIED', changed],
    ])
  })

  it('Y1 reads YAML as JSON', async () => {
    const ns = await box.sandbox()
    const yaml =
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels: {l: x}\ndata:\n  x: "1"\n  z: |\n    two\n'
    const made = expectStatus(await applyRaw(ns, yaml), 201)
    expect([made.data, made.metadata.labels]).toEqual([{ x: '1', z: 'two\n' }, { l: 'x' }])
    const json = JSON.stringify(configMap('a', { x: '1', z: 'two\n' }, { labels: { l: 'x' } }))
    expect(expectStatus(await applyRaw(ns, json), 200)).toEqual(made)
  })

  it('Y1 C11 is served for every kind', async () => {
    const ns = await box.sandbox()
    const spec = { holderIdentity: 'one', renewTime: '2026-01-02T03:04:05.000000Z' }
    const object = { ...lease('l', spec), metadata: { name: 'l' } }
    const query = { fieldManager: 'one' }
    const made = expectStatus(await ns.client.patch(`${ns.leases}/l`, 'apply', object, query), 201)
    expect(made.spec).toEqual(spec)
    const name = uniqueName('applied')
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: { l: '1' } } }
    const path = `/api/v1/namespaces/${name}`
    const created = expectStatus(await ns.client.patch(path, 'apply', namespace, query), 201)
    expect(created).toMatchObject({ spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } })
    expect(created.metadata.labels).toEqual({ l: '1', 'kubernetes.io/metadata.name': name })
    expect(expectStatus(await ns.client.patch(path, 'apply', namespace, query), 200)).toEqual(created)
    await ns.client.delete(path)
  })

  it('Y3 needs the name of a manager', async () => {
    const ns = await box.sandbox()
    for (const [query, why] of [
      [{}, 'fieldManager: Required value: is required for apply patch'],
      [{ fieldManager: '' }, 'fieldManager: Required value: is required for apply patch'],
      [{ fieldManager: 'x'.repeat(129) }, 'fieldManager: Too long: may not be more than 128 bytes'],
    ] as const) {
      const { body } = await ns.patch('a', 'apply', configMap('a'), query)
      expect(body).toMatchObject({ code: 422, reason: 'Invalid', details: { kind: 'PatchOptions' } })
      expect(body.message).toContain(why)
    }
    expect((await ns.client.get(`${ns.configMaps}/a`)).status).toBe(404)
  })

  it('Y4 takes away what its manager leaves out', async () => {
    const ns = await box.sandbox()
    await applied(ns, 'one', { mine: '1', shared: '1' }, {}, 201)
    await applied(ns, 'two', { shared: '1', other: '2' })
    expectStatus(await ns.patch('a', 'merge', { data: { patched: '3' } }), 200)
    const { data, metadata } = await applied(ns, 'one', {})
    expect(data).toEqual({ shared: '1', other: '2', patched: '3' })
    expect(ownersIn(await ns.read('a'))['two Apply']).toEqual(dataKeys('other', 'shared'))
    const labelled = { ...configMap('a'), metadata: { name: 'a', labels: { l: '1' } } }
    expect(expectStatus(await ns.apply('a', 'one', labelled), 200).metadata.labels).toEqual({ l: '1' })
    expect((await applied(ns, 'one', {})).metadata.labels).toBeUndefined()
    expect((await ns.read('a')).metadata.uid).toBe(metadata.uid)
  })

  it('Y5 of another value than its owner’s is a conflict about each field', async () => {
    const ns = await box.sandbox()
    const made = await applied(ns, 'one', { x: '1', y: '1', z: '1' }, {}, 201)
    const one = await ns.apply('a', 'two', configMap('a', { x: '2', z: '1' }))
    expectConflict(one, '"one"', '.data.x')
    expect(one.body.message).toBe('Apply failed with 1 conflict: conflict with "one": .data.x')
    const two = await ns.apply('a', 'two', configMap('a', { x: '2', y: '2' }))
    expectConflict(two, '"one"', '.data.x', '.data.y')
    expect(two.body.message).toBe('Apply failed with 2 conflicts: conflicts with "one":\n- .data.x\n- .data.y')
    expect(await ns.read('a')).toEqual(made)
  })

  it('Y5 names each owner, by update with the version of the API', async () => {
    const ns = await box.sandbox()
    expectStatus(await ns.client.post(ns.configMaps, configMap('a', { x: '1' }), { fieldManager: 'maker' }), 201)
    await applied(ns, 'one', { y: '1' })
    const answer = await ns.apply('a', 'two', configMap('a', { x: '2', y: '2' }))
    expect(answer.body.message).toBe(
      'Apply failed with 2 conflicts: conflicts with "maker" using v1:\n- .data.x\nconflicts with "one":\n- .data.y',
    )
    const causes = answer.body.details!.causes!.map(({ field, message }) => [field, message]).toSorted()
    expect(causes).toEqual([
      ['.data.x', 'conflict with "maker" using v1'],
      ['.data.y', 'conflict with "one"'],
    ])
  })

  it('Y6 wins by force, and takes no more than it says', async () => {
    const ns = await box.sandbox()
    await applied(ns, 'one', { x: '1', y: '1' }, {}, 201)
    const forced = await applied(ns, 'two', { x: '2' }, { force: true })
    expect(forced.data).toEqual({ x: '2', y: '1' })
    expect(ownersIn(forced)).toEqual({ 'one Apply': dataKeys('y'), 'two Apply': dataKeys('x') })
    expectConflict(await ns.apply('a', 'one', configMap('a', { x: '1', y: '1' })), '"two"', '.data.x')
    const { data } = await applied(ns, 'one', { y: '3' }, { force: false })
    expect(data).toEqual({ x: '2', y: '3' })
  })

  it('Y7 of the same value shares the field', async () => {
    const ns = await box.sandbox()
    await applied(ns, 'one', { x: '1' }, {}, 201)
    const shared = await applied(ns, 'two', { x: '1' })
    expect(ownersIn(shared)).toEqual({ 'one Apply': dataKeys('x'), 'two Apply': dataKeys('x') })
    expectConflict(await ns.apply('a', 'one', configMap('a', { x: '2' })), '"two"', '.data.x')
    expect((await applied(ns, 'one', {})).data).toEqual({ x: '1' })
    expect((await applied(ns, 'two', {})).data ?? {}).toEqual({})
  })

  it('Y9 said twice is one', async () => {
    const ns = await box.sandbox()
    const object = configMap('a', { x: '1' }, { labels: { l: '1' }, finalizers: ['example.com/hold'] })
    const made = expectStatus(await ns.apply('a', 'one', object), 201)
    const watch = await ns.watch({ resourceVersion: made.metadata.resourceVersion })
    expect(expectStatus(await ns.apply('a', 'one', object), 200)).toEqual(made)
    expect(expectStatus(await ns.apply('a', 'one', object, { force: true }), 200)).toEqual(made)
    await ns.create('end')
    expect(await watch.events.takeBefore('end')).toEqual([])
    watch.close()
    await ns.patch('a', 'merge', { metadata: { finalizers: null } })
  })

  it('Y13 with a version compares it, where there is an object', async () => {
    const ns = await box.sandbox()
    const made = await applied(ns, 'one', { x: '1' }, {}, 201)
    const at = (x: string, name = 'a') => {
      const { resourceVersion } = made.metadata
      return ns.apply(name, 'one', configMap(name, { x }, { resourceVersion: resourceVersion! }))
    }
    const changed = expectStatus(await at('2'), 200)
    const stale = await at('3')
    expect(stale.body).toMatchObject({ code: 409, reason: 'Conflict', details: { name: 'a', kind: 'configmaps' } })
    expect(stale.body.message).toMatch(/the object has been modified; please apply your changes to the latest version/)
    expect((await at('2')).body.reason).toBe('Conflict')
    expect(await ns.read('a')).toEqual(changed)
    expectStatus(await at('1', 'new'), 201)
    const withUid = await ns.apply('none', 'one', configMap('none', {}, { uid: FOREIGN_UID }))
    expect([withUid.status, withUid.body.reason]).toEqual([409, 'Conflict'])
    expect((await ns.client.get(`${ns.configMaps}/none`)).status).toBe(404)
  })

  it('Y14 is of the kind and the name of its path', async () => {
    const ns = await box.sandbox()
    const made = await applied(ns, 'one', { x: '1' }, {}, 201)
    const object = configMap('a', { x: '2' })
    for (const [body, why] of [
      [{ ...object, kind: 'Secret' }, 'invalid object type: /v1, Kind=Secret'],
      [{ ...object, apiVersion: 'example.com/v1' }, 'invalid object type: example.com/v1, Kind=ConfigMap'],
      [{ ...object, apiVersion: undefined }, 'invalid object type: /, Kind=ConfigMap'],
      [configMap('other', { x: '2' }), 'the name of the object (other) does not match the name on the URL (a)'],
      [configMap('a', { x: '2' }, { namespace: 'elsewhere' }), 'the namespace of the provided object does not match'],
    ] as const) {
      const answer = await ns.apply('a', 'one', body)
      expect([answer.status, answer.body.reason]).toEqual([400, 'BadRequest'])
      expect(answer.body.message).toContain(why)
    }
    expect(await ns.read('a')).toEqual(made)
    const nameless = { apiVersion: 'v1', kind: 'ConfigMap', data: { x: '3' } }
    expect(expectStatus(await ns.apply('a', 'one', nameless), 200).data).toEqual({ x: '3' })
    const answer = await ns.apply('b', 'one', nameless)
    expect([answer.status, answer.body.message]).toEqual([
      400,
      'the name of the object (b based on URL) was undeterminable: name must be provided',
    ])
  })

  it('Y16 as a dry run shows object, owners and conflicts, and stores nothing', async () => {
    const ns = await box.sandbox()
    const dry = { dryRun: 'All' }
    const shown = await applied(ns, 'one', { x: '1' }, dry, 201)
    expect([shown.metadata.resourceVersion, ownersIn(shown)]).toEqual([undefined, { 'one Apply': dataKeys('x') }])
    expect((await ns.client.get(`${ns.configMaps}/a`)).status).toBe(404)
    const made = await applied(ns, 'one', { x: '1' }, {}, 201)
    expectConflict(await ns.apply('a', 'two', configMap('a', { x: '2' }), dry), '"one"', '.data.x')
    const changed = await applied(ns, 'two', { x: '2' }, { ...dry, force: true })
    expect([changed.data, changed.metadata.resourceVersion]).toEqual([{ x: '2' }, made.metadata.resourceVersion])
    expect(ownersIn(changed)).toEqual({ 'two Apply': dataKeys('x') })
    expect(await ns.read('a')).toEqual(made)
  })

  it('Y17 owns lists of owners and finalizers item by item', async () => {
    const ns = await box.sandbox()
    const [one, two] = [ownerOf(await ns.create('o1')), ownerOf(await ns.create('o2'))]
    const finalizers = (...names: string[]) => names.map((name) => `example.com/${name}`)
    const meta = (more: object) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ...more } })
    await ns.apply('a', 'one', meta({ finalizers: finalizers('one', 'both'), ownerReferences: [one] }))
    const both = await ns.apply('a', 'two', meta({ finalizers: finalizers('two', 'both'), ownerReferences: [two] }))
    const { metadata } = expectStatus(both, 200)
    expect(metadata.finalizers!.toSorted()).toEqual(finalizers('both', 'one', 'two'))
    expect(metadata.ownerReferences).toEqual(expect.arrayContaining([one, two]))
    const left = expectStatus(await ns.apply('a', 'one', meta({})), 200)
    expect(left.metadata.finalizers!.toSorted()).toEqual(finalizers('both', 'two'))
    expect(left.metadata.ownerReferences).toEqual([two])
    await ns.patch('a', 'merge', { metadata: { finalizers: null } })
  })

  it('Y22 by managers of different fields at once lands', async () => {
    const ns = await box.sandbox()
    const managers = Array.from({ length: 20 }, (_, i) => `m${String(i).padStart(2, '0')}`)
    const answers = await Promise.all(managers.map((m) => ns.apply('a', m, configMap('a', { [m]: m }))))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([...managers.slice(1).map(() => 200), 201])
    const { data } = await ns.read('a')
    expect(data).toEqual(Object.fromEntries(managers.map((m) => [m, m])))
    expect(ownersIn(await ns.read('a'))).toEqual(Object.fromEntries(managers.map((m) => [`${m} Apply`, dataKeys(m)])))
  })

  it('N5 N6 needs an open namespace to make an object', async () => {
    const ns = await box.sandbox()
    const absent = await ns.client.patch('/api/v1/namespaces/no-such-namespace/configmaps/a', 'apply', configMap('a'), {
      fieldManager: 'one',
    })
    expect(absent.body).toMatchObject({ code: 404, details: { name: 'no-such-namespace', kind: 'namespaces' } })
    await ns.create('held', {}, { finalizers: ['example.com/hold'] })
    await ns.client.delete(ns.self)
    const late = await ns.apply('late', 'one', configMap('late'))
    expect([late.status, late.body.details?.causes?.[0]?.reason]).toEqual([403, 'NamespaceTerminating'])
    expectStatus(await ns.apply('held', 'one', configMap('held', { still: 'writable' })), 200)
    await ns.patch('held', 'merge', { metadata: { finalizers: null } })
  })

  it('U4 writes over what somebody just wrote where their fields differ', async () => {
    const ns = await box.sandbox()
    const made = await ns.create('a', { k: '1' })
    await ns.update(made, { k: '2' })
    const { data } = await applied(ns, 'one', { x: '1' })
    expect(data).toEqual({ k: '2', x: '1' })
    const stale = await ns.client.put(`${ns.configMaps}/a`, withData(made, { k: '3' }))
    expect(stale.body.reason).toBe('Conflict')
  })
})
