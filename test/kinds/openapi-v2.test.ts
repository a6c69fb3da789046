import { expect, it } from 'vitest'
import { openApiV2, openApiV2Protobuf } from '../../src/kinds/openapi-v2.ts'

const field = (number: number, bytes: Uint8Array) => [(number << 3) | 2, bytes.length, ...bytes]
const utf8 = (text: string) => new TextEncoder().encode(text)

it('V6 the old OpenAPI document is the same in protobuf, and describes nothing', () => {
  const { title, version } = openApiV2.info
  const info = Uint8Array.from([...field(1, utf8(title)), ...field(2, utf8(version))])
  expect([...openApiV2Protobuf()]).toEqual([...field(1, utf8(openApiV2.swagger)), ...field(2, info)])
  expect([openApiV2.paths, openApiV2.definitions]).toEqual([{}, {}])
})
