import { describe, expect, it, test } from 'vitest'
import { parseJson } from '../../../src/core/json/json.ts'
import { StatusError } from '../../../src/core/errors/status-error.ts'
import { decodeObject } from '../../../src/kinds/decode/decode.ts'
import { definitionOf } from '../../support/definitions.ts'
import type { Json } from '../../../src/wire/object.ts'

const decode = (resource: string, value: Json) => decodeObject(definitionOf(resource), value)
const textOf = (resource: string, value: Json) => JSON.stringify(decode(resource, value).object)

function refusal(resource: string, value: Json): string {
  try {
    decode(resource, value)
  } catch (error) {
    if (error instanceof StatusError && error.status.code === 400) return error.message
    throw error
  }
  throw new Error('was not refused')
}

describe('the canonical form', () => {
  test('fields stand in the order of the schema, keys of maps in their own order', () => {
    const sent = {
      binaryData: { k: 'AA==' },
      data: { z: '1', a: '2' },
      metadata: { labels: { y: '', x: '' }, name: 'n' },
    }
    expect(textOf('configmaps', sent)).toBe(
      '{"metadata":{"name":"n","labels":{"x":"","y":""}},"data":{"a":"2","z":"1"},"binaryData":{"k":"AA=="}}',
    )
  })

  test('apiVersion and kind are left out', () => {
    expect(textOf('configmaps', { apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } })).toBe(
      '{"metadata":{},"data":{"a":"1"}}',
    )
  })

  test('null and an empty object are objects without content', () => {
    expect(textOf('configmaps', null)).toBe('{"metadata":{}}')
    expect(textOf('configmaps', {})).toBe('{"metadata":{}}')
  })

  test('zero values are dropped, but kept where the kind shows them', () => {
    expect(textOf('events', { reason: '', count: 0, involvedObject: {}, metadata: { creationTimestamp: null } })).toBe(
      '{"metadata":{},"involvedObject":{},"source":{},"firstTimestamp":null,"lastTimestamp":null,"eventTime":null,' +
        '"reportingComponent":"","reportingInstance":""}',
    )
    expect(textOf('namespaces', { metadata: { labels: {}, finalizers: [] } })).toBe(
      '{"metadata":{},"spec":{},"status":{}}',
    )
  })

  test('for a pointer zero is a value and null is none', () => {
    expect(textOf('configmaps', { immutable: false })).toBe('{"metadata":{},"immutable":false}')
    expect(textOf('configmaps', { immutable: null })).toBe('{"metadata":{}}')
    expect(textOf('leases.coordination.k8s.io', { spec: { holderIdentity: '', leaseTransitions: 0 } })).toBe(
      '{"metadata":{},"spec":{"holderIdentity":"","leaseTransitions":0}}',
    )
  })

  test('null in a map or list is the zero value of its type', () => {
    expect(textOf('configmaps', { data: { a: null }, metadata: { finalizers: [null] } })).toBe(
      '{"metadata":{"finalizers":[""]},"data":{"a":""}}',
    )
    expect(textOf('serviceaccounts', { imagePullSecrets: [null] })).toBe('{"metadata":{},"imagePullSecrets":[{}]}')
  })

  test('integers beyond 2^53 keep every digit', () => {
    const sent = parseJson('{"metadata":{"generation":9223372036854775807}}')
    expect(textOf('configmaps', sent)).toBe('{"metadata":{"generation":9223372036854775807}}')
  })

  test('B9 keys that JavaScript treats specially are plain keys', () => {
    const text = '{"metadata":{"labels":{"__proto__":"a","constructor":"b"}},"data":{"__proto__":"1","toString":"2"}}'
    expect(textOf('configmaps', parseJson(text))).toBe(text)
    expect(decode('configmaps', parseJson('{"__proto__":{"x":1}}')).problems).toEqual(['unknown field "__proto__"'])
  })

  test('text that is no valid Unicode becomes valid', () => {
    expect(decode('configmaps', { data: { k: 'a\ud800b' } }).object.data).toEqual({ k: 'a\ufffdb' })
  })

  test('decoding what was decoded changes nothing', () => {
    const sent = {
      metadata: { name: 'e', managedFields: [{ manager: 'm', fieldsV1: { 'f:b': {}, 'f:a': {} } }] },
      involvedObject: { name: 'x' },
      series: { count: 1 },
      firstTimestamp: '2026-01-02T03:04:05+01:00',
    }
    const once = decode('events', sent).object
    expect(JSON.stringify(decode('events', once as unknown as Json).object)).toBe(JSON.stringify(once))
  })
})

describe('times', () => {
  const time = (text: string) => decode('events', { firstTimestamp: text }).object.firstTimestamp
  const micro = (text: string) => decode('events', { eventTime: text }).object.eventTime

  it.each([
    ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05Z'],
    ['2026-01-02T03:04:05.999Z', '2026-01-02T03:04:05Z'],
    ['2026-01-02T03:04:05+01:30', '2026-01-02T01:34:05Z'],
    ['2024-02-29T23:59:59-00:01', '2024-03-01T00:00:59Z'],
    ['0050-01-01T00:00:00Z', '0050-01-01T00:00:00Z'],
    ['0001-01-01T00:00:00Z', null],
  ])('%s is %s', (sent, kept) => {
    expect(time(sent)).toBe(kept)
  })

  it.each(['', 'yesterday', '2026-01-02', '2025-02-29T00:00:00Z', '2026-01-02T24:00:00Z', '2026-01-02t03:04:05z'])(
    'B4 %j is refused',
    (sent) => {
      expect(refusal('events', { firstTimestamp: sent })).toContain(`parsing time ${JSON.stringify(sent)}`)
    },
  )

  test('U20 the six digits of microseconds are kept, also when they are zero', () => {
    expect(micro('2026-01-02T03:04:05.000000Z')).toBe('2026-01-02T03:04:05.000000Z')
    expect(micro('2026-01-02T03:04:05.678900+01:00')).toBe('2026-01-02T02:04:05.678900Z')
  })

  test('B4 another number of digits is refused', () => {
    for (const sent of ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678901234Z'])
      expect(refusal('events', { eventTime: sent })).toContain('six digits')
  })
})

describe('very many entries', () => {
  const map = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, '']))

  it('B19 are refused, in maps and in lists of scalars, however they are shared out', () => {
    const why = 'exceeded max number of 100000 map entries and list items within an object'
    expect(refusal('configmaps', { data: map(100_001) })).toContain(why)
    expect(refusal('configmaps', { data: map(60_000), metadata: { labels: map(40_001) } })).toContain(why)
    expect(refusal('configmaps', { metadata: { finalizers: Array<Json>(100_001).fill('') } })).toContain(why)
  })
})

