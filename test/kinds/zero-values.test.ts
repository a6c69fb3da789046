import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { StatusError } from '../../src/core/errors/status-error.ts'
import { formatUnstored } from '../../src/core/object-text.ts'
import { fieldValues } from '../../src/core/resource-definition.ts'
import { trackUpdate } from '../../src/kinds/apply/field-owners.ts'
import { decodeObject } from '../../src/kinds/decode/decode.ts'
import type { ResourceData } from '../../src/kinds/kinds-data.ts'
import { decodeProtobuf, encodeProtobuf } from '../../src/kinds/protobuf/envelope.ts'
import { toDefinition } from '../../src/kinds/built-in.ts'
import { applyStrategicMergePatch } from '../../src/kinds/strategic-merge/strategic-merge.ts'
import { tableRow } from '../../src/kinds/views/table/table.ts'
import type { Json, JsonObject, KubernetesObject } from '../../src/wire/object.ts'
import { type ZeroBody, zeroBodies, ZEROS } from './zero-bodies.ts'

/**
 * What `k8s.io/api` v0.37.2 makes of each body of `zeroBodies`, read as JSON, written as protobuf and read again: by kind
 * and position (`''` is the empty object), one mark for each of `ZEROS`. `!` is refused, `=` is the empty object, a digit
 * is the object of that place behind the marks. Kinds of other modules are not in it.
 */
const recorded = JSON.parse(readFileSync(new URL('zero-values.json', import.meta.url), 'utf8')) as Record<
  string,
  Record<string, Json>
>

const nameOf = ({ group, version, kind }: ResourceData) => `${group}/${version} ${kind}`

/** The object that was recorded; undefined where it was refused. */
function expected({ data, path, value }: ZeroBody): Json | undefined {
  const positions = recorded[nameOf(data)]!
  const [marks, ...objects] = [positions[path]!].flat() as [string, ...Json[]]
  const mark = marks[ZEROS.findIndex((zero) => JSON.stringify(zero) === JSON.stringify(value))]!
  if (mark === '!') return undefined
  return mark === '=' ? positions['']! : objects[Number(mark)]!
}

const decoded = (data: ResourceData, body: Json): KubernetesObject | undefined =>
  unlessRefused(() => decodeObject(toDefinition(data), body).object)

function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof StatusError && error.status.code === 400) return undefined
    throw error
  }
}

const bodies = [...zeroBodies()]
const kinds = Map.groupBy(bodies, ({ data }) => nameOf(data))

describe.each([...kinds])('zero values in %s', (name, its) => {
  it.runIf(Object.hasOwn(recorded, name))('B16 are what Kubernetes stores, or refused', () => {
    for (const body of its) {
      const object = decoded(body.data, body.body)
      const shown = object && (JSON.parse(formatUnstored(object)) as Json)
      expect([body.path, body.value, shown]).toEqual([body.path, body.value, expected(body)])
    }
  })

  it('B16 go through everything that is done with an object', () => {
    for (const { data, body, path, value } of its) {
      const object = decoded(data, body)
      if (!object) continue
      const at = `${path} = ${JSON.stringify(value)}`
      const definition = toDefinition(data)
      const back = decodeObject(definition, decodeProtobuf(definition, encodeProtobuf(definition, object))).object
      expect([at, JSON.stringify(back)]).toEqual([at, JSON.stringify(object)])
      const { strategy } = definition
      const made = strategy.prepareForCreate(object)
      const kept = strategy.prepareForUpdate(object, made)
      expect([at, Array.isArray(strategy.validate(made)), Array.isArray(strategy.validateUpdate(kept, made))]).toEqual([
        at,
        true,
        true,
      ])
      fieldValues(definition, made)
      tableRow(definition, made, 0)
      const write = {
        definition,
        manager: 'm',
        subresource: '',
        apiVersion: 'v1',
        now: 0,
        operation: 'Update',
      } as const
      trackUpdate({ ...write, next: made })
      trackUpdate({ ...write, live: trackUpdate({ ...write, next: made }), next: kept })
      const patched = unlessRefused(() => applyStrategicMergePatch(definition, made as unknown as JsonObject, body))
      if (patched) decoded(data, patched)
    }
  })
})
