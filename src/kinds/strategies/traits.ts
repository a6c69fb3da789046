import type { NameRule, ResourceDefinition } from '../../core/resource-definition.ts'

/** What Kubernetes decides per kind and its discovery does not tell. */
export type Traits = Pick<
  ResourceDefinition,
  | 'unconditionalUpdate'
  | 'createOnUpdate'
  | 'returnsDeletedObject'
  | 'showsGracePeriod'
  | 'garbageCollected'
  | 'nameRule'
>

/**
 * One row a kind: `resource` or `resource.group`, then its traits. A kind without a row has none of them.
 *
 *   unconditional     a PUT without a version is last write wins (U4); for every other kind it is refused
 *   create-on-update  a PUT of a missing object makes it
 *   returns-deleted   DELETE answers with the object in place of a Status
 *   hides-grace       an object whose deletion is held back shows no grace period
 *   ownerless         has neither owners nor dependents
 *   label-names, segment-names  how its names are checked
 */
const TABLE = `
  configmaps                                                unconditional
  endpoints                                                 unconditional create-on-update
  events                                                    unconditional create-on-update ownerless
  limitranges                                               unconditional create-on-update
  namespaces                                                unconditional returns-deleted hides-grace label-names
  nodes                                                     unconditional
  persistentvolumeclaims                                    unconditional returns-deleted
  persistentvolumes                                         unconditional returns-deleted
  pods                                                      unconditional returns-deleted
  podtemplates                                              unconditional returns-deleted
  replicationcontrollers                                    unconditional
  resourcequotas                                            unconditional returns-deleted
  secrets                                                   unconditional
  serviceaccounts                                           unconditional returns-deleted
  services                                                  unconditional create-on-update returns-deleted
  controllerrevisions.apps                                  unconditional
  daemonsets.apps                                           unconditional
  deployments.apps                                          unconditional
  replicasets.apps                                          unconditional
  statefulsets.apps                                         unconditional
  horizontalpodautoscalers.autoscaling                      unconditional
  cronjobs.batch                                            unconditional
  jobs.batch                                                unconditional
  certificatesigningrequests.certificates.k8s.io            unconditional
  leases.coordination.k8s.io                                create-on-update
  endpointslices.discovery.k8s.io                           unconditional
  events.events.k8s.io                                      unconditional create-on-update ownerless
  flowschemas.flowcontrol.apiserver.k8s.io                  unconditional
  prioritylevelconfigurations.flowcontrol.apiserver.k8s.io  unconditional
  ingressclasses.networking.k8s.io                          unconditional
  ingresses.networking.k8s.io                               unconditional
  networkpolicies.networking.k8s.io                         unconditional
  runtimeclasses.node.k8s.io                                create-on-update
  clusterrolebindings.rbac.authorization.k8s.io             unconditional create-on-update segment-names
  clusterroles.rbac.authorization.k8s.io                    unconditional create-on-update segment-names
  rolebindings.rbac.authorization.k8s.io                    unconditional create-on-update segment-names
  roles.rbac.authorization.k8s.io                           unconditional create-on-update segment-names
  deviceclasses.resource.k8s.io                             unconditional returns-deleted
  priorityclasses.scheduling.k8s.io                         unconditional
  csidrivers.storage.k8s.io                                 returns-deleted
  csinodes.storage.k8s.io                                   returns-deleted
  storageclasses.storage.k8s.io                             unconditional returns-deleted
`

const ROWS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  TABLE.trim()
    .split('\n')
    .map((row) => {
      const [name = '', ...traits] = row.trim().split(/\s+/)
      return [name, new Set(traits)] as const
    }),
)
const NONE: ReadonlySet<string> = new Set()

export function traitsOf(groupResource: string): Traits {
  const row = ROWS.get(groupResource) ?? NONE
  return {
    unconditionalUpdate: row.has('unconditional'),
    createOnUpdate: row.has('create-on-update'),
    returnsDeletedObject: row.has('returns-deleted'),
    showsGracePeriod: !row.has('hides-grace'),
    garbageCollected: !row.has('ownerless'),
    nameRule: nameRuleOf(row),
  }
}

function nameRuleOf(row: ReadonlySet<string>): NameRule {
  if (row.has('label-names')) return 'label'
  return row.has('segment-names') ? 'path-segment' : 'subdomain'
}
