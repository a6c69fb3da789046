import { describe, expect, it, test } from 'vitest'
import { definitionOf } from '../../../support/definitions.ts'
import { columnDefinitions, tableRow } from '../../../../src/kinds/views/table/table.ts'
import type { KubernetesObject } from '../../../../src/wire/object.ts'

const NOW = Date.parse('2026-01-02T03:05:00Z')
const metadata = { name: 'x', creationTimestamp: '2026-01-02T03:04:30Z' }
const row = (resource: string, object: object) =>
  tableRow(definitionOf(resource), { metadata, ...object } as KubernetesObject, NOW).cells

test('M5 a column says its name, type, format, description and priority', () => {
  const [name, data] = columnDefinitions(definitionOf('configmaps'))
  expect(name).toEqual({
    name: 'Name',
    type: 'string',
    format: 'name',
    description: expect.stringContaining('metadata.name') as string,
    priority: 0,
  })
  expect(data).toMatchObject({ name: 'Data', type: 'string', format: '', priority: 0 })
})

it.each([
  ['configmaps', { data: { a: '', b: '' }, binaryData: { c: '' } }, ['x', 3, '30s']],
  ['configmaps', {}, ['x', 0, '30s']],
  ['secrets', { type: 'Opaque', data: { a: '' } }, ['x', 'Opaque', 1, '30s']],
  ['namespaces', { status: { phase: 'Active' } }, ['x', 'Active', '30s']],
  ['serviceaccounts', {}, ['x', '30s']],
  ['leases.coordination.k8s.io', { spec: { holderIdentity: 'me' } }, ['x', 'me', '30s']],
  ['leases.coordination.k8s.io', { spec: {} }, ['x', '', '30s']],
  ['configmaps', { metadata: { name: 'y' } }, ['y', 0, '<unknown>']],
])('M5 a row of %s', (resource, object, cells) => {
  expect(row(resource, object)).toEqual(cells)
})

describe('M5 events', () => {
  const columns = columnDefinitions(definitionOf('events'))
  const cellsOf = (event: object) =>
    Object.fromEntries(row('events', event).map((cell, i) => [columns[i]?.name ?? '', cell]))

  test('the columns that kubectl shows, the wide ones marked', () => {
    expect(columns.filter((c) => c.priority === 0).map((c) => c.name)).toEqual([
      'Last Seen',
      'Type',
      'Reason',
      'Object',
      'Message',
    ])
    expect(columns.filter((c) => c.priority > 0).map((c) => c.name)).toEqual([
      'Subobject',
      'Source',
      'First Seen',
      'Count',
      'Name',
    ])
  })

  test('an event as old recorders write it', () => {
    const event = {
      involvedObject: { kind: 'ConfigMap', name: 'm', fieldPath: 'data.k' },
      source: { component: 'c', host: 'h' },
      type: 'Warning',
      reason: 'Why',
      message: ' text\n',
      count: 2,
      firstTimestamp: '2026-01-02T03:00:00Z',
      lastTimestamp: '2026-01-02T03:04:00Z',
    }
    expect(row('events', event)).toEqual([
      '60s',
      'Warning',
      'Why',
      'configmap/m',
      'data.k',
      'c, h',
      'text',
      '5m',
      2,
      'x',
    ])
  })

  test('an event of a series', () => {
    const event = {
      involvedObject: { kind: 'Node' },
      eventTime: '2026-01-02T03:04:00.000000Z',
      reportingComponent: 'r',
      reportingInstance: 'i',
      series: { count: 7, lastObservedTime: '2026-01-02T03:04:55.000000Z' },
    }
    expect(cellsOf(event)).toMatchObject({
      'Last Seen': '5s',
      'First Seen': '60s',
      Object: 'node',
      Source: 'r, i',
      Count: 7,
    })
  })

  test('a single event counts once, and one without times is of unknown age', () => {
    expect(cellsOf({ involvedObject: {} })).toMatchObject({ Count: 1, 'Last Seen': '<unknown>', Object: '' })
    expect(cellsOf({ eventTime: '2026-01-02T03:04:00.000000Z' })).toMatchObject({ 'Last Seen': '60s' })
  })
})
