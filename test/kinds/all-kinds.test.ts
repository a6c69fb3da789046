import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { decodeObject } from '../../src/kinds/decode/decode.ts'
import { kindsData } from '../../src/kinds/kinds-data.ts'
import { openApiOf } from '../../src/kinds/openapi/openapi.ts'
import { decodeProtobuf, encodeProtobuf } from '../../src/kinds/protobuf/envelope.ts'
import { toDefinition } from '../../src/kinds/built-in.ts'
import { messageType, objectType } from '../../src/kinds/schema.ts'
import { columnDefinitions, tableRow } from '../../src/kinds/views/table/table.ts'
import { checkTypeMeta } from '../../src/kinds/decode/type-meta.ts'
import { objectOf } from './arbitrary-object.ts'

const everyKind = kindsData.resources.map((data) => [`${data.group}/${data.version} ${data.kind}`, data] as const)

test('the table of kinds is whole', () => {
  expect(everyKind).toHaveLength(72)
  const numbers = Object.keys(kindsData.types).map((name) => {
    const { fields, byNumber, byName, jsonFields } = messageType(name)
    return [byNumber.size === fields.length, byName.size === jsonFields.length]
  })
  expect(numbers.every(([unique, named]) => unique && named)).toBe(true)
})

describe.each(everyKind)('%s needs nothing but its data', (_name, data) => {
  const definition = toDefinition(data)

  test('its objects are decoded, and go through protobuf unchanged', () => {
    fc.assert(
      fc.property(objectOf(objectType(definition)), (sent) => {
        const { object, problems } = decodeObject(definition, sent)
        expect(problems).toEqual([])
        const back = decodeObject(definition, decodeProtobuf(definition, encodeProtobuf(definition, object))).object
        expect(JSON.stringify(back)).toBe(JSON.stringify(object))
      }),
      { numRuns: 5 },
    )
  })

  it('has columns and a row', () => {
    const { object } = decodeObject(definition, { metadata: { name: 'x' } })
    const names = columnDefinitions(definition).map((column) => column.name)
    const { cells } = tableRow(definition, object, 0)
    expect(cells).toHaveLength(names.length)
    expect(cells[names.indexOf('Name')]).toBe('x')
  })

  it('is described in OpenAPI, without a reference that leads nowhere', () => {
    const document = openApiOf([definition]) as { components: { schemas: object } }
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)
    const missing = [...references]
      .map((match) => match[1] ?? '')
      .filter((name) => !Object.hasOwn(document.components.schemas, name))
    expect(missing).toEqual([])
    expect(document.components.schemas).toHaveProperty([data.type])
  })

  it('is told from another kind', () => {
    expect(() => checkTypeMeta(definition, { apiVersion: 'v1', kind: 'Other' }, () => '')).toThrow(
      `Other in version "v1" cannot be handled as a ${data.kind}: no kind "Other" is registered`,
    )
  })
})
