/* oxlint-disable max-lines */
/** The built-in kinds. Made from src/kinds/kinds.json by src/cli/write-kind-types.ts. */
import type { Json, JsonObject, ObjectMeta } from '../../wire/object.ts'

/** The type of each built-in kind, by apiVersion and name of the resource. */
export interface BuiltInKinds {
  v1: {
    bindings: Binding
    componentstatuses: ComponentStatus
    configmaps: ConfigMap
    endpoints: Endpoints
    events: Event
    limitranges: LimitRange
    namespaces: Namespace
    nodes: Node
    persistentvolumeclaims: PersistentVolumeClaim
    persistentvolumes: PersistentVolume
    pods: Pod
    podtemplates: PodTemplate
    replicationcontrollers: ReplicationController
    resourcequotas: ResourceQuota
    secrets: Secret
    serviceaccounts: ServiceAccount
    services: Service
  }
  'apiregistration.k8s.io/v1': {
    apiservices: APIService
  }
  'apps/v1': {
    controllerrevisions: ControllerRevision
    daemonsets: DaemonSet
    deployments: Deployment
    replicasets: ReplicaSet
    statefulsets: StatefulSet
  }
  'events.k8s.io/v1': {
    events: EventsV1Event
  }
  'authentication.k8s.io/v1': {
    selfsubjectreviews: SelfSubjectReview
    tokenreviews: TokenReview
  }
  'authorization.k8s.io/v1': {
    localsubjectaccessreviews: LocalSubjectAccessReview
    selfsubjectaccessreviews: SelfSubjectAccessReview
    selfsubjectrulesreviews: SelfSubjectRulesReview
    subjectaccessreviews: SubjectAccessReview
  }
  'autoscaling/v2': {
    horizontalpodautoscalers: HorizontalPodAutoscaler
  }
  'autoscaling/v1': {
    horizontalpodautoscalers: AutoscalingV1HorizontalPodAutoscaler
  }
  'batch/v1': {
    cronjobs: CronJob
    jobs: Job
  }
  'certificates.k8s.io/v1': {
    certificatesigningrequests: CertificateSigningRequest
    clustertrustbundles: ClusterTrustBundle
    podcertificaterequests: PodCertificateRequest
  }
  'networking.k8s.io/v1': {
    ingressclasses: IngressClass
    ingresses: Ingress
    ipaddresses: IPAddress
    networkpolicies: NetworkPolicy
    servicecidrs: ServiceCIDR
  }
  'policy/v1': {
    poddisruptionbudgets: PodDisruptionBudget
  }
  'rbac.authorization.k8s.io/v1': {
    clusterrolebindings: ClusterRoleBinding
    clusterroles: ClusterRole
    rolebindings: RoleBinding
    roles: Role
  }
  'storage.k8s.io/v1': {
    csidrivers: CSIDriver
    csinodes: CSINode
    csistoragecapacities: CSIStorageCapacity
    storageclasses: StorageClass
    volumeattachments: VolumeAttachment
    volumeattributesclasses: VolumeAttributesClass
  }
  'admissionregistration.k8s.io/v1': {
    mutatingadmissionpolicies: MutatingAdmissionPolicy
    mutatingadmissionpolicybindings: MutatingAdmissionPolicyBinding
    mutatingwebhookconfigurations: MutatingWebhookConfiguration
    validatingadmissionpolicies: ValidatingAdmissionPolicy
    validatingadmissionpolicybindings: ValidatingAdmissionPolicyBinding
    validatingwebhookconfigurations: ValidatingWebhookConfiguration
  }
  'apiextensions.k8s.io/v1': {
    customresourcedefinitions: CustomResourceDefinition
  }
  'scheduling.k8s.io/v1': {
    priorityclasses: PriorityClass
  }
  'coordination.k8s.io/v1': {
    leases: Lease
  }
  'node.k8s.io/v1': {
    runtimeclasses: RuntimeClass
  }
  'discovery.k8s.io/v1': {
    endpointslices: EndpointSlice
  }
  'resource.k8s.io/v1': {
    deviceclasses: DeviceClass
    devicetaintrules: DeviceTaintRule
    resourceclaims: ResourceClaim
    resourceclaimtemplates: ResourceClaimTemplate
    resourceslices: ResourceSlice
  }
  'flowcontrol.apiserver.k8s.io/v1': {
    flowschemas: FlowSchema
    prioritylevelconfigurations: PriorityLevelConfiguration
  }
  'storagemigration.k8s.io/v1': {
    storageversionmigrations: StorageVersionMigration
  }
}

/** v1 `bindings` */
export interface Binding {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  target: ObjectReference
}

/** v1 `componentstatuses` */
export interface ComponentStatus {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  conditions?: ComponentCondition[]
}

/** v1 `configmaps` */
export interface ConfigMap {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  immutable?: boolean
  data?: Record<string, string>
  binaryData?: Record<string, string>
}

/** v1 `endpoints` */
export interface Endpoints {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  subsets?: EndpointSubset[]
}

/** v1 `events` */
export interface Event {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  involvedObject: ObjectReference
  reason?: string
  message?: string
  source?: EventSource
  firstTimestamp?: string
  lastTimestamp?: string
  count?: number
  type?: string
  eventTime?: string
  series?: EventSeries
  action?: string
  related?: ObjectReference
  reportingComponent?: string
  reportingInstance?: string
}

/** v1 `limitranges` */
export interface LimitRange {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: LimitRangeSpec
}

/** v1 `namespaces` */
export interface Namespace {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: NamespaceSpec
  status?: NamespaceStatus
}

/** v1 `nodes` */
export interface Node {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: NodeSpec
  status?: NodeStatus
}

/** v1 `persistentvolumeclaims` */
export interface PersistentVolumeClaim {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: PersistentVolumeClaimSpec
  status?: PersistentVolumeClaimStatus
}

/** v1 `persistentvolumes` */
export interface PersistentVolume {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: PersistentVolumeSpec
  status?: PersistentVolumeStatus
}

/** v1 `pods` */
export interface Pod {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: PodSpec
  status?: PodStatus
}

/** v1 `podtemplates` */
export interface PodTemplate {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  template?: PodTemplateSpec
}

/** v1 `replicationcontrollers` */
export interface ReplicationController {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: ReplicationControllerSpec
  status?: ReplicationControllerStatus
}

/** v1 `resourcequotas` */
export interface ResourceQuota {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: ResourceQuotaSpec
  status?: ResourceQuotaStatus
}

/** v1 `secrets` */
export interface Secret {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  immutable?: boolean
  data?: Record<string, string>
  stringData?: Record<string, string>
  type?: string
}

/** v1 `serviceaccounts` */
export interface ServiceAccount {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  secrets?: ObjectReference[]
  imagePullSecrets?: LocalObjectReference[]
  automountServiceAccountToken?: boolean
}

/** v1 `services` */
export interface Service {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: ServiceSpec
  status?: ServiceStatus
}

/** apiregistration.k8s.io/v1 `apiservices` */
export interface APIService {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: APIServiceSpec
  status?: APIServiceStatus
}

/** apps/v1 `controllerrevisions` */
export interface ControllerRevision {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  data: JsonObject
  revision?: number
}

/** apps/v1 `daemonsets` */
export interface DaemonSet {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: DaemonSetSpec
  status?: DaemonSetStatus
}

/** apps/v1 `deployments` */
export interface Deployment {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: DeploymentSpec
  status?: DeploymentStatus
}

/** apps/v1 `replicasets` */
export interface ReplicaSet {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: ReplicaSetSpec
  status?: ReplicaSetStatus
}

/** apps/v1 `statefulsets` */
export interface StatefulSet {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: StatefulSetSpec
  status?: StatefulSetStatus
}

/** events.k8s.io/v1 `events` */
export interface EventsV1Event {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  eventTime: string
  series?: EventsV1EventSeries
  reportingController?: string
  reportingInstance?: string
  action?: string
  reason?: string
  regarding?: ObjectReference
  related?: ObjectReference
  note?: string
  type?: string
  deprecatedSource?: EventSource
  deprecatedFirstTimestamp?: string
  deprecatedLastTimestamp?: string
  deprecatedCount?: number
}

/** authentication.k8s.io/v1 `selfsubjectreviews` */
export interface SelfSubjectReview {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  status?: SelfSubjectReviewStatus
}

/** authentication.k8s.io/v1 `tokenreviews` */
export interface TokenReview {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: TokenReviewSpec
  status?: TokenReviewStatus
}

/** authorization.k8s.io/v1 `localsubjectaccessreviews` */
export interface LocalSubjectAccessReview {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: SubjectAccessReviewSpec
  status?: SubjectAccessReviewStatus
}

/** authorization.k8s.io/v1 `selfsubjectaccessreviews` */
export interface SelfSubjectAccessReview {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: SelfSubjectAccessReviewSpec
  status?: SubjectAccessReviewStatus
}

/** authorization.k8s.io/v1 `selfsubjectrulesreviews` */
export interface SelfSubjectRulesReview {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: SelfSubjectRulesReviewSpec
  status?: SubjectRulesReviewStatus
}

/** authorization.k8s.io/v1 `subjectaccessreviews` */
export interface SubjectAccessReview {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: SubjectAccessReviewSpec
  status?: SubjectAccessReviewStatus
}

/** autoscaling/v2 `horizontalpodautoscalers` */
export interface HorizontalPodAutoscaler {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: HorizontalPodAutoscalerSpec
  status?: HorizontalPodAutoscalerStatus
}

/** autoscaling/v1 `horizontalpodautoscalers` */
export interface AutoscalingV1HorizontalPodAutoscaler {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: AutoscalingV1HorizontalPodAutoscalerSpec
  status?: AutoscalingV1HorizontalPodAutoscalerStatus
}

/** batch/v1 `cronjobs` */
export interface CronJob {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: CronJobSpec
  status?: CronJobStatus
}

/** batch/v1 `jobs` */
export interface Job {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: JobSpec
  status?: JobStatus
}

/** certificates.k8s.io/v1 `certificatesigningrequests` */
export interface CertificateSigningRequest {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: CertificateSigningRequestSpec
  status?: CertificateSigningRequestStatus
}

/** certificates.k8s.io/v1 `clustertrustbundles` */
export interface ClusterTrustBundle {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: ClusterTrustBundleSpec
}

/** certificates.k8s.io/v1 `podcertificaterequests` */
export interface PodCertificateRequest {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: PodCertificateRequestSpec
  status?: PodCertificateRequestStatus
}

/** networking.k8s.io/v1 `ingressclasses` */
export interface IngressClass {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: IngressClassSpec
}

/** networking.k8s.io/v1 `ingresses` */
export interface Ingress {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: IngressSpec
  status?: IngressStatus
}

/** networking.k8s.io/v1 `ipaddresses` */
export interface IPAddress {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: IPAddressSpec
}

/** networking.k8s.io/v1 `networkpolicies` */
export interface NetworkPolicy {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: NetworkPolicySpec
}

/** networking.k8s.io/v1 `servicecidrs` */
export interface ServiceCIDR {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: ServiceCIDRSpec
  status?: ServiceCIDRStatus
}

/** policy/v1 `poddisruptionbudgets` */
export interface PodDisruptionBudget {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: PodDisruptionBudgetSpec
  status?: PodDisruptionBudgetStatus
}

/** rbac.authorization.k8s.io/v1 `clusterrolebindings` */
export interface ClusterRoleBinding {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  subjects?: Subject[]
  roleRef: RoleRef
}

/** rbac.authorization.k8s.io/v1 `clusterroles` */
export interface ClusterRole {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  rules?: PolicyRule[]
  aggregationRule?: AggregationRule
}

/** rbac.authorization.k8s.io/v1 `rolebindings` */
export interface RoleBinding {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  subjects?: Subject[]
  roleRef: RoleRef
}

/** rbac.authorization.k8s.io/v1 `roles` */
export interface Role {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  rules?: PolicyRule[]
}

/** storage.k8s.io/v1 `csidrivers` */
export interface CSIDriver {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: CSIDriverSpec
}

