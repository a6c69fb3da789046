import { quote } from '../core/errors/quote.ts'
import { dns1123Label } from '../core/metadata/names.ts'
import type { ResourceDefinition } from '../core/resource-definition.ts'
import { badRequest, noSuchResource, notFound, StatusError } from '../core/errors/status-error.ts'
import { groupResource } from '../core/resource-name.ts'
import { NAMESPACES } from '../core/namespace-resource.ts'
import type { Registry } from '../kinds/registry.ts'
import type { ResourceRequest } from './request-info.ts'

/** What a resource request is aimed at. */
export interface Target {
  definition: ResourceDefinition
  /** `leases.coordination.k8s.io` */
  resource: string
  /** empty for cluster-scoped resources */
  namespace: string
  name: string
  /** empty for the object itself */
  subresource: string
}

/** False for a group of which nothing is served: the path is unknown to this server, as text. */
export const isKnownGroup = (registry: Registry, group: string): boolean =>
  group === '' || registry.resources.some((d) => d.group === group)

export const methodNotAllowed = (why = 'the server does not allow this method on the requested resource') =>
  new StatusError('MethodNotAllowed', why, {})

/** Finds the resource of a request; throws 404 where it, or its place, does not exist. */
export function findTarget(registry: Registry, info: ResourceRequest): Target {
  const definition = registry.find(info.group, info.version, info.resource)
  if (!definition) throw noSuchResource()
  const { name, subresource } = info
  const namespace = definition.namespaced ? info.namespace : ''
  if (!definition.namespaced && info.namespace && !isNamespaceItself(info)) throw noSuchResource()
  if (subresource && !definition.subresources.some((one) => one.name === subresource)) throw noSuchResource()
  if (definition.namespaced && !namespace && name) throw noSuchResource()
  return { definition, resource: groupResource(definition), namespace, name, subresource }
}

/** `namespaces/x` is about the Namespace x, and in no namespace but its own. */
const isNamespaceItself = ({ resource, name, namespace }: ResourceRequest) =>
  resource === NAMESPACES.resource && name === namespace

/** Until there are views, a list or watch over all namespaces is refused by name. */
export function assertOneNamespace({ definition, namespace }: Target, verb: string): void {
  if (!definition.namespaced || namespace || !definition.verbs.includes('list')) return
  if (verb !== 'list' && verb !== 'watch') throw methodNotAllowed()
  throw methodNotAllowed(
    `a ${verb} of ${groupResource(definition)} over all namespaces is not implemented yet: name one namespace (kubectl: -n NAMESPACE)`,
  )
}

/** Names are checked before an object is called: a name that no namespace can have holds nothing. */
export function assertNamespaceName({ definition, namespace, name }: Target, verb: string): void {
  if (!namespace) return
  const [fault] = dns1123Label(namespace)
  if (!fault) return
  if (verb === 'create') throw notFound(NAMESPACES, namespace)
  if (name) throw notFound(definition, name)
  // empty, as that of any namespace that does not exist
  if (verb === 'list') return
  throw badRequest(`invalid namespace ${quote(namespace)}: ${fault}`)
}
