import type { Json, KubernetesObject } from '../wire/object.ts'
import type { FieldError } from './errors/field-error.ts'
import type { ResourceName } from './resource-name.ts'

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
  strategy: Strategy
}

/**
 * What a kind does beyond its shape. All functions are pure; objects come pruned and typed, and none is changed: what
 * differs is returned as a new object.
 */
export interface Strategy {
  /**
   * What an object means that leaves something out or says it in another form: the client's own, as if it had been sent.
   * Absent: objects mean what they say.
   */
  defaults?(object: KubernetesObject): KubernetesObject
  /** Values that the server fills in or takes away on create. */
  prepareForCreate(object: KubernetesObject): KubernetesObject
  /** The same on update; `current` is what is stored. */
  prepareForUpdate(object: KubernetesObject, current: KubernetesObject): KubernetesObject
  /** Fields at the root that a write of the object itself leaves as they are; so it cannot come to own them. */
  resetFields: readonly string[]
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
  /** Why the object of this name may never be deleted; undefined where it may. */
  undeletable?(name: string): string | undefined
  /** Objects go by themselves when nothing changed them for `EVENT_MINUTES` (H4). */
  expires?: true
  /** Field selectors beyond `metadata.name` and `metadata.namespace`, by name; a value that is missing is "". */
  selectableFields: Readonly<Record<string, (object: KubernetesObject) => string>>
  /** Cells of a Table that the kind fills in its own way, by the name of their column. */
  cells: Readonly<Record<string, Cell>>
  /** A kind that is a question: this is answered, and nothing is stored. Throws 400. */
  answer?(asker: Asker, question: KubernetesObject): { status: object; spec?: object }
}

export interface SubresourceStrategy {
  prepareForUpdate(object: KubernetesObject, current: KubernetesObject): KubernetesObject
  /** as for the object itself */
  resetFields: readonly string[]
  /** A write through it needs no version. */
  unconditionalUpdate?: true
}

/** The value of one cell. `now` is in milliseconds since the Unix epoch. */
export type Cell = (object: KubernetesObject, now: number) => Json

/** Who asks a question. */
export interface Asker {
  name: string
  groups: readonly string[]
  mayDoAll: boolean
}

/** The fields of an object that selectors ask for, by name. */
export const fieldValues = ({ strategy }: ResourceDefinition, object: KubernetesObject): Record<string, string> =>
  Object.fromEntries(Object.entries(strategy.selectableFields).map(([field, valueIn]) => [field, valueIn(object)]))

/** `v1`, `coordination.k8s.io/v1` */
export const apiVersionOf = (d: { group: string; version: string }) => (d.group ? `${d.group}/${d.version}` : d.version)
