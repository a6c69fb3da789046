import type { KubernetesObject } from '../wire/object.ts'
import type { FieldError } from './errors/field-error.ts'
import type { ResourceName } from './errors/status-error.ts'

/** How names of a kind are checked (contract: names, labels, annotations). */
export type NameRule = 'subdomain' | 'label' | 'path-segment'

export interface Column {
  name: string
  type: string
  format?: string
  description?: string
  /** above 0: shown with `-o wide` only */
  priority?: number
}

export interface Subresource {
  name: string
  kind: { group: string; version: string; kind: string }
  verbs: string[]
}

/** What a resource is, as far as the rules of core need it. Made from data by `kinds`. */
export interface ResourceDefinition extends ResourceName {
  version: string
  singular: string
  namespaced: boolean
  verbs: string[]
  shortNames: string[]
  categories: string[]
  subresources: Subresource[]
  columns: Column[]
  nameRule: NameRule
  /** Kubernetes' own rule for a PUT without a version: last write wins (true) or 422 (false). */
  unconditionalUpdate: boolean
  /** A PUT of a missing object makes it. */
  createOnUpdate: boolean
  /** DELETE answers with the object in place of a Status. */
  returnsDeletedObject: boolean
  /** `deletionGracePeriodSeconds: 0` is shown on an object whose deletion is held back. */
  showsGracePeriod: boolean
  /** The kind has owners and dependents: deletion with Foreground or Orphan means something. */
  garbageCollected: boolean
  /** Field selectors beyond `metadata.name` and `metadata.namespace`; see `strategy.selectableFields`. */
  selectableFields: readonly string[]
  strategy: Strategy
}

/**
 * What a kind does beyond its shape. All functions are pure; objects come pruned and typed, and none is changed: what
 * differs is returned as a new object.
 */
export interface Strategy {
  /** Values that the server fills in or takes away on create. */
  prepareForCreate(object: KubernetesObject): KubernetesObject
  /** The same on update; `current` is what is stored. */
  prepareForUpdate(object: KubernetesObject, current: KubernetesObject): KubernetesObject
  /** Updates through a subresource: what of the object it may change. Absent: the subresource cannot be written. */
  subresources?: Readonly<Record<string, SubresourceStrategy>>
  /** Rules about the object alone, besides its metadata. */
  validate(object: KubernetesObject): FieldError[]
  /** Rules about a change (immutable fields). */
  validateUpdate(object: KubernetesObject, current: KubernetesObject): FieldError[]
  /** What a DELETE changes in the object besides its metadata when it is held back; the object itself if nothing. */
  markDeleted?(object: KubernetesObject): KubernetesObject
  /** True when something besides `metadata.finalizers` keeps a deleted object. */
  isHeldBack?(object: KubernetesObject): boolean
  /** Values of the fields named in `ResourceDefinition.selectableFields`, by name; missing is "". */
  selectableFields(object: KubernetesObject): Record<string, string>
}

export interface SubresourceStrategy {
  prepareForUpdate(object: KubernetesObject, current: KubernetesObject): KubernetesObject
}

/** `v1`, `coordination.k8s.io/v1` */
export const apiVersionOf = (d: { group: string; version: string }) => (d.group ? `${d.group}/${d.version}` : d.version)
