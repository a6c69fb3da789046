import type { NameRule } from '../core/resource-definition.ts'

/** What Kubernetes decides per kind and its discovery does not tell. Keys are `resource` or `resource.group`. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** A PUT without a version is last write wins (U4); for every other kind it is refused. */
export const UNCONDITIONAL_UPDATE = words(`
  configmaps secrets namespaces pods persistentvolumes persistentvolumeclaims podtemplates replicationcontrollers
  serviceaccounts resourcequotas nodes events endpoints limitranges services
  replicasets.apps deployments.apps statefulsets.apps daemonsets.apps controllerrevisions.apps
  jobs.batch cronjobs.batch horizontalpodautoscalers.autoscaling events.events.k8s.io
  ingresses.networking.k8s.io networkpolicies.networking.k8s.io ingressclasses.networking.k8s.io
  storageclasses.storage.k8s.io endpointslices.discovery.k8s.io certificatesigningrequests.certificates.k8s.io
  priorityclasses.scheduling.k8s.io deviceclasses.resource.k8s.io
  flowschemas.flowcontrol.apiserver.k8s.io prioritylevelconfigurations.flowcontrol.apiserver.k8s.io
  roles.rbac.authorization.k8s.io rolebindings.rbac.authorization.k8s.io
  clusterroles.rbac.authorization.k8s.io clusterrolebindings.rbac.authorization.k8s.io
`)

/** A PUT of a missing object makes it. */
export const CREATE_ON_UPDATE = words(`
  events endpoints limitranges services leases.coordination.k8s.io runtimeclasses.node.k8s.io events.events.k8s.io
  roles.rbac.authorization.k8s.io rolebindings.rbac.authorization.k8s.io
  clusterroles.rbac.authorization.k8s.io clusterrolebindings.rbac.authorization.k8s.io
`)

/** DELETE answers with the object in place of a Status. */
export const RETURNS_DELETED_OBJECT = words(`
  namespaces pods persistentvolumeclaims persistentvolumes services serviceaccounts resourcequotas podtemplates
  storageclasses.storage.k8s.io csidrivers.storage.k8s.io csinodes.storage.k8s.io deviceclasses.resource.k8s.io
`)

/** An object whose deletion is held back shows no grace period. */
export const HIDES_GRACE_PERIOD = words('namespaces')

/** Has neither owners nor dependents. */
export const NOT_GARBAGE_COLLECTED = words('events events.events.k8s.io')

export const NAME_RULES: ReadonlyMap<string, NameRule> = new Map([
  ['namespaces', 'label'],
  ['roles.rbac.authorization.k8s.io', 'path-segment'],
  ['rolebindings.rbac.authorization.k8s.io', 'path-segment'],
  ['clusterroles.rbac.authorization.k8s.io', 'path-segment'],
  ['clusterrolebindings.rbac.authorization.k8s.io', 'path-segment'],
] satisfies [string, NameRule][])

const referenceFields = (prefix: string) =>
  ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'].map((f) => `${prefix}.${f}`)

/** Field selectors beyond `metadata.name` and `metadata.namespace`; their values come from the strategy. */
export const SELECTABLE_FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['namespaces', ['status.phase']],
  ['secrets', ['type']],
  ['events', [...referenceFields('involvedObject'), 'reason', 'reportingComponent', 'source', 'type']],
])
