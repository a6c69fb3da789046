import type { JsonObject, ListMeta, ObjectMeta } from '../wire/object.ts'

/** What every kind has; the constraint of a type parameter for a kind of your own. */
export interface ApiObject {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta
}

/** Metadata of an object that the server has stored. */
export interface StoredMeta extends ObjectMeta {
  name: string
  uid: string
  resourceVersion: string
  creationTimestamp: string
}

/** An object as the server answers it: named, with uid and version. */
export type Stored<T extends ApiObject> = T & { apiVersion: string; kind: string; metadata: StoredMeta }

/** One page of a list, or the whole of it. Its version is where a watch can begin. */
export interface ListPage<T extends ApiObject> {
  items: Stored<T>[]
  resourceVersion: string
  /** Names the next page; absent on the last. */
  continue?: string | undefined
  /** How many items come after this page, where the server tells. */
  remainingItemCount?: number | undefined
  metadata: ListMeta
}

/** What a merge patch may say about an object: any of its members, `null` takes one away. A list is replaced whole. */
export type MergePatch<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: MergePatch<T[K]> | null }
    : T

/** Any part of an object. */
export type PartialObject<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: PartialObject<T[K]> }
    : T

/** What server-side apply takes: the fields that the manager wants to own, and the name. */
export type AppliedObject<T extends ApiObject> = PartialObject<Omit<T, 'metadata'>> & {
  apiVersion?: string
  kind?: string
  metadata: ObjectMeta & { name: string }
}

/** What a strategic merge patch may say; directives such as `$patch` are plain members. */
export type StrategicMergePatch<T> = MergePatch<T> | JsonObject

/** One operation of a JSON Patch (RFC 6902). */
export type JsonPatchOperation =
  | { op: 'add' | 'replace' | 'test'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  | { op: 'move' | 'copy'; from: string; path: string }

/**
 * What a patch is based on: the version of the object as it was read (a later one answers `ConflictError`), or the word
 * that it counts for whatever is there.
 */
export type PatchBase =
  { resourceVersion: string; unconditional?: undefined } | { unconditional: true; resourceVersion?: undefined }
