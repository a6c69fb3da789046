/** Names of the Durable Objects. They begin with the control plane, so that one deployment may hold several. */
const CONTROL_PLANE = 'main'

export const CLUSTER_SCOPE = `${CONTROL_PLANE}/cluster`

const NAMESPACE_PREFIX = `${CONTROL_PLANE}/ns/`

/** The scope of a namespace; of the cluster where it is empty. */
export const scopeOf = (namespace: string): string => (namespace ? NAMESPACE_PREFIX + namespace : CLUSTER_SCOPE)

/** The namespace of a scope; empty for the cluster scope. */
export const namespaceOf = (scope: string): string =>
  scope.startsWith(NAMESPACE_PREFIX) ? scope.slice(NAMESPACE_PREFIX.length) : ''
