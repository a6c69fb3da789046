import type { ClientEnvironment } from './environment.ts'
import type { Backoff } from './backoff.ts'
import type { Kubeconfig } from './kubeconfig/kubeconfig.ts'

/** `fetch`, or anything that answers as it does: that of a service binding, one that trusts another authority. */
export type FetchFunction = (url: string, init?: RequestInit) => Promise<Response>
/** The constructor `WebSocket`, of the platform or of a package. */
export type SocketConstructor = new (url: string, protocols: string[]) => unknown

/**
 * Asked before every request. After a 401 it is asked once more, with the token that was refused, and the request is sent
 * again: nothing was done, so a write too. Where it fails that counts as a broken connection.
 */
export type TokenFunction = (refused?: string) => string | Promise<string>

/** How `connect` reaches a server. One of `server`, `kubeconfig` or `fetch` is needed. */
export interface ConnectOptions {
  /** URL of the server, such as `https://127.0.0.1:6443`. It wins over that of the kubeconfig. */
  server?: string | undefined
  /** A bearer token, or a function that gives the one of the moment. */
  token?: string | TokenFunction | undefined
  /** A kubeconfig: its text (JSON, or YAML as kubectl and Coxswain write it) or the parsed object. */
  kubeconfig?: string | Kubeconfig | undefined
  /**
   * The authorities that the server's certificate is checked against, and no others: PEM. It wins over that of the kubeconfig. Node
   * alone can; watches then use HTTP, unless a `WebSocket` is given. Not used with a `fetch` of one's own.
   */
  certificateAuthority?: string | undefined
  /** The context of the kubeconfig; its `current-context` by default. */
  context?: string | undefined
  /** Sends the requests; the platform's `fetch` by default. With one of your own, watches use HTTP unless `WebSocket` is given. */
  fetch?: FetchFunction | undefined
  /**
   * Opens watch sockets; the platform's by default (Node 20 has none and watches over HTTP). That of Node waits for the other
   * side to close: on a line that died silently, a program that has stopped its watches ends only when TCP gives up. `WebSocket`
   * of the package `ws` does not wait.
   */
  WebSocket?: SocketConstructor | undefined
  /** `auto`: a socket where the server offers it, else HTTP. */
  transport?: 'auto' | 'http' | undefined
  /** Noted as owner of what is written; `coxswain-client` by default. */
  fieldManager?: string | undefined
  /** `product/version`; outside of pages the client's own by default. A page cannot set it everywhere. */
  userAgent?: string | undefined
  /** Sent with every HTTP request. A socket cannot send them: with one that tells who asks, watches use HTTP. */
  headers?: Record<string, string> | undefined
  /** Of a request that is no watch, its retries not counted. Milliseconds; 60,000 by default. */
  timeoutMs?: number | undefined
  /** Waits between the tries of a read, and of a watch to come back. */
  backoff?: Partial<Backoff> | undefined
  /** How often a read is sent at most, the first time included; 5 by default. */
  readTries?: number | undefined
  /** How long a watch over HTTP may say nothing before it counts as dead. Milliseconds; 150,000 by default. */
  idleMs?: number | undefined
  /** A watch socket is asked for a sign of life this often, and counts as dead when none came by the next time. 30,000 by default. */
  pingMs?: number | undefined
  /** Gets what the server warns of, such as a field that the kind does not have. */
  onWarning?: ((text: string) => void) | undefined
  /** Time and chance, for tests. */
  environment?: ClientEnvironment | undefined
}

export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** `status`, `finalize`, …: that part of the object instead of the whole. */
  subresource?: string | undefined
}

export interface GetOptions extends CallOptions {
  /** Answer a state that is not older than this version. */
  resourceVersion?: string | undefined
}

export interface SelectorOptions {
  /** Such as `app=web,tier!=cache`. */
  labelSelector?: string | undefined
  /** Such as `metadata.name=a`. */
  fieldSelector?: string | undefined
}

export interface ListOptions extends SelectorOptions {
  signal?: AbortSignal | undefined
  /** Items of a page; 500 by default. */
  limit?: number | undefined
  /** The list at this version; without one, the newest. */
  resourceVersion?: string | undefined
  /** `Exact`: at just that version. `NotOlderThan`: at that or a later one. */
  resourceVersionMatch?: 'Exact' | 'NotOlderThan' | undefined
  /** Goes on with the page that an earlier one named. */
  continue?: string | undefined
}

export interface WriteOptions extends CallOptions {
  /** Checks everything and stores nothing. */
  dryRun?: boolean | undefined
  /** What happens to fields that the kind does not have; the server warns by default. */
  fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined
  /** Over that of `connect`. */
  fieldManager?: string | undefined
}

export interface UpdateOptions extends WriteOptions {
  /** Sends the object without a version: the last write wins, where the server allows that at all. */
  unconditional?: boolean | undefined
}

export interface ApplyOptions extends WriteOptions {
  /** Takes fields over that others own, where the values differ; without it that is a `ConflictError`. */
  force?: boolean | undefined
}

export interface DeleteOptions extends Omit<CallOptions, 'subresource'> {
  /** Deletes only what was read: another uid or version answers `ConflictError`. */
  preconditions?: { uid?: string | undefined; resourceVersion?: string | undefined } | undefined
  /** What becomes of the objects that this one owns. */
  propagation?: 'Background' | 'Foreground' | 'Orphan' | undefined
  gracePeriodSeconds?: number | undefined
  dryRun?: boolean | undefined
}

export interface DeleteCollectionOptions extends DeleteOptions, SelectorOptions {}

/** How `updateWithRetry` tries again. */
export interface RetryOptions extends Omit<WriteOptions, 'dryRun'> {
  /** Writes at most; 10 by default. */
  tries?: number | undefined
  /** The longest first wait. It doubles from try to try. Milliseconds; 10 by default. */
  baseMs?: number | undefined
  /** The longest of all waits. Milliseconds; 1,000 by default. */
  maxMs?: number | undefined
  /** No try begins later than this. Milliseconds; 30,000 by default. */
  withinMs?: number | undefined
}
