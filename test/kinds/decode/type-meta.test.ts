import { expect, it, test } from 'vitest'
import { StatusError } from '../../../src/core/errors/status-error.ts'
import { definitionOf } from '../../support/definitions.ts'
import { checkTypeMeta, describeData } from '../../../src/kinds/decode/type-meta.ts'
import type { Json } from '../../../src/wire/object.ts'

const check = (resource: string, value: Json) => () => checkTypeMeta(definitionOf(resource), value, () => 'DATA')
const bytes = (text: string) => new TextEncoder().encode(text)

it.each([
  [null],
  [{}],
  [{ kind: 'ConfigMap' }],
  [{ apiVersion: 'v1' }],
  [{ apiVersion: '', kind: null }],
  [{ apiVersion: 'v1', kind: 'ConfigMap' }],
])('B3 %j is taken as what the path says', (value) => {
  expect(check('configmaps', value)).not.toThrow()
})

it.each([
  [
    { apiVersion: 'v1', kind: 'Secret' },
    'Secret in version "v1" cannot be handled as a ConfigMap: converting (v1.Secret) to (core.ConfigMap): unknown conversion',
  ],
  [
    { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' },
    'Lease in version "v1" cannot be handled as a ConfigMap: converting (v1.Lease) to (core.ConfigMap): unknown conversion',
  ],
  [
    { apiVersion: 'v2', kind: 'ConfigMap' },
    'ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "v2"',
  ],
  [
    { kind: 'configmap' },
    'configmap in version "v1" cannot be handled as a ConfigMap: no kind "configmap" is registered for version "v1"',
  ],
  [
    { apiVersion: 1 },
    "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: " +
      'json: cannot unmarshal number into Go struct field .apiVersion of type string (DATA)',
  ],
  [
    [],
    "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: " +
      'json: cannot unmarshal array into Go value of type object (DATA)',
  ],
])('B3 %j is refused', (value, message) => {
  expect(check('configmaps', value)).toThrow(new StatusError('BadRequest', message))
})

test('B3 a version that has the kind but is not that of the path is named', () => {
  expect(check('events', { apiVersion: 'events.k8s.io/v1', kind: 'Event' })).toThrow(
    'the API version in the data (events.k8s.io/v1) does not match the expected API version (v1)',
  )
})

test('data are shown as text if they look like JSON, else as bytes, cut after 30', () => {
  expect(describeData(bytes(''))).toBe('<empty>')
  expect(describeData(bytes('{'))).toBe('{')
  expect(describeData(bytes('[]'))).toBe('5b5d')
  expect(describeData(bytes(`{${'x'.repeat(29)}`))).toBe(`{${'x'.repeat(29)}`)
  expect(describeData(bytes(`{${'x'.repeat(30)}`))).toBe(`{${'x'.repeat(29)} ...`)
  expect(describeData(bytes('a'.repeat(40)))).toBe(`${'61'.repeat(30)} ...`)
})
