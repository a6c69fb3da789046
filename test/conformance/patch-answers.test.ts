import { describe, expect, it } from 'vitest'
import { ownServerOnly, useBlackBox } from '../support/black-box.ts'
import { PATCH_TYPES, type PatchKind } from '../support/client.ts'
import { configMap } from '../support/objects.ts'
import { readEnvelope } from '../support/protobuf-envelope.ts'
import { expectStatus, type Sandbox } from '../support/sandbox.ts'

const as = (kind: string) => `application/json;as=${kind};v=v1;g=meta.k8s.io`
const PROTOBUF = 'application/vnd.kubernetes.protobuf'

const patchAccepting = (ns: Sandbox, accept: string, kind: PatchKind, body: unknown) =>
  ns.client.request('PATCH', `${ns.configMaps}/a`, {
    body,
    headers: { accept, 'content-type': PATCH_TYPES[kind] },
    ...(kind === 'apply' ? { query: { fieldManager: 'm' } } : {}),
  })

const changes = (k: string) =>
  [
    ['json', [{ op: 'add', path: '/data/k', value: k }]],
    ['merge', { data: { k } }],
    ['strategic', { data: { k } }],
    ['apply', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { applied: k } }],
  ] as const

describe('answers to patches', () => {
  const box = useBlackBox()

  it('M3 M5 M6 come in the form that is asked for', async () => {
    const ns = await box.sandbox()
    await ns.create('a', { k: '0' })
    for (const [kind, body] of changes('1')) {
      const table = expectStatus(await patchAccepting(ns, as('Table'), kind, body), 200)
      expect([table.kind, table.rows!.length, table.rows![0]!.cells[0]]).toEqual(['Table', 1, 'a'])
      const partial = expectStatus(await patchAccepting(ns, as('PartialObjectMetadata'), kind, body), 200)
      expect([partial.kind, partial.metadata.name, partial.data]).toEqual(['PartialObjectMetadata', 'a', undefined])
      const yaml = await patchAccepting(ns, 'application/yaml', kind, body)
      expect([yaml.status, yaml.headers['content-type']]).toEqual([200, 'application/yaml'])
      expect(yaml.text).toContain('kind: ConfigMap\n')
      const encoded = await patchAccepting(ns, PROTOBUF, kind, body)
      expect(readEnvelope(encoded.bytes)).toEqual({ apiVersion: 'v1', kind: 'ConfigMap' })
    }
  })

  it('M7 B13 that nobody could read are refused before anything is changed', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '0' })
    for (const [kind, body] of changes('1'))
      for (const accept of ['application/xml', as('PartialObjectMetadataList')])
        expect((await patchAccepting(ns, accept, kind, body)).status).toBe(406)
    expect(await ns.read('a')).toEqual(created)
  })
})

describe.skipIf(ownServerOnly)('patches of those who may not', () => {
  const box = useBlackBox({ TOKENS: 'reader-token,rita,readers' })

  it('A4 A1 are refused before anything is looked at', async () => {
    const ns = await box.sandbox()
    const created = await ns.create('a', { k: '0' })
    for (const token of ['reader-token', undefined]) {
      const stranger = box.client.as(token)
      for (const [kind, body] of [...changes('1'), ['merge', 'no patch'], ['apply', configMap('other')]] as const)
        for (const name of ['a', 'none']) {
          const answer = await stranger.patch(`${ns.configMaps}/${name}`, kind, body)
          expect([token, kind, answer.status, answer.body.reason]).toEqual([token, kind, 403, 'Forbidden'])
          expect(answer.body.message).toContain(`cannot patch resource "configmaps" in API group ""`)
        }
      stranger.close()
    }
    expect(await ns.read('a')).toEqual(created)
  })
})
