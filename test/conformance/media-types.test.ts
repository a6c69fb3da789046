import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { useBlackBox } from '../support/black-box.ts'
import type { ApiBody } from '../support/client.ts'
import { configMap } from '../support/objects.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'
import { fieldsIn, messageIn, protobufConfigMap, readEnvelope } from '../support/protobuf-envelope.ts'

const YAML = 'application/yaml'
const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const metadataOnly = (kind: string) => `application/json;as=${kind};v=v1;g=meta.k8s.io`

const accepting = (ns: Sandbox, accept: string, path = `${ns.configMaps}/a`, query = {}) =>
  ns.client.get(path, query, { accept })

describe('media types', () => {
  const box = useBlackBox()

  it('M1 M4 is JSON whenever the client takes it', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    const accepts = ['*/*', 'application/json', `${PROTOBUF}, application/json`, `${YAML};q=0.1, */*`, 'text/html, */*']
    for (const accept of accepts) {
      const answer = await accepting(ns, accept)
      expect([accept, answer.status, answer.headers['content-type']]).toEqual([accept, 200, 'application/json'])
      expect(answer.body).toEqual(created)
    }
    expect(expectStatus(await accepting(ns, ''), 200)).toEqual(created)
  })

  it('M2 may be YAML in a request, or JSON without saying so', async () => {
    const ns = await box.sandbox()
    const raw =
      'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\ndata:\n  a: "1"\n  b: |\n    two\n    lines\n'
    const answer = await ns.client.request('POST', ns.configMaps, { raw, headers: { 'content-type': YAML } })
    expect(expectStatus(answer, 201).data).toEqual({ a: '1', b: 'two\nlines\n' })
    const object = JSON.stringify(configMap('j'))
    const untold = await ns.client.request('POST', ns.configMaps, { raw: object, headers: { 'content-type': '' } })
    expect(untold.status).toBe(201)
  })

  it('M2 may be protobuf in a request', async () => {
    const ns = await box.sandbox()
    const raw = protobufConfigMap({ name: 'p', data: { k: 'wörld', empty: '' } })
    const answer = await ns.client.request('POST', ns.configMaps, { raw, headers: { 'content-type': PROTOBUF } })
    expect(expectStatus(answer, 201)).toMatchObject({ kind: 'ConfigMap', data: { k: 'wörld', empty: '' } })
    expect((await ns.read('p')).metadata.name).toBe('p')
  })

  it('M3 is YAML where that alone is taken', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { text: 'two\nlines: "x"', no: 'no', n: '1' })
    const answer = await accepting(ns, YAML)
    expect(answer.headers['content-type']).toBe(YAML)
    expect(parse(answer.text)).toEqual(created)
    const list = await accepting(ns, YAML, ns.configMaps)
    expect((parse(list.text) as ApiBody).items).toHaveLength(1)
    const missing = await accepting(ns, YAML, `${ns.configMaps}/none`)
    expect([missing.status, (parse(missing.text) as ApiBody).reason]).toEqual([404, 'NotFound'])
  })

  it('L16 is whole where a list is long, in every form', async () => {
    const ns = await box.sandbox()
    const names = Array.from({ length: 8 }, (_, i) => `c${i}`)
    for (const name of names) await ns.create(name, { k: `${name}\n`.repeat(40_000) })
    const plain = await ns.list()
    const list = async (accept: string) => accepting(ns, accept, ns.configMaps)
    expect(parse((await list(YAML)).text)).toEqual(plain)
    const rows = (parse((await list(TABLE.replace('json', 'yaml'))).text) as ApiBody).rows!
    expect(rows.map((row) => row.cells[0])).toEqual(names)
    // in the metadata, the name comes first: a tag, a length and two characters
    const items = fieldsIn(messageIn((await list(PROTOBUF)).bytes), 2)
    expect(items.map((item) => fieldsIn(fieldsIn(item, 1)[0]!.subarray(0, 4), 1).join())).toEqual(names)
    expect(items.every((item) => item.length > 120_000)).toBe(true)
  })

  it('M4 is protobuf where that alone is taken', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { k: '1' })
    for (const [path, kind] of [
      [`${ns.configMaps}/a`, 'ConfigMap'],
      [ns.configMaps, 'ConfigMapList'],
    ] as const) {
      const answer = await accepting(ns, PROTOBUF, path)
      expect([answer.status, answer.headers['content-type']]).toEqual([200, PROTOBUF])
      expect(readEnvelope(answer.bytes)).toEqual({ apiVersion: 'v1', kind })
    }
  })

  it('M5 is a Table with the columns that kubectl shows', async () => {
    const ns = await box.sandbox()
    await ns.createMany(['a', 'b'])
    for (const [path, names] of [
      [ns.configMaps, ['a', 'b']],
      [`${ns.configMaps}/a`, ['a']],
    ] as const) {
      const table = expectStatus(await accepting(ns, `${TABLE},application/json`, path), 200)
      expect([table.kind, table.apiVersion]).toEqual(['Table', 'meta.k8s.io/v1'])
      expect(table.metadata.resourceVersion).toMatch(/^\d+$/)
      expect(table.columnDefinitions!.map((column) => column.name)).toEqual(['Name', 'Data', 'Age'])
      expect(table.columnDefinitions![0]).toMatchObject({ type: 'string', format: 'name', priority: 0 })
      expect(table.rows!.map((row) => row.cells.slice(0, 2))).toEqual(names.map((name) => [name, 1]))
      for (const { cells, object } of table.rows!) {
        expect(cells[2]).toMatch(/^\d+s$/)
        expect(object).toMatchObject({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' })
        expect(object!.metadata.uid).toBeDefined()
        expect(object).not.toHaveProperty('data')
      }
    }
  })

  it('M15 is of the version of meta.k8s.io that was asked for', async () => {
    const ns = await box.sandbox()
    const { metadata } = await ns.create('a', { k: '1' })
    const meta = 'meta.k8s.io/v1beta1'
    const asked = (as: string) => `application/json;as=${as};g=meta.k8s.io;v=v1beta1`
    for (const path of [ns.configMaps, `${ns.configMaps}/a`]) {
      const table = expectStatus(await accepting(ns, asked('Table'), path), 200)
      expect([table.kind, table.apiVersion, table.rows![0]!.object!.apiVersion]).toEqual(['Table', meta, meta])
    }
    const list = expectStatus(await accepting(ns, asked('PartialObjectMetadataList'), ns.configMaps), 200)
    expect([list.apiVersion, list.items![0]!.apiVersion]).toEqual([meta, meta])
    const watch = await ns.watch(
      { resourceVersion: String(BigInt(metadata.resourceVersion!) - 2n), timeoutSeconds: 1 },
      { headers: { accept: asked('PartialObjectMetadata') } },
    )
    expect((await watch.events.next()).object).toMatchObject({ kind: 'PartialObjectMetadata', apiVersion: meta })
  })

  it('M5 has rows that hold what `includeObject` says, also in pages', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '1' })
    await ns.create('b')
    const row = async (includeObject: string) =>
      expectStatus(await accepting(ns, TABLE, `${ns.configMaps}/a`, { includeObject }), 200).rows![0]!
    expect((await row('None')).object).toBeNull()
    expect((await row('Object')).object).toEqual(created)
    expect((await row('Metadata')).object?.kind).toBe('PartialObjectMetadata')
    const wrong = await accepting(ns, TABLE, ns.configMaps, { includeObject: 'Foo' })
    expect([wrong.status, wrong.body.kind]).toEqual([400, 'Status'])
    const page = expectStatus(await accepting(ns, TABLE, ns.configMaps, { limit: 1 }), 200)
    expect([page.rows!.length, page.metadata.remainingItemCount]).toEqual([1, 1])
    const query = { limit: 1, continue: page.metadata.continue }
    const rest = expectStatus(await accepting(ns, TABLE, ns.configMaps, query), 200)
    expect(rest.rows!.map((each) => each.cells[0])).toEqual(['b'])
    const none = await accepting(ns, TABLE, ns.configMaps, { labelSelector: 'none=such' })
    expect([none.body.rows, none.body.columnDefinitions!.length]).toEqual([[], 3])
  })

  it('M6 is metadata alone where that is asked for', async () => {
    const ns = await box.sandbox()
    const { metadata } = await ns.create('a', { k: '1' })
    const form = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' }
    const one = await accepting(ns, metadataOnly('PartialObjectMetadata'))
    expect(expectStatus(one, 200)).toEqual({ ...form, metadata })
    const list = await accepting(ns, metadataOnly('PartialObjectMetadataList'), ns.configMaps)
    expect(expectStatus(list, 200)).toMatchObject({ ...form, kind: 'PartialObjectMetadataList' })
    expect(list.body.items).toEqual([{ ...form, metadata }])
    const mismatch = await accepting(ns, metadataOnly('PartialObjectMetadata'), ns.configMaps)
    expect([mismatch.status, mismatch.body.reason]).toEqual([406, 'NotAcceptable'])
  })

  it('M7 is refused where it cannot be given', async () => {
    const ns = await box.sandbox()
    await ns.create('a')
    for (const accept of ['text/html', 'application/*', 'application/json;as=Table;v=v9;g=meta.k8s.io']) {
      const { status, body } = await accepting(ns, accept)
      expect([accept, status, body.reason, body.code]).toEqual([accept, 406, 'NotAcceptable', 406])
    }
    const spec = { nonResourceAttributes: { path: '/', verb: 'get' } }
    const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec }
    const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'
    const answer = await box.client.request('POST', path, { body: review, headers: { accept: TABLE } })
    expect([answer.status, answer.body.code]).toEqual([406, 406])
  })

  it('M8 is refused where it is not understood', async () => {
    const ns = await box.sandbox()
    for (const type of ['application/xml', 'text/plain', 'multipart/form-data; boundary=x']) {
      const answer = await ns.client.request('POST', ns.configMaps, { raw: '<a/>', headers: { 'content-type': type } })
      expect([type, answer.status, answer.body.reason]).toEqual([type, 415, 'UnsupportedMediaType'])
    }
    expect((await ns.list()).items).toEqual([])
  })

  it('M9 is indented for people', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { k: '1' })
    const isIndented = async (agent: string, query = {}, path = `${ns.configMaps}/a`) =>
      (await ns.client.get(path, query, { 'user-agent': agent })).text.includes('\n  "metadata": {')
    for (const agent of ['curl/8.5.0', 'Wget/1.21', 'Mozilla/5.0 (X11)']) {
      expect([agent, await isIndented(agent)]).toEqual([agent, true])
      expect([agent, await isIndented(agent, { pretty: 'false' })]).toEqual([agent, false])
    }
    expect(await isIndented('kubectl/v1.37.2')).toBe(false)
    for (const pretty of ['true', '1']) expect(await isIndented('kubectl/v1.37.2', { pretty })).toBe(true)
    expect(await isIndented('curl/8.5.0', {}, ns.configMaps)).toBe(true)
    const list = await ns.client.get(ns.configMaps, { pretty: true })
    expect(list.body.items![0]!.data).toEqual({ k: '1' })
  })

  it('M10 is compressed when it is large, and never when it is a watch', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { k: 'x'.repeat(200_000) })
    const gzip = { 'accept-encoding': 'gzip' }
    for (const path of [`${ns.configMaps}/a`, ns.configMaps]) {
      const large = await ns.client.get(path, {}, gzip)
      expect([path, large.headers['content-encoding']]).toEqual([path, 'gzip'])
      expect(large.headers.vary?.toLowerCase()).toContain('accept-encoding')
      const plain = await ns.client.get(path)
      expect(plain.headers['content-encoding'] ?? 'identity').toBe('identity')
      expect(gunzipSync(large.bytes).toString('utf8')).toBe(plain.text)
    }
    const small = await ns.client.get(ns.path('secrets'), {}, gzip)
    expect(small.headers['content-encoding'] ?? 'identity').toBe('identity')
  })

  it('M11 M13 comes with an Audit-Id, and is not to be kept', async () => {
    const ns = await box.sandbox()
    for (const path of [ns.configMaps, `${ns.configMaps}/none`, '/api/v1', '/nowhere']) {
      const told = await ns.client.get(path, {}, { 'audit-id': 'my-own-id' })
      expect([path, told.headers['audit-id']]).toEqual([path, 'my-own-id'])
      const untold = await ns.client.get(path)
      expect(untold.headers['audit-id']).toMatch(/^[0-9a-f-]{36}$/)
    }
    expect((await ns.client.get(ns.configMaps)).headers['cache-control']).toBe('no-cache, private')
  })

  it('M12 is a Status for every error, with the code of the answer', async () => {
    const ns = await box.sandbox()
    const answers = [
      await ns.client.get(`${ns.configMaps}/none`),
      await ns.client.get(ns.configMaps, { limit: 'many' }),
      await ns.client.post(ns.configMaps, configMap('Bad_Name')),
      await ns.client.post(`${ns.configMaps}/a`, {}),
      await ns.client.as(undefined).get(ns.configMaps),
      await ns.client.request('POST', ns.configMaps, { raw: '{', headers: { 'content-type': 'application/json' } }),
    ]
    expect(answers.map((answer) => answer.status)).toEqual([404, 400, 422, 405, 403, 400])
    for (const { status, body, headers } of answers) {
      expect(body).toMatchObject({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: status })
      expect(headers['content-type']).toBe('application/json')
      expect(body.message).toBeTruthy()
    }
  })
})
