import { describe, expect, it } from 'vitest'
import { parseMergePatch } from '../../../src/core/patch/merge-patch.ts'
import { kindsData } from '../../../src/kinds/kinds-data.ts'
import { messageType, type Shape } from '../../../src/kinds/schema.ts'
import { applyStrategicMergePatch } from '../../../src/kinds/strategic-merge/strategic-merge.ts'
import type { Json, JsonObject } from '../../../src/wire/object.ts'

type Step = { field: string } | { field: string; mergeKey: string }

interface MergedList {
  path: Step[]
  mergeKey: string | undefined
}

const MAX_STEPS = 10

/** Every list of a type that a patch merges, and the way there: through objects and through lists that are merged by key. */
function mergedLists(type: string, path: Step[] = [], seen: ReadonlySet<string> = new Set()): MergedList[] {
  if (seen.has(type) || path.length > MAX_STEPS) return []
  const within = new Set([...seen, type])
  return messageType(type).jsonFields.flatMap(({ field: { name, shape, data } }) => {
    const merges = data.patchStrategy?.split(',').includes('merge') ?? false
    const mergeKey = data.patchMergeKey
    const here: MergedList[] = merges ? [{ path: [...path, { field: name }], mergeKey }] : []
    if (shape.form === 'message') return mergedLists(shape.type, [...path, { field: name }], within)
    const items: Shape | undefined = merges && shape.form === 'list' ? shape.items : undefined
    if (items?.form !== 'message' || !mergeKey) return here
    return [...here, ...mergedLists(items.type, [...path, { field: name, mergeKey }], within)]
  })
}

/** An object with a list at the end of a path; on the way, the one item of each list is `outer`. */
function objectWith(path: Step[], list: Json[]): JsonObject {
  const [step, ...rest] = path
  if (!step) throw new Error('a path has steps')
  if (rest.length === 0) return { [step.field]: list }
  const inner = objectWith(rest, list)
  return { [step.field]: 'mergeKey' in step ? [{ [step.mergeKey]: 'outer', ...inner }] : inner }
}

const described = (path: Step[]) => path.map((step) => step.field).join('.')

const LISTS = kindsData.resources.flatMap(({ group, version, kind, type }) =>
  mergedLists(type).map(
    ({ path, mergeKey }) => [`${kind} ${described(path)}`, { group, version, kind }, path, mergeKey] as const,
  ),
)

describe('the merged lists of every kind', () => {
  it('are those of the table', () => {
    const names = LISTS.map(([name]) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'ConfigMap metadata.finalizers',
        'Deployment spec.template.spec.containers.env',
        'Service spec.ports',
        'ResourceClaim status.reservedFor',
        'CSINode spec.drivers',
      ]),
    )
    const kindsWithOwners = names.filter((name) => name.endsWith(' metadata.ownerReferences'))
    expect(kindsWithOwners).toHaveLength(
      kindsData.resources.filter(({ type }) => messageType(type).byName.has('metadata')).length,
    )
  })

  it.each(LISTS)('%s', (_name, definition, path, mergeKey) => {
    const item = (key: string, more: JsonObject = {}): Json =>
      mergeKey === undefined ? key : { [mergeKey]: key, ...more }
    const patched = (live: Json[], patch: Json[]) =>
      applyStrategicMergePatch(definition, objectWith(path, live), parseMergePatch(objectWith(path, patch)))
    expect(patched([item('a', { other: 1 }), item('b')], [item('c'), item('a')])).toEqual(
      objectWith(path, [item('c'), item('a', { other: 1 }), item('b')]),
    )
    if (mergeKey === undefined) return
    const deletion: Json = { $patch: 'delete', [mergeKey]: 'a' }
    expect(patched([item('a'), item('b')], [deletion])).toEqual(objectWith(path, [item('b')]))
  })
})