/** storage.k8s.io/v1 `csinodes` */
export interface CSINode {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: CSINodeSpec
  status?: CSINodeStatus
}

/** storage.k8s.io/v1 `csistoragecapacities` */
export interface CSIStorageCapacity {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  nodeTopology?: LabelSelector
  storageClassName?: string
  capacity?: string
  maximumVolumeSize?: string
}

/** storage.k8s.io/v1 `storageclasses` */
export interface StorageClass {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  provisioner?: string
  parameters?: Record<string, string>
  reclaimPolicy?: 'Delete' | 'Recycle' | 'Retain'
  mountOptions?: string[]
  allowVolumeExpansion?: boolean
  volumeBindingMode?: 'Immediate' | 'WaitForFirstConsumer'
  allowedTopologies?: TopologySelectorTerm[]
}

/** storage.k8s.io/v1 `volumeattachments` */
export interface VolumeAttachment {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: VolumeAttachmentSpec
  status?: VolumeAttachmentStatus
}

/** storage.k8s.io/v1 `volumeattributesclasses` */
export interface VolumeAttributesClass {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  driverName?: string
  parameters?: Record<string, string>
}

/** admissionregistration.k8s.io/v1 `mutatingadmissionpolicies` */
export interface MutatingAdmissionPolicy {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: MutatingAdmissionPolicySpec
}

/** admissionregistration.k8s.io/v1 `mutatingadmissionpolicybindings` */
export interface MutatingAdmissionPolicyBinding {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: MutatingAdmissionPolicyBindingSpec
}

/** admissionregistration.k8s.io/v1 `mutatingwebhookconfigurations` */
export interface MutatingWebhookConfiguration {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  webhooks?: MutatingWebhook[]
}

/** admissionregistration.k8s.io/v1 `validatingadmissionpolicies` */
export interface ValidatingAdmissionPolicy {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: ValidatingAdmissionPolicySpec
  status?: ValidatingAdmissionPolicyStatus
}

/** admissionregistration.k8s.io/v1 `validatingadmissionpolicybindings` */
export interface ValidatingAdmissionPolicyBinding {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: ValidatingAdmissionPolicyBindingSpec
}

/** admissionregistration.k8s.io/v1 `validatingwebhookconfigurations` */
export interface ValidatingWebhookConfiguration {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  webhooks?: ValidatingWebhook[]
}

/** apiextensions.k8s.io/v1 `customresourcedefinitions` */
export interface CustomResourceDefinition {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: CustomResourceDefinitionSpec
  status?: CustomResourceDefinitionStatus
}

/** scheduling.k8s.io/v1 `priorityclasses` */
export interface PriorityClass {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  value?: number
  globalDefault?: boolean
  description?: string
  preemptionPolicy?: 'Never' | 'PreemptLowerPriority'
}

/** coordination.k8s.io/v1 `leases` */
export interface Lease {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: LeaseSpec
}

/** node.k8s.io/v1 `runtimeclasses` */
export interface RuntimeClass {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  handler?: string
  overhead?: Overhead
  scheduling?: Scheduling
}

/** discovery.k8s.io/v1 `endpointslices` */
export interface EndpointSlice {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  addressType?: 'FQDN' | 'IPv4' | 'IPv6'
  endpoints?: Endpoint[]
  ports?: EndpointPort[]
}

/** resource.k8s.io/v1 `deviceclasses` */
export interface DeviceClass {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: DeviceClassSpec
}

/** resource.k8s.io/v1 `devicetaintrules` */
export interface DeviceTaintRule {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: DeviceTaintRuleSpec
  status?: DeviceTaintRuleStatus
}

/** resource.k8s.io/v1 `resourceclaims` */
export interface ResourceClaim {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: ResourceClaimSpec
  status?: ResourceClaimStatus
}

/** resource.k8s.io/v1 `resourceclaimtemplates` */
export interface ResourceClaimTemplate {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: ResourceClaimTemplateSpec
}

/** resource.k8s.io/v1 `resourceslices` */
export interface ResourceSlice {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: ResourceSliceSpec
}

/** flowcontrol.apiserver.k8s.io/v1 `flowschemas` */
export interface FlowSchema {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: FlowSchemaSpec
  status?: FlowSchemaStatus
}

/** flowcontrol.apiserver.k8s.io/v1 `prioritylevelconfigurations` */
export interface PriorityLevelConfiguration {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec: PriorityLevelConfigurationSpec
  status?: PriorityLevelConfigurationStatus
}

/** storagemigration.k8s.io/v1 `storageversionmigrations` */
export interface StorageVersionMigration {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  spec?: StorageVersionMigrationSpec
  status?: StorageVersionMigrationStatus
}

export interface ObjectReference {
  kind?: string
  namespace?: string
  name?: string
  uid?: string
  apiVersion?: string
  resourceVersion?: string
  fieldPath?: string
}

export interface ComponentCondition {
  type?: string
  status?: string
  message?: string
  error?: string
}

export interface EndpointSubset {
  addresses?: EndpointAddress[]
  notReadyAddresses?: EndpointAddress[]
  ports?: CoreV1EndpointPort[]
}

export interface EventSource {
  component?: string
  host?: string
}

export interface EventSeries {
  count?: number
  lastObservedTime?: string
}

export interface LimitRangeSpec {
  limits: LimitRangeItem[]
}

export interface NamespaceSpec {
  finalizers?: string[]
}

export interface NamespaceStatus {
  phase?: 'Active' | 'Terminating'
  conditions?: NamespaceCondition[]
}

export interface NodeSpec {
  podCIDR?: string
  podCIDRs?: string[]
  providerID?: string
  unschedulable?: boolean
  taints?: Taint[]
  configSource?: NodeConfigSource
  externalID?: string
  podPreemptionPolicy?: NodePodPreemptionPolicy
}

export interface NodeStatus {
  capacity?: Record<string, string>
  allocatable?: Record<string, string>
  phase?: 'Pending' | 'Running' | 'Terminated'
  conditions?: NodeCondition[]
  addresses?: NodeAddress[]
  daemonEndpoints?: NodeDaemonEndpoints
  nodeInfo?: NodeSystemInfo
  images?: ContainerImage[]
  volumesInUse?: string[]
  volumesAttached?: AttachedVolume[]
  config?: NodeConfigStatus
  runtimeHandlers?: NodeRuntimeHandler[]
  features?: NodeFeatures
  declaredFeatures?: string[]
}

export interface PersistentVolumeClaimSpec {
  accessModes?: string[]
  selector?: LabelSelector
  resources?: VolumeResourceRequirements
  volumeName?: string
  storageClassName?: string
  volumeMode?: 'Block' | 'Filesystem'
  dataSource?: TypedLocalObjectReference
  dataSourceRef?: TypedObjectReference
  volumeAttributesClassName?: string
}

export interface PersistentVolumeClaimStatus {
  phase?: 'Bound' | 'Lost' | 'Pending'
  accessModes?: string[]
  capacity?: Record<string, string>
  conditions?: PersistentVolumeClaimCondition[]
  allocatedResources?: Record<string, string>
  allocatedResourceStatuses?: Record<string, string>
  currentVolumeAttributesClassName?: string
  modifyVolumeStatus?: ModifyVolumeStatus
  healthStatus?: VolumeHealthStatus
}

export interface PersistentVolumeSpec {
  capacity?: Record<string, string>
  gcePersistentDisk?: GCEPersistentDiskVolumeSource
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
  hostPath?: HostPathVolumeSource
  glusterfs?: GlusterfsPersistentVolumeSource
  nfs?: NFSVolumeSource
  rbd?: RBDPersistentVolumeSource
  iscsi?: ISCSIPersistentVolumeSource
  cinder?: CinderPersistentVolumeSource
  cephfs?: CephFSPersistentVolumeSource
  fc?: FCVolumeSource
  flocker?: FlockerVolumeSource
  flexVolume?: FlexPersistentVolumeSource
  azureFile?: AzureFilePersistentVolumeSource
  vsphereVolume?: VsphereVirtualDiskVolumeSource
  quobyte?: QuobyteVolumeSource
  azureDisk?: AzureDiskVolumeSource
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource
  portworxVolume?: PortworxVolumeSource
  scaleIO?: ScaleIOPersistentVolumeSource
  local?: LocalVolumeSource
  storageos?: StorageOSPersistentVolumeSource
  csi?: CSIPersistentVolumeSource
  accessModes?: string[]
  claimRef?: ObjectReference
  persistentVolumeReclaimPolicy?: 'Delete' | 'Recycle' | 'Retain'
  storageClassName?: string
  mountOptions?: string[]
  volumeMode?: 'Block' | 'Filesystem'
  nodeAffinity?: VolumeNodeAffinity
  volumeAttributesClassName?: string
}

export interface PersistentVolumeStatus {
  phase?: 'Available' | 'Bound' | 'Failed' | 'Pending' | 'Released'
  message?: string
  reason?: string
  lastPhaseTransitionTime?: string
}

export interface PodSpec {
  volumes?: Volume[]
  initContainers?: Container[]
  containers: Container[]
  ephemeralContainers?: EphemeralContainer[]
  restartPolicy?: 'Always' | 'Never' | 'OnFailure'
  terminationGracePeriodSeconds?: number
  activeDeadlineSeconds?: number
  dnsPolicy?: 'ClusterFirst' | 'ClusterFirstWithHostNet' | 'Default' | 'None'
  nodeSelector?: Record<string, string>
  serviceAccountName?: string
  serviceAccount?: string
  automountServiceAccountToken?: boolean
  nodeName?: string
  hostNetwork?: boolean
  hostPID?: boolean
  hostIPC?: boolean
  shareProcessNamespace?: boolean
  securityContext?: PodSecurityContext
  imagePullSecrets?: LocalObjectReference[]
  hostname?: string
  subdomain?: string
  affinity?: Affinity
  schedulerName?: string
  tolerations?: Toleration[]
  hostAliases?: HostAlias[]
  priorityClassName?: string
  priority?: number
  dnsConfig?: PodDNSConfig
  readinessGates?: PodReadinessGate[]
  runtimeClassName?: string
  enableServiceLinks?: boolean
  preemptionPolicy?: 'Never' | 'PreemptLowerPriority'
  overhead?: Record<string, string>
  topologySpreadConstraints?: TopologySpreadConstraint[]
  setHostnameAsFQDN?: boolean
  os?: PodOS
  hostUsers?: boolean
  schedulingGates?: PodSchedulingGate[]
  resourceClaims?: PodResourceClaim[]
  resources?: ResourceRequirements
  hostnameOverride?: string
  schedulingGroup?: PodSchedulingGroup
  evictionResponders?: EvictionResponder[]
}

export interface PodStatus {
  observedGeneration?: number
  phase?: 'Failed' | 'Pending' | 'Running' | 'Succeeded' | 'Unknown'
  conditions?: PodCondition[]
  message?: string
  reason?: string
  nominatedNodeName?: string
  hostIP?: string
  hostIPs?: HostIP[]
  podIP?: string
  podIPs?: PodIP[]
  startTime?: string
  initContainerStatuses?: ContainerStatus[]
  containerStatuses?: ContainerStatus[]
  qosClass?: 'BestEffort' | 'Burstable' | 'Guaranteed'
  ephemeralContainerStatuses?: ContainerStatus[]
  resize?: string
  resourceClaimStatuses?: PodResourceClaimStatus[]
  extendedResourceClaimStatus?: PodExtendedResourceClaimStatus
  allocatedResources?: Record<string, string>
  resources?: ResourceRequirements
  nodeAllocatableResourceClaimStatuses?: NodeAllocatableResourceClaimStatus[]
  volumeHealth?: PodVolumeHealth[]
}

export interface PodTemplateSpec {
  metadata?: ObjectMeta
  spec?: PodSpec
}

export interface ReplicationControllerSpec {
  replicas?: number
  minReadySeconds?: number
  selector?: Record<string, string>
  template?: PodTemplateSpec
}

export interface ReplicationControllerStatus {
  replicas?: number
  fullyLabeledReplicas?: number
  readyReplicas?: number
  availableReplicas?: number
  observedGeneration?: number
  conditions?: ReplicationControllerCondition[]
}

