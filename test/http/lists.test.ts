import { describe, expect, it } from 'vitest'
import { parseContinue } from '../../src/core/request/continue-token.ts'
import { StatusError } from '../../src/core/errors/status-error.ts'
import type { ListCall } from '../../src/storage/verbs/list.ts'
import { done, FakeScopes } from './fake-scopes.ts'

const MAPS = '/api/v1/namespaces/team/configmaps'

/** Stored text of one object; `size` is that of its data. */
const text = (name: string, size = 1) =>
  `{"metadata":{"resourceVersion":"8","name":"${name}"},"data":{"k":"${'x'.repeat(size)}"}}`

interface PartSize {
  names: string[]
  more: 'no' | 'limit' | 'length'
  total?: number
}

/** A scope that answers a list part by part, all of version 8. Notes its calls. */
function inParts(parts: PartSize[], size = 1) {
  const calls: ListCall[] = []
  const answer = (_scope: string, call: ListCall) => {
    const { names, ...rest } = parts[calls.length] ?? { names: [], more: 'no' as const }
    calls.push(call)
    const items = names.map((name) => text(name, size)).join(',')
    return done({ revision: 8, items, count: names.length, last: names.at(-1) ?? '', ...rest })
  }
  return { calls, answer }
}

const listOf = (parts: PartSize[], size?: number) => {
  const { calls, answer } = inParts(parts, size)
  return { calls, scopes: new FakeScopes({ list: answer }) }
}

