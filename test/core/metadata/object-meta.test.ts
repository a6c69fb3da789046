import { describe, expect, it } from 'vitest'
import { validateMetadata, validateMetadataUpdate } from '../../../src/core/metadata/object-meta.ts'
import { dedupeOwnerReferences } from '../../../src/core/metadata/owner-references.ts'
import type { ObjectMeta, OwnerReference } from '../../../src/wire/object.ts'

const definition = { nameRule: 'subdomain' } as const
const owner = (name: string, more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name,
  uid: `uid-${name}`,
  ...more,
})
const shown = (meta: ObjectMeta) => validateMetadata(definition, meta).map((e) => `${e.field}: ${e.body}`)
const shortly = (meta: ObjectMeta) =>
  shown(meta).map((text) => text.replace(/ (must consist|a lower|a valid).*/s, ' …'))

describe('metadata of a new object', () => {
  it.each<[string, ObjectMeta, string[]]>([
    ['is fine', { name: 'a', labels: { 'example.com/a': 'b' }, finalizers: ['example.com/hold', 'kubernetes'] }, []],
    ['needs a name', {}, ['metadata.name: Required value: name or generateName is required']],
    [
      'names both fields of a bad generated name',
      { generateName: 'Bad_', name: 'Bad_x1234' },
      ['metadata.generateName: Invalid value: "Bad_": …', 'metadata.name: Invalid value: "Bad_x1234": …'],
    ],
    [
      'label keys and values',
      { name: 'a', labels: { 'bad key!': 'v', ok: 'bad value!' } },
      ['metadata.labels: Invalid value: "bad key!": name part …', 'metadata.labels: Invalid value: "bad value!": …'],
    ],
    [
      '__proto__ as a label',
      { name: 'a', labels: JSON.parse('{"__proto__": "v"}') },
      ['metadata.labels: Invalid value: "__proto__": name part …'],
    ],
    ['an upper case annotation prefix', { name: 'a', annotations: { 'UP.example/x': '' } }, []],
    [
      'a bad annotation key',
      { name: 'a', annotations: { 'Bad key!': 'v' } },
      ['metadata.annotations: Invalid value: "Bad key!": name part …'],
    ],
    [
      'a negative generation',
      { name: 'a', generation: -1 },
      ['metadata.generation: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'a finalizer without a slash',
      { name: 'a', finalizers: ['example.com/ok', 'hold'] },
      [
        'metadata.finalizers[1]: Invalid value: "hold": name is neither a standard finalizer name nor is it fully qualified',
      ],
    ],
    [
      'a malformed finalizer',
      { name: 'a', finalizers: ['example.com/bad name!'] },
      ['metadata.finalizers: Invalid value: "example.com/bad name!": name part …'],
    ],
    [
      'both finalizers of deletion',
      { name: 'a', finalizers: ['foregroundDeletion', 'orphan'] },
      [
        'metadata.finalizers: Invalid value: ["foregroundDeletion","orphan"]: finalizer orphan and foregroundDeletion cannot be both set',
      ],
    ],
    [
      'owners with empty parts',
      { name: 'a', ownerReferences: [owner('o', { apiVersion: '', kind: '', name: '', uid: '' })] },
      ['apiVersion', 'kind', 'name', 'uid'].map(
        (f) => `metadata.ownerReferences[0].${f}: Required value: must not be empty`,
      ),
    ],
    [
      'an owner of a malformed version',
      { name: 'a', ownerReferences: [owner('o', { apiVersion: 'a/b/c' })] },
      ['metadata.ownerReferences[0].apiVersion: Invalid value: "a/b/c": must be <group>/<version> or <version>'],
    ],
    [
      'an event as owner',
      { name: 'a', ownerReferences: [owner('o', { kind: 'Event' })] },
      [
        'metadata.ownerReferences[0]: Invalid value: {"apiVersion":"v1","kind":"Event","name":"o","uid":"uid-o"}: /v1, Kind=Event is disallowed from being an owner',
      ],
    ],
    [
      'two controllers',
      { name: 'a', ownerReferences: [owner('a', { controller: true }), owner('b'), owner('c', { controller: true })] },
      [
        'metadata.ownerReferences: Invalid value: [{"apiVersion":"v1","kind":"ConfigMap","name":"a","uid":"uid-a","controller":true},' +
          '{"apiVersion":"v1","kind":"ConfigMap","name":"b","uid":"uid-b"},{"apiVersion":"v1","kind":"ConfigMap","name":"c","uid":"uid-c","controller":true}]: ' +
          'Only one reference can have Controller set to true. Found "true" in references for ConfigMap/a and ConfigMap/c',
      ],
    ],
  ])('%s', (_what, meta, errors) => {
    expect(shortly(meta)).toEqual(errors)
  })

  it('counts annotations in bytes, keys too', () => {
    const fits = { name: 'a', annotations: { big: 'v'.repeat(262_141) } }
    const over = { name: 'a', annotations: { big: 'v'.repeat(262_142) } }
    const euros = { name: 'a', annotations: { big: '€'.repeat(87_381) } }
    expect(shown(fits)).toEqual([])
    expect(shown(over)).toEqual(['metadata.annotations: Too long: may not be more than 262144 bytes'])
    expect(shown(euros)).toEqual(['metadata.annotations: Too long: may not be more than 262144 bytes'])
  })

  it('reports in the order name, labels, annotations, owners, finalizers', () => {
    const meta = { labels: { '!': '' }, annotations: { '!': '' }, ownerReferences: [owner('')], finalizers: ['x'] }
    const fields = validateMetadata(definition, meta).map((e) => e.field)
    expect(fields).toEqual([
      'metadata.name',
      'metadata.labels',
      'metadata.annotations',
      'metadata.ownerReferences[0].name',
      'metadata.finalizers[0]',
    ])
  })

  it('shows no more than a hundred bad keys', () => {
    const labels = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`!${i}`, '']))
    expect(shown({ name: 'a', labels })).toHaveLength(100)
  })
})

