import { shorten } from '../core/errors/quote.ts'
import { StatusError } from '../core/errors/status-error.ts'
import { MASTERS, type User } from './authenticate.ts'
import type { RequestInfo, ResourceRequest } from './request-info.ts'

/** Paths that everybody may read, with or without credentials. */
const PUBLIC_PATHS = ['/healthz', '/livez', '/readyz', '/version']

export const isPublic = (path: string) => PUBLIC_PATHS.some((one) => path === one || path.startsWith(`${one}/`))

/** The smallest form: `system:masters` may do all, nobody else anything yet (A3). */
export const mayDo = (user: User): boolean => user.groups.includes(MASTERS)

/** 403 unless the user may do this: decided before a resource is looked up or a body is read. */
export function authorize(user: User, info: RequestInfo): void {
  if (mayDo(user)) return
  throw info.isResource ? forbidden(user, info) : forbiddenPath(user, info)
}

function forbidden(user: User, info: ResourceRequest): StatusError {
  const { verb } = info
  const [group, resource, subresource, namespace] = [info.group, info.resource, info.subresource, info.namespace].map(
    (text) => shorten(text),
  ) as [string, string, string, string]
  const name = verb === 'create' ? '' : shorten(info.name)
  const groupResource = group ? `${resource}.${group}` : resource
  const place = namespace ? `in the namespace "${namespace}"` : 'at the cluster scope'
  return new StatusError(
    'Forbidden',
    `${groupResource}${name ? ` "${name}"` : ''} is forbidden: User "${user.name}" cannot ${verb} resource ` +
      `"${subresource ? `${resource}/${subresource}` : resource}" in API group "${group}" ${place}`,
    { ...(name ? { name } : {}), ...(group ? { group } : {}), kind: resource },
  )
}

const forbiddenPath = (user: User, { path, verb }: { path: string; verb: string }) =>
  new StatusError('Forbidden', `forbidden: User "${user.name}" cannot ${verb} path "${shorten(path)}"`, {})
