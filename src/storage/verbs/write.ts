import type { Caller } from '../../core/caller.ts'
import { type Refusal, toOutcome } from '../../core/errors/status-error.ts'
import type { ScopeStore } from '../store/scope-store.ts'
import type { Transaction } from '../store/transaction.ts'
import { type ApplyCall, applyObject } from './apply.ts'
import { type CreateCall, createObject } from './create.ts'
import { type DeleteAnswer, type DeleteCall, deleteObject } from './delete.ts'
import type { ObjectAnswer } from './object-call.ts'
import { type PatchAnswer, type PatchCall, patchObject } from './patch.ts'
import { type UpdateAnswer, type UpdateCall, updateObject } from './update.ts'

/** What each verb that writes is called with, and what it answers. */
interface Calls {
  create: CreateCall
  update: UpdateCall
  patch: PatchCall
  apply: ApplyCall
  delete: DeleteCall
}
interface Answers {
  create: ObjectAnswer
  update: UpdateAnswer
  patch: PatchAnswer
  apply: UpdateAnswer
  delete: DeleteAnswer
}

export type WriteVerb = keyof Calls
/** A write as a value. */
export type WriteCall<V extends WriteVerb = WriteVerb> = { [K in V]: { verb: K } & Calls[K] }[V]
export type WriteAnswer<C extends WriteCall> = Answers[C['verb']]
/** The answers to a list of writes, one for each, in order. */
export type WriteAnswers<C extends readonly WriteCall[]> = { -readonly [I in keyof C]: WriteAnswer<C[I]> }
/** `failed` is the index of the write that was refused: none of the list was done. */
export type WriteOutcome<C extends readonly WriteCall[] = readonly WriteCall[]> =
  { ok: true; value: WriteAnswers<C> } | (Refusal & { failed: number })

const VERBS: { [V in WriteVerb]: (tx: Transaction, call: Calls[V], caller: Caller) => Answers[V] } = {
  create: createObject,
  update: updateObject,
  patch: patchObject,
  apply: applyObject,
  delete: deleteObject,
}

/** One write within a transaction. */
export const write = <V extends WriteVerb>(tx: Transaction, call: { verb: V } & Calls[V], caller: Caller): Answers[V] =>
  VERBS[call.verb](tx, call, caller)

/** A list of writes in one transaction: all are done, or none. */
export function writeAll<const C extends readonly WriteCall[]>(
  store: ScopeStore,
  calls: C,
  caller: Caller,
): WriteOutcome<C> {
  let index = 0
  const outcome = toOutcome(() =>
    store.transaction((tx) =>
      calls.map((call, i) => {
        index = i
        return write(tx, call, caller)
      }),
    ),
  )
  return outcome.ok ? { ok: true, value: outcome.value as WriteAnswers<C> } : { ...outcome, failed: index }
}
