import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { parseJson } from '../../src/core/json/json.ts'
import { apiVersionOf } from '../../src/core/resource-definition.ts'
import { StatusError } from '../../src/core/errors/status-error.ts'
import { decodeObject } from '../../src/kinds/decode/decode.ts'
import {
  decodeDeleteOptionsProtobuf,
  decodeProtobuf,
  encodeProtobuf,
  encodeProtobufList,
  encodeProtobufStatus,
} from '../../src/kinds/protobuf/envelope.ts'
import { kindsData } from '../../src/kinds/kinds-data.ts'
import { toDefinition } from '../../src/kinds/built-in.ts'
import { definitionOf, servedResources } from '../support/definitions.ts'
import { objectType } from '../../src/kinds/schema.ts'
import type { Json, KubernetesObject } from '../../src/wire/object.ts'
import { objectOf } from './arbitrary-object.ts'

const configMaps = definitionOf('configmaps')
const bytesOf = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)))
/** A length-delimited field. */
const field = (number: number, content: Uint8Array | string): number[] => {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return [...varint((number << 3) | 2), ...varint(bytes.length), ...bytes]
}
const varint = (n: number): number[] => (n < 128 ? [n] : [(n & 127) | 128, ...varint(Math.floor(n / 128))])
const MAGIC = [0x6b, 0x38, 0x73, 0]
const envelope = (apiVersion: string, kind: string, raw: Uint8Array) =>
  bytesOf(MAGIC, field(1, bytesOf(field(1, apiVersion), field(2, kind))), field(2, raw), field(3, ''), field(4, ''))

function refusal(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (error instanceof StatusError && error.status.code === 400) return error.message
    throw error
  }
  throw new Error('was not refused')
}

describe('a body written by hand', () => {
  const metadata = bytesOf(field(1, 'cm'), field(3, ''), field(8, ''), field(11, bytesOf(field(1, 'l'), field(2, 'v'))))

  test('M2 becomes the value that a JSON body would have', () => {
    const raw = bytesOf(
      field(3, bytesOf(field(1, 'b'), field(2, bytesOf([0xff, 0])))),
      field(1, metadata),
      field(2, bytesOf(field(1, 'k'), field(2, '1'))),
      field(2, bytesOf(field(1, 'empty'))),
      [0x20, 1],
    )
    expect(decodeProtobuf(configMaps, envelope('v1', 'ConfigMap', raw))).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'cm', namespace: '', creationTimestamp: null, labels: { l: 'v' } },
      data: { k: '1', empty: '' },
      binaryData: { b: '/wA=' },
      immutable: true,
    })
  })

  test('F6 fields that are not known are skipped', () => {
    const raw = bytesOf(
      field(1, metadata),
      field(99, 'x'),
      [0xf8, 6, 1],
      [0xf9, 6, 1, 2, 3, 4, 5, 6, 7, 8],
      [0xfd, 6, 1, 2, 3, 4],
      [0x7b, 0x7b, 8, 1, 0x7c, 0x7c],
    )
    expect(decodeProtobuf(configMaps, envelope('v1', 'ConfigMap', raw))).toMatchObject({ metadata: { name: 'cm' } })
  })

  test('B3 without a kind it is taken as what the path says', () => {
    const decoded = decodeProtobuf(configMaps, bytesOf(MAGIC, field(2, bytesOf(field(1, metadata)))))
    expect(decoded).not.toHaveProperty('kind')
    expect(decoded).toMatchObject({ metadata: { name: 'cm' } })
  })

  test('B3 of another kind it gives that kind alone', () => {
    expect(decodeProtobuf(configMaps, envelope('v1', 'Secret', bytesOf([0xff])))).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
    })
  })

  test('U20 times, negative numbers and 64 bits', () => {
    const time = field(3, bytesOf([8], varint(1_767_323_045), [16], varint(678_901_000)))
    const spec = bytesOf(field(1, 'me'), [16, 0xf1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1], time)
    const meta = bytesOf(field(1, 'l'), [0x38, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f])
    const raw = bytesOf(field(1, meta), field(2, spec))
    const leases = definitionOf('leases.coordination.k8s.io')
    const decoded = decodeProtobuf(leases, envelope('coordination.k8s.io/v1', 'Lease', raw))
    expect(decoded).toMatchObject({
      metadata: { generation: parseJson('9223372036854775807') },
      spec: { holderIdentity: 'me', leaseDurationSeconds: -15, acquireTime: '2026-01-02T03:04:05.678901Z' },
    })
  })
})

