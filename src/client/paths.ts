import { Query } from '../wire/names.ts'

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

/** `/api/v1/namespaces/default/configmaps[/name[/subresource]]` */
export function pathOf({ apiVersion, plural, namespace }: ResourcePath, name?: string, subresource?: string): string {
  const group = apiVersion.includes('/') ? `apis/${apiVersion}` : `api/${apiVersion}`
  const parts = [...(namespace === undefined ? [] : ['namespaces', namespace]), plural]
  if (name !== undefined) parts.push(name, ...(subresource ? [subresource] : []))
  return `/${group}/${parts.map(encodeURIComponent).join('/')}`
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
