/** The client of Coxswain, and of any other server of the Kubernetes API. */
export type { Backoff } from './backoff.ts'
export { connect, type Client, type ResourceOptions } from './connect.ts'
export type { ClientEnvironment } from './environment.ts'
export * from './errors.ts'
export { Informer, type InformerOptions } from './informer/informer.ts'
export { formatJson, parseJson, rawNumber } from './json.ts'
export type { Impersonation } from './kubeconfig/impersonation.ts'
export { readKubeconfig, type Kubeconfig, type KubeconfigAccess } from './kubeconfig/kubeconfig.ts'
export type * from './generated/kinds.ts'
export type { ListRequest } from './list.ts'
export type * from './options.ts'
export type { Resource } from './resource.ts'
export type * from './types.ts'
export type { Change } from './update-with-retry.ts'
export type { WatchChange } from './watch/change.ts'
export type { Interruption, WatchStart } from './watch/follower.ts'
export type { WatchEvent } from './watch/mailbox.ts'
export type { Watch, WatchOptions } from './watch/watch.ts'
export type {
  Json,
  JsonObject,
  KubernetesObject,
  ListMeta,
  ObjectMeta,
  OwnerReference,
  RawNumber,
} from '../wire/object.ts'
export type { Status, StatusCause, StatusDetails, StatusReason } from '../wire/status.ts'