describe('B2 bytes that are no body', () => {
  const broken = (raw: number[]) => envelope('v1', 'ConfigMap', Uint8Array.from(raw))
  const UNHANDLED = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: '
  const UNRECOGNIZED = 'the object provided is unrecognized (must be of type ConfigMap): '
  const NO_MAGIC = 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0] '

  it.each([
    ['nothing', new Uint8Array(0), `${UNRECOGNIZED}empty data (<empty>)`],
    ['JSON', bytesOf('{"a":1}'), `${UNRECOGNIZED}${NO_MAGIC}({"a":1})`],
    ['other bytes', bytesOf([1, 2, 255]), `${UNRECOGNIZED}${NO_MAGIC}(0102ff)`],
    ['a message cut short', broken([0x0a, 5, 1]), `${UNHANDLED}unexpected EOF`],
    [
      'a length without end',
      broken([0x0a, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]),
      `${UNHANDLED}unexpected EOF`,
    ],
    ['a number without end', broken(Array(12).fill(255) as number[]), `${UNHANDLED}proto: invalid varint`],
    ['another wire type', broken([0x08, 1]), `${UNHANDLED}proto: wrong wireType = 0 for field metadata`],
    ['a wire type that is none', broken([0x0b]), `${UNHANDLED}proto: wrong wireType = 3 for field metadata`],
    ['field number 0', broken([0x02, 0]), `${UNHANDLED}proto: illegal tag: field no 0 wire type 2`],
    ['a length of more than 32 bits', broken([0x0a, 0x80, 0x80, 0x80, 0x80, 0x80, 1]), `${UNHANDLED}unexpected EOF`],
    [
      'groups without end',
      broken(Array(99_999).fill(0x7b) as number[]),
      `${UNHANDLED}proto: maximum recursion depth reached`,
    ],
  ])('%s', (_name, bytes, message) => {
    expect(refusal(() => decodeProtobuf(configMaps, bytes))).toBe(message)
  })

  test('a content encoding', () => {
    const bytes = bytesOf(MAGIC, field(2, ''), field(3, 'gzip'))
    expect(refusal(() => decodeProtobuf(configMaps, bytes))).toContain('unsupported content encoding "gzip"')
  })

  test('a time after the year 9999', () => {
    const meta = field(1, bytesOf(field(8, bytesOf([8], varint(253_402_300_800)))))
    expect(refusal(() => decodeProtobuf(configMaps, broken(meta)))).toContain('time out of range')
  })

  test('B11 nesting without end in embedded JSON', () => {
    const fields = field(7, bytesOf(field(1, '['.repeat(100_000))))
    const meta = field(1, bytesOf(field(17, bytesOf(fields))))
    expect(refusal(() => decodeProtobuf(configMaps, broken(meta)))).toContain('exceeded max depth')
  })

  test('B13 more messages than any kind has use for', () => {
    const owners = Array<number[]>(50_001).fill([0x6a, 0]).flat()
    expect(refusal(() => decodeProtobuf(configMaps, broken(field(1, Uint8Array.from(owners)))))).toContain(
      'exceeded max number of 50000 objects',
    )
    const entries = Array<number[]>(50_001).fill([0x12, 0]).flat()
    expect(decodeProtobuf(configMaps, broken(entries))).toMatchObject({ data: { '': '' } })
  })

  test('B13 whatever comes is decoded or refused with 400', () => {
    const valid = encodeProtobuf(configMaps, { metadata: { name: 'a', labels: { k: 'v' } }, data: { k: '1' } })
    const mutation = fc.array(fc.tuple(fc.nat({ max: valid.length - 1 }), fc.nat({ max: 255 })), { maxLength: 6 })
    const raw = fc.uint8Array({ maxLength: 60 }).map((bytes) => envelope('v1', 'ConfigMap', bytes))
    const mutated = mutation.map((changes) => {
      const bytes = Uint8Array.from(valid)
      for (const [at, byte] of changes) bytes[at] = byte
      return bytes
    })
    let decoded = 0
    fc.assert(
      fc.property(fc.oneof(raw, mutated, fc.uint8Array()), (bytes) => {
        try {
          decodeObject(configMaps, decodeProtobuf(configMaps, bytes))
          decoded++
        } catch (error) {
          expect(error).toBeInstanceOf(StatusError)
          expect((error as StatusError).status.code).toBe(400)
        }
      }),
      { numRuns: 1000 },
    )
    expect(decoded).toBeGreaterThan(0)
  })
})

