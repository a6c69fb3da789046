import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diff } from '../../../src/core/fields/diff.ts'
import { formatFieldsV1 } from '../../../src/core/fields/fields-v1.ts'
import { fieldSetOf } from '../../../src/core/fields/field-set-of.ts'
import { difference, union } from '../../../src/core/fields/field-set.ts'
import { StatusError } from '../../../src/core/errors/status-error.ts'
import { applyConfiguration, parseAppliedObject, trackUpdate } from '../../../src/kinds/apply/field-owners.ts'
import { NEVER_OWNED } from '../../../src/kinds/apply/owned-fields.ts'
import type { Json, JsonObject, KubernetesObject } from '../../../src/wire/object.ts'
import { arbitraryJson } from '../../core/fields/arbitrary-fields.ts'
import { ApplyStage } from './apply-stage.ts'
import { gear, gearDefinition, gearSchema } from './gear.ts'

const word = fc.constantFrom('a', 'b', 'c', '__proto__')
const port = fc.record(
  { port: fc.constantFrom(80, 443), protocol: fc.constantFrom('TCP', 'UDP'), name: word },
  { requiredKeys: ['port'] },
)
/** Without empty maps and lists: of what a struct that is applied as `{}` held, null is left, which a kind refuses or drops. */
const spec = fc.record(
  {
    size: fc.nat(2),
    free: fc.dictionary(word, word, { minKeys: 1, maxKeys: 2 }),
    fixed: fc.record({ a: word }),
    words: fc.array(word, { maxLength: 2 }),
    tags: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
    ports: fc.uniqueArray(port, {
      minLength: 1,
      maxLength: 2,
      selector: (item) => `${item.port} ${item.protocol ?? 'TCP'}`,
    }),
  },
  { requiredKeys: ['size'] },
)
const labels = fc.dictionary(word, word, { minKeys: 1, maxKeys: 2 })

interface Step {
  manager: string
  write: 'apply' | 'force' | 'update'
  spec: object
  labels: Record<string, string>
}
const step: fc.Arbitrary<Step> = fc.record({
  manager: fc.constantFrom('one', 'two', 'three'),
  write: fc.constantFrom('apply' as const, 'force' as const, 'update' as const),
  spec,
  labels,
})
const steps = fc.array(step, { minLength: 1, maxLength: 6 })

/** Does a step; a refusal is an answer too. */
function take(stage: ApplyStage, { manager, write, spec, labels }: Step): 'done' | 'refused' {
  const fields = { spec }
  stage.tick()
  try {
    if (write !== 'update') stage.apply(manager, gear(fields, { labels }), { force: write === 'force' })
    else stage.update(manager, { ...gear(fields), metadata: { ...stage.live?.metadata, name: 'g', labels } })
    return 'done'
  } catch (error) {
    if (error instanceof StatusError) return 'refused'
    throw error
  }
}

const newStage = () => new ApplyStage(gearDefinition, { schema: gearSchema })

function stageAfter(before: readonly Step[]): ApplyStage {
  const stage = newStage()
  for (const one of before) take(stage, one)
  return stage
}

/** `f:spec/f:size`, … of a set on the wire. */
function pathsOf(fields: Json | undefined, path: string[] = []): string[] {
  return Object.entries((fields ?? {}) as JsonObject).flatMap(([element, below]) => {
    if (element === '.') return [path.join('/')]
    const isLeaf = Object.keys(below as object).length === 0
    return isLeaf ? [[...path, element].join('/')] : pathsOf(below, [...path, element])
  })
}

const entryOf = (stage: ApplyStage, manager: string, operation: string) =>
  stage.managedFields.find((entry) => entry.manager === manager && entry.operation === operation)

