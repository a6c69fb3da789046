import { apiVersionOf, type ResourceDefinition } from '../../core/resource-definition.ts'
import type { JsonObject } from '../../wire/object.ts'
import { contentHash } from './content-hash.ts'
import { listTypeName, resourcePaths } from './openapi-paths.ts'
import { listSchema, reachableSchemas, typeSchema } from './openapi-schemas.ts'
import { servedResources } from '../registry.ts'
import { DELETE_OPTIONS, STATUS, typeNameOf } from '../schema.ts'

interface GroupVersion {
  group: string
  version: string
}

const OPENAPI_VERSION = '3.0.0'
const pathOf = (gv: GroupVersion) => `${gv.group ? 'apis' : 'api'}/${apiVersionOf(gv)}`

const groupVersions: ReadonlyMap<string, GroupVersion> = new Map(
  servedResources.map(({ group, version }) => [pathOf({ group, version }), { group, version }]),
)

/** The body of `/openapi/v3`: where the document of each group version is. */
export function openApiIndex(): JsonObject {
  const entries = [...groupVersions].map(([path, { group, version }]) => {
    const hash = openApiHash(group, version)
    return [path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hash}` }] as const
  })
  return { paths: Object.fromEntries(entries) }
}

const documents = new Map<string, JsonObject>()
const hashes = new Map<string, string>()

/** The OpenAPI 3 document of a group version ('' for core); undefined if none of it is served. Made once. */
export function openApiDocument(group: string, version: string): JsonObject | undefined {
  const path = pathOf({ group, version })
  const known = documents.get(path)
  if (known || !groupVersions.has(path)) return known
  const made = openApiOf(servedResources.filter((d) => d.group === group && d.version === version))
  documents.set(path, made)
  return made
}

/** Changes whenever the document does: its ETag. */
export function openApiHash(group: string, version: string): string | undefined {
  const path = pathOf({ group, version })
  const document = openApiDocument(group, version)
  if (!document) return undefined
  const hash = hashes.get(path) ?? contentHash(JSON.stringify(document))
  hashes.set(path, hash)
  return hash
}

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
