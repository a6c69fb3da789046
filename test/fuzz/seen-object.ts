/** An object as it came over the wire. */
export interface WireObject {
  kind?: string
  apiVersion?: string
  metadata: {
    name?: string
    uid?: string
    resourceVersion?: string
    labels?: Record<string, string>
    annotations?: Record<string, string>
    finalizers?: string[]
    deletionTimestamp?: string
    continue?: string
    remainingItemCount?: number
  }
  items?: WireObject[]
  [field: string]: unknown
}

/** What the oracle remembers of an object: little, so that a long run fits into memory. */
export interface SeenObject {
  name: string
  uid: string
  version: number
  /** of all content but kind, apiVersion and version */
  digest: string
  /** of the metadata alone, without the version */
  metadataDigest: string
  labels: Record<string, string>
  /** the operation that wrote this content, see `MARKER` */
  marker: string
  deleting: boolean
  held: boolean
}

/** The annotation by which each write marks what it wrote. */
export const MARKER = 'fuzz.test/written-by'

export function seen(object: WireObject): SeenObject {
  const { kind: _kind, apiVersion: _apiVersion, ...content } = object
  const { resourceVersion, ...metadata } = object.metadata
  return {
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    version: Number(resourceVersion ?? 0),
    digest: digest({ ...content, metadata }),
    metadataDigest: digest(metadata),
    labels: metadata.labels ?? {},
    marker: metadata.annotations?.[MARKER] ?? '',
    deleting: metadata.deletionTimestamp !== undefined,
    held: (metadata.finalizers?.length ?? 0) > 0,
  }
}

/** Equal for equal values, whatever the order of their members. 53 bits of a hash and the length. */
function digest(value: unknown): string {
  const text = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    high = Math.imul(high ^ unit, 0x9e3779b1)
    low = Math.imul(low ^ unit, 0x5f356495)
  }
  return `${text.length}:${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`
}
