import type { Span } from './model-log.ts'
import type { SeenObject } from './seen-object.ts'
import type { Selector } from './selectors.ts'

/** A place where objects are: a resource of a scope. The scope `''` is the cluster's. */
export interface Place {
  scope: string
  resource: string
}

/** What became of a request: `unknown` is a connection that broke before the answer, so it may have been done. */
export type Result = 'done' | 'refused' | 'unknown'

interface WriteOfAll extends Place, Span {
  result: Result
  /** HTTP status; 0 where none came */
  status: number
  dryRun: boolean
}

export interface ObjectWrite extends WriteOfAll {
  verb: 'create' | 'update'
  name: string
  /** the annotation that this write sets; that of the content before where an update sends it back unchanged */
  marker: string
  /** the version that an update holds; absent where it sends none */
  base?: number
  /** of the object that an update was read from */
  uid?: string
  /** an update that takes the finalizers away */
  releases?: boolean
  answer?: SeenObject
}

export interface Delete extends WriteOfAll {
  verb: 'delete'
  name: string
  preconditions: { uid?: string; resourceVersion?: string }
  /** of the object that is gone, where the answer says that it is */
  removedUid?: string
  /** the object where a finalizer holds it back */
  answer?: SeenObject
}

export interface CollectionDelete extends WriteOfAll {
  verb: 'delete collection'
  selector: Selector
  answer?: SeenObject[]
}

/** While this lasts the namespace may be terminating or absent: from the DELETE to the answer of the next create. */
export interface NamespaceGap extends Span {
  scope: string
}

export type Write = ObjectWrite | Delete | CollectionDelete

export interface GetRecord extends Place, Span {
  name: string
  /** absent: 404 */
  found?: SeenObject
}

export interface ListRecord extends Place, Span {
  selector: Selector
  /** the version that it must be taken at, or not be older than */
  exactly?: number
  notOlderThan?: number
  /** names up to this one are left out */
  after: string
  limit: number
  /** a 410 has only these */
  expired: boolean
  version: number
  items: SeenObject[]
  more: boolean
  remaining?: number
}

export interface StreamItem {
  type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'
  object: SeenObject
  /** a bookmark that ends the initial events */
  endsInitial: boolean
  /** of an ERROR */
  code?: number
}

/** A socket may acknowledge what came; the server then sends no more than a window ahead. */
export type Transport = 'http' | 'socket' | 'acknowledging socket'

/** One watch, from its opening to its end. */
export interface WatchRecord extends Place {
  selector: Selector
  /** `state`: begins with what exists; `now`: with what comes next */
  from: { at: 'version'; version: number } | { at: 'state' } | { at: 'now' }
  bookmarks: boolean
  /** metadata only */
  partial: boolean
  over: Transport
  timeoutSeconds: number
  /** the tick before it was asked for */
  start: number
  /** the tick at which it was granted */
  opened: number
  items: StreamItem[]
  ended: 'clean' | 'cut' | undefined
  /** the tick at which the client cut it */
  cutAt: number
  /** its reader stopped reading for a while */
  paused: boolean
}
