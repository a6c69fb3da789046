import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyMergePatch, parseMergePatch } from '../../../src/core/patch/merge-patch.ts'
import { StatusError } from '../../../src/core/errors/status-error.ts'
import { kindsData } from '../../../src/kinds/kinds-data.ts'
import { applyStrategicMergePatch } from '../../../src/kinds/strategic-merge/strategic-merge.ts'
import type { Json, JsonObject } from '../../../src/wire/object.ts'
import { createMergePatch } from '../../support/create-merge-patch.ts'
import { deepFreeze, objectWithoutNulls } from '../../support/json-values.ts'
import { refusalOf } from '../../support/refusal.ts'
import { finalizersAfter, ownersAfter, patched } from './patching.ts'

const NAMES = ['a', 'b', 'c', 'd', '__proto__']
const name = fc.constantFrom(...NAMES)
const KEYS = [
  ...[
    'metadata',
    'spec',
    'status',
    'data',
    'finalizers',
    'ownerReferences',
    'labels',
    'containers',
    'env',
    'name',
    'uid',
  ],
  ...['$patch', '$retainKeys', '$setElementOrder', '$deleteFromPrimitiveList', '__proto__'],
  ...['$setElementOrder/finalizers', '$setElementOrder/ownerReferences', '$setElementOrder/containers'],
  ...['$deleteFromPrimitiveList/finalizers', '$deleteFromPrimitiveList/ownerReferences'],
]

/** Objects that look like those of a kind, and patches: directives stand anywhere, with any value. */
const { object: anyPatch } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<Json>(null, 'a', 'b', 1, true, 'delete', 'replace', 'merge'),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom(...KEYS), tie('value'), { maxKeys: 4 }),
}))

const definition = fc.constantFrom(...kindsData.resources)

describe('for any document and patch of any kind', () => {
  it('neither is changed, and nothing but a StatusError of a 4xx is thrown', () => {
    fc.assert(
      fc.property(definition, anyPatch, anyPatch, (kind, document, patch) => {
        const before = JSON.stringify([document, patch])
        try {
          applyStrategicMergePatch(kind, deepFreeze(document), parseMergePatch(deepFreeze(patch)))
        } catch (error) {
          if (!(error instanceof StatusError)) throw error
          expect(error.status.code).toBe(400)
        }
        expect(JSON.stringify([document, patch])).toBe(before)
      }),
      { numRuns: 2_000 },
    )
  })

  it('no directive is left in the result', () => {
    fc.assert(
      fc.property(definition, anyPatch, (kind, patch) => {
        const metadata = { finalizers: ['a'], ownerReferences: [{ uid: 'a' }] }
        const status = refusalOf(() => {
          const result = applyStrategicMergePatch(kind, { metadata, spec: {}, data: {} }, parseMergePatch(patch))
          expect(JSON.stringify(result)).not.toMatch(/"\$[a-zA-Z/]+":/)
        })
        expect(status?.code ?? 400).toBe(400)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a patch without directives and lists', () => {
  it('does what a merge patch does', () => {
    const withoutLists = (value: Json): boolean =>
      !Array.isArray(value) &&
      (typeof value !== 'object' || value === null || Object.values(value).every((v) => withoutLists(v as Json)))
    const objects = objectWithoutNulls().filter(withoutLists)
    fc.assert(
      fc.property(objects, objects, (from, to) => {
        const patch = createMergePatch(from, to)
        expect(patched('configMap', { data: from }, { data: patch })).toEqual({ data: applyMergePatch(from, patch) })
        expect(patched('configMap', { data: from }, { data: patch })).toEqual({ data: to })
      }),
    )
  })
})

describe('a patch of a merged list', () => {
  const names = fc.uniqueArray(name, { maxLength: 5 })
  const owner = fc.record({ uid: name, name: fc.option(name, { nil: undefined }) }, { requiredKeys: ['uid'] })
  const owners = fc.uniqueArray(owner, { maxLength: 5, selector: ({ uid }) => uid }) as fc.Arbitrary<JsonObject[]>
  const deletions = (uids: string[]) => uids.map((uid) => ({ $patch: 'delete', uid }))

  it('twice gives what once gives', () => {
    fc.assert(
      fc.property(owners, owners, names, (live, patch, gone) => {
        const metadata = { ownerReferences: [...deletions(gone), ...patch] }
        const once = ownersAfter(live, metadata)
        expect(ownersAfter(once, metadata)).toEqual(once)
      }),
    )
    fc.assert(
      fc.property(names, names, names, (live, patch, order) => {
        const metadata = { finalizers: patch, '$setElementOrder/finalizers': [...patch, ...order] }
        const once = finalizersAfter(live, metadata) as string[]
        expect(finalizersAfter(once, metadata)).toEqual(once)
      }),
    )
  })

  it('has every live item that it does not delete and every item of the patch, each once', () => {
    fc.assert(
      fc.property(owners, owners, names, (live, patch, gone) => {
        const result = ownersAfter(live, { ownerReferences: [...deletions(gone), ...patch] }).map(({ uid }) => uid)
        const kept = live.map(({ uid }) => uid).filter((uid) => !gone.includes(uid as string))
        expect(result.toSorted()).toEqual([...new Set([...kept, ...patch.map(({ uid }) => uid)])].toSorted())
      }),
    )
  })

  it('keeps the order of the patch, and that of the live items it does not name', () => {
    fc.assert(
      fc.property(names, names, (live, patch) => {
        const result = finalizersAfter(live, { finalizers: patch }) as string[]
        expect(result.filter((item) => patch.includes(item))).toEqual(patch)
        const others = (items: string[]) => items.filter((item) => !patch.includes(item))
        expect(others(result)).toEqual(others(live))
      }),
    )
  })
})

describe('P20 a strategic merge patch costs bounded time', () => {
  it('when it names one large item again and again: past half a million copied fields it is a 413', () => {
    const limits = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, '1']))
    const document = { spec: { containers: [{ name: 'a', resources: { limits } }] } }
    const containers = Array.from({ length: 30_000 }, () => ({ name: 'a', resources: { limits: { x: '1' } } }))
    expect(refusalOf(() => patched('pod', document, { spec: { containers } }))).toMatchObject({
      code: 413,
      reason: 'RequestEntityTooLarge',
    })
  }, 5_000)

  it('when its lists are long', () => {
    const uids = (from: number) => Array.from({ length: 20_000 }, (_, i) => ({ uid: String(from + i) }))
    expect(ownersAfter(uids(0), { ownerReferences: uids(10_000) })).toHaveLength(30_000)
    const order = { '$setElementOrder/ownerReferences': uids(0).toReversed() }
    expect(ownersAfter(uids(0), order)).toEqual(uids(0).toReversed())
  }, 5_000)
})
