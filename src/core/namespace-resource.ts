import { groupResource, type ResourceName } from './resource-name.ts'

/** The resource whose objects are the namespaces. They are in the cluster scope. */
export const NAMESPACES: ResourceName = { group: '', resource: 'namespaces', kind: 'Namespace' }

/** How stored objects and calls name it. */
export const NAMESPACES_KEY = groupResource(NAMESPACES)
