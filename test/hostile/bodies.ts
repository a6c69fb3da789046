import { stringify } from 'yaml'
import { PATCH_TYPES } from '../support/client.ts'
import { protobufConfigMap, protobufEnvelope } from '../support/protobuf-envelope.ts'
import type { Random } from '../fuzz/random.ts'
import { textOf } from './vocabulary.ts'

export interface Body {
  type: string | undefined
  bytes: Buffer
}

/** What a body is about. */
export interface Subject {
  apiVersion: string
  kind: string
  name: string
}

type Value = null | boolean | number | string | Value[] | { [key: string]: Value }

/** An object that would be taken, before it is spoilt. */
export function objectOf(random: Random, subject: Subject): Value {
  const object: { [key: string]: Value } = {
    apiVersion: subject.apiVersion,
    kind: subject.kind,
    metadata: {
      name: subject.name,
      labels: { app: 'hostile' },
      annotations: { note: textOf(random) },
      finalizers: random.chance(0.02) ? ['hostile/held'] : [],
    },
  }
  const contents: Record<string, Value> = {
    ConfigMap: { data: { k: textOf(random) }, binaryData: { b: 'AAAA' } },
    Secret: { type: 'Opaque', data: { k: 'c2VjcmV0' }, stringData: { s: textOf(random) } },
    Lease: { spec: { holderIdentity: 'h', leaseDurationSeconds: 5, renewTime: '2026-01-02T03:04:05.000000Z' } },
    Event: { reason: 'Hostile', message: textOf(random), type: 'Normal', count: 1, involvedObject: { name: 'a' } },
    Namespace: { spec: { finalizers: [] } },
  }
  return { ...object, ...(contents[subject.kind] as object | undefined) }
}

function valueOf(random: Random, depth = 0): Value {
  return random.weighted<() => Value>([
    [3, () => null],
    [2, () => random.chance(0.5)],
    [3, () => random.pick([0, -1, 1.5, 1e21, 9_007_199_254_740_991, -2_147_483_649, 5e-324])],
    [6, () => textOf(random)],
    [2, () => (depth > 3 ? [] : Array.from({ length: random.below(4) }, () => valueOf(random, depth + 1)))],
    [3, () => (depth > 3 ? null : { [textOf(random)]: valueOf(random, depth + 1), name: valueOf(random, depth + 1) })],
    [1, () => nested(random.pick([60, 300, 800]))],
  ])()
}

const nested = (levels: number) => {
  let value: Value = 'core'
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { n: value }
  return value
}

/** The same with some of its values, or its keys, replaced. */
export function spoil(random: Random, value: Value, share: number): Value {
  if (random.chance(share)) return valueOf(random)
  if (Array.isArray(value)) return value.map((item) => spoil(random, item, share))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, item]): [string, Value][] => {
    const kept: [string, Value] = [random.chance(share / 2) ? textOf(random) : key, spoil(random, item, share)]
    return random.chance(share / 2) ? [] : [kept]
  })
  if (random.chance(share)) entries.push([textOf(random), valueOf(random)])
  return Object.fromEntries(entries)
}

const YAML_TRICKS = [
  '&a [*a]',
  '? a\n: b\n',
  '<<: {k: 1}\n',
  '!!binary AAAA',
  '!!js/function x',
  'k: !!int "0o17"\n',
  '--- {}\n---\nb: 1\n',
  '%YAML 9.9\n---\n',
  'a: 1\na: 2\n',
  '\ta: 1',
  'k: 0x1F\n',
  'k: 1e999\n',
  'k: .inf\n',
  'k: 12:30:45\n',
  '*unknown',
  '- - - a',
  '|\n text',
  '...\n',
]
const JSON_TRICKS = [
  '\ufeff',
  '\u0000',
  ',',
  '}',
  '{"a":1,',
  '"\\ud800"',
  '\\u0000',
  '1e400',
  '01',
  '/**/',
  "'",
  '\n'.repeat(50),
  '[[[[[[[[',
]

/** A text with a piece taken out, put in twice, cut off, or put in from elsewhere. */
function garble(random: Random, text: string, tricks: readonly string[]): string {
  const at = random.below(text.length + 1)
  const end = Math.min(text.length, at + random.below(20))
  return random.pick<() => string>([
    () => text.slice(0, at),
    () => text.slice(0, at) + text.slice(end),
    () => text.slice(0, end) + text.slice(at),
    () => text.slice(0, at) + random.pick(tricks) + text.slice(at),
    () => random.pick(tricks) + text,
  ])()
}

const asJson = (random: Random, value: Value) => {
  const text = JSON.stringify(value)
  return random.chance(0.15) ? garble(random, text, JSON_TRICKS) : text
}

