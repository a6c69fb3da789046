/** How a resource and its kind are named. */
export interface ResourceName {
  group: string
  /** plural, lower case */
  resource: string
  kind: string
}

/** `configmaps`, `leases.coordination.k8s.io` */
export const groupResource = (r: ResourceName) => (r.group ? `${r.resource}.${r.group}` : r.resource)

/** `ConfigMap`, `Lease.coordination.k8s.io` */
export const groupKind = (r: ResourceName) => (r.group ? `${r.kind}.${r.group}` : r.kind)