interface ListBody {
  kind: string
  apiVersion: string
  metadata: { resourceVersion: string; continue?: string; remainingItemCount?: number }
  items: { metadata: { name: string } }[]
  rows: { cells: unknown[]; object: unknown }[]
}
const bodyOf = async (response: Response) => (await response.json()) as ListBody
const TABLE = { Accept: 'application/json;as=Table;g=meta.k8s.io;v=v1' }
const PARTIAL = { Accept: 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1' }

describe('a list', () => {
  it('L1 L16 has kind, items without one, and its metadata last', async () => {
    const { scopes } = listOf([{ names: ['a', 'b'], more: 'no' }])
    expect(await (await scopes.ask(MAPS)).text()).toBe(
      `{"kind":"ConfigMapList","apiVersion":"v1","items":[${text('a')},${text('b')}],"metadata":{"resourceVersion":"8"}}`,
    )
  })

  it('L1 is [] where it is empty, in every form', async () => {
    for (const [headers, member] of [
      [{}, 'items'],
      [TABLE, 'rows'],
      [PARTIAL, 'items'],
    ] as const) {
      const response = await listOf([{ names: [], more: 'no' }]).scopes.ask(MAPS, { headers })
      expect((await bodyOf(response))[member]).toEqual([])
    }
  })

  it('L7 L8 ends a page with a token and the number that remains', async () => {
    const { scopes, calls } = listOf([{ names: ['a', 'b'], more: 'limit', total: 5 }])
    const { metadata } = await bodyOf(await scopes.ask(`${MAPS}?limit=2`))
    expect(metadata).toMatchObject({ resourceVersion: '8', remainingItemCount: 3 })
    expect(parseContinue(metadata.continue ?? '')).toEqual({ revision: 8, after: 'b', remaining: 3 })
    expect(calls).toMatchObject([{ limit: 2, position: { at: 'recent' } }])
  })

  it('L9 tells no number with a selector', async () => {
    const { scopes } = listOf([{ names: ['a'], more: 'limit' }])
    const { metadata } = await bodyOf(await scopes.ask(`${MAPS}?limit=1&labelSelector=k`))
    expect(metadata.remainingItemCount).toBeUndefined()
    expect(parseContinue(metadata.continue ?? '')).toEqual({ revision: 8, after: 'a' })
  })

  it('L16 is read on in parts of one version, up to its limit', async () => {
    const parts: PartSize[] = [
      { names: ['a', 'b'], more: 'length', total: 5 },
      { names: ['c'], more: 'length' },
      { names: ['d'], more: 'limit' },
    ]
    const { scopes, calls } = listOf(parts)
    const body = await bodyOf(await scopes.ask(`${MAPS}?limit=4&pretty=true`))
    expect(body.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c', 'd'])
    expect(body.metadata.remainingItemCount).toBe(1)
    expect(calls.map(({ limit, position }) => [limit, position])).toEqual([
      [4, { at: 'recent' }],
      [2, { at: 'continue', revision: 8, after: 'b', remaining: 3 }],
      [1, { at: 'continue', revision: 8, after: 'c', remaining: 2 }],
    ])
  })

  it('L16 is read on only as its reader takes it', async () => {
    const parts = Array.from({ length: 50 }, (_, i): PartSize => ({ names: [`a${i}`], more: i < 49 ? 'length' : 'no' }))
    const { scopes, calls } = listOf(parts)
    const response = await scopes.ask(`${MAPS}?pretty=true`)
    const reader = response.body!.getReader()
    await reader.read()
    await reader.read()
    expect(calls.length).toBeLessThan(4)
    await reader.cancel()
    expect(calls.length).toBeLessThan(4)
  })

  const LONG = Array.from({ length: 50 }, (_, i): PartSize => ({ names: [`a${i}`], more: i < 49 ? 'length' : 'no' }))
  const YAML_TABLE = { Accept: 'application/yaml;as=Table;g=meta.k8s.io;v=v1' }
  const PROTOBUF = { Accept: 'application/vnd.kubernetes.protobuf' }

  it.each([
    ['YAML', { Accept: 'application/yaml' }, 0],
    ['a Table', TABLE, 0],
    ['a Table in YAML', YAML_TABLE, 0],
    ['metadata', PARTIAL, 0],
    // it is measured first
    ['protobuf', PROTOBUF, 50],
  ])('L16 as %s is read on only as its reader takes it, and held in small pieces', async (_form, headers, before) => {
    const { scopes, calls } = listOf([...LONG, ...LONG], 10_000)
    const response = await scopes.ask(MAPS, { headers })
    expect(calls).toHaveLength(Math.max(1, before))
    const reader = response.body!.getReader()
    for (let chunk = 0; chunk < 4; chunk++) expect((await reader.read()).value?.length).toBeLessThan(30_000)
    expect(calls.length - before).toBeLessThan(5)
    await reader.cancel()
    expect(calls.length - before).toBeLessThan(5)
  })

  it.each([
    ['YAML', { Accept: 'application/yaml' }],
    ['a Table in YAML', YAML_TABLE],
    ['protobuf', PROTOBUF],
  ])('L16 as %s is the same in parts as whole', async (_form, headers) => {
    const names = LONG.flatMap((part) => part.names)
    const whole = await listOf([{ names, more: 'no' }]).scopes.ask(MAPS, { headers })
    const inPieces = await listOf([...LONG, ...LONG]).scopes.ask(MAPS, { headers })
    expect(new Uint8Array(await inPieces.arrayBuffer())).toEqual(new Uint8Array(await whole.arrayBuffer()))
    expect(inPieces.headers.get('Content-Type')).toBe(whole.headers.get('Content-Type'))
  })

  it('L16 as protobuf is a failure where it cannot be measured, and broken off where it was not what was measured', async () => {
    const parts = inParts([{ names: ['a'], more: 'length' }])
    const list = (scope: string, call: ListCall) =>
      parts.calls.length > 0
        ? { ok: false, status: new StatusError('Expired', 'gone').status }
        : parts.answer(scope, call)
    expect((await new FakeScopes({ list }).ask(MAPS, { headers: PROTOBUF })).status).toBe(410)
    const shorter = listOf([...LONG, ...LONG.slice(1)]).scopes
    await expect((await shorter.ask(MAPS, { headers: PROTOBUF })).arrayBuffer()).rejects.toThrow('changed while it was')
  })

  it('L16 is broken off by a fault on the way, never passed off as whole', async () => {
    const { answer } = inParts([{ names: ['a'], more: 'length' }])
    let asked = 0
    const list = (scope: string, call: ListCall) => {
      if (asked++ > 0) return { ok: false, status: new StatusError('Expired', 'gone').status }
      return answer(scope, call)
    }
    const response = await new FakeScopes({ list }).ask(`${MAPS}?pretty=true`)
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('gone')
  })

  it('L16 has behind its first part what the scope object streams, as it is', async () => {
    const { answer } = inParts([{ names: ['a', 'b'], more: 'length', total: 3 }])
    const rest = `,${text('c')}],"metadata":{"resourceVersion":"8"}}`
    const scopes = new FakeScopes({ list: answer, listRest: () => new Response(rest).body })
    const body = await bodyOf(await scopes.ask(`${MAPS}?limit=3`))
    expect(body.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c'])
    expect(scopes.calls[1]).toMatchObject({
      method: 'listRest',
      parameters: [
        { plane: 'main', namespace: 'team' },
        { call: { limit: 3 }, first: { revision: 8, count: 2, last: 'b', total: 3 } },
      ],
    })
    expect(JSON.stringify(scopes.calls[1])).not.toContain('items')
  })

  it('L16 asks again for a stream that could not be opened', async () => {
    const { answer } = inParts([{ names: ['a'], more: 'length' }])
    let asked = 0
    const listRest = () => {
      if (asked++ < 2) throw Object.assign(new Error('moved'), { retryable: true })
      return new Response('],"metadata":{"resourceVersion":"8"}}').body
    }
    const response = await new FakeScopes({ list: answer, listRest }).ask(MAPS)
    expect((await bodyOf(response)).metadata.resourceVersion).toBe('8')
  })

  it('L16 is broken off when what the scope object streams breaks off', async () => {
    const { answer } = inParts([{ names: ['a'], more: 'length' }])
    const broken = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.error(new Error('broken off'))
        },
      })
    const response = await new FakeScopes({ list: answer, listRest: broken }).ask(MAPS)
    await expect(response.text()).rejects.toThrow('broken off')
  })

  it('M5 as a Table holds a row for each object, in parts too', async () => {
    const { scopes } = listOf([
      { names: ['a'], more: 'length' },
      { names: ['b'], more: 'no' },
    ])
    const body = await bodyOf(await scopes.ask(`${MAPS}?includeObject=Object`, { headers: TABLE }))
    expect(body).toMatchObject({ kind: 'Table', apiVersion: 'meta.k8s.io/v1', metadata: { resourceVersion: '8' } })
    expect(body.rows.map(({ cells }) => cells.slice(0, 2))).toEqual([
      ['a', 1],
      ['b', 1],
    ])
    expect(body.rows[0]?.object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', data: { k: 'x' } })
  })

  it('M5 as a Table holds metadata by default, or nothing', async () => {
    const rowsOf = async (query: string) => {
      const { scopes } = listOf([{ names: ['a'], more: 'no' }])
      return (await bodyOf(await scopes.ask(MAPS + query, { headers: TABLE }))).rows.map(({ object }) => object)
    }
    expect(await rowsOf('?includeObject=None')).toEqual([null])
    expect(await rowsOf('')).toEqual([
      {
        kind: 'PartialObjectMetadata',
        apiVersion: 'meta.k8s.io/v1',
        metadata: { resourceVersion: '8', name: 'a' },
      },
    ])
  })

  it('M6 as metadata holds metadata only', async () => {
    const { scopes } = listOf([{ names: ['a'], more: 'no' }])
    const body = await bodyOf(await scopes.ask(MAPS, { headers: PARTIAL }))
    expect(body).toMatchObject({ kind: 'PartialObjectMetadataList', apiVersion: 'meta.k8s.io/v1' })
    expect(body.items).toEqual([
      { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata: { resourceVersion: '8', name: 'a' } },
    ])
  })

  it('M3 M9 comes in YAML, and indented, as JSON does', async () => {
    const parts: PartSize[] = [
      { names: ['a'], more: 'length' },
      { names: ['b'], more: 'no' },
    ]
    const yaml = await listOf(parts).scopes.ask(MAPS, { headers: { Accept: 'application/yaml' } })
    expect(yaml.headers.get('Content-Type')).toBe('application/yaml')
    expect(await yaml.text()).toContain('- metadata:\n      resourceVersion: "8"\n      name: b\n')
    const plain = await bodyOf(await listOf([{ names: ['a', 'b'], more: 'no' }]).scopes.ask(MAPS))
    const pretty = await (await listOf(parts).scopes.ask(`${MAPS}?pretty=1`)).text()
    expect(pretty.trimEnd()).toBe(JSON.stringify(plain, null, 2))
  })

  it('M10 is compressed where it is long and the reader takes that', async () => {
    const encodingOf = async (sizes: number, accepted: string, parts: PartSize['more'] = 'no') => {
      const { answer } = inParts([{ names: ['a'], more: parts }], sizes)
      const scopes = new FakeScopes({ list: answer, listRest: () => new Response('').body })
      const response = await scopes.ask(MAPS, { headers: { 'Accept-Encoding': accepted } })
      await response.body?.cancel()
      return response.headers.get('Content-Encoding')
    }
    expect(await encodingOf(140_000, 'gzip, br')).toBe('gzip')
    expect(await encodingOf(1, 'gzip', 'length')).toBe('gzip')
    expect(await encodingOf(140_000, 'br')).toBeNull()
    expect(await encodingOf(140_000, 'gzip;q=0')).toBeNull()
    expect(await encodingOf(1_000, 'gzip')).toBeNull()
  })
})

describe('DELETE of a collection', () => {
  const parts: PartSize[] = [
    { names: ['a', 'b'], more: 'length' },
    { names: ['c'], more: 'no' },
  ]

  it('D12 in one part answers with what it deleted', async () => {
    const { answer } = inParts([{ names: ['a'], more: 'no' }])
    const scopes = new FakeScopes({ deleteCollection: answer })
    const body = await bodyOf(await scopes.ask(MAPS, { method: 'DELETE' }))
    expect(body.items.map(({ metadata }) => metadata.name)).toEqual(['a'])
    expect(scopes.calls).toHaveLength(1)
  })

  it('D12 in several parts is done before the answer begins, and shows all as they were', async () => {
    const deletion = inParts(parts)
    const shown = inParts(parts)
    const scopes = new FakeScopes({ deleteCollection: deletion.answer, list: shown.answer })
    const response = await scopes.ask(`${MAPS}?labelSelector=k&pretty=1`, { method: 'DELETE' })
    expect(deletion.calls).toHaveLength(2)
    expect((await bodyOf(response)).items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c'])
    expect(shown.calls.map(({ position, labelSelector }) => [position, labelSelector])).toEqual([
      [{ at: 'continue', revision: 8, after: '' }, 'k'],
      [{ at: 'continue', revision: 8, after: 'b' }, 'k'],
    ])
  })

  it('D4 that fails on the way answers with the failure', async () => {
    const { answer, calls } = inParts(parts)
    const deleteCollection = (scope: string, call: ListCall) =>
      calls.length === 0
        ? answer(scope, call)
        : { ok: false, status: new StatusError('Conflict', 'the UID does not match').status }
    const response = await new FakeScopes({ deleteCollection }).ask(MAPS, { method: 'DELETE' })
    expect(response.status).toBe(409)
  })
})
