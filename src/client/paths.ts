import { Query } from '../wire/names.ts'
import { apiPathOf, pluralOf, segmentOf } from './segments.ts'

/** Where the objects of a resource are. */
export interface ResourcePath {
  /** `v1`, or `group/version`. */
  apiVersion: string
  /** `configmaps` */
  plural: string
  namespace?: string | undefined
  /** `ConfigMap`; put into what is written without one. */
  kind?: string | undefined
}

export type QueryValues = Record<string, string | number | boolean | undefined>

/** `/api/v1/namespaces/default/configmaps`. Throws TypeError where a part of it cannot stand in a path. */
export function collectionPath({ apiVersion, plural, namespace }: ResourcePath): string {
  const inside = namespace === undefined ? '' : `/namespaces/${segmentOf('namespace', namespace)}`
  return `${apiPathOf(apiVersion)}${inside}/${pluralOf(plural)}`
}

/** `/api/v1/namespaces/default/configmaps/name[/subresource]`. Throws as `collectionPath` does. */
export function objectPath(resource: ResourcePath, name: unknown, subresource?: unknown): string {
  const part = subresource === undefined ? '' : `/${segmentOf('subresource', subresource)}`
  return `${collectionPath(resource)}/${segmentOf('name', name)}${part}`
}

/** A path with the query parameters that have a value. */
export function withQuery(path: string, values: QueryValues): string {
  const given = Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** The query parameters of a write. */
export const writeQuery = (options: {
  fieldManager?: string | undefined
  fieldValidation?: string | undefined
  dryRun?: boolean | undefined
}): QueryValues => ({
  [Query.fieldManager]: options.fieldManager,
  [Query.fieldValidation]: options.fieldValidation,
  [Query.dryRun]: options.dryRun ? 'All' : undefined,
})
