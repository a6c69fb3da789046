import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../src/core/json/json.ts'
import type { Json, JsonObject } from '../../../src/wire/object.ts'
import { finalizersAfter, owner, ownersAfter, patched, refused } from './patching.ts'

describe('a list without a strategy', () => {
  it('is replaced whole', () => {
    const rule = (resource: string) => ({ apiGroups: [''], resources: [resource], verbs: ['get'] })
    expect(patched('role', { rules: [rule('pods'), rule('secrets')] }, { rules: [rule('nodes')] })).toEqual({
      rules: [rule('nodes')],
    })
    expect(patched('serviceAccount', { imagePullSecrets: [{ name: 'a' }] }, { imagePullSecrets: [] })).toEqual({
      imagePullSecrets: [],
    })
    const conditions = (type: string) => ({ status: { conditions: [{ type }] } })
    expect(patched('definition', conditions('A'), conditions('B'))).toEqual(conditions('B'))
  })

  it('takes $patch: replace and no other directive', () => {
    const live = { rules: [{ verbs: ['get'] }] }
    expect(patched('role', live, { rules: [{ verbs: ['list'] }, { $patch: 'replace' }] })).toEqual({
      rules: [{ verbs: ['list'] }],
    })
    expect(refused('role', live, { rules: [{ verbs: ['list'] }, { $patch: 'delete' }] })).toBe(
      '$patch: "delete" in a list that is not merged: rules[1]',
    )
  })
})

describe('P6 a list that is merged by key', () => {
  it('merges items of one key and puts new ones first', () => {
    expect(ownersAfter([owner('a', { controller: true })], { ownerReferences: [owner('b')] })).toEqual([
      owner('b'),
      owner('a', { controller: true }),
    ])
    expect(
      ownersAfter([owner('a', { controller: true }), owner('b')], {
        ownerReferences: [{ uid: 'a', blockOwnerDeletion: true }],
      }),
    ).toEqual([owner('a', { controller: true, blockOwnerDeletion: true }), owner('b')])
  })

  it('removes the items of a key with $patch: delete, all of them', () => {
    const ports = (...items: JsonObject[]) => ({ spec: { ports: items } })
    const [tcp, udp, http] = [
      { port: 53, protocol: 'TCP' },
      { port: 53, protocol: 'UDP' },
      { port: 80, protocol: 'TCP' },
    ]
    expect(patched('service', ports(tcp, udp, http), ports({ $patch: 'delete', port: 53 }))).toEqual(ports(http))
    expect(patched('service', ports(tcp, udp, http), ports({ port: 53, name: 'dns' }))).toEqual(
      ports({ ...tcp, name: 'dns' }, udp, http),
    )
  })

  it('becomes the rest of the patch with $patch: replace', () => {
    expect(
      ownersAfter([owner('a'), owner('b')], {
        ownerReferences: [
          owner('d', { controller: null }),
          { $patch: 'replace' },
          { $patch: 'delete', uid: 'a' },
          owner('c'),
        ],
      }),
    ).toEqual([owner('d'), owner('c')])
  })

  it('that is new has the items of the patch without directives', () => {
    expect(
      patched(
        'configMap',
        { metadata: {} },
        { metadata: { ownerReferences: [owner('a', { controller: null }), { $patch: 'delete', uid: 'b' }] } },
      ),
    ).toEqual({ metadata: { ownerReferences: [owner('a')] } })
  })

  it('is merged at every depth', () => {
    const pod = (containers: JsonObject[]) => ({ spec: { template: { spec: { containers } } } })
    expect(
      patched(
        'deployment',
        pod([
          {
            name: 'main',
            image: 'a:1',
            env: [
              { name: 'A', value: '1' },
              { name: 'B', value: '1' },
            ],
            args: ['x', 'y'],
          },
          { name: 'side', image: 'b:1' },
        ]),
        pod([
          {
            name: 'main',
            image: 'a:2',
            env: [
              { name: 'B', value: '2' },
              { $patch: 'delete', name: 'A' },
            ],
            args: ['z'],
          },
        ]),
      ),
    ).toEqual(
      pod([
        { name: 'main', image: 'a:2', env: [{ name: 'B', value: '2' }], args: ['z'] },
        { name: 'side', image: 'b:1' },
      ]),
    )
  })

  it('takes conditions of a namespace by type and secrets of a service account by name', () => {
    const conditions = (...items: JsonObject[]) => ({ status: { conditions: items } })
    expect(
      patched(
        'namespace',
        conditions({ type: 'A', status: 'True' }, { type: 'B', status: 'True' }),
        conditions({ type: 'B', status: 'False' }),
      ),
    ).toEqual(conditions({ type: 'A', status: 'True' }, { type: 'B', status: 'False' }))
    expect(patched('serviceAccount', { secrets: [{ name: 'a' }] }, { secrets: [{ name: 'b' }] })).toEqual({
      secrets: [{ name: 'b' }, { name: 'a' }],
    })
  })

  it('leaves live items without a key where they are', () => {
    expect(
      patched('serviceAccount', { secrets: [{ kind: 'x' }, { name: 'a' }] }, { secrets: [{ name: 'a', kind: 'y' }] }),
    ).toEqual({
      secrets: [{ kind: 'x' }, { name: 'a', kind: 'y' }],
    })
  })

  it('compares keys by type', () => {
    const document = parseJson('{"spec":{"ports":[{"port":80},{"port":9007199254740993}]}}')
    const patch = parseJson('{"spec":{"ports":[{"port":9007199254740993,"name":"x"},{"port":"80","name":"y"}]}}')
    expect(JSON.stringify(patched('service', document, patch))).toBe(
      '{"spec":{"ports":[{"port":80},{"port":9007199254740993,"name":"x"},{"port":"80","name":"y"}]}}',
    )
  })

  it.each<[string, Json[], string]>([
    ['without its key', [{ kind: 'z' }], 'map does not contain declared merge key: uid: metadata.ownerReferences[0]'],
    [
      'with null for a key',
      [{ uid: null }],
      'map does not contain declared merge key: uid: metadata.ownerReferences[0]',
    ],
    [
      'with an object for a key',
      [{ uid: {} }],
      'map does not contain declared merge key: uid: metadata.ownerReferences[0]',
    ],
    [
      'to delete without its key',
      [{ uid: 'a' }, { $patch: 'delete' }],
      'map does not contain declared merge key: uid: metadata.ownerReferences[1]',
    ],
    [
      'that is to be merged by directive',
      [{ $patch: 'merge' }],
      'merging lists cannot yet be specified in the patch: metadata.ownerReferences[0]',
    ],
    ['with an unknown directive', [{ $patch: 'x', uid: 'a' }], 'unknown patch type: "x": metadata.ownerReferences[0]'],
    [
      'that is no object',
      [{ uid: 'a' }, 'x'],
      'list element types are not identical: expected an object, not a value of type string: metadata.ownerReferences[1]',
    ],
    [
      'that is a list',
      [[]],
      'list element types are not identical: expected an object, not a value of type array: metadata.ownerReferences[0]',
    ],
  ])('P8 refuses an item %s', (_what, ownerReferences, message) => {
    expect(
      refused('configMap', { metadata: { ownerReferences: [owner('a')] } }, { metadata: { ownerReferences } }),
    ).toBe(message)
  })
})

