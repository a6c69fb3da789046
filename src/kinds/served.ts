/**
 * What is served of the table of kinds. A kind is added by its key, a subresource by the key of its own; nothing else
 * is needed unless the kind does something beyond its shape (see strategies/).
 */
export const SERVED: readonly string[] = [
  'v1/configmaps',
  'v1/events',
  'v1/namespaces',
  'v1/namespaces/finalize',
  'v1/namespaces/status',
  'v1/secrets',
  'v1/serviceaccounts',
  'authentication.k8s.io/v1/selfsubjectreviews',
  'authorization.k8s.io/v1/selfsubjectaccessreviews',
  'authorization.k8s.io/v1/selfsubjectrulesreviews',
  'coordination.k8s.io/v1/leases',
]
