import { expect, it } from 'vitest'
import { sameButTimes } from '../../../src/kinds/apply/field-owners.ts'
import { parseJson } from '../../../src/core/json/json.ts'
import type { KubernetesObject, ObjectMeta } from '../../../src/wire/object.ts'

const entry = (manager: string, time: string, field = 'f:x') => ({
  manager,
  operation: 'Update',
  apiVersion: 'v1',
  time,
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:data': { [field]: {} } },
})
const object = (meta: ObjectMeta, rest: object = {}): KubernetesObject => ({
  metadata: { name: 'a', ...meta },
  ...rest,
})
const tracked = (...managedFields: ReturnType<typeof entry>[]) => object({ managedFields })

it.each<[string, KubernetesObject, KubernetesObject]>([
  ['times alone', tracked(entry('m', '2026-01-01T00:00:00Z')), tracked(entry('m', '2026-01-02T00:00:00Z'))],
  [
    'times, and the order that follows them',
    tracked(entry('a', '2026-01-01T00:00:00Z'), entry('b', '2026-01-02T00:00:00Z')),
    tracked(entry('b', '2026-01-02T00:00:00Z'), entry('a', '2026-01-03T00:00:00Z')),
  ],
  ['empty metadata', object({ labels: {}, finalizers: [] }), object({ annotations: undefined })],
  ['the form of a number', object({}, { n: parseJson('1') }), object({}, { n: parseJson('1.0') })],
])('two objects that differ in %s are the same', (_what, a, b) => {
  expect([sameButTimes(a, b), sameButTimes(b, a)]).toEqual([true, true])
})

it.each<[string, KubernetesObject, KubernetesObject]>([
  ['content', object({}, { data: { x: '1' } }), object({}, { data: { x: '2' } })],
  ['metadata', object({ labels: { l: '1' } }), object({})],
  ['who owns a field', tracked(entry('m', '2026-01-01T00:00:00Z')), tracked(entry('n', '2026-01-01T00:00:00Z'))],
  ['what one owns', tracked(entry('m', '', 'f:x')), tracked(entry('m', '', 'f:y'))],
  ['how many own something', tracked(entry('m', ''), entry('n', '')), tracked(entry('m', ''))],
  ['whether it is tracked', tracked(entry('m', '')), object({})],
])('two objects that differ in %s are not', (_what, a, b) => {
  expect([sameButTimes(a, b), sameButTimes(b, a)]).toEqual([false, false])
})