export interface ResourceQuotaSpec {
  hard?: Record<string, string>
  scopes?: string[]
  scopeSelector?: ScopeSelector
}

export interface ResourceQuotaStatus {
  hard?: Record<string, string>
  used?: Record<string, string>
}

export interface LocalObjectReference {
  name?: string
}

export interface ServiceSpec {
  ports?: ServicePort[]
  selector?: Record<string, string>
  clusterIP?: string
  clusterIPs?: string[]
  type?: 'ClusterIP' | 'ExternalName' | 'LoadBalancer' | 'NodePort'
  externalIPs?: string[]
  sessionAffinity?: 'ClientIP' | 'None'
  loadBalancerIP?: string
  loadBalancerSourceRanges?: string[]
  externalName?: string
  externalTrafficPolicy?: 'Cluster' | 'Local'
  healthCheckNodePort?: number
  publishNotReadyAddresses?: boolean
  sessionAffinityConfig?: SessionAffinityConfig
  ipFamilies?: string[]
  ipFamilyPolicy?: 'PreferDualStack' | 'RequireDualStack' | 'SingleStack'
  allocateLoadBalancerNodePorts?: boolean
  loadBalancerClass?: string
  internalTrafficPolicy?: 'Cluster' | 'Local'
  trafficDistribution?: string
}

export interface ServiceStatus {
  loadBalancer?: LoadBalancerStatus
  conditions?: Condition[]
}

export interface APIServiceSpec {
  service?: ServiceReference
  group?: string
  version?: string
  insecureSkipTLSVerify?: boolean
  caBundle?: string
  groupPriorityMinimum?: number
  versionPriority?: number
}

export interface APIServiceStatus {
  conditions?: APIServiceCondition[]
}

export interface DaemonSetSpec {
  selector: LabelSelector
  template: PodTemplateSpec
  updateStrategy?: DaemonSetUpdateStrategy
  minReadySeconds?: number
  revisionHistoryLimit?: number
}

export interface DaemonSetStatus {
  currentNumberScheduled?: number
  numberMisscheduled?: number
  desiredNumberScheduled?: number
  numberReady?: number
  observedGeneration?: number
  updatedNumberScheduled?: number
  numberAvailable?: number
  numberUnavailable?: number
  collisionCount?: number
  conditions?: DaemonSetCondition[]
}

export interface DeploymentSpec {
  replicas?: number
  selector: LabelSelector
  template: PodTemplateSpec
  strategy?: DeploymentStrategy
  minReadySeconds?: number
  revisionHistoryLimit?: number
  paused?: boolean
  progressDeadlineSeconds?: number
}

export interface DeploymentStatus {
  observedGeneration?: number
  replicas?: number
  updatedReplicas?: number
  readyReplicas?: number
  availableReplicas?: number
  unavailableReplicas?: number
  terminatingReplicas?: number
  conditions?: DeploymentCondition[]
  collisionCount?: number
}

export interface ReplicaSetSpec {
  replicas?: number
  minReadySeconds?: number
  selector: LabelSelector
  template?: PodTemplateSpec
}

export interface ReplicaSetStatus {
  replicas?: number
  fullyLabeledReplicas?: number
  readyReplicas?: number
  availableReplicas?: number
  terminatingReplicas?: number
  observedGeneration?: number
  conditions?: ReplicaSetCondition[]
}

export interface StatefulSetSpec {
  replicas?: number
  selector: LabelSelector
  template: PodTemplateSpec
  volumeClaimTemplates?: PersistentVolumeClaim[]
  serviceName?: string
  podManagementPolicy?: 'OrderedReady' | 'Parallel'
  updateStrategy?: StatefulSetUpdateStrategy
  revisionHistoryLimit?: number
  minReadySeconds?: number
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy
  ordinals?: StatefulSetOrdinals
}

export interface StatefulSetStatus {
  observedGeneration?: number
  replicas?: number
  readyReplicas?: number
  currentReplicas?: number
  updatedReplicas?: number
  currentRevision?: string
  updateRevision?: string
  collisionCount?: number
  conditions?: StatefulSetCondition[]
  availableReplicas?: number
}

export interface EventsV1EventSeries {
  count?: number
  lastObservedTime: string
}

export interface SelfSubjectReviewStatus {
  userInfo?: UserInfo
}

export interface TokenReviewSpec {
  token: string
  audiences?: string[]
}

export interface TokenReviewStatus {
  authenticated?: boolean
  user?: UserInfo
  audiences?: string[]
  error?: string
}

export interface SubjectAccessReviewSpec {
  resourceAttributes?: ResourceAttributes
  nonResourceAttributes?: NonResourceAttributes
  user?: string
  groups?: string[]
  extra?: Record<string, string[]>
  uid?: string
}

export interface SubjectAccessReviewStatus {
  allowed?: boolean
  denied?: boolean
  reason?: string
  evaluationError?: string
}

export interface SelfSubjectAccessReviewSpec {
  resourceAttributes?: ResourceAttributes
  nonResourceAttributes?: NonResourceAttributes
}

export interface SelfSubjectRulesReviewSpec {
  namespace?: string
}

export interface SubjectRulesReviewStatus {
  resourceRules: ResourceRule[]
  nonResourceRules: NonResourceRule[]
  incomplete?: boolean
  evaluationError?: string
}

export interface HorizontalPodAutoscalerSpec {
  scaleTargetRef: CrossVersionObjectReference
  minReplicas?: number
  maxReplicas?: number
  metrics?: MetricSpec[]
  behavior?: HorizontalPodAutoscalerBehavior
}

export interface HorizontalPodAutoscalerStatus {
  observedGeneration?: number
  lastScaleTime?: string
  currentReplicas?: number
  desiredReplicas?: number
  currentMetrics?: MetricStatus[]
  conditions?: HorizontalPodAutoscalerCondition[]
}

export interface AutoscalingV1HorizontalPodAutoscalerSpec {
  scaleTargetRef: AutoscalingV1CrossVersionObjectReference
  minReplicas?: number
  maxReplicas?: number
  targetCPUUtilizationPercentage?: number
}

export interface AutoscalingV1HorizontalPodAutoscalerStatus {
  observedGeneration?: number
  lastScaleTime?: string
  currentReplicas?: number
  desiredReplicas?: number
  currentCPUUtilizationPercentage?: number
}

export interface CronJobSpec {
  schedule?: string
  timeZone?: string
  startingDeadlineSeconds?: number
  concurrencyPolicy?: 'Allow' | 'Forbid' | 'Replace'
  suspend?: boolean
  jobTemplate: JobTemplateSpec
  successfulJobsHistoryLimit?: number
  failedJobsHistoryLimit?: number
}

export interface CronJobStatus {
  active?: ObjectReference[]
  lastScheduleTime?: string
  lastSuccessfulTime?: string
}

export interface JobSpec {
  parallelism?: number
  completions?: number
  activeDeadlineSeconds?: number
  podFailurePolicy?: PodFailurePolicy
  successPolicy?: SuccessPolicy
  backoffLimit?: number
  backoffLimitPerIndex?: number
  maxFailedIndexes?: number
  selector?: LabelSelector
  manualSelector?: boolean
  template: PodTemplateSpec
  ttlSecondsAfterFinished?: number
  completionMode?: 'Indexed' | 'NonIndexed'
  suspend?: boolean
  podReplacementPolicy?: 'Failed' | 'TerminatingOrFailed'
  managedBy?: string
  scheduling?: JobSchedulingConfiguration
}

export interface JobStatus {
  conditions?: JobCondition[]
  startTime?: string
  completionTime?: string
  active?: number
  succeeded?: number
  failed?: number
  terminating?: number
  completedIndexes?: string
  failedIndexes?: string
  uncountedTerminatedPods?: UncountedTerminatedPods
  ready?: number
}

export interface CertificateSigningRequestSpec {
  request: string
  signerName?: string
  expirationSeconds?: number
  usages?: string[]
  username?: string
  uid?: string
  groups?: string[]
  extra?: Record<string, string[]>
}

export interface CertificateSigningRequestStatus {
  conditions?: CertificateSigningRequestCondition[]
  certificate?: string
}

export interface ClusterTrustBundleSpec {
  signerName?: string
  trustBundle?: string
}

export interface PodCertificateRequestSpec {
  signerName?: string
  podName?: string
  podUID?: string
  serviceAccountName?: string
  serviceAccountUID?: string
  nodeName?: string
  nodeUID?: string
  maxExpirationSeconds?: number
  stubPKCS10Request: string
  unverifiedUserAnnotations?: Record<string, string>
}

export interface PodCertificateRequestStatus {
  conditions?: Condition[]
  certificateChain?: string
  notBefore?: string
  beginRefreshAt?: string
  notAfter?: string
}

export interface IngressClassSpec {
  controller?: string
  parameters?: IngressClassParametersReference
}

export interface IngressSpec {
  ingressClassName?: string
  defaultBackend?: IngressBackend
  tls?: IngressTLS[]
  rules?: IngressRule[]
}

export interface IngressStatus {
  loadBalancer?: IngressLoadBalancerStatus
}

export interface IPAddressSpec {
  parentRef: ParentReference
}

export interface NetworkPolicySpec {
  podSelector?: LabelSelector
  ingress?: NetworkPolicyIngressRule[]
  egress?: NetworkPolicyEgressRule[]
  policyTypes?: string[]
}

export interface ServiceCIDRSpec {
  cidrs?: string[]
}

export interface ServiceCIDRStatus {
  conditions?: Condition[]
}

export interface PodDisruptionBudgetSpec {
  minAvailable?: number | string
  selector?: LabelSelector
  maxUnavailable?: number | string
  unhealthyPodEvictionPolicy?: 'AlwaysAllow' | 'IfHealthyBudget'
}

export interface PodDisruptionBudgetStatus {
  observedGeneration?: number
  disruptedPods?: Record<string, string>
  disruptionsAllowed?: number
  currentHealthy?: number
  desiredHealthy?: number
  expectedPods?: number
  conditions?: Condition[]
}

export interface Subject {
  kind?: string
  apiGroup?: string
  name?: string
  namespace?: string
}

export interface RoleRef {
  apiGroup?: string
  kind?: string
  name?: string
}

export interface PolicyRule {
  verbs: string[]
  apiGroups?: string[]
  resources?: string[]
  resourceNames?: string[]
  nonResourceURLs?: string[]
}

export interface AggregationRule {
  clusterRoleSelectors?: LabelSelector[]
}

export interface CSIDriverSpec {
  attachRequired?: boolean
  podInfoOnMount?: boolean
  volumeLifecycleModes?: string[]
  storageCapacity?: boolean
  fsGroupPolicy?: string
  tokenRequests?: TokenRequest[]
  requiresRepublish?: boolean
  seLinuxMount?: boolean
  nodeAllocatableUpdatePeriodSeconds?: number
  serviceAccountTokenInSecrets?: boolean
  preventPodSchedulingIfMissing?: boolean
}

export interface CSINodeSpec {
  drivers: CSINodeDriver[]
}

export interface CSINodeStatus {
  storageHealth?: StorageHealth[]
}

export interface LabelSelector {
  matchLabels?: Record<string, string>
  matchExpressions?: LabelSelectorRequirement[]
}

export interface TopologySelectorTerm {
  matchLabelExpressions?: TopologySelectorLabelRequirement[]
}

export interface VolumeAttachmentSpec {
  attacher?: string
  source: VolumeAttachmentSource
  nodeName?: string
}

export interface VolumeAttachmentStatus {
  attached?: boolean
  attachmentMetadata?: Record<string, string>
  attachError?: VolumeError
  detachError?: VolumeError
}

export interface MutatingAdmissionPolicySpec {
  paramKind?: ParamKind
  matchConstraints?: MatchResources
  variables?: Variable[]
  mutations?: Mutation[]
  failurePolicy?: 'Fail' | 'Ignore'
  matchConditions?: MatchCondition[]
  reinvocationPolicy?: 'IfNeeded' | 'Never'
}

