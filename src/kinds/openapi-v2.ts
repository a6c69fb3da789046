import { WireWriter } from './protobuf/wire-writer.ts'

const SWAGGER = '2.0'
const INFO = { title: 'Kubernetes', version: 'unversioned' }
/** Numbers of the fields of `openapi.v2.Document` and `openapi.v2.Info`. */
const DocumentField = { swagger: 1, info: 2 } as const
const InfoField = { title: 1, version: 2 } as const

/**
 * The OpenAPI v2 document, empty: schemas are served as v3 alone. kubectl asks for this one when a file holds a kind that v3
 * does not know; finding nothing about it here either, it says that there is no such kind.
 */
export const openApiV2 = { swagger: SWAGGER, info: INFO, paths: {}, definitions: {} }

/** The same in protobuf, the only form that kubectl asks for. */
export function openApiV2Protobuf(): Uint8Array {
  const info = new WireWriter().string(InfoField.title, INFO.title).string(InfoField.version, INFO.version)
  return new WireWriter().string(DocumentField.swagger, SWAGGER).bytes(DocumentField.info, info.finish()).finish()
}