describe('after any writes', () => {
  it('applying twice equals once', () => {
    fc.assert(
      fc.property(steps, step, (before, last) => {
        const stage = stageAfter(before)
        const apply: Step = { ...last, write: 'force' }
        expect(take(stage, apply)).toBe('done')
        const { version, live } = stage
        expect(take(stage, { ...apply, write: 'apply' })).toBe('done')
        expect(stage.version).toBe(version)
        expect(stage.live).toBe(live)
      }),
    )
  })

  it('an applier owns exactly the fields that it sets', () => {
    fc.assert(
      fc.property(steps, step, (before, last) => {
        const stage = stageAfter(before)
        take(stage, { ...last, write: 'force' })
        const fields = { spec: last.spec, metadata: { labels: last.labels } } as unknown as JsonObject
        const set = formatFieldsV1(fieldSetOf(gearSchema, fields))
        expect(entryOf(stage, last.manager, 'Apply')?.fieldsV1 ?? {}).toEqual(set)
      }),
    )
  })

  it('what is applied by force has the values that were sent', () => {
    fc.assert(
      fc.property(steps, step, (before, last) => {
        const stage = stageAfter(before)
        take(stage, { ...last, write: 'force' })
        const sent = { spec: last.spec, metadata: { labels: last.labels } } as unknown as JsonObject
        const { modified, added } = diff(gearSchema, stage.live as unknown as Json, sent)
        expect([formatFieldsV1(modified), formatFieldsV1(added)]).toEqual([{}, {}])
      }),
    )
  })

  it('an updater owns exactly what it has changed, alone', () => {
    fc.assert(
      fc.property(steps, step, (before, last) => {
        const stage = stageAfter([{ ...last, manager: 'zero', write: 'update' }, ...before])
        const { live } = stage
        take(stage, { ...last, manager: 'new', write: 'update' })
        const { modified, added } = diff(gearSchema, live as unknown as Json, stage.live as unknown as Json)
        const own = pathsOf(formatFieldsV1(difference(union(modified, added), NEVER_OWNED)))
        expect(pathsOf(entryOf(stage, 'new', 'Update')?.fieldsV1)).toEqual(own)
        for (const { manager, fieldsV1 } of stage.managedFields)
          if (manager !== 'new') expect(pathsOf(fieldsV1).filter((path) => own.includes(path))).toEqual([])
      }),
    )
  })

  it('a refused apply changes nothing, and the same by force is done', () => {
    fc.assert(
      fc.property(steps, step, (before, last) => {
        const stage = stageAfter(before)
        const text = JSON.stringify(stage.live)
        if (take(stage, { ...last, write: 'apply' }) === 'done') return
        expect(JSON.stringify(stage.live)).toBe(text)
        expect(take(stage, { ...last, write: 'force' })).toBe('done')
      }),
    )
  })

  it('nobody loses a field that the apply of another does not name', () => {
    fc.assert(
      fc.property(steps, step, (before, last) => {
        const stage = stageAfter(before)
        const named = new Set(
          pathsOf(formatFieldsV1(fieldSetOf(gearSchema, gear({ spec: last.spec }, { labels: last.labels })))),
        )
        const earlier = new Map(stage.managedFields.map((entry) => [identity(entry), pathsOf(entry.fieldsV1)]))
        take(stage, { ...last, manager: 'new', write: 'force' })
        const after = new Map(stage.managedFields.map((entry) => [identity(entry), new Set(pathsOf(entry.fieldsV1))]))
        for (const [who, paths] of earlier)
          expect(paths.filter((path) => !after.get(who)?.has(path) && !named.has(path))).toEqual([])
      }),
    )
  })
})

const identity = (entry: JsonObject) => JSON.stringify([entry.manager, entry.operation])

describe('of any input', () => {
  const write = {
    definition: gearDefinition,
    schema: gearSchema,
    subresource: '',
    apiVersion: 'example.com/v1',
    now: 0,
  }
  const objectOf = (value: Json): KubernetesObject => ({
    metadata: { name: 'g' },
    spec: value,
    status: value,
    other: value,
  })

  it('an apply makes an object or a refusal', () => {
    fc.assert(
      fc.property(arbitraryJson, arbitraryJson, arbitraryJson, (body, live, managedFields) => {
        const applied = { ...(body as object), apiVersion: 'example.com/v1', kind: 'Gear' }
        const current = { ...objectOf(live), metadata: { name: 'g', managedFields: managedFields as never } }
        try {
          const result = applyConfiguration({
            ...write,
            live: current,
            applied: parseAppliedObject(gearDefinition, applied as unknown as Json),
            manager: 'kubectl',
            force: false,
          })
          expect(result.object.metadata).toBeTypeOf('object')
        } catch (error) {
          expect(error).toBeInstanceOf(StatusError)
        }
      }),
    )
  })

  it('an update is tracked, whatever stands in it', () => {
    fc.assert(
      fc.property(arbitraryJson, arbitraryJson, arbitraryJson, (live, next, sentManagedFields) => {
        const before = trackUpdate({ ...write, next: objectOf(live), manager: 'm', operation: 'Update' })
        const after = trackUpdate({
          ...write,
          live: before,
          next: objectOf(next),
          manager: 'n',
          operation: 'Update',
          sentManagedFields,
        })
        expect(JSON.stringify({ ...after, metadata: 0 })).toBe(JSON.stringify({ ...objectOf(next), metadata: 0 }))
      }),
    )
  })
})
