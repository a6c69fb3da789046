import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/wire/object.ts'
import { finalizersAfter, owner, ownerUidsAfter, patched, refused } from './patching.ts'

describe('P7 the order of a merged list', () => {
  it.each<[string, string[], string[], string[]]>([
    ['new items before all others', ['a', 'b'], ['d'], ['d', 'a', 'b']],
    ['items of the patch in its order', ['a', 'b', 'c'], ['c', 'a'], ['b', 'c', 'a']],
    ['others keep their place before live items of the patch', ['a', 'b', 'c'], ['c', 'd'], ['a', 'b', 'c', 'd']],
    ['others that stand behind come last', ['a', 'b', 'c'], ['a', 'x'], ['a', 'x', 'b', 'c']],
  ])('%s', (_what, live, patch, result) => {
    expect(ownerUidsAfter(live, { ownerReferences: patch.map((uid) => owner(uid)) })).toEqual(result)
    expect(finalizersAfter(live, { finalizers: patch })).toEqual(result)
  })

  it.each<[string, string[], string[] | undefined, string[], string[]]>([
    ['of the live list alone', ['a', 'b', 'c'], undefined, ['c', 'b', 'a'], ['c', 'b', 'a']],
    ['of some of the live list', ['a', 'b', 'c', 'd'], undefined, ['d', 'a'], ['b', 'c', 'd', 'a']],
    ['of new items and live ones', ['a', 'b'], ['c'], ['a', 'c', 'b'], ['a', 'c', 'b']],
    ['of new items, others walking along', ['x', 'a', 'b'], ['c'], ['b', 'c', 'a'], ['x', 'b', 'c', 'a']],
    ['that lists items of neither', ['a'], ['b'], ['z', 'b', 'a'], ['b', 'a']],
    ['that is empty', ['a'], ['b'], [], ['b', 'a']],
  ])('is that of $setElementOrder %s', (_what, live, patch, order, result) => {
    expect(
      ownerUidsAfter(live, {
        '$setElementOrder/ownerReferences': order.map((uid) => ({ uid })),
        ...(patch ? { ownerReferences: patch.map((uid) => owner(uid)) } : {}),
      }),
    ).toEqual(result)
    expect(
      finalizersAfter(live, { '$setElementOrder/finalizers': order, ...(patch ? { finalizers: patch } : {}) }),
    ).toEqual(result)
  })

  it('is set together with deletions', () => {
    expect(
      finalizersAfter(['a', 'b', 'c'], {
        '$setElementOrder/finalizers': ['d', 'c'],
        '$deleteFromPrimitiveList/finalizers': ['a', 'b'],
        finalizers: ['d'],
      }),
    ).toEqual(['d', 'c'])
    expect(
      ownerUidsAfter(['a', 'b', 'c'], {
        '$setElementOrder/ownerReferences': [{ uid: 'c' }, { uid: 'b' }],
        ownerReferences: [{ $patch: 'delete', uid: 'a' }],
      }),
    ).toEqual(['c', 'b'])
  })

  it('is set in a list that is new, and nothing is made where there is none', () => {
    const order = { '$setElementOrder/finalizers': ['b', 'a'] }
    expect(patched('configMap', { metadata: {} }, { metadata: { ...order, finalizers: ['b', 'a'] } })).toEqual({
      metadata: { finalizers: ['b', 'a'] },
    })
    expect(patched('configMap', { metadata: {} }, { metadata: order })).toEqual({ metadata: {} })
  })

  it.each<[string, JsonObject, string]>([
    [
      'an item of the patch that it does not list',
      { '$setElementOrder/ownerReferences': [{ uid: 'a' }], ownerReferences: [owner('b')] },
      "the order in the patch list doesn't match $setElementOrder list: metadata.ownerReferences",
    ],
    [
      'items of the patch in another order',
      { '$setElementOrder/finalizers': ['b', 'a'], finalizers: ['a', 'b'] },
      "the order in the patch list doesn't match $setElementOrder list: metadata.finalizers",
    ],
    [
      'an order that is no list',
      { '$setElementOrder/finalizers': 'a' },
      'expected a list, but received a value of type string: metadata.$setElementOrder/finalizers',
    ],
    [
      'an order without a field',
      { $setElementOrder: [] },
      'invalid patch format of setElementOrder list, want $setElementOrder/<field>: metadata.$setElementOrder',
    ],
    [
      'an order without keys',
      { '$setElementOrder/ownerReferences': [{ name: 'a' }] },
      'map does not contain declared merge key: uid: metadata.ownerReferences.$setElementOrder[0]',
    ],
    [
      'an order of a map',
      { '$setElementOrder/labels': ['a'] },
      '$setElementOrder of a field that is no list: metadata.labels',
    ],
    [
      'an order beside null',
      { '$setElementOrder/finalizers': ['a'], finalizers: null },
      'expected a list, but received a value of type null: metadata.finalizers',
    ],
  ])('P8 refuses %s', (_what, patch, message) => {
    const live = { metadata: { finalizers: ['a'], ownerReferences: [owner('a')], labels: { a: 'b' } } }
    expect(refused('configMap', live, { metadata: patch })).toBe(message)
  })
})