describe('DeleteOptions', () => {
  const raw = bytesOf([8, 0], field(2, bytesOf(field(1, 'u'), field(2, '7'))), field(4, 'Background'), field(5, 'All'))
  const options = {
    gracePeriodSeconds: 0,
    preconditions: { uid: 'u', resourceVersion: '7' },
    propagationPolicy: 'Background',
    dryRun: ['All'],
  }

  it.each(['v1', 'meta.k8s.io/v1', 'coordination.k8s.io/v1'])('of version %s', (apiVersion) => {
    expect(decodeDeleteOptionsProtobuf(envelope(apiVersion, 'DeleteOptions', raw))).toEqual({
      apiVersion,
      kind: 'DeleteOptions',
      ...options,
    })
  })

  test('without a kind', () => {
    expect(decodeDeleteOptionsProtobuf(bytesOf(MAGIC, field(2, raw)))).toEqual(options)
  })

  test('D10 another kind is told, for the caller to refuse', () => {
    expect(decodeDeleteOptionsProtobuf(envelope('v1', 'Pod', bytesOf([255])))).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
    })
  })

  test('B2 bytes that are none are refused', () => {
    expect(refusal(() => decodeDeleteOptionsProtobuf(bytesOf('x')))).toMatch(/^couldn't get version\/kind; .* \(78\)$/)
    expect(refusal(() => decodeDeleteOptionsProtobuf(bytesOf(MAGIC, [0x12, 9])))).toContain('unexpected EOF')
  })
})

describe('an answer', () => {
  test('is written byte for byte as Kubernetes does it: zero values too', () => {
    const leases = definitionOf('leases.coordination.k8s.io')
    const lease: KubernetesObject = { metadata: { name: 'l' }, spec: { leaseDurationSeconds: 15 } }
    const meta = bytesOf(
      field(1, 'l'),
      field(2, ''),
      field(3, ''),
      field(4, ''),
      field(5, ''),
      field(6, ''),
      [0x38, 0],
      field(8, ''),
    )
    const raw = bytesOf(field(1, meta), field(2, bytesOf([16, 15])))
    expect(encodeProtobuf(leases, lease)).toEqual(envelope('coordination.k8s.io/v1', 'Lease', raw))
  })

  test('a list holds its metadata and its items', () => {
    const list = encodeProtobufList(configMaps, { resourceVersion: '7', remainingItemCount: 3 }, [
      { metadata: { name: 'a' } },
    ])
    const item = bytesOf(
      field(1, 'a'),
      field(2, ''),
      field(3, ''),
      field(4, ''),
      field(5, ''),
      field(6, ''),
      [0x38, 0],
      field(8, ''),
    )
    const meta = bytesOf(field(1, ''), field(2, '7'), field(3, ''), [0x20, 3])
    expect(list).toEqual(envelope('v1', 'ConfigMapList', bytesOf(field(1, meta), field(2, bytesOf(field(1, item))))))
  })

  test('a Status', () => {
    const status = new StatusError('NotFound', 'gone', { name: 'a', kind: 'configmaps' }).status
    const details = bytesOf(field(1, 'a'), field(2, ''), field(3, 'configmaps'), [0x28, 0], field(6, ''))
    const meta = bytesOf(field(1, ''), field(2, ''), field(3, ''))
    const raw = bytesOf(
      field(1, meta),
      field(2, 'Failure'),
      field(3, 'gone'),
      field(4, 'NotFound'),
      field(5, details),
      [0x30],
      varint(404),
    )
    expect(encodeProtobufStatus(status)).toEqual(envelope('v1', 'Status', raw))
  })
})

describe('what client-go v0.37.2 writes', () => {
  type Body = { json: KubernetesObject; protobuf: string }
  const file = new URL('client-go-bodies.json', import.meta.url)
  const bodies = parseJson(readFileSync(file, 'utf8')) as unknown as Body[]

  it.each(bodies.map((body) => [body.json.kind, body] as const))(
    'M2 %s is read, and written to the byte',
    (_kind, body) => {
      const { apiVersion, kind, ...content } = body.json
      const data = kindsData.resources.find((r) => r.kind === kind && apiVersionOf(r) === apiVersion)
      if (!data) throw new Error(`${apiVersion} ${kind} is not in the table of kinds`)
      const bytes = Uint8Array.from(Buffer.from(body.protobuf, 'hex'))
      const { object } = decodeObject(toDefinition(data), decodeProtobuf(toDefinition(data), bytes))
      expect(JSON.stringify(object)).toBe(JSON.stringify(content))
      expect(encodeProtobuf(toDefinition(data), object)).toEqual(bytes)
    },
  )
})

describe('there and back', () => {
  it.each(servedResources.map((d) => [d.kind, d] as const))('%s', (_kind, definition) => {
    fc.assert(
      fc.property(objectOf(objectType(definition)), (sent) => {
        const { object } = decodeObject(definition, sent)
        const back = decodeObject(definition, decodeProtobuf(definition, encodeProtobuf(definition, object))).object
        expect(JSON.stringify(back)).toBe(JSON.stringify(object))
      }),
      { numRuns: 60 },
    )
  })

  test('B9 keys that JavaScript treats specially', () => {
    const sent = parseJson('{"data":{"__proto__":"1","constructor":"2"}}')
    const { object } = decodeObject(configMaps, sent)
    const back = decodeProtobuf(configMaps, encodeProtobuf(configMaps, object)) as { data: Json }
    expect(JSON.stringify(back.data)).toBe('{"__proto__":"1","constructor":"2"}')
  })
})