describe('values of another type', () => {
  const PREFIX = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal '

  it.each([
    [{ metadata: 'x' }, 'string into Go struct field ConfigMap.metadata of type v1.ObjectMeta'],
    [{ metadata: { name: 5 } }, 'number into Go struct field ObjectMeta.metadata.name of type string'],
    [{ metadata: { labels: { a: 1 } } }, 'number into Go struct field ObjectMeta.metadata.labels of type string'],
    [{ data: { a: { b: 1 } } }, 'object into Go struct field ConfigMap.data of type string'],
    [{ data: ['a'] }, 'array into Go struct field ConfigMap.data of type map[string]string'],
    [{ immutable: 'yes' }, 'string into Go struct field ConfigMap.immutable of type bool'],
    [{ metadata: { generation: 1.5 } }, 'number 1.5 into Go struct field ObjectMeta.metadata.generation of type int64'],
    [
      { metadata: { ownerReferences: [{}, { name: true }] } },
      'bool into Go struct field OwnerReference.metadata.ownerReferences.name of type string',
    ],
  ])('B4 %j', (sent, message) => {
    expect(refusal('configmaps', sent as Json)).toBe(PREFIX + message)
  })

  test('B4 numbers outside of their type are refused', () => {
    const tooLong = parseJson('{"metadata":{"generation":9223372036854775808}}')
    expect(refusal('configmaps', tooLong)).toContain('number 9223372036854775808 into')
    expect(refusal('events', { count: 2 ** 31 })).toContain(
      'number 2147483648 into Go struct field Event.count of type int32',
    )
  })

  it.each([
    ['not base64!', 3],
    ['AAA', 0],
    ['AAAAA', 4],
    ['AA', 0],
    ['AA=', 3],
    ['AA=A', 2],
    ['AA==A', 4],
    ['A===', 1],
    ['====', 0],
    ['AA\u00e9=', 2],
    ['AAAA\nAA==x', 9],
  ])('B6 base64 %j fails at byte %i', (sent, at) => {
    expect(refusal('configmaps', { binaryData: { k: sent } })).toBe(
      `ConfigMap in version "v1" cannot be handled as a ConfigMap: illegal base64 data at input byte ${at}`,
    )
  })

  it.each([
    ['', ''],
    ['YQ==', 'YQ=='],
    ['YX==', 'YQ=='],
    ['YW\r\nI=', 'YWI='],
    ['YWJj\n', 'YWJj'],
  ])('base64 %j is kept as %j', (sent, kept) => {
    expect(decode('configmaps', { binaryData: { k: sent } }).object.binaryData).toEqual({ k: kept })
  })
})

describe('unknown fields', () => {
  test('F1 are told in the order of the body, with their path', () => {
    const sent = {
      first: 1,
      metadata: { odd: 'x', ownerReferences: [{ name: 'a' }, { nam: 'b' }] },
      last: null,
      Data: {},
    }
    expect(decode('configmaps', sent).problems).toEqual([
      'unknown field "first"',
      'unknown field "metadata.odd"',
      'unknown field "metadata.ownerReferences[1].nam"',
      'unknown field "last"',
      'unknown field "Data"',
    ])
  })

  test('C13 are left out', () => {
    expect(textOf('configmaps', { oddField: 1, metadata: { name: 'a', odd: {} } })).toBe('{"metadata":{"name":"a"}}')
  })

  test('at most a hundred are told', () => {
    const sent = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`x${i}`, 1]))
    expect(decode('configmaps', sent).problems).toHaveLength(100)
  })
})

describe('B11 nesting without end', () => {
  const nested = (levels: number): Json => {
    let value: Json = {}
    for (let i = 0; i < levels; i++) value = { a: value }
    return value
  }

  test('is refused where any JSON may stand', () => {
    const sent = (levels: number) => ({ metadata: { managedFields: [{ fieldsV1: nested(levels) }] } })
    expect(refusal('configmaps', sent(100_000))).toContain('exceeded max depth')
    expect(decode('configmaps', sent(50)).problems).toEqual([])
  })

  test('B13 more objects within an object than any kind has use for are refused', () => {
    const sent = (count: number) => ({ metadata: { ownerReferences: Array<Json>(count).fill({}) } })
    expect(refusal('configmaps', sent(50_001))).toContain('exceeded max number of 50000 objects')
    expect(decode('configmaps', sent(10_000)).object.metadata.ownerReferences).toHaveLength(10_000)
  })

  test('B11 is refused in a field that is not known, too', () => {
    expect(refusal('configmaps', { odd: nested(100_000) })).toContain('exceeded max depth of 256')
  })
})