describe('metadata of an update', () => {
  const current: ObjectMeta = { name: 'a', uid: 'u1', finalizers: ['example.com/hold'] }
  const deleted: ObjectMeta = { ...current, deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 }
  const update = (next: ObjectMeta, from: ObjectMeta) =>
    validateMetadataUpdate(definition, next, from).map((e) => `${e.field}: ${e.body}`)

  it('takes what is unchanged', () => {
    expect(update(current, current)).toEqual([])
    expect(update(deleted, deleted)).toEqual([])
    expect(update({ ...current, uid: '' }, current)).toEqual([])
    expect(update({ ...current, deletionTimestamp: null }, current)).toEqual([])
  })

  it('refuses marks of deletion on a live object', () => {
    expect(update(deleted, current)).toEqual([
      'metadata.deletionTimestamp: Invalid value: "2026-01-01T00:00:00Z": field is immutable',
      'metadata.deletionGracePeriodSeconds: Invalid value: 0: field is immutable',
    ])
  })

  it('refuses another uid', () => {
    expect(update({ ...current, uid: 'u2' }, current)).toEqual([
      'metadata.uid: Invalid value: "u2": field is immutable',
    ])
  })

  it('refuses finalizers that come while it is being deleted', () => {
    const next = { ...deleted, finalizers: ['example.com/z', 'example.com/hold', 'example.com/b'] }
    expect(update(next, deleted)).toEqual([
      'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"example.com/b", "example.com/z"}',
    ])
    expect(update({ ...current, finalizers: ['example.com/z'] }, current)).toEqual([])
    expect(update({ ...deleted, finalizers: [] }, deleted)).toEqual([])
  })

  it('holds the next state against the general rules first', () => {
    const errors = validateMetadataUpdate(definition, { ...deleted, labels: { '!': '' } }, current)
    expect(errors.map((e) => e.field)).toEqual([
      'metadata.labels',
      'metadata.deletionTimestamp',
      'metadata.deletionGracePeriodSeconds',
    ])
  })
})

describe('owners given twice', () => {
  it('are taken once, with a warning', () => {
    const { meta, warning } = dedupeOwnerReferences({
      name: 'a',
      ownerReferences: [owner('o'), owner('p'), owner('o')],
    })
    expect(meta).toEqual({ name: 'a', ownerReferences: [owner('o'), owner('p')] })
    expect(warning).toBe(
      '.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: uid-o',
    )
  })

  it('are kept where any part differs', () => {
    const meta = { ownerReferences: [owner('o'), owner('p', { uid: 'uid-o' }), owner('o', { controller: false })] }
    expect(dedupeOwnerReferences(meta)).toEqual({ meta })
    expect(dedupeOwnerReferences({ name: 'a' })).toEqual({ meta: { name: 'a' } })
  })
})
