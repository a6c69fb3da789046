import type { ResourceDefinition } from '../../core/resource-definition.ts'
import type { JsonObject } from '../../wire/object.ts'
import { contentHash } from './content-hash.ts'
import { toV2Definitions, toV2PathItem } from './openapi-v2-conversion.ts'
import { encodeOpenApiV2 } from './openapi-v2-protobuf.ts'
import { openApiOf } from './openapi.ts'
import { perRegistry } from '../registry.ts'

const SWAGGER = '2.0'

/** A form of the document and what changes whenever it does: its ETag. */
export interface OpenApiV2Form<Body> {
  body: Body
  hash: string
}

/** The OpenAPI v2 document of all that is served, as JSON text. Made once, when it is first asked for. */
export const openApiV2Json = perRegistry(({ resources }): OpenApiV2Form<string> => {
  const body = JSON.stringify(openApiV2Of(resources))
  return { body, hash: contentHash(body) }
})

/**
 * The same in protobuf, the form that kubectl asks for: of a file that holds a `v1` List it checks the items by this document
 * alone. Made once, when it is first asked for.
 */
export const openApiV2Protobuf = perRegistry((registry): OpenApiV2Form<Uint8Array> => ({
  body: encodeOpenApiV2(openApiV2Of(registry.resources)),
  hash: `${openApiV2Json(registry).hash}-protobuf`,
}))

/** The document of resources of any groups, whether they are served or not. It tells what the v3 documents tell. */
export function openApiV2Of(definitions: readonly ResourceDefinition[]): JsonObject {
  const { info, paths, components } = openApiOf(definitions) as Record<'info' | 'paths' | 'components', JsonObject>
  const items = Object.entries(paths as Record<string, JsonObject>)
  return {
    swagger: SWAGGER,
    info,
    paths: Object.fromEntries(items.map(([path, item]) => [path, toV2PathItem(item)])),
    definitions: toV2Definitions(components.schemas as Record<string, JsonObject>),
  }
}