describe('P6 a list of scalars that is merged', () => {
  it('has the items of both, each once, new ones first', () => {
    expect(finalizersAfter(['one'], { finalizers: ['two'] })).toEqual(['two', 'one'])
    expect(finalizersAfter(['one', 'two'], { finalizers: ['two', 'two', 'three'] })).toEqual(['one', 'two', 'three'])
    expect(finalizersAfter(['one'], { finalizers: [] })).toEqual(['one'])
  })

  it('P7 loses what $deleteFromPrimitiveList lists', () => {
    expect(
      finalizersAfter(['one', 'two', 'three'], { '$deleteFromPrimitiveList/finalizers': ['one', 'none'] }),
    ).toEqual(['two', 'three'])
    expect(
      finalizersAfter(['one', 'two'], { '$deleteFromPrimitiveList/finalizers': ['one'], finalizers: ['four'] }),
    ).toEqual(['four', 'two'])
    expect(
      patched('configMap', { metadata: {} }, { metadata: { '$deleteFromPrimitiveList/finalizers': ['one'] } }),
    ).toEqual({ metadata: {} })
  })

  it('can lose items where it is not merged too', () => {
    const container = (more: JsonObject) => ({ spec: { containers: [{ name: 'a', ...more }] } })
    expect(
      patched('pod', container({ args: ['x', 'y'] }), container({ '$deleteFromPrimitiveList/args': ['x'] })),
    ).toEqual(container({ args: ['y'] }))
  })

  it('is removed by null', () => {
    expect(finalizersAfter(['one'], { finalizers: null })).toBeUndefined()
  })

  it.each<[string, JsonObject, string]>([
    [
      'an object',
      { finalizers: [{}] },
      'only scalars can be in a list that is merged as a set: metadata.finalizers[0]',
    ],
    ['null', { finalizers: [null] }, 'only scalars can be in a list that is merged as a set: metadata.finalizers[0]'],
    ['items of two types', { finalizers: ['a', 1] }, 'list element types are not identical: metadata.finalizers[1]'],
    [
      'items of another type',
      { finalizers: [1] },
      'list element types are not identical: string and number: metadata.finalizers',
    ],
    [
      'a deletion that is no list',
      { '$deleteFromPrimitiveList/finalizers': 'one' },
      'expected a list, but received a value of type string: metadata.$deleteFromPrimitiveList/finalizers',
    ],
    [
      'a deletion that is null',
      { '$deleteFromPrimitiveList/finalizers': null },
      'expected a list, but received a value of type null: metadata.$deleteFromPrimitiveList/finalizers',
    ],
    [
      'a deletion without a field',
      { $deleteFromPrimitiveList: ['one'] },
      'invalid patch format of primitive list, want $deleteFromPrimitiveList/<field>: metadata.$deleteFromPrimitiveList',
    ],
  ])('P8 refuses %s', (_what, patch, message) => {
    expect(refused('configMap', { metadata: { finalizers: ['one'] } }, { metadata: patch })).toBe(message)
  })
})
