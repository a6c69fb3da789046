import type { ResourceDefinition } from '../../core/resource-definition.ts'
import { forbiddenTo, notFound, type StatusError } from '../../core/errors/status-error.ts'
import { NAMESPACES } from '../../core/namespace-resource.ts'
import type { ScopeReader } from '../store/scope-reader.ts'

/**
 * A create needs an open namespace: absent → 404, being deleted → 403 with the cause `NamespaceTerminating` (N5, N6).
 * The cluster scope has no namespace and is always open.
 */
export function assertNamespaceOpen(store: ScopeReader, definition: ResourceDefinition, name: string): void {
  if (!definition.namespaced) return
  const namespace = store.scope.namespace
  const phase = store.namespace?.phase ?? 'closed'
  if (phase === 'closed') throw notFound(NAMESPACES, namespace)
  if (phase === 'terminating') throw terminating(definition, namespace, name)
}

function terminating(definition: ResourceDefinition, namespace: string, name: string): StatusError {
  return forbiddenTo(
    definition,
    name,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
    {
      causes: [
        {
          reason: 'NamespaceTerminating',
          message: `namespace ${namespace} is being terminated`,
          field: 'metadata.namespace',
        },
      ],
    },
  )
}