export interface MutatingAdmissionPolicyBindingSpec {
  policyName?: string
  paramRef?: ParamRef
  matchResources?: MatchResources
}

export interface MutatingWebhook {
  name?: string
  clientConfig: WebhookClientConfig
  rules?: RuleWithOperations[]
  failurePolicy?: 'Fail' | 'Ignore'
  matchPolicy?: 'Equivalent' | 'Exact'
  namespaceSelector?: LabelSelector
  objectSelector?: LabelSelector
  sideEffects: 'None' | 'NoneOnDryRun' | 'Some' | 'Unknown'
  timeoutSeconds?: number
  admissionReviewVersions: string[]
  reinvocationPolicy?: 'IfNeeded' | 'Never'
  matchConditions?: MatchCondition[]
}

export interface ValidatingAdmissionPolicySpec {
  paramKind?: ParamKind
  matchConstraints?: MatchResources
  validations?: Validation[]
  failurePolicy?: 'Fail' | 'Ignore'
  auditAnnotations?: AuditAnnotation[]
  matchConditions?: MatchCondition[]
  variables?: Variable[]
}

export interface ValidatingAdmissionPolicyStatus {
  observedGeneration?: number
  typeChecking?: TypeChecking
  conditions?: Condition[]
}

export interface ValidatingAdmissionPolicyBindingSpec {
  policyName: string
  paramRef?: ParamRef
  matchResources?: MatchResources
  validationActions: string[]
}

export interface ValidatingWebhook {
  name?: string
  clientConfig: WebhookClientConfig
  rules?: RuleWithOperations[]
  failurePolicy?: 'Fail' | 'Ignore'
  matchPolicy?: 'Equivalent' | 'Exact'
  namespaceSelector?: LabelSelector
  objectSelector?: LabelSelector
  sideEffects: 'None' | 'NoneOnDryRun' | 'Some' | 'Unknown'
  timeoutSeconds?: number
  admissionReviewVersions: string[]
  matchConditions?: MatchCondition[]
}

export interface CustomResourceDefinitionSpec {
  group?: string
  names: CustomResourceDefinitionNames
  scope?: string
  versions: CustomResourceDefinitionVersion[]
  conversion?: CustomResourceConversion
  preserveUnknownFields?: boolean
}

export interface CustomResourceDefinitionStatus {
  conditions?: CustomResourceDefinitionCondition[]
  acceptedNames?: CustomResourceDefinitionNames
  storedVersions?: string[]
  observedGeneration?: number
}

export interface LeaseSpec {
  holderIdentity?: string
  leaseDurationSeconds?: number
  acquireTime?: string
  renewTime?: string
  leaseTransitions?: number
  strategy?: string
  preferredHolder?: string
}

export interface Overhead {
  podFixed?: Record<string, string>
}

export interface Scheduling {
  nodeSelector?: Record<string, string>
  tolerations?: Toleration[]
}

export interface Endpoint {
  addresses: string[]
  conditions?: EndpointConditions
  hostname?: string
  targetRef?: ObjectReference
  deprecatedTopology?: Record<string, string>
  nodeName?: string
  zone?: string
  hints?: EndpointHints
}

export interface EndpointPort {
  name?: string
  protocol?: 'SCTP' | 'TCP' | 'UDP'
  port?: number
  appProtocol?: string
}

export interface DeviceClassSpec {
  selectors?: DeviceSelector[]
  config?: DeviceClassConfiguration[]
  extendedResourceName?: string
}

export interface DeviceTaintRuleSpec {
  deviceSelector?: DeviceTaintSelector
  taint: DeviceTaint
}

export interface DeviceTaintRuleStatus {
  conditions?: Condition[]
}

export interface ResourceClaimSpec {
  devices?: DeviceClaim
}

export interface ResourceClaimStatus {
  allocation?: AllocationResult
  reservedFor?: ResourceClaimConsumerReference[]
  devices?: AllocatedDeviceStatus[]
}

export interface ResourceClaimTemplateSpec {
  metadata?: ObjectMeta
  spec?: ResourceClaimSpec
}

export interface ResourceSliceSpec {
  driver?: string
  pool: ResourcePool
  nodeName?: string
  nodeSelector?: NodeSelector
  allNodes?: boolean
  devices?: Device[]
  perDeviceNodeSelection?: boolean
  sharedCounters?: CounterSet[]
  partitionTypeAttribute?: string
  skipNodeOperations?: string[]
}

export interface FlowSchemaSpec {
  priorityLevelConfiguration: PriorityLevelConfigurationReference
  matchingPrecedence?: number
  distinguisherMethod?: FlowDistinguisherMethod
  rules?: PolicyRulesWithSubjects[]
}

export interface FlowSchemaStatus {
  conditions?: FlowSchemaCondition[]
}

export interface PriorityLevelConfigurationSpec {
  type?: string
  limited?: LimitedPriorityLevelConfiguration
  exempt?: ExemptPriorityLevelConfiguration
}

export interface PriorityLevelConfigurationStatus {
  conditions?: PriorityLevelConfigurationCondition[]
}

export interface StorageVersionMigrationSpec {
  resource: GroupResource
}

export interface StorageVersionMigrationStatus {
  conditions?: Condition[]
  resourceVersion?: string
}

export interface EndpointAddress {
  ip?: string
  hostname?: string
  nodeName?: string
  targetRef?: ObjectReference
}

export interface CoreV1EndpointPort {
  name?: string
  port?: number
  protocol?: 'SCTP' | 'TCP' | 'UDP'
  appProtocol?: string
}

export interface LimitRangeItem {
  type?: string
  max?: Record<string, string>
  min?: Record<string, string>
  default?: Record<string, string>
  defaultRequest?: Record<string, string>
  maxLimitRequestRatio?: Record<string, string>
}

