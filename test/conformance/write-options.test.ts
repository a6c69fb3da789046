import { describe, expect, it } from 'vitest'
import { useBlackBox } from '../support/black-box.ts'
import type { QueryValues } from '../support/client.ts'
import { configMap } from '../support/objects.ts'
import { protobufConfigMap } from '../support/protobuf-envelope.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

const STRICT = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: '
const odd = (name: string) => ({ ...configMap(name, { k: '1' }), oddField: 1, metadata: { name, odd: 'x' } })
const DOUBLED = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"NAME"},"data":{"k":"1","k":"2"}}'

const postRaw = (ns: Sandbox, raw: string | Uint8Array, query: QueryValues, type = 'application/json') =>
  ns.client.request('POST', ns.configMaps, { raw, query, headers: { 'content-type': type } })

describe('options of a write', () => {
  const box = useBlackBox()

  it('F1 Strict refuses unknown and doubled fields by name', async () => {
    const ns = await box.sandbox()
    const query = { fieldValidation: 'Strict' }
    const unknown = await ns.client.post(ns.configMaps, odd('a'), query)
    expect([unknown.status, unknown.body.reason]).toEqual([400, 'BadRequest'])
    expect(unknown.body.message).toBe(`${STRICT}unknown field "metadata.odd", unknown field "oddField"`)
    const doubled = await postRaw(ns, DOUBLED, query)
    expect(doubled.body.message).toBe(`${STRICT}duplicate field "data.k"`)
    const cased = await ns.client.post(ns.configMaps, { ...configMap('a'), Data: {} }, query)
    expect(cased.body.message).toBe(`${STRICT}unknown field "Data"`)
    expect((await ns.list()).items).toEqual([])
    expectStatus(await ns.client.post(ns.configMaps, configMap('a'), query), 201)
    const changed = await ns.client.put(`${ns.configMaps}/a`, { ...(await ns.read('a')), oddField: 1 }, query)
    expect(changed.status).toBe(400)
  })

  it('F2 Warn, the default, writes and warns', async () => {
    const ns = await box.sandbox()
    for (const [name, query] of [
      ['a', {}],
      ['b', { fieldValidation: 'Warn' }],
      ['c', { fieldValidation: '' }],
    ] as const) {
      const answer = await ns.client.post(ns.configMaps, odd(name), query)
      expect(expectStatus(answer, 201)).not.toHaveProperty('oddField')
      const expected = ['299 - "unknown field \\"metadata.odd\\""', '299 - "unknown field \\"oddField\\""'].join(', ')
      expect(answer.headers.warning).toBe(expected)
    }
    const doubled = await postRaw(ns, DOUBLED.replace('NAME', 'd'), {})
    expect(doubled.headers.warning).toBe('299 - "duplicate field \\"data.k\\""')
    expect(expectStatus(doubled, 201).data).toEqual({ k: '2' })
  })

  it('F3 Ignore writes and is silent', async () => {
    const ns = await box.sandbox()
    const query = { fieldValidation: 'Ignore' }
    for (const answer of [
      await ns.client.post(ns.configMaps, odd('a'), query),
      await postRaw(ns, DOUBLED.replace('NAME', 'b'), query),
    ]) {
      expectStatus(answer, 201)
      expect(answer.headers).not.toHaveProperty('warning')
    }
  })

  it('F4 with values that there are not are refused', async () => {
    const ns = await box.sandbox()
    const wrong = [
      { fieldValidation: 'Loud' },
      { dryRun: 'Some' },
      { fieldManager: 'x'.repeat(129) },
      { fieldManager: 'x\u0007' },
    ]
    const created = await ns.create('there')
    for (const query of wrong) {
      const post = await ns.client.post(ns.configMaps, configMap('a'), query)
      const put = await ns.client.put(`${ns.configMaps}/there`, created, query)
      for (const [{ body }, kind] of [
        [post, 'CreateOptions'],
        [put, 'UpdateOptions'],
      ] as const) {
        expect([query, body.code, body.details?.kind, body.details?.group]).toEqual([query, 422, kind, 'meta.k8s.io'])
        expect(body.details?.causes?.[0]?.field).toBe(Object.keys(query)[0])
      }
    }
    expectStatus(await ns.client.post(ns.configMaps, configMap('a'), { fieldManager: 'x'.repeat(128) }), 201)
  })

  it('F5 count a key given twice in YAML as doubled', async () => {
    const ns = await box.sandbox()
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\ndata:\n  k: "1"\n  k: "2"\n'
    const strict = await postRaw(ns, yaml, { fieldValidation: 'Strict' }, 'application/yaml')
    expect([strict.status, strict.body.reason]).toEqual([400, 'BadRequest'])
    expect(strict.body.message).toContain('line 7: key "k" already set in map')
    const warned = await postRaw(ns, yaml, {}, 'application/yaml')
    expect(expectStatus(warned, 201).data).toEqual({ k: '2' })
    expect(warned.headers.warning).toContain('line 7: key \\"k\\" already set in map')
  })

  it('F6 find nothing unknown in protobuf', async () => {
    const ns = await box.sandbox()
    const raw = protobufConfigMap({ name: 'p', data: { k: 'v' } })
    const answer = await postRaw(ns, raw, { fieldValidation: 'Strict' }, 'application/vnd.kubernetes.protobuf')
    expect(expectStatus(answer, 201).data).toEqual({ k: 'v' })
    expect(answer.headers).not.toHaveProperty('warning')
  })
})
