import { describe, expect, it } from 'vitest'
import { parseJson, parseJsonByValue } from '../../../src/core/json/json.ts'
import { toDefinition } from '../../../src/kinds/built-in.ts'
import { decodeObject } from '../../../src/kinds/decode/decode.ts'
import { kindsData } from '../../../src/kinds/kinds-data.ts'
import type { Json } from '../../../src/wire/object.ts'
import { refusalOf } from '../../support/refusal.ts'

const definitionOf = (name: string) => toDefinition(kindsData.resources.find(({ kind }) => kind === name)!)
const decode = (kind: string, value: Json) => decodeObject(definitionOf(kind), value).object as unknown as Json
/** A body whose number stands where `#` is. */
const bodies = {
  int32: ['Lease', '{"spec":{"leaseDurationSeconds":#}}'],
  int64: ['ConfigMap', '{"metadata":{"generation":#}}'],
  intOrString: ['Service', '{"spec":{"ports":[{"targetPort":#}]}}'],
} as const

const INTEGRAL = ['15.0', '15.00', '1e1', '1E1', '1e+1', '1.5e1', '10e-1', '-0.0', '0.0', '1e400', '1e18', '1.0e0']

describe.each(Object.entries(bodies))('B17 a field of type %s', (type, [kind, body]) => {
  it.each(INTEGRAL)('does not take %s, which is written as no integer', (text) => {
    const refusal = refusalOf(() => decode(kind, parseJson(body.replace('#', text))))
    expect(refusal).toMatchObject({ code: 400 })
    const named = type === 'intOrString' ? 'int32' : type
    expect(refusal?.message).toMatch(`json: cannot unmarshal number ${text} into Go struct field`)
    expect(refusal?.message).toMatch(new RegExp(` of type ${named}$`))
  })

  it('takes integers, minus zero too', () => {
    for (const text of ['15', '-0', '2147483647'])
      expect(decode(kind, parseJson(body.replace('#', text)))).toEqual(
        decode(kind, JSON.parse(body.replace('#', text)) as Json),
      )
  })

  it('takes integral numbers where they are read by value', () => {
    expect(decode(kind, parseJsonByValue(body.replace('#', '15.0')))).toEqual(
      decode(kind, parseJson(body.replace('#', '15'))),
    )
  })
})

it.each([...INTEGRAL, '15.5', '123456789012345678901234567890'])('B17 free JSON keeps %s as it is written', (text) => {
  const object = decode('ControllerRevision', parseJson(`{"data":{"a":[${text}]}}`))
  expect(JSON.stringify(object)).toBe(`{"metadata":{},"data":{"a":[${text}]},"revision":0}`)
})

it('B17 a quantity takes numbers in each form', () => {
  const quantity = (text: string) => decode('ResourceQuota', parseJson(`{"spec":{"hard":{"q":${text}}}}`))
  for (const [text, canonical] of [
    ['15.0', '15'],
    ['1e1', '10'],
    ['10e-1', '1'],
    ['15.5', '15500m'],
    ['0.0', '0'],
  ] as const)
    expect(quantity(text)).toMatchObject({ spec: { hard: { q: canonical } } })
})
