import { apiVersionOf, type ResourceDefinition } from '../../core/resource-definition.ts'
import type { JsonObject } from '../../wire/object.ts'
import { contentHash } from './content-hash.ts'
import { listTypeName, resourcePaths } from './openapi-paths.ts'
import { listSchema, reachableSchemas, typeSchema } from './openapi-schemas.ts'
import { perRegistry, type Registry } from '../registry.ts'
import { DELETE_OPTIONS, STATUS, typeNameOf } from '../schema.ts'

interface GroupVersion {
  group: string
  version: string
}

const OPENAPI_VERSION = '3.0.0'
const pathOf = (gv: GroupVersion) => `${gv.group ? 'apis' : 'api'}/${apiVersionOf(gv)}`

/** A document, and what changes whenever it does: its ETag. */
interface HashedDocument {
  document: JsonObject
  hash: string
}

/** The OpenAPI 3 document of each group version, by its path; each is made at its first use. */
const documents = perRegistry(({ resources }) => {
  const byPath = Map.groupBy(resources, pathOf)
  return new Map([...byPath].map(([path, definitions]) => [path, once(() => hashed(openApiOf(definitions)))]))
})

const hashed = (document: JsonObject): HashedDocument => ({ document, hash: contentHash(JSON.stringify(document)) })

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** The body of `/openapi/v3`: where the document of each group version is. */
export function openApiIndex(registry: Registry): JsonObject {
  const entries = [...documents(registry)].map(
    ([path, made]) => [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${made().hash}` }] as const,
  )
  return { paths: Object.fromEntries(entries) }
}

/** The OpenAPI 3 document of a group version ('' for core); undefined if none of it is served. */
export const openApiDocument = (registry: Registry, group: string, version: string): HashedDocument | undefined =>
  documents(registry).get(pathOf({ group, version }))?.()

/** The document of resources, of one group version as a rule, whether they are served or not. */
export function openApiOf(definitions: readonly ResourceDefinition[]): JsonObject {
  const versions = new Map(definitions.map((d) => [pathOf(d), { group: d.group, version: d.version }]))
  const optionKinds = [...versions.values()].map((gv) => ({ ...gv, kind: 'DeleteOptions' }))
  const roots = new Map<string, JsonObject>([
    [STATUS, typeSchema(STATUS, [{ group: '', version: 'v1', kind: 'Status' }])],
    [DELETE_OPTIONS, typeSchema(DELETE_OPTIONS, optionKinds)],
  ])
  for (const d of definitions) {
    const type = typeNameOf(d)
    roots.set(type, typeSchema(type, [d]))
    if (d.verbs.includes('list')) roots.set(listTypeName(d), listSchema(type, { ...d, kind: `${d.kind}List` }))
  }
  return {
    openapi: OPENAPI_VERSION,
    info: { title: 'Kubernetes', version: 'unversioned' },
    paths: Object.fromEntries(definitions.flatMap(resourcePaths)),
    components: { schemas: reachableSchemas(roots) },
  }
}