const asYaml = (random: Random, value: Value) => {
  const text = stringify(value, { version: '1.1', aliasDuplicateObjects: false })
  return random.chance(0.3) ? garble(random, text, YAML_TRICKS) : text
}

/** Bytes with some of them changed, left out or cut off. */
export function corrupt(random: Random, bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  for (let n = random.below(6); n > 0 && changed.length > 0; n--)
    changed[random.below(changed.length)] = random.below(256)
  return random.chance(0.3) ? changed.subarray(0, random.below(changed.length + 1)) : changed
}

function protobufOf(random: Random, subject: Subject): Buffer {
  const object = protobufConfigMap({ name: subject.name, data: { k: textOf(random) } })
  const bytes = random.chance(0.7) ? object : protobufEnvelope(subject, object.subarray(12))
  return random.chance(0.6) ? corrupt(random, bytes) : bytes
}

/** What a create or an update carries. */
export function writeBody(random: Random, subject: Subject): Body {
  const value = spoil(random, objectOf(random, subject), random.pick([0, 0.02, 0.1, 0.3]))
  return random.weighted<() => Body>([
    [6, () => ({ type: 'application/json', bytes: Buffer.from(asJson(random, value)) })],
    [3, () => ({ type: 'application/yaml', bytes: Buffer.from(asYaml(random, value)) })],
    [2, () => ({ type: 'application/vnd.kubernetes.protobuf', bytes: protobufOf(random, subject) })],
    [
      1,
      () => ({
        type: random.pick([
          undefined,
          '',
          'text/plain',
          'application/cbor',
          ';',
          'a/b;c=d',
          'application/json;charset=utf-7',
        ]),
        bytes: Buffer.from(asJson(random, value)),
      }),
    ],
  ])()
}

const POINTERS = [
  '',
  '/',
  '/metadata',
  '/metadata/labels/app',
  '/metadata/name',
  '/metadata/finalizers/-',
  '/data/k',
  '/data/none',
  '/~2',
  '/metadata/resourceVersion',
  '/kind',
  '/spec',
  '/data/__proto__',
  '/metadata/managedFields/0',
  '/metadata/finalizers/99999999999999999999',
  'data/k',
]

const operationOf = (random: Random): Value => ({
  op: random.weighted([
    [9, random.pick(['add', 'remove', 'replace', 'move', 'copy', 'test'])],
    [1, textOf(random)],
  ]),
  path: random.pick(POINTERS),
  ...(random.chance(0.4) ? { from: random.pick(POINTERS) } : {}),
  ...(random.chance(0.8) ? { value: valueOf(random) } : {}),
})

const DIRECTIVES: Value[] = [
  { $patch: 'delete' },
  { $patch: 'replace', data: { n: 'v' } },
  { metadata: { $retainKeys: ['name'], name: 'a' } },
  { metadata: { '$deleteFromPrimitiveList/finalizers': ['x'], '$setElementOrder/finalizers': ['x', 'y'] } },
  { metadata: { ownerReferences: [{ $patch: 'delete', uid: 'u' }, {}] } },
  { $retainKeys: null },
  { '$setElementOrder/data': 1 },
]

/** What a patch of each of the four kinds carries. */
export function patchBody(random: Random, subject: Subject): Body {
  const object = objectOf(random, subject)
  const [type, value] = random.pick<() => [string, Value]>([
    () => [PATCH_TYPES.json, Array.from({ length: random.below(5) }, () => operationOf(random))],
    () => [PATCH_TYPES.merge, object],
    () => [PATCH_TYPES.strategic, random.chance(0.5) ? random.pick(DIRECTIVES) : object],
    () => [PATCH_TYPES.apply, object],
  ])()
  const spoilt = spoil(random, value, random.pick([0, 0.05, 0.2]))
  const text = type === PATCH_TYPES.apply && random.chance(0.5) ? asYaml(random, spoilt) : asJson(random, spoilt)
  return { type: random.chance(0.95) ? type : 'application/json', bytes: Buffer.from(text) }
}

/** Options of a DELETE, mostly none. */
export function deleteBody(random: Random): Body | undefined {
  if (random.chance(0.5)) return undefined
  const options: Value = {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    gracePeriodSeconds: 0,
    propagationPolicy: random.pick(['Background', 'Foreground', 'Orphan']),
    dryRun: random.chance(0.5) ? ['All'] : [],
    preconditions: random.chance(0.3) ? { uid: textOf(random), resourceVersion: textOf(random) } : null,
  }
  return {
    type: 'application/json',
    bytes: Buffer.from(asJson(random, spoil(random, options, random.pick([0, 0.1, 0.3])))),
  }
}
