import { describe, expect, it } from 'vitest'
import { compareObservations } from './comparison.ts'
import { withPlaceholders } from './placeholders.ts'

const object = (name: string, resourceVersion: string, uid: string) => ({ metadata: { name, resourceVersion, uid } })
const UIDS = ['11111111-2222-3333-4444-555555555555', '66666666-7777-8888-9999-000000000000'] as const

describe('placeholders', () => {
  const normalized = (...bodies: unknown[]) =>
    withPlaceholders(
      bodies.map((body) => ({ body })),
      { namespace: 'golden-x', suffix: 'f00ba4' },
    ).map((observation) => observation.body)

  it('keep equality and order of versions, and equality of uids', () => {
    const [list, ...objects] = normalized(
      { metadata: { resourceVersion: '950', continue: 'abc' } },
      object('b', '900', UIDS[0]),
      object('a', '1000', UIDS[1]),
      object('b', '900', UIDS[0]),
    )
    expect(list).toEqual({ metadata: { resourceVersion: '<listRV>', continue: '<continue>' } })
    expect(objects).toEqual([
      object('b', '<rv1>', '<uid1>'),
      object('a', '<rv2>', '<uid2>'),
      object('b', '<rv1>', '<uid1>'),
    ])
  })

  it('replace what names of cluster-scoped objects end in', () => {
    expect(normalized({ metadata: { name: 'owner-f00ba4' } })).toEqual([{ metadata: { name: 'owner-<suffix>' } }])
  })

  it('keep managedFields where they are the point', () => {
    const metadata = { name: 'a', managedFields: [{ manager: 'm', time: '2026-01-02T03:04:05Z' }] }
    const [kept] = withPlaceholders([{ body: { metadata } }], { namespace: 'golden-x', managedFields: true })
    expect(kept!.body).toEqual({ metadata: { name: 'a', managedFields: [{ manager: 'm', time: '<time>' }] } })
  })

  it('replace times, the namespace and generated names, and leave managedFields out', () => {
    const metadata = {
      name: 'gen-abcde',
      generateName: 'gen-',
      namespace: 'golden-x',
      creationTimestamp: '2026-01-02T03:04:05Z',
      managedFields: [],
    }
    const expected = { name: 'gen-<generated>', generateName: 'gen-', namespace: '<ns>', creationTimestamp: '<time>' }
    expect(normalized({ metadata })).toEqual([{ metadata: expected }])
  })
})

describe('comparison', () => {
  const compare = (recorded: object, seen: object) => compareObservations([{ step: 's', ...recorded }], [seen])

  it('finds what is missing, added, different or shorter', () => {
    const recorded = { status: 200, body: { a: 1, b: [1, 2], c: 'x' } }
    expect(compare(recorded, recorded)).toEqual([])
    expect(compare(recorded, { status: 201, body: { a: 1, b: [1], d: 'x' } })).toEqual([
      '#1 s.status: recorded 200, seen 201',
      '#1 s.body.b: 2 items recorded, 1 seen',
      '#1 s.body.c: recorded "x", seen nothing',
      '#1 s.body.d: recorded nothing, seen "x"',
    ])
    expect(compareObservations([{ step: 's' }], [])).toEqual(['1 observations recorded, 0 seen'])
  })

  it('passes over the words of a programming language, and over nothing else', () => {
    const message = (text: string) => ({ status: 400, body: { message: text } })
    const parsing = 'x cannot be handled as a ConfigMap: '
    expect(compare(message(`${parsing}json: cannot`), message(`${parsing}bad json`))).toEqual([])
    expect(
      compare(message(`${parsing}strict decoding error: a`), message(`${parsing}strict decoding error: b`)),
    ).not.toEqual([])
    expect(compare(message('a'), message('b'))).not.toEqual([])
    expect(compare({ body: { data: 'strconv.ParseInt: a' } }, { body: { data: 'strconv.ParseInt: b' } })).not.toEqual(
      [],
    )
  })

  it('wants a 400 Status where the recorded server fell over', () => {
    const recorded = { status: 500, body: { kind: 'Status' } }
    const refusal = { kind: 'Status', status: 'Failure' }
    expect(compare(recorded, { status: 400, body: refusal })).toEqual([])
    expect(compare(recorded, { status: 500, body: refusal })).not.toEqual([])
    expect(compare(recorded, { status: 400, body: {} })).not.toEqual([])
  })

  it('does not mind the order of causes, nor that of managers: it depends on the second', () => {
    const causes = (...fields: string[]) => ({
      status: 422,
      body: { details: { causes: fields.map((field) => ({ field })) } },
    })
    expect(compare(causes('a', 'b'), causes('b', 'a'))).toEqual([])
    expect(compare(causes('a', 'b'), causes('a', 'c'))).not.toEqual([])
    const managers = (...names: string[]) => ({
      body: { metadata: { managedFields: names.map((manager) => ({ manager })) } },
    })
    expect(compare(managers('a', 'b'), managers('b', 'a'))).toEqual([])
    expect(compare(managers('a', 'b'), managers('a', 'c'))).not.toEqual([])
  })
})
