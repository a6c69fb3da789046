/** Any JSON value. Integers beyond 2^53 are held as `RawNumber`, so that no digit is lost. */
export type Json = null | boolean | number | string | RawNumber | Json[] | JsonObject
export type JsonObject = { [key: string]: Json | undefined }

/** A number kept as the digits it was written with (what `JSON.rawJSON` makes). */
export interface RawNumber {
  readonly rawJSON: string
}

export interface OwnerReference {
  apiVersion: string
  kind: string
  name: string
  uid: string
  controller?: boolean
  blockOwnerDeletion?: boolean
}

export interface ObjectMeta {
  name?: string
  generateName?: string
  namespace?: string
  uid?: string
  resourceVersion?: string
  generation?: number
  creationTimestamp?: string | null
  deletionTimestamp?: string | null
  deletionGracePeriodSeconds?: number
  labels?: Record<string, string>
  annotations?: Record<string, string>
  ownerReferences?: OwnerReference[]
  finalizers?: string[]
  managedFields?: JsonObject[]
}

/** An object of any kind. Inside the server `apiVersion` and `kind` are left out: the definition knows them. */
export interface KubernetesObject {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
  [field: string]: unknown
}

export interface ListMeta {
  resourceVersion?: string
  continue?: string
  remainingItemCount?: number
}
