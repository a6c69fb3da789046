import type { Caller } from '../caller.ts'
import type { Revision } from '../revision.ts'
import type { View } from '../view.ts'

/** Where a watch begins. */
export type WatchStart =
  /** with ADDED for what exists; then, if bookmarks are wanted, the bookmark that ends the initial events */
  | { from: 'state'; notOlderThan?: Revision | undefined }
  /** with what changed after this version */
  | { from: 'version'; revision: Revision }
  /** with what changes from now on */
  | { from: 'now' }

/** One watch, as it crosses from the Worker to the scope object; also what a hibernating socket keeps. */
export interface WatchParameters extends View {
  /** who watches */
  caller: Caller
  resource: string
  namespace: string
  start: WatchStart
  labelSelector: string
  fieldSelector: string
  bookmarks: boolean
  timeoutSeconds: number
}

/**
 * The address of a scope object's watch: `scope` and `call` (parameters as JSON) are its query, and `protocol` for a
 * socket. Built by the Worker; nothing of a client's request is passed on.
 */
export const WATCH_URL = 'https://scope.invalid/watch'
