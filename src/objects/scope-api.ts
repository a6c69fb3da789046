import type { Caller } from '../core/caller.ts'
import type { ScopeName } from '../core/scope-name.ts'
import type { Outcome } from '../core/errors/status-error.ts'
import type { Revision } from '../core/revision.ts'
import type { OwnerState } from '../core/write/collect.ts'
import type { OwnerReference } from '../wire/object.ts'
import type { Remaining } from '../kinds/strategies/namespace-conditions.ts'
import type { AbsentAnswer, AbsentCall } from '../storage/namespaces/absent-namespace.ts'
import type { NamespaceAnswer } from '../storage/namespaces/namespace-objects.ts'
import type { NamespaceState } from '../storage/store/settings.ts'
import type { DeleteCollectionCall } from '../storage/verbs/delete-collection.ts'
import type { ListAnswer } from '../storage/verbs/list.ts'
import type { ReadAnswer, ReadCall } from '../storage/verbs/read.ts'
import type { WriteCall, WriteOutcome } from '../storage/verbs/write.ts'
import type { FailingTimers } from '../storage/store/timers.ts'
import type { RestCall } from './list-stream.ts'

/**
 * The calls that a scope object answers over RPC. They carry the scope's name, because an object does not know its own.
 * They carry objects as text, because stored objects are not parsed when they are read. Errors are data.
 */
export interface ScopeApi {
  /** Makes all the writes or none, in one transaction. */
  write<const C extends readonly WriteCall[]>(scope: ScopeName, caller: Caller, calls: C): Promise<WriteOutcome<C>>
  /** Deletes in a series of transactions. If one is refused, what the earlier ones deleted stays deleted. */
  deleteCollection(scope: ScopeName, caller: Caller, call: DeleteCollectionCall): Promise<Outcome<ListAnswer>>
  read<const C extends ReadCall>(scope: ScopeName, caller: Caller, call: C): Promise<Outcome<ReadAnswer<C>>>
  /** The rest of a list whose first part was already answered. */
  listRest(scope: ScopeName, caller: Caller, call: RestCall): Promise<ReadableStream<Uint8Array>>
  /** Resolves when there is room for what would be written. */
  probeRoom(scope: ScopeName): Promise<void>
  /** Resolves when the object can read and write; of the cluster scope: with the work of all scopes that fails again and again. */
  ready(scope: ScopeName): Promise<FailingTimers[]>

  /**
   * Of the cluster scope: answers a call about a namespace that does not exist, and has left nothing. Undefined where it
   * does: then its own scope must be asked.
   */
  absent<const C extends AbsentCall>(
    scope: ScopeName,
    namespace: string,
    caller: Caller,
    call: C,
  ): Promise<Outcome<AbsentAnswer<C>> | undefined>
  /** Of the cluster scope: what a namespace's scope may take as true about its Namespace. */
  namespaceState(scope: ScopeName, name: string): Promise<NamespaceAnswer>
  /** Of the cluster scope: a namespace's scope holds nothing any more. Idempotent. */
  namespaceEmptied(scope: ScopeName, name: string, uid: string): Promise<void>
  /** Of the cluster scope: whether a closed namespace's scope may give its storage back; `last` is its last version. Idempotent. */
  namespaceForgotten(scope: ScopeName, name: string, last: Revision): Promise<boolean>
  /** Of the cluster scope: what still holds a namespace that is being deleted; false where it is gone. Idempotent. */
  namespaceRemaining(scope: ScopeName, name: string, uid: string, remaining: Remaining): Promise<boolean>
  /** Of the cluster scope: notes that a namespace holds a dependent of an owner there, and says how that is found. */
  ownerState(scope: ScopeName, namespace: string, reference: OwnerReference): Promise<OwnerState>
  /** Of the cluster scope: in a namespace that held an owner back, something that did so is gone. Idempotent. */
  ownerFreed(scope: ScopeName, uid: string): Promise<void>
  /** Of a namespace's scope: a cluster-scoped owner of something in it is gone, or waits; true when nothing holds it back. */
  ownerChanged(scope: ScopeName, uid: string, work: OwnerWork): Promise<boolean>
  /** Of the cluster scope: which timers of a namespace's scope fail again and again. */
  reportFailing(scope: ScopeName, namespace: string, failing: FailingTimers[]): Promise<void>
  /** Of a namespace's scope: its Namespace is being deleted. Resolves when that is durable. Idempotent. */
  terminate(scope: ScopeName, state: NamespaceState): Promise<void>
}

export type { AbsentAnswer, AbsentCall } from '../storage/namespaces/absent-namespace.ts'
export type { Caller } from '../core/caller.ts'
export type { DeleteCollectionCall } from '../storage/verbs/delete-collection.ts'
export type { ListAnswer, ListCall } from '../storage/verbs/list.ts'
export type { ReadAnswer, ReadCall } from '../storage/verbs/read.ts'
export type { WriteAnswer, WriteCall, WriteOutcome } from '../storage/verbs/write.ts'
export type { FailingTimers } from '../storage/store/timers.ts'
export type { RestCall } from './list-stream.ts'
export type OwnerWork = 'orphan' | 'foreground' | 'gone'
export type { PatchType } from '../storage/verbs/patch.ts'
export type { ListPosition } from '../storage/verbs/list.ts'
export type { WatchParameters } from '../core/watch/parameters.ts'