export interface NamespaceCondition {
  type?: string
  status?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

export interface Taint {
  key?: string
  value?: string
  effect?: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule'
  timeAdded?: string
}

export interface NodeConfigSource {
  configMap?: ConfigMapNodeConfigSource
}

export interface NodePodPreemptionPolicy {
  disableResizePreemption?: string[]
}

export interface NodeCondition {
  type?: string
  status?: string
  lastHeartbeatTime?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

export interface NodeAddress {
  type?: string
  address?: string
}

export interface NodeDaemonEndpoints {
  kubeletEndpoint?: DaemonEndpoint
}

export interface NodeSystemInfo {
  machineID?: string
  systemUUID?: string
  bootID?: string
  kernelVersion?: string
  osImage?: string
  containerRuntimeVersion?: string
  kubeletVersion?: string
  kubeProxyVersion?: string
  operatingSystem?: string
  architecture?: string
  swap?: NodeSwapStatus
  runningInUserNamespace?: boolean
}

export interface ContainerImage {
  names?: string[]
  sizeBytes?: number
}

export interface AttachedVolume {
  name?: string
  devicePath?: string
}

export interface NodeConfigStatus {
  assigned?: NodeConfigSource
  active?: NodeConfigSource
  lastKnownGood?: NodeConfigSource
  error?: string
}

export interface NodeRuntimeHandler {
  name?: string
  features?: NodeRuntimeHandlerFeatures
}

export interface NodeFeatures {
  supplementalGroupsPolicy?: boolean
}

export interface VolumeResourceRequirements {
  limits?: Record<string, string>
  requests?: Record<string, string>
}

export interface TypedLocalObjectReference {
  apiGroup?: string
  kind?: string
  name?: string
}

export interface TypedObjectReference {
  apiGroup?: string
  kind?: string
  name?: string
  namespace?: string
}

export interface PersistentVolumeClaimCondition {
  type?: string
  status?: string
  lastProbeTime?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

export interface ModifyVolumeStatus {
  targetVolumeAttributesClassName?: string
  status?: 'InProgress' | 'Infeasible' | 'Pending'
}

export interface VolumeHealthStatus {
  healthConditions?: VolumeHealthCondition[]
  lastTransitionTime?: string
}

export interface GCEPersistentDiskVolumeSource {
  pdName?: string
  fsType?: string
  partition?: number
  readOnly?: boolean
}

export interface AWSElasticBlockStoreVolumeSource {
  volumeID?: string
  fsType?: string
  partition?: number
  readOnly?: boolean
}

export interface HostPathVolumeSource {
  path?: string
  type?: '' | 'BlockDevice' | 'CharDevice' | 'Directory' | 'DirectoryOrCreate' | 'File' | 'FileOrCreate' | 'Socket'
}

export interface GlusterfsPersistentVolumeSource {
  endpoints?: string
  path?: string
  readOnly?: boolean
  endpointsNamespace?: string
}

export interface NFSVolumeSource {
  server?: string
  path?: string
  readOnly?: boolean
}

export interface RBDPersistentVolumeSource {
  monitors: string[]
  image?: string
  fsType?: string
  pool?: string
  user?: string
  keyring?: string
  secretRef?: SecretReference
  readOnly?: boolean
}

export interface ISCSIPersistentVolumeSource {
  targetPortal?: string
  iqn?: string
  lun?: number
  iscsiInterface?: string
  fsType?: string
  readOnly?: boolean
  portals?: string[]
  chapAuthDiscovery?: boolean
  chapAuthSession?: boolean
  secretRef?: SecretReference
  initiatorName?: string
}

export interface CinderPersistentVolumeSource {
  volumeID?: string
  fsType?: string
  readOnly?: boolean
  secretRef?: SecretReference
}

export interface CephFSPersistentVolumeSource {
  monitors: string[]
  path?: string
  user?: string
  secretFile?: string
  secretRef?: SecretReference
  readOnly?: boolean
}

export interface FCVolumeSource {
  targetWWNs?: string[]
  lun?: number
  fsType?: string
  readOnly?: boolean
  wwids?: string[]
}

export interface FlockerVolumeSource {
  datasetName?: string
  datasetUUID?: string
}

export interface FlexPersistentVolumeSource {
  driver?: string
  fsType?: string
  secretRef?: SecretReference
  readOnly?: boolean
  options?: Record<string, string>
}

export interface AzureFilePersistentVolumeSource {
  secretName?: string
  shareName?: string
  readOnly?: boolean
  secretNamespace?: string
}

export interface VsphereVirtualDiskVolumeSource {
  volumePath?: string
  fsType?: string
  storagePolicyName?: string
  storagePolicyID?: string
}

export interface QuobyteVolumeSource {
  registry?: string
  volume?: string
  readOnly?: boolean
  user?: string
  group?: string
  tenant?: string
}

export interface AzureDiskVolumeSource {
  diskName?: string
  diskURI?: string
  cachingMode?: 'None' | 'ReadOnly' | 'ReadWrite'
  fsType?: string
  readOnly?: boolean
  kind?: 'Dedicated' | 'Managed' | 'Shared'
}

export interface PhotonPersistentDiskVolumeSource {
  pdID?: string
  fsType?: string
}

export interface PortworxVolumeSource {
  volumeID?: string
  fsType?: string
  readOnly?: boolean
}

export interface ScaleIOPersistentVolumeSource {
  gateway?: string
  system?: string
  secretRef: SecretReference
  sslEnabled?: boolean
  protectionDomain?: string
  storagePool?: string
  storageMode?: string
  volumeName?: string
  fsType?: string
  readOnly?: boolean
}

export interface LocalVolumeSource {
  path?: string
  fsType?: string
}

export interface StorageOSPersistentVolumeSource {
  volumeName?: string
  volumeNamespace?: string
  fsType?: string
  readOnly?: boolean
  secretRef?: ObjectReference
}

export interface CSIPersistentVolumeSource {
  driver?: string
  volumeHandle?: string
  readOnly?: boolean
  fsType?: string
  volumeAttributes?: Record<string, string>
  controllerPublishSecretRef?: SecretReference
  nodeStageSecretRef?: SecretReference
  nodePublishSecretRef?: SecretReference
  controllerExpandSecretRef?: SecretReference
  nodeExpandSecretRef?: SecretReference
}

export interface VolumeNodeAffinity {
  required?: NodeSelector
}

export interface Volume {
  name?: string
  hostPath?: HostPathVolumeSource
  emptyDir?: EmptyDirVolumeSource
  gcePersistentDisk?: GCEPersistentDiskVolumeSource
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
  gitRepo?: GitRepoVolumeSource
  secret?: SecretVolumeSource
  nfs?: NFSVolumeSource
  iscsi?: ISCSIVolumeSource
  glusterfs?: GlusterfsVolumeSource
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource
  rbd?: RBDVolumeSource
  flexVolume?: FlexVolumeSource
  cinder?: CinderVolumeSource
  cephfs?: CephFSVolumeSource
  flocker?: FlockerVolumeSource
  downwardAPI?: DownwardAPIVolumeSource
  fc?: FCVolumeSource
  azureFile?: AzureFileVolumeSource
  configMap?: ConfigMapVolumeSource
  vsphereVolume?: VsphereVirtualDiskVolumeSource
  quobyte?: QuobyteVolumeSource
  azureDisk?: AzureDiskVolumeSource
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource
  projected?: ProjectedVolumeSource
  portworxVolume?: PortworxVolumeSource
  scaleIO?: ScaleIOVolumeSource
  storageos?: StorageOSVolumeSource
  csi?: CSIVolumeSource
  ephemeral?: EphemeralVolumeSource
  image?: ImageVolumeSource
}

export interface Container {
  name?: string
  image?: string
  command?: string[]
  args?: string[]
  workingDir?: string
  ports?: ContainerPort[]
  envFrom?: EnvFromSource[]
  env?: EnvVar[]
  resources?: ResourceRequirements
  resizePolicy?: ContainerResizePolicy[]
  restartPolicy?: string
  restartPolicyRules?: ContainerRestartRule[]
  volumeMounts?: VolumeMount[]
  volumeDevices?: VolumeDevice[]
  livenessProbe?: Probe
  readinessProbe?: Probe
  startupProbe?: Probe
  lifecycle?: Lifecycle
  terminationMessagePath?: string
  terminationMessagePolicy?: 'FallbackToLogsOnError' | 'File'
  imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never'
  securityContext?: SecurityContext
  stdin?: boolean
  stdinOnce?: boolean
  tty?: boolean
}

export interface EphemeralContainer {
  name?: string
  image?: string
  command?: string[]
  args?: string[]
  workingDir?: string
  ports?: ContainerPort[]
  envFrom?: EnvFromSource[]
  env?: EnvVar[]
  resources?: ResourceRequirements
  resizePolicy?: ContainerResizePolicy[]
  restartPolicy?: string
  restartPolicyRules?: ContainerRestartRule[]
  volumeMounts?: VolumeMount[]
  volumeDevices?: VolumeDevice[]
  livenessProbe?: Probe
  readinessProbe?: Probe
  startupProbe?: Probe
  lifecycle?: Lifecycle
  terminationMessagePath?: string
  terminationMessagePolicy?: 'FallbackToLogsOnError' | 'File'
  imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never'
  securityContext?: SecurityContext
  stdin?: boolean
  stdinOnce?: boolean
  tty?: boolean
  targetContainerName?: string
}

export interface PodSecurityContext {
  seLinuxOptions?: SELinuxOptions
  windowsOptions?: WindowsSecurityContextOptions
  runAsUser?: number
  runAsGroup?: number
  runAsNonRoot?: boolean
  supplementalGroups?: number[]
  supplementalGroupsPolicy?: 'Merge' | 'Strict'
  fsGroup?: number
  sysctls?: Sysctl[]
  fsGroupChangePolicy?: 'Always' | 'OnRootMismatch'
  seccompProfile?: SeccompProfile
  appArmorProfile?: AppArmorProfile
  seLinuxChangePolicy?: string
}

export interface Affinity {
  nodeAffinity?: NodeAffinity
  podAffinity?: PodAffinity
  podAntiAffinity?: PodAntiAffinity
}

export interface Toleration {
  key?: string
  operator?: 'Equal' | 'Exists' | 'Gt' | 'Lt'
  value?: string
  effect?: 'NoExecute' | 'NoSchedule' | 'PreferNoSchedule'
  tolerationSeconds?: number
}

export interface HostAlias {
  ip?: string
  hostnames?: string[]
}

export interface PodDNSConfig {
  nameservers?: string[]
  searches?: string[]
  options?: PodDNSConfigOption[]
}

export interface PodReadinessGate {
  conditionType?: string
}

export interface TopologySpreadConstraint {
  maxSkew?: number
  topologyKey?: string
  whenUnsatisfiable?: 'DoNotSchedule' | 'ScheduleAnyway'
  labelSelector?: LabelSelector
  minDomains?: number
  nodeAffinityPolicy?: 'Honor' | 'Ignore'
  nodeTaintsPolicy?: 'Honor' | 'Ignore'
  matchLabelKeys?: string[]
}

export interface PodOS {
  name?: string
}

export interface PodSchedulingGate {
  name?: string
}

export interface PodResourceClaim {
  name?: string
  resourceClaimName?: string
  resourceClaimTemplateName?: string
}

export interface ResourceRequirements {
  limits?: Record<string, string>
  requests?: Record<string, string>
  claims?: CoreV1ResourceClaim[]
}

export interface PodSchedulingGroup {
  podGroupName?: string
}

export interface EvictionResponder {
  name?: string
  priority: number
}

export interface PodCondition {
  type?: string
  observedGeneration?: number
  status?: string
  lastProbeTime?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

export interface HostIP {
  ip?: string
}

export interface PodIP {
  ip?: string
}

export interface ContainerStatus {
  name?: string
  state?: ContainerState
  lastState?: ContainerState
  ready?: boolean
  restartCount?: number
  image?: string
  imageID?: string
  containerID?: string
  started?: boolean
  allocatedResources?: Record<string, string>
  resources?: ResourceRequirements
  volumeMounts?: VolumeMountStatus[]
  user?: ContainerUser
  allocatedResourcesStatus?: ResourceStatus[]
  stopSignal?:
    | 'SIGABRT'
    | 'SIGALRM'
    | 'SIGBUS'
    | 'SIGCHLD'
    | 'SIGCLD'
    | 'SIGCONT'
    | 'SIGFPE'
    | 'SIGHUP'
    | 'SIGILL'
    | 'SIGINT'
    | 'SIGIO'
    | 'SIGIOT'
    | 'SIGKILL'
    | 'SIGPIPE'
    | 'SIGPOLL'
    | 'SIGPROF'
    | 'SIGPWR'
    | 'SIGQUIT'
    | 'SIGRTMAX'
    | 'SIGRTMAX-1'
    | 'SIGRTMAX-10'
    | 'SIGRTMAX-11'
    | 'SIGRTMAX-12'
    | 'SIGRTMAX-13'
    | 'SIGRTMAX-14'
    | 'SIGRTMAX-2'
    | 'SIGRTMAX-3'
    | 'SIGRTMAX-4'
    | 'SIGRTMAX-5'
    | 'SIGRTMAX-6'
    | 'SIGRTMAX-7'
    | 'SIGRTMAX-8'
    | 'SIGRTMAX-9'
    | 'SIGRTMIN'
    | 'SIGRTMIN+1'
    | 'SIGRTMIN+10'
    | 'SIGRTMIN+11'
    | 'SIGRTMIN+12'
    | 'SIGRTMIN+13'
    | 'SIGRTMIN+14'
    | 'SIGRTMIN+15'
    | 'SIGRTMIN+2'
    | 'SIGRTMIN+3'
    | 'SIGRTMIN+4'
    | 'SIGRTMIN+5'
    | 'SIGRTMIN+6'
    | 'SIGRTMIN+7'
    | 'SIGRTMIN+8'
    | 'SIGRTMIN+9'
    | 'SIGSEGV'
    | 'SIGSTKFLT'
    | 'SIGSTOP'
    | 'SIGSYS'
    | 'SIGTERM'
    | 'SIGTRAP'
    | 'SIGTSTP'
    | 'SIGTTIN'
    | 'SIGTTOU'
    | 'SIGURG'
    | 'SIGUSR1'
    | 'SIGUSR2'
    | 'SIGVTALRM'
    | 'SIGWINCH'
    | 'SIGXCPU'
    | 'SIGXFSZ'
}

export interface PodResourceClaimStatus {
  name?: string
  resourceClaimName?: string
}

export interface PodExtendedResourceClaimStatus {
  requestMappings: ContainerExtendedResourceRequest[]
  resourceClaimName?: string
}

export interface NodeAllocatableResourceClaimStatus {
  resourceClaimName?: string
  containers?: string[]
  mapping?: NodeAllocatableMappedResources[]
  overhead?: NodeAllocatableOverheadResources[]
}

export interface PodVolumeHealth {
  name?: string
  healthConditions?: VolumeHealthCondition[]
  lastTransitionTime?: string
}

export interface ReplicationControllerCondition {
  type?: string
  status?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

export interface ScopeSelector {
  matchExpressions?: ScopedResourceSelectorRequirement[]
}

export interface ServicePort {
  name?: string
  protocol?: 'SCTP' | 'TCP' | 'UDP'
  appProtocol?: string
  port?: number
  targetPort?: number | string
  nodePort?: number
}

export interface SessionAffinityConfig {
  clientIP?: ClientIPConfig
}

export interface LoadBalancerStatus {
  ingress?: LoadBalancerIngress[]
}

export interface Condition {
  type?: string
  status?: string
  observedGeneration?: number
  lastTransitionTime: string
  reason?: string
  message?: string
}

export interface ServiceReference {
  namespace?: string
  name?: string
  port?: number
}

export interface APIServiceCondition {
  type?: string
  status?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

export interface DaemonSetUpdateStrategy {
  type?: 'OnDelete' | 'RollingUpdate'
  rollingUpdate?: RollingUpdateDaemonSet
}

export interface DaemonSetCondition {
  type?: string
  status?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

export interface DeploymentStrategy {
  type?: 'Recreate' | 'RollingUpdate'
  rollingUpdate?: RollingUpdateDeployment
}

export interface DeploymentCondition {
  type?: string
  status?: string
  lastUpdateTime?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

export interface ReplicaSetCondition {
  type?: string
  status?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

export interface StatefulSetUpdateStrategy {
  type?: 'OnDelete' | 'Recreate' | 'RollingUpdate'
  rollingUpdate?: RollingUpdateStatefulSetStrategy
}

export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  whenDeleted?: string
  whenScaled?: string
}

export interface StatefulSetOrdinals {
  start?: number
}

export interface StatefulSetCondition {
  type?: string
  status?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

export interface UserInfo {
  username?: string
  uid?: string
  groups?: string[]
  extra?: Record<string, string[]>
}

export interface ResourceAttributes {
  namespace?: string
  verb?: string
  group?: string
  version?: string
  resource?: string
  subresource?: string
  name?: string
  fieldSelector?: FieldSelectorAttributes
  labelSelector?: LabelSelectorAttributes
}

export interface NonResourceAttributes {
  path?: string
  verb?: string
}

export interface ResourceRule {
  verbs: string[]
  apiGroups?: string[]
  resources?: string[]
  resourceNames?: string[]
}

export interface NonResourceRule {
  verbs: string[]
  nonResourceURLs?: string[]
}

export interface CrossVersionObjectReference {
  kind?: string
  name?: string
  apiVersion?: string
}

export interface MetricSpec {
  type?: string
  object?: ObjectMetricSource
  pods?: PodsMetricSource
  resource?: ResourceMetricSource
  containerResource?: ContainerResourceMetricSource
  external?: ExternalMetricSource
}

export interface HorizontalPodAutoscalerBehavior {
  scaleUp?: HPAScalingRules
  scaleDown?: HPAScalingRules
}

export interface MetricStatus {
  type?: string
  object?: ObjectMetricStatus
  pods?: PodsMetricStatus
  resource?: ResourceMetricStatus
  containerResource?: ContainerResourceMetricStatus
  external?: ExternalMetricStatus
}

export interface HorizontalPodAutoscalerCondition {
  type?: string
  status?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
  observedGeneration?: number
}

export interface AutoscalingV1CrossVersionObjectReference {
  kind?: string
  name?: string
  apiVersion?: string
}

export interface JobTemplateSpec {
  metadata?: ObjectMeta
  spec?: JobSpec
}

export interface PodFailurePolicy {
  rules: PodFailurePolicyRule[]
}

export interface SuccessPolicy {
  rules: SuccessPolicyRule[]
}

export interface JobSchedulingConfiguration {
  schedulingPolicy?: WorkloadPodGroupSchedulingPolicy
  schedulingConstraints?: WorkloadPodGroupSchedulingConstraints
  disruptionMode?: WorkloadPodGroupDisruptionMode
  resourceClaims?: WorkloadPodGroupResourceClaim[]
}

export interface JobCondition {
  type?: string
  status?: string
  lastProbeTime?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

export interface UncountedTerminatedPods {
  succeeded?: string[]
  failed?: string[]
}

export interface CertificateSigningRequestCondition {
  type?: string
  status?: string
  reason?: string
  message?: string
  lastUpdateTime?: string
  lastTransitionTime?: string
}

export interface IngressClassParametersReference {
  apiGroup?: string
  kind?: string
  name?: string
  scope?: string
  namespace?: string
}

export interface IngressBackend {
  service?: IngressServiceBackend
  resource?: TypedLocalObjectReference
}

export interface IngressTLS {
  hosts?: string[]
  secretName?: string
}

export interface IngressRule {
  host?: string
  http?: HTTPIngressRuleValue
}

export interface IngressLoadBalancerStatus {
  ingress?: IngressLoadBalancerIngress[]
}

export interface ParentReference {
  group?: string
  resource: string
  namespace?: string
  name: string
}

export interface NetworkPolicyIngressRule {
  ports?: NetworkPolicyPort[]
  from?: NetworkPolicyPeer[]
}

export interface NetworkPolicyEgressRule {
  ports?: NetworkPolicyPort[]
  to?: NetworkPolicyPeer[]
}

export interface TokenRequest {
  audience?: string
  expirationSeconds?: number
}

export interface CSINodeDriver {
  name?: string
  nodeID?: string
  topologyKeys?: string[]
  allocatable?: VolumeNodeResources
}

export interface StorageHealth {
  name?: string
  healthConditions?: StorageHealthCondition[]
}

export interface LabelSelectorRequirement {
  key?: string
  operator?: string
  values?: string[]
}

export interface TopologySelectorLabelRequirement {
  key?: string
  values: string[]
}

export interface VolumeAttachmentSource {
  persistentVolumeName?: string
  inlineVolumeSpec?: PersistentVolumeSpec
}

export interface VolumeError {
  time?: string
  message?: string
  errorCode?: number
}

export interface ParamKind {
  apiVersion?: string
  kind?: string
}

export interface MatchResources {
  namespaceSelector?: LabelSelector
  objectSelector?: LabelSelector
  resourceRules?: NamedRuleWithOperations[]
  excludeResourceRules?: NamedRuleWithOperations[]
  matchPolicy?: 'Equivalent' | 'Exact'
}

export interface Variable {
  name?: string
  expression?: string
}

export interface Mutation {
  patchType?: 'ApplyConfiguration' | 'JSONPatch'
  applyConfiguration?: ApplyConfiguration
  jsonPatch?: JSONPatch
}

export interface MatchCondition {
  name?: string
  expression?: string
}

export interface ParamRef {
  name?: string
  namespace?: string
  selector?: LabelSelector
  parameterNotFoundAction?: string
}

export interface WebhookClientConfig {
  url?: string
  service?: AdmissionregistrationV1ServiceReference
  caBundle?: string
}

export interface RuleWithOperations {
  operations?: string[]
  apiGroups?: string[]
  apiVersions?: string[]
  resources?: string[]
  scope?: '*' | 'Cluster' | 'Namespaced'
}

export interface Validation {
  expression?: string
  message?: string
  reason?: string
  messageExpression?: string
}

export interface AuditAnnotation {
  key?: string
  valueExpression?: string
}

export interface TypeChecking {
  expressionWarnings?: ExpressionWarning[]
}

export interface CustomResourceDefinitionNames {
  plural?: string
  singular?: string
  shortNames?: string[]
  kind?: string
  listKind?: string
  categories?: string[]
}

export interface CustomResourceDefinitionVersion {
  name?: string
  served?: boolean
  storage?: boolean
  deprecated?: boolean
  deprecationWarning?: string
  schema?: CustomResourceValidation
  subresources?: CustomResourceSubresources
  additionalPrinterColumns?: CustomResourceColumnDefinition[]
  selectableFields?: SelectableField[]
}

export interface CustomResourceConversion {
  strategy?: string
  webhook?: WebhookConversion
}

export interface CustomResourceDefinitionCondition {
  type?: string
  status?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
  observedGeneration?: number
}

export interface EndpointConditions {
  ready?: boolean
  serving?: boolean
  terminating?: boolean
}

export interface EndpointHints {
  forZones?: ForZone[]
  forNodes?: ForNode[]
}

export interface DeviceSelector {
  cel?: CELDeviceSelector
}

export interface DeviceClassConfiguration {
  opaque?: OpaqueDeviceConfiguration
}

export interface DeviceTaintSelector {
  driver?: string
  pool?: string
  device?: string
}

export interface DeviceTaint {
  key?: string
  value?: string
  effect?: 'NoExecute' | 'NoSchedule' | 'None'
  timeAdded?: string
}

export interface DeviceClaim {
  requests?: DeviceRequest[]
  constraints?: DeviceConstraint[]
  config?: DeviceClaimConfiguration[]
}

export interface AllocationResult {
  devices?: DeviceAllocationResult
  nodeSelector?: NodeSelector
  allocationTimestamp?: string
}

export interface ResourceClaimConsumerReference {
  apiGroup?: string
  resource?: string
  name?: string
  uid?: string
}

export interface AllocatedDeviceStatus {
  driver?: string
  pool?: string
  device?: string
  shareID?: string
  conditions?: Condition[]
  data?: JsonObject
  networkData?: NetworkDeviceData
}

export interface ResourcePool {
  name?: string
  generation?: number
  resourceSliceCount?: number
}

export interface NodeSelector {
  nodeSelectorTerms: NodeSelectorTerm[]
}

export interface Device {
  name?: string
  attributes?: Record<string, DeviceAttribute>
  capacity?: Record<string, DeviceCapacity>
  consumesCounters?: DeviceCounterConsumption[]
  nodeName?: string
  nodeSelector?: NodeSelector
  allNodes?: boolean
  taints?: DeviceTaint[]
  bindsToNode?: boolean
  bindingConditions?: string[]
  bindingFailureConditions?: string[]
  allowMultipleAllocations?: boolean
  nodeAllocatableResources?: Record<string, NodeAllocatableResource>
}

export interface CounterSet {
  name?: string
  counters: Record<string, Counter>
}

export interface PriorityLevelConfigurationReference {
  name?: string
}

export interface FlowDistinguisherMethod {
  type?: string
}

export interface PolicyRulesWithSubjects {
  subjects: FlowcontrolV1Subject[]
  resourceRules?: ResourcePolicyRule[]
  nonResourceRules?: NonResourcePolicyRule[]
}

export interface FlowSchemaCondition {
  type: string
  status?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

export interface LimitedPriorityLevelConfiguration {
  nominalConcurrencyShares?: number
  limitResponse: LimitResponse
  lendablePercent?: number
  borrowingLimitPercent?: number
}

export interface ExemptPriorityLevelConfiguration {
  nominalConcurrencyShares?: number
  lendablePercent?: number
}

export interface PriorityLevelConfigurationCondition {
  type: string
  status?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

export interface GroupResource {
  group?: string
  resource?: string
}

export interface ConfigMapNodeConfigSource {
  namespace?: string
  name?: string
  uid?: string
  resourceVersion?: string
  kubeletConfigKey?: string
}

export interface DaemonEndpoint {
  Port?: number
}

export interface NodeSwapStatus {
  capacity?: number
}

export interface NodeRuntimeHandlerFeatures {
  recursiveReadOnlyMounts?: boolean
  userNamespaces?: boolean
}

export interface VolumeHealthCondition {
  status?: 'DataLoss' | 'Degraded' | 'Inaccessible'
  reason?: string
  message?: string
}

export interface SecretReference {
  name?: string
  namespace?: string
}

export interface EmptyDirVolumeSource {
  medium?: string
  sizeLimit?: string
  mode?: number
}

export interface GitRepoVolumeSource {
  repository?: string
  revision?: string
  directory?: string
}

export interface SecretVolumeSource {
  secretName?: string
  items?: KeyToPath[]
  defaultMode?: number
  optional?: boolean
  defaultUser?: number
}

export interface ISCSIVolumeSource {
  targetPortal?: string
  iqn?: string
  lun?: number
  iscsiInterface?: string
  fsType?: string
  readOnly?: boolean
  portals?: string[]
  chapAuthDiscovery?: boolean
  chapAuthSession?: boolean
  secretRef?: LocalObjectReference
  initiatorName?: string
}

export interface GlusterfsVolumeSource {
  endpoints?: string
  path?: string
  readOnly?: boolean
}

export interface PersistentVolumeClaimVolumeSource {
  claimName?: string
  readOnly?: boolean
}

export interface RBDVolumeSource {
  monitors: string[]
  image?: string
  fsType?: string
  pool?: string
  user?: string
  keyring?: string
  secretRef?: LocalObjectReference
  readOnly?: boolean
}

export interface FlexVolumeSource {
  driver?: string
  fsType?: string
  secretRef?: LocalObjectReference
  readOnly?: boolean
  options?: Record<string, string>
}

export interface CinderVolumeSource {
  volumeID?: string
  fsType?: string
  readOnly?: boolean
  secretRef?: LocalObjectReference
}

export interface CephFSVolumeSource {
  monitors: string[]
  path?: string
  user?: string
  secretFile?: string
  secretRef?: LocalObjectReference
  readOnly?: boolean
}

export interface DownwardAPIVolumeSource {
  items?: DownwardAPIVolumeFile[]
  defaultMode?: number
  defaultUser?: number
}

export interface AzureFileVolumeSource {
  secretName?: string
  shareName?: string
  readOnly?: boolean
}

export interface ConfigMapVolumeSource {
  name?: string
  items?: KeyToPath[]
  defaultMode?: number
  optional?: boolean
  defaultUser?: number
}

export interface ProjectedVolumeSource {
  sources?: VolumeProjection[]
  defaultMode?: number
  defaultUser?: number
}

export interface ScaleIOVolumeSource {
  gateway?: string
  system?: string
  secretRef: LocalObjectReference
  sslEnabled?: boolean
  protectionDomain?: string
  storagePool?: string
  storageMode?: string
  volumeName?: string
  fsType?: string
  readOnly?: boolean
}

export interface StorageOSVolumeSource {
  volumeName?: string
  volumeNamespace?: string
  fsType?: string
  readOnly?: boolean
  secretRef?: LocalObjectReference
}

export interface CSIVolumeSource {
  driver?: string
  readOnly?: boolean
  fsType?: string
  volumeAttributes?: Record<string, string>
  nodePublishSecretRef?: LocalObjectReference
}

export interface EphemeralVolumeSource {
  volumeClaimTemplate?: PersistentVolumeClaimTemplate
}

export interface ImageVolumeSource {
  reference?: string
  pullPolicy?: 'Always' | 'IfNotPresent' | 'Never'
}

export interface ContainerPort {
  name?: string
  hostPort?: number
  containerPort?: number
  protocol?: 'SCTP' | 'TCP' | 'UDP'
  hostIP?: string
}

export interface EnvFromSource {
  prefix?: string
  configMapRef?: ConfigMapEnvSource
  secretRef?: SecretEnvSource
}

export interface EnvVar {
  name?: string
  value?: string
  valueFrom?: EnvVarSource
}

export interface ContainerResizePolicy {
  resourceName?: string
  restartPolicy?: string
}

export interface ContainerRestartRule {
  action: string
  exitCodes?: ContainerRestartRuleOnExitCodes
}

export interface VolumeMount {
  name?: string
  readOnly?: boolean
  recursiveReadOnly?: string
  mountPath?: string
  subPath?: string
  mountPropagation?: 'Bidirectional' | 'HostToContainer' | 'None'
  subPathExpr?: string
  bindMountOptions?: string[]
}

export interface VolumeDevice {
  name?: string
  devicePath?: string
}

export interface Probe {
  exec?: ExecAction
  httpGet?: HTTPGetAction
  tcpSocket?: TCPSocketAction
  grpc?: GRPCAction
  initialDelaySeconds?: number
  timeoutSeconds?: number
  periodSeconds?: number
  successThreshold?: number
  failureThreshold?: number
  terminationGracePeriodSeconds?: number
}

export interface Lifecycle {
  postStart?: LifecycleHandler
  preStop?: LifecycleHandler
  stopSignal?:
    | 'SIGABRT'
    | 'SIGALRM'
    | 'SIGBUS'
    | 'SIGCHLD'
    | 'SIGCLD'
    | 'SIGCONT'
    | 'SIGFPE'
    | 'SIGHUP'
    | 'SIGILL'
    | 'SIGINT'
    | 'SIGIO'
    | 'SIGIOT'
    | 'SIGKILL'
    | 'SIGPIPE'
    | 'SIGPOLL'
    | 'SIGPROF'
    | 'SIGPWR'
    | 'SIGQUIT'
    | 'SIGRTMAX'
    | 'SIGRTMAX-1'
    | 'SIGRTMAX-10'
    | 'SIGRTMAX-11'
    | 'SIGRTMAX-12'
    | 'SIGRTMAX-13'
    | 'SIGRTMAX-14'
    | 'SIGRTMAX-2'
    | 'SIGRTMAX-3'
    | 'SIGRTMAX-4'
    | 'SIGRTMAX-5'
    | 'SIGRTMAX-6'
    | 'SIGRTMAX-7'
    | 'SIGRTMAX-8'
    | 'SIGRTMAX-9'
    | 'SIGRTMIN'
    | 'SIGRTMIN+1'
    | 'SIGRTMIN+10'
    | 'SIGRTMIN+11'
    | 'SIGRTMIN+12'
    | 'SIGRTMIN+13'
    | 'SIGRTMIN+14'
    | 'SIGRTMIN+15'
    | 'SIGRTMIN+2'
    | 'SIGRTMIN+3'
    | 'SIGRTMIN+4'
    | 'SIGRTMIN+5'
    | 'SIGRTMIN+6'
    | 'SIGRTMIN+7'
    | 'SIGRTMIN+8'
    | 'SIGRTMIN+9'
    | 'SIGSEGV'
    | 'SIGSTKFLT'
    | 'SIGSTOP'
    | 'SIGSYS'
    | 'SIGTERM'
    | 'SIGTRAP'
    | 'SIGTSTP'
    | 'SIGTTIN'
    | 'SIGTTOU'
    | 'SIGURG'
    | 'SIGUSR1'
    | 'SIGUSR2'
    | 'SIGVTALRM'
    | 'SIGWINCH'
    | 'SIGXCPU'
    | 'SIGXFSZ'
}

export interface SecurityContext {
  capabilities?: Capabilities
  privileged?: boolean
  seLinuxOptions?: SELinuxOptions
  windowsOptions?: WindowsSecurityContextOptions
  runAsUser?: number
  runAsGroup?: number
  runAsNonRoot?: boolean
  readOnlyRootFilesystem?: boolean
  allowPrivilegeEscalation?: boolean
  procMount?: 'Default' | 'Unmasked'
  seccompProfile?: SeccompProfile
  appArmorProfile?: AppArmorProfile
}

export interface SELinuxOptions {
  user?: string
  role?: string
  type?: string
  level?: string
}

export interface WindowsSecurityContextOptions {
  gmsaCredentialSpecName?: string
  gmsaCredentialSpec?: string
  runAsUserName?: string
  hostProcess?: boolean
}

export interface Sysctl {
  name?: string
  value?: string
}

export interface SeccompProfile {
  type?: 'Localhost' | 'RuntimeDefault' | 'Unconfined'
  localhostProfile?: string
}

export interface AppArmorProfile {
  type?: 'Localhost' | 'RuntimeDefault' | 'Unconfined'
  localhostProfile?: string
}

export interface NodeAffinity {
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[]
}

export interface PodAffinity {
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[]
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[]
}

export interface PodAntiAffinity {
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[]
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[]
}

export interface PodDNSConfigOption {
  name?: string
  value?: string
}

export interface CoreV1ResourceClaim {
  name?: string
  request?: string
}

export interface ContainerState {
  waiting?: ContainerStateWaiting
  running?: ContainerStateRunning
  terminated?: ContainerStateTerminated
}

export interface VolumeMountStatus {
  name?: string
  mountPath?: string
  readOnly?: boolean
  recursiveReadOnly?: string
  volumeStatus?: VolumeStatus
}

export interface ContainerUser {
  linux?: LinuxContainerUser
}

export interface ResourceStatus {
  name?: string
  resources?: ResourceHealth[]
}

export interface ContainerExtendedResourceRequest {
  containerName?: string
  resourceName?: string
  requestName?: string
}

export interface NodeAllocatableMappedResources {
  name?: string
  quantity: string
}

export interface NodeAllocatableOverheadResources {
  name?: string
  perPod?: string
  perContainer?: string
}

export interface ScopedResourceSelectorRequirement {
  scopeName?:
    | 'BestEffort'
    | 'CrossNamespacePodAffinity'
    | 'NotBestEffort'
    | 'NotTerminating'
    | 'PriorityClass'
    | 'Terminating'
    | 'VolumeAttributesClass'
  operator?: 'DoesNotExist' | 'Exists' | 'In' | 'NotIn'
  values?: string[]
}

export interface ClientIPConfig {
  timeoutSeconds?: number
}

export interface LoadBalancerIngress {
  ip?: string
  hostname?: string
  ipMode?: string
  ports?: PortStatus[]
}

export interface RollingUpdateDaemonSet {
  maxUnavailable?: number | string
  maxSurge?: number | string
}

export interface RollingUpdateDeployment {
  maxUnavailable?: number | string
  maxSurge?: number | string
}

export interface RollingUpdateStatefulSetStrategy {
  partition?: number
  maxUnavailable?: number | string
}

export interface FieldSelectorAttributes {
  rawSelector?: string
  requirements?: FieldSelectorRequirement[]
}

export interface LabelSelectorAttributes {
  rawSelector?: string
  requirements?: LabelSelectorRequirement[]
}

export interface ObjectMetricSource {
  describedObject: CrossVersionObjectReference
  target: MetricTarget
  metric: MetricIdentifier
}

export interface PodsMetricSource {
  metric: MetricIdentifier
  target: MetricTarget
}

export interface ResourceMetricSource {
  name?: string
  target: MetricTarget
}

export interface ContainerResourceMetricSource {
  name?: string
  target: MetricTarget
  container?: string
}

export interface ExternalMetricSource {
  metric: MetricIdentifier
  target: MetricTarget
}

export interface HPAScalingRules {
  stabilizationWindowSeconds?: number
  selectPolicy?: string
  policies?: HPAScalingPolicy[]
  tolerance?: string
}

export interface ObjectMetricStatus {
  metric: MetricIdentifier
  current: MetricValueStatus
  describedObject: CrossVersionObjectReference
}

export interface PodsMetricStatus {
  metric: MetricIdentifier
  current: MetricValueStatus
}

export interface ResourceMetricStatus {
  name?: string
  current: MetricValueStatus
}

export interface ContainerResourceMetricStatus {
  name?: string
  current: MetricValueStatus
  container?: string
}

export interface ExternalMetricStatus {
  metric: MetricIdentifier
  current: MetricValueStatus
}

export interface PodFailurePolicyRule {
  action?: 'Count' | 'FailIndex' | 'FailJob' | 'Ignore'
  onExitCodes?: PodFailurePolicyOnExitCodesRequirement
  onPodConditions?: PodFailurePolicyOnPodConditionsPattern[]
}

export interface SuccessPolicyRule {
  succeededIndexes?: string
  succeededCount?: number
}

export interface WorkloadPodGroupSchedulingPolicy {
  basic?: WorkloadPodGroupBasicSchedulingPolicy
  gang?: WorkloadPodGroupGangSchedulingPolicy
}

export interface WorkloadPodGroupSchedulingConstraints {
  topology?: TopologyConstraint[]
}

export interface WorkloadPodGroupDisruptionMode {
  single?: WorkloadPodGroupSingleDisruptionMode
  all?: WorkloadPodGroupAllDisruptionMode
}

export interface WorkloadPodGroupResourceClaim {
  name?: string
  resourceClaimName?: string
  resourceClaimTemplateName?: string
}

export interface IngressServiceBackend {
  name?: string
  port?: ServiceBackendPort
}

export interface HTTPIngressRuleValue {
  paths: HTTPIngressPath[]
}

export interface IngressLoadBalancerIngress {
  ip?: string
  hostname?: string
  ports?: IngressPortStatus[]
}

export interface NetworkPolicyPort {
  protocol?: 'SCTP' | 'TCP' | 'UDP'
  port?: number | string
  endPort?: number
}

export interface NetworkPolicyPeer {
  podSelector?: LabelSelector
  namespaceSelector?: LabelSelector
  ipBlock?: IPBlock
}

export interface VolumeNodeResources {
  count?: number
}

export interface StorageHealthCondition {
  status?: 'StorageDegraded' | 'StorageUnreachable'
  reason?: string
  message?: string
  accessMode?: 'ReadOnlyMany' | 'ReadWriteMany' | 'ReadWriteOnce' | 'ReadWriteOncePod'
  volumeMode?: 'Block' | 'Filesystem'
  lastTransitionTime?: string
}

export interface NamedRuleWithOperations {
  resourceNames?: string[]
  operations?: string[]
  apiGroups?: string[]
  apiVersions?: string[]
  resources?: string[]
  scope?: '*' | 'Cluster' | 'Namespaced'
}

export interface ApplyConfiguration {
  expression?: string
}

export interface JSONPatch {
  expression?: string
}

export interface AdmissionregistrationV1ServiceReference {
  namespace?: string
  name?: string
  path?: string
  port?: number
}

export interface ExpressionWarning {
  fieldRef?: string
  warning?: string
}

export interface CustomResourceValidation {
  openAPIV3Schema?: JSONSchemaProps
}

export interface CustomResourceSubresources {
  status?: CustomResourceSubresourceStatus
  scale?: CustomResourceSubresourceScale
}

export interface CustomResourceColumnDefinition {
  name?: string
  type?: string
  format?: string
  description?: string
  priority?: number
  jsonPath?: string
}

export interface SelectableField {
  jsonPath?: string
}

export interface WebhookConversion {
  clientConfig?: ApiextensionsV1WebhookClientConfig
  conversionReviewVersions: string[]
}

export interface ForZone {
  name?: string
}

export interface ForNode {
  name?: string
}

export interface CELDeviceSelector {
  expression?: string
}

export interface OpaqueDeviceConfiguration {
  driver?: string
  parameters: JsonObject
}

export interface DeviceRequest {
  name?: string
  exactly?: ExactDeviceRequest
  firstAvailable?: DeviceSubRequest[]
}

export interface DeviceConstraint {
  requests?: string[]
  matchAttribute?: string
  distinctAttribute?: string
}

export interface DeviceClaimConfiguration {
  requests?: string[]
  opaque?: OpaqueDeviceConfiguration
}

export interface DeviceAllocationResult {
  results?: DeviceRequestAllocationResult[]
  config?: DeviceAllocationConfiguration[]
}

export interface NetworkDeviceData {
  interfaceName?: string
  ips?: string[]
  hardwareAddress?: string
}

export interface NodeSelectorTerm {
  matchExpressions?: NodeSelectorRequirement[]
  matchFields?: NodeSelectorRequirement[]
}

export interface DeviceAttribute {
  int?: number
  bool?: boolean
  string?: string
  version?: string
  ints?: number[]
  bools?: boolean[]
  strings?: string[]
  versions?: string[]
}

export interface DeviceCapacity {
  value: string
  requestPolicy?: CapacityRequestPolicy
}

export interface DeviceCounterConsumption {
  counterSet?: string
  counters: Record<string, Counter>
  compatibilityGroups?: string[]
}

export interface NodeAllocatableResource {
  mapping?: NodeAllocatableMapping
  overhead?: NodeAllocatableOverhead
}

export interface Counter {
  value: string
}

export interface FlowcontrolV1Subject {
  kind?: string
  user?: UserSubject
  group?: GroupSubject
  serviceAccount?: ServiceAccountSubject
}

export interface ResourcePolicyRule {
  verbs: string[]
  apiGroups: string[]
  resources: string[]
  clusterScope?: boolean
  namespaces?: string[]
}

export interface NonResourcePolicyRule {
  verbs: string[]
  nonResourceURLs: string[]
}

export interface LimitResponse {
  type?: string
  queuing?: QueuingConfiguration
}

export interface KeyToPath {
  key?: string
  path?: string
  mode?: number
  user?: number
}

export interface DownwardAPIVolumeFile {
  path?: string
  fieldRef?: ObjectFieldSelector
  resourceFieldRef?: ResourceFieldSelector
  mode?: number
  user?: number
}

export interface VolumeProjection {
  secret?: SecretProjection
  downwardAPI?: DownwardAPIProjection
  configMap?: ConfigMapProjection
  serviceAccountToken?: ServiceAccountTokenProjection
  clusterTrustBundle?: ClusterTrustBundleProjection
  podCertificate?: PodCertificateProjection
}

export interface PersistentVolumeClaimTemplate {
  metadata?: ObjectMeta
  spec: PersistentVolumeClaimSpec
}

export interface ConfigMapEnvSource {
  name?: string
  optional?: boolean
}

export interface SecretEnvSource {
  name?: string
  optional?: boolean
}

export interface EnvVarSource {
  fieldRef?: ObjectFieldSelector
  resourceFieldRef?: ResourceFieldSelector
  configMapKeyRef?: ConfigMapKeySelector
  secretKeyRef?: SecretKeySelector
  fileKeyRef?: FileKeySelector
}

export interface ContainerRestartRuleOnExitCodes {
  operator: string
  values?: number[]
}

export interface ExecAction {
  command?: string[]
}

export interface HTTPGetAction {
  path?: string
  port: number | string
  host?: string
  scheme?: 'HTTP' | 'HTTPS'
  httpHeaders?: HTTPHeader[]
  protocol?: 'HTTP1' | 'HTTP2'
}

export interface TCPSocketAction {
  port: number | string
  host?: string
}

export interface GRPCAction {
  port?: number
  service?: string
  mode?: 'Plaintext' | 'TLS'
}

export interface LifecycleHandler {
  exec?: ExecAction
  httpGet?: HTTPGetAction
  tcpSocket?: TCPSocketAction
  sleep?: SleepAction
}

export interface Capabilities {
  add?: string[]
  drop?: string[]
}

export interface PreferredSchedulingTerm {
  weight?: number
  preference: NodeSelectorTerm
}

export interface PodAffinityTerm {
  labelSelector?: LabelSelector
  namespaces?: string[]
  topologyKey?: string
  namespaceSelector?: LabelSelector
  matchLabelKeys?: string[]
  mismatchLabelKeys?: string[]
}

export interface WeightedPodAffinityTerm {
  weight?: number
  podAffinityTerm: PodAffinityTerm
}

export interface ContainerStateWaiting {
  reason?: string
  message?: string
}

export interface ContainerStateRunning {
  startedAt?: string
}

export interface ContainerStateTerminated {
  exitCode?: number
  signal?: number
  reason?: string
  message?: string
  startedAt?: string
  finishedAt?: string
  containerID?: string
}

export interface VolumeStatus {
  image?: ImageVolumeStatus
}

export interface LinuxContainerUser {
  uid?: number
  gid?: number
  supplementalGroups?: number[]
}

export interface ResourceHealth {
  resourceID?: string
  health?: string
  message?: string
}

export interface PortStatus {
  port?: number
  protocol?: 'SCTP' | 'TCP' | 'UDP'
  error?: string
}

export interface FieldSelectorRequirement {
  key?: string
  operator?: string
  values?: string[]
}

export interface MetricTarget {
  type?: string
  value?: string
  averageValue?: string
  averageUtilization?: number
}

export interface MetricIdentifier {
  name?: string
  selector?: LabelSelector
}

export interface HPAScalingPolicy {
  type?: string
  value?: number
  periodSeconds?: number
}

export interface MetricValueStatus {
  value?: string
  averageValue?: string
  averageUtilization?: number
}

export interface PodFailurePolicyOnExitCodesRequirement {
  containerName?: string
  operator?: 'In' | 'NotIn'
  values: number[]
}

export interface PodFailurePolicyOnPodConditionsPattern {
  type?: string
  status?: string
}

export interface WorkloadPodGroupBasicSchedulingPolicy {}

export interface WorkloadPodGroupGangSchedulingPolicy {
  minCount?: number
}

export interface TopologyConstraint {
  key?: string
}

export interface WorkloadPodGroupSingleDisruptionMode {}

export interface WorkloadPodGroupAllDisruptionMode {}

export interface ServiceBackendPort {
  name?: string
  number?: number
}

export interface HTTPIngressPath {
  path?: string
  pathType: 'Exact' | 'ImplementationSpecific' | 'Prefix'
  backend: IngressBackend
}

export interface IngressPortStatus {
  port?: number
  protocol?: 'SCTP' | 'TCP' | 'UDP'
  error?: string
}

export interface IPBlock {
  cidr?: string
  except?: string[]
}

export interface JSONSchemaProps {
  id?: string
  $schema?: string
  $ref?: string
  description?: string
  type?: string
  format?: string
  title?: string
  default?: Json
  maximum?: number
  exclusiveMaximum?: boolean
  minimum?: number
  exclusiveMinimum?: boolean
  maxLength?: number
  minLength?: number
  pattern?: string
  maxItems?: number
  minItems?: number
  uniqueItems?: boolean
  multipleOf?: number
  enum?: Json[]
  maxProperties?: number
  minProperties?: number
  required?: string[]
  items?: JSONSchemaProps | JSONSchemaProps[]
  allOf?: JSONSchemaProps[]
  oneOf?: JSONSchemaProps[]
  anyOf?: JSONSchemaProps[]
  not?: JSONSchemaProps
  properties?: Record<string, JSONSchemaProps>
  additionalProperties?: JSONSchemaProps | boolean
  patternProperties?: Record<string, JSONSchemaProps>
  dependencies?: Record<string, JSONSchemaProps | string[]>
  additionalItems?: JSONSchemaProps | boolean
  definitions?: Record<string, JSONSchemaProps>
  externalDocs?: ExternalDocumentation
  example?: Json
  nullable?: boolean
  'x-kubernetes-preserve-unknown-fields'?: boolean
  'x-kubernetes-embedded-resource'?: boolean
  'x-kubernetes-int-or-string'?: boolean
  'x-kubernetes-list-map-keys'?: string[]
  'x-kubernetes-list-type'?: string
  'x-kubernetes-map-type'?: string
  'x-kubernetes-validations'?: ValidationRule[]
}

export interface CustomResourceSubresourceStatus {}

export interface CustomResourceSubresourceScale {
  specReplicasPath?: string
  statusReplicasPath?: string
  labelSelectorPath?: string
}

export interface ApiextensionsV1WebhookClientConfig {
  url?: string
  service?: ApiextensionsV1ServiceReference
  caBundle?: string
}

export interface ExactDeviceRequest {
  deviceClassName?: string
  selectors?: DeviceSelector[]
  allocationMode?: 'All' | 'ExactCount'
  count?: number
  adminAccess?: boolean
  tolerations?: DeviceToleration[]
  capacity?: CapacityRequirements
  derivedAttributes?: DeviceDerivedAttribute[]
}

export interface DeviceSubRequest {
  name?: string
  deviceClassName?: string
  selectors?: DeviceSelector[]
  allocationMode?: 'All' | 'ExactCount'
  count?: number
  tolerations?: DeviceToleration[]
  capacity?: CapacityRequirements
  derivedAttributes?: DeviceDerivedAttribute[]
}

export interface DeviceRequestAllocationResult {
  request?: string
  driver?: string
  pool?: string
  device?: string
  adminAccess?: boolean
  tolerations?: DeviceToleration[]
  bindingConditions?: string[]
  bindingFailureConditions?: string[]
  shareID?: string
  consumedCapacity?: Record<string, string>
  skipNodeOperations?: string[]
}

export interface DeviceAllocationConfiguration {
  source?: 'FromClaim' | 'FromClass'
  requests?: string[]
  opaque?: OpaqueDeviceConfiguration
}

export interface NodeSelectorRequirement {
  key?: string
  operator?: 'DoesNotExist' | 'Exists' | 'Gt' | 'In' | 'Lt' | 'NotIn'
  values?: string[]
}

export interface CapacityRequestPolicy {
  default?: string
  validValues?: string[]
  validRange?: CapacityRequestPolicyRange
}

export interface NodeAllocatableMapping {
  capacityKey?: string
  capacityMultiplier?: string
  deviceMultiplier?: string
}

export interface NodeAllocatableOverhead {
  perPod?: string
  perContainer?: string
}

export interface UserSubject {
  name?: string
}

export interface GroupSubject {
  name?: string
}

export interface ServiceAccountSubject {
  namespace?: string
  name?: string
}

export interface QueuingConfiguration {
  queues?: number
  handSize?: number
  queueLengthLimit?: number
}

export interface ObjectFieldSelector {
  apiVersion?: string
  fieldPath?: string
}

export interface ResourceFieldSelector {
  containerName?: string
  resource?: string
  divisor?: string
}

export interface SecretProjection {
  name?: string
  items?: KeyToPath[]
  optional?: boolean
}

export interface DownwardAPIProjection {
  items?: DownwardAPIVolumeFile[]
}

export interface ConfigMapProjection {
  name?: string
  items?: KeyToPath[]
  optional?: boolean
}

export interface ServiceAccountTokenProjection {
  audience?: string
  expirationSeconds?: number
  path?: string
  user?: number
}

export interface ClusterTrustBundleProjection {
  name?: string
  signerName?: string
  labelSelector?: LabelSelector
  optional?: boolean
  path?: string
  user?: number
}

export interface PodCertificateProjection {
  signerName: string
  keyType: string
  maxExpirationSeconds?: number
  credentialBundlePath?: string
  keyPath?: string
  certificateChainPath?: string
  userAnnotations?: Record<string, string>
  user?: number
}

export interface ConfigMapKeySelector {
  name?: string
  key?: string
  optional?: boolean
}

export interface SecretKeySelector {
  name?: string
  key?: string
  optional?: boolean
}

export interface FileKeySelector {
  volumeName?: string
  path?: string
  key?: string
  optional?: boolean
}

export interface HTTPHeader {
  name?: string
  value?: string
}

export interface SleepAction {
  seconds?: number
}

export interface ImageVolumeStatus {
  imageRef: string
}

export interface ExternalDocumentation {
  description?: string
  url?: string
}

export interface ValidationRule {
  rule?: string
  message?: string
  messageExpression?: string
  reason?: 'FieldValueDuplicate' | 'FieldValueForbidden' | 'FieldValueInvalid' | 'FieldValueRequired'
  fieldPath?: string
  optionalOldSelf?: boolean
}

export interface ApiextensionsV1ServiceReference {
  namespace?: string
  name?: string
  path?: string
  port?: number
}

export interface DeviceToleration {
  key?: string
  operator?: 'Equal' | 'Exists'
  value?: string
  effect?: 'NoExecute' | 'NoSchedule' | 'None'
  tolerationSeconds?: number
}

export interface CapacityRequirements {
  requests?: Record<string, string>
}

export interface DeviceDerivedAttribute {
  name?: string
  expression?: string
}

export interface CapacityRequestPolicyRange {
  min: string
  max?: string
  step?: string
}
