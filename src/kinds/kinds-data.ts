import data from './kinds.json' with { type: 'json' }

/** One field of a type: a JSON key and a protobuf number. */
export interface FieldData {
  name: string
  proto: number
  /** `string`, `[]T`, `map[K]V`, `wrapped[]T`, the name of another type, … */
  type: string
  /** Its fields stand in the enclosing JSON object; in protobuf it is a field of its own. */
  inline?: boolean
  /** Absent differs from zero. */
  pointer?: boolean
  /** JSON shows it even when zero. */
  keepZero?: boolean
  required?: boolean
  default?: string | number | boolean
  enum?: string[]
  patchStrategy?: string
  patchMergeKey?: string
  listType?: string
  mapKeys?: string[]
  mapType?: string
}

export interface KindReference {
  group: string
  version: string
  kind: string
}

export interface ResourceData {
  group: string
  version: string
  resource: string
  kind: string
  /** the name of its type in `types` */
  type: string
  singular: string
  namespaced: boolean
  verbs: string[]
  shortNames?: string[]
  categories?: string[]
  subresources?: { name: string; kind: KindReference; verbs: string[] }[]
  columns?: { name: string; type: string; format?: string; priority?: number }[]
}

export interface KindsData {
  resources: ResourceData[]
  types: Record<string, FieldData[]>
  /** Flags of a whole type, such as `map-type: atomic`. */
  typeFlags: Record<string, { 'map-type'?: string; unions?: unknown[] }>
}

/** Every built-in kind of Kubernetes, also those that are not served. */
export const kindsData = data as unknown as KindsData
