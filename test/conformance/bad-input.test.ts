import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import { PATCH_TYPES } from '../support/client.ts'
import { configMap, eventObject, lease, secret } from '../support/objects.ts'
import { protobufConfigMap, protobufEnvelope } from '../support/protobuf-envelope.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const MEBIBYTE = 1024 * 1024

const postRaw = (ns: Sandbox, raw: string | Uint8Array, type = 'application/json', query = {}) =>
  ns.client.request('POST', ns.configMaps, { raw, query, headers: { 'content-type': type } })

const NAMED = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}'

describe('bad input', () => {
  const box = useBlackBox()

  it('B1 that is no JSON is told to be none', async () => {
    const ns = await box.sandbox()
    const texts = [
      '',
      '{',
      '[]',
      '"text"',
      '7',
      `${NAMED}`,
      `${NAMED}}}`,
      `${NAMED},}`,
      `\uFEFF${NAMED}}`,
      '{"a":01}',
      "{'a':1}",
    ]
    for (const text of [...texts, '{"a":"\u0001"}', Buffer.from([0xff, 0xfe, 0x7b])]) {
      const { status, body } = await postRaw(ns, text)
      expect([String(text), status, body.reason]).toEqual([String(text), 400, 'BadRequest'])
      expect(body.message).toContain("couldn't get version/kind; json parse error: ")
    }
    expect((await ns.list()).items).toEqual([])
  })

  it('B2 in YAML or protobuf that is broken is refused', async () => {
    const ns = await box.sandbox()
    const yaml = ['a: b: c', '- 1', '{', 'text', '&a [*a, *a', `a: &x [*x]`]
    for (const text of yaml) expect([text, (await postRaw(ns, text, 'application/yaml')).status]).toEqual([text, 400])
    const good = protobufConfigMap({ name: 'p', data: { k: 'v' } })
    const cut = good.subarray(0, good.length - 9)
    const shapes = [
      Buffer.alloc(0),
      Buffer.from('k8s'),
      Buffer.from('{"kind":"ConfigMap"}'),
      cut,
      Buffer.alloc(99, 0xff),
    ]
    const other = protobufEnvelope({ apiVersion: 'v1', kind: 'Secret' }, Buffer.alloc(0))
    for (const bytes of [...shapes, other, good.fill(0xff, 20, 30)]) {
      const { status, body } = await postRaw(ns, bytes, PROTOBUF)
      expect([bytes.toString('hex'), status, body.code]).toEqual([bytes.toString('hex'), 400, 400])
    }
    expect((await ns.list()).items).toEqual([])
  })

  it('B3 of another kind or version is refused; left out, they are those of the path', async () => {
    const ns = await box.sandbox()
    const other = await ns.client.post(ns.configMaps, secret('a'))
    expect(other.body).toMatchObject({ code: 400, reason: 'BadRequest' })
    expect(other.body.message).toMatch(/^Secret in version "v1" cannot be handled as a ConfigMap: /)
    const version = await ns.client.post(ns.configMaps, { ...configMap('a'), apiVersion: 'v2' })
    expect(version.body.message).toMatch(
      /^ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap"/,
    )
    for (const [i, missing] of [{}, { kind: 'ConfigMap' }, { apiVersion: 'v1' }].entries()) {
      const answer = await ns.client.post(ns.configMaps, { ...missing, metadata: { name: `left-out-${i}` } })
      expect(expectStatus(answer, 201)).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' })
    }
  })

  it('B4 in a field of another type is told with the field', async () => {
    const ns = await box.sandbox()
    const wrong: [object, string][] = [
      [{ metadata: 'text' }, 'metadata'],
      [{ metadata: { name: 5 } }, 'name'],
      [{ metadata: { name: 'a', labels: { a: 1 } } }, 'labels'],
      [{ metadata: { name: 'a', finalizers: 'x' } }, 'finalizers'],
      [{ metadata: { name: 'a', creationTimestamp: 'yesterday' } }, ''],
      [{ metadata: { name: 'a' }, data: { k: { deep: 1 } } }, 'data'],
      [{ metadata: { name: 'a' }, data: ['x'] }, 'data'],
      [{ metadata: { name: 'a' }, immutable: 'yes' }, 'immutable'],
    ]
    for (const [object, field] of wrong) {
      const { body } = await ns.client.post(ns.configMaps, object)
      expect([object, body.code, body.reason]).toEqual([object, 400, 'BadRequest'])
      expect(body.message).toMatch(/^ConfigMap in version "v1" cannot be handled as a ConfigMap: /)
      expect(body.message).toContain(field)
    }
  })

  it('B17 in how an integer is written is refused, but where the value counts', async () => {
    const ns = await box.sandbox()
    const base = lease('a', { leaseDurationSeconds: 15 })
    const { metadata } = expectStatus(await ns.client.post(ns.leases, base), 201)
    const written = (number: string) =>
      `{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"a","resourceVersion":` +
      `"${metadata.resourceVersion}"},"spec":{"leaseDurationSeconds":${number}}}`
    const send = (method: string, path: string, type: string, raw: string, query = {}) =>
      ns.client.request(method, path, { raw, headers: { 'content-type': type }, query: { dryRun: 'All', ...query } })
    const at = `${ns.leases}/a`
    const apply = { fieldManager: 'm', force: 'true' }
    for (const number of ['16.0', '1.6e1']) {
      const operations = `[{"op":"replace","path":"/spec/leaseDurationSeconds","value":${number}}]`
      expect((await send('POST', ns.leases, 'application/json', written(number))).status).toBe(400)
      expect((await send('PUT', at, 'application/json', written(number))).status).toBe(400)
      expect((await send('PATCH', at, PATCH_TYPES.merge, written(number))).status).toBe(422)
      expect((await send('PATCH', at, PATCH_TYPES.json, operations)).status).toBe(422)
      for (const answer of [
        await send('PUT', at, 'application/yaml', written(number)),
        await send('PATCH', at, PATCH_TYPES.strategic, written(number)),
        await send('PATCH', at, PATCH_TYPES.apply, written(number), apply),
      ])
        expect(expectStatus(answer, 200).spec).toEqual({ leaseDurationSeconds: 16 })
    }
  })

  it('B6 in keys and in base64 is refused', async () => {
    const ns = await box.sandbox()
    for (const key of ['bad key!', '.', '..', '..x', '', 'x'.repeat(254), 'a/b']) {
      const { body } = await ns.client.post(ns.configMaps, configMap('a', { [key]: 'v' }))
      expect([key, body.code, body.details?.causes?.[0]?.field]).toEqual([key, 422, `data[${key}]`])
    }
    const both = await ns.client.post(ns.configMaps, { ...configMap('a', { k: 'v' }), binaryData: { k: 'AAAA' } })
    expect(both.body.code).toBe(422)
    for (const text of ['not base64!', 'A', 'AAA', 'A===', 'AA=A', '====']) {
      const { status } = await ns.client.post(ns.configMaps, { ...configMap('a'), binaryData: { k: text } })
      expect([text, status]).toEqual([text, 400])
    }
  })

  it('B7 that is too large for its kind is refused', async () => {
    const ns = await box.sandbox()
    expect((await ns.create('fits', { k: 'x'.repeat(MEBIBYTE) })).data!.k).toHaveLength(MEBIBYTE)
    const objects = [
      configMap('a', { k: 'x'.repeat(MEBIBYTE + 1) }),
      configMap('a', { k: '€'.repeat(400_000) }),
      { ...configMap('a', { k: 'x'.repeat(MEBIBYTE - 2) }), binaryData: { b: 'AAAA' } },
    ]
    for (const object of objects) {
      const { body } = await ns.client.post(ns.configMaps, object)
      expect(body).toMatchObject({ code: 422, reason: 'Invalid' })
      expect(body.message).toBe('ConfigMap "a" is invalid: []: Too long: may not be more than 1048576 bytes')
    }
    const stringData = { k: 'x'.repeat(MEBIBYTE + 1) }
    expect((await ns.client.post(ns.path('secrets'), secret('a', { stringData }))).body.code).toBe(422)
  }, 30_000)

  it('B8 that passes 3 MiB is refused, before it is all there where it says so', async () => {
    const ns = await box.sandbox()
    const tooLarge = {
      code: 413,
      reason: 'RequestEntityTooLarge',
      message: 'Request entity too large: limit is 3145728',
    }
    const { body } = await postRaw(ns, JSON.stringify(configMap('a', { k: 'x'.repeat(4 * MEBIBYTE) })))
    expect(body).toMatchObject(tooLarge)
    const headers = { 'content-type': 'application/json', 'content-length': String(500 * MEBIBYTE) }
    const request = ns.client.start('POST', ns.configMaps, { headers }, false)
    request.on('error', () => {})
    request.write(NAMED)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(413)
    request.destroy()
    expect((await ns.list()).items).toEqual([])
    await ns.create('still-there')
  }, 30_000)

  it('B9 G1 in keys that JavaScript treats specially is no bad input', async () => {
    const ns = await box.sandbox()
    const keys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__']
    const data = Object.fromEntries(keys.map((key, i) => [key, String(i)]))
    const allowed = Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith('_')))
    const created = await ns.create('a', data, { labels: allowed, annotations: allowed })
    expect(Object.entries(created.data!).toSorted()).toEqual(Object.entries(data).toSorted())
    expect(created.metadata.labels).toEqual(allowed)
    expect(await ns.read('a')).toEqual(created)
    expect((await ns.list({ labelSelector: 'toString=3,constructor' })).items).toHaveLength(1)
    expect((await ns.list({ labelSelector: 'valueOf' })).items).toHaveLength(0)
    for (const name of ['__proto__', 'constructor', 'toString']) {
      expect((await ns.client.get(`${ns.configMaps}/${name}`)).status).toBe(404)
      expect((await ns.client.get(ns.path(name))).status).toBe(404)
    }
    const dangerous = `${NAMED.replace('"a"', '"b"')},"__proto__":{"data":{"k":"v"}}}`
    expect(expectStatus(await postRaw(ns, dangerous), 201)).not.toHaveProperty('data')
  })

  it('B10 L13 in numbers of the query is refused', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a')
    for (const value of ['abc', '1.5', '12abc', '1e3', ' ']) {
      for (const query of [{ limit: value }, { timeoutSeconds: value }, { resourceVersion: value }]) {
        const { status, body } = await ns.client.get(ns.configMaps, query)
        expect([query, status, body.kind]).toEqual([query, 400, 'Status'])
      }
      expect((await ns.client.get(`${ns.configMaps}/a`, { resourceVersion: value })).status).toBe(400)
    }
    expect((await ns.client.put(`${ns.configMaps}/a`, created, { timeout: 'soon' })).status).toBe(400)
  })

  it('B11 that is nested without end is refused', async () => {
    const ns = await box.sandbox()
    const deep = 200_000
    const json = `${NAMED},"x":${'['.repeat(deep)}${']'.repeat(deep)}}`
    const objects = `${NAMED},"x":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}`
    for (const text of [json, objects]) expect((await postRaw(ns, text)).status).toBe(400)
    const yaml = `metadata: {name: a}\nx: ${'['.repeat(5000)}${']'.repeat(5000)}\n`
    expect((await postRaw(ns, yaml, 'application/yaml')).status).toBe(400)
    expect((await ns.list()).items).toEqual([])
  }, 30_000)

  it('B12 in an encoded path reaches no other route', async () => {
    const ns = await box.sandbox()
    await ns.create('a')
    const tail = `namespaces%2F${ns.name}%2Fconfigmaps`
    for (const path of [
      `${ns.configMaps}/a%2Fb`,
      `${ns.configMaps}/%2e%2e%2fsecrets`,
      `/api/v1/${tail}`,
      `${ns.configMaps}/%zz`,
    ]) {
      const { status, body } = await ns.client.get(path)
      expect([400, 404]).toContain(status)
      expect(body.kind ?? 'Status').toBe('Status')
    }
    expect((await ns.client.get(`${ns.configMaps}/%61`)).body.metadata.name).toBe('a')
  })

  it('B15 of a Lease or an Event is refused', async () => {
    const ns = await box.sandbox()
    for (const spec of [{ leaseDurationSeconds: 0 }, { leaseDurationSeconds: -1 }, { leaseTransitions: -1 }]) {
      const { body } = await ns.client.post(ns.leases, lease('l', spec))
      expect([spec, body.code, body.details?.causes?.[0]?.field]).toEqual([spec, 422, `spec.${Object.keys(spec)[0]}`])
    }
    const { body } = await ns.client.post(ns.path('events'), eventObject('e', 'elsewhere'))
    expect([body.code, body.details?.causes?.[0]?.field]).toEqual([422, 'involvedObject.namespace'])
  })
})
