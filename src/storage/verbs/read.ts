import type { Caller } from '../../core/caller.ts'
import type { ScopeReader } from '../store/scope-reader.ts'
import { type GetCall, getObject } from './get.ts'
import { type ListAnswer, type ListCall, listObjects } from './list.ts'
import type { ObjectAnswer } from './object-call.ts'

/** What each verb that reads is called with, and what it answers. */
interface Calls {
  get: GetCall
  list: ListCall
}
interface Answers {
  get: ObjectAnswer
  list: ListAnswer
}

export type ReadVerb = keyof Calls
/** A read as a value. */
export type ReadCall<V extends ReadVerb = ReadVerb> = { [K in V]: { verb: K } & Calls[K] }[V]
export type ReadAnswer<C extends ReadCall> = Answers[C['verb']]

const VERBS: { [V in ReadVerb]: (store: ScopeReader, call: Calls[V], caller: Caller) => Answers[V] } = {
  get: getObject,
  list: listObjects,
}

export const read = <C extends ReadCall>(store: ScopeReader, call: C, caller: Caller): ReadAnswer<C> =>
  readOne(store, call, caller) as ReadAnswer<C>

const readOne = <V extends ReadVerb>(store: ScopeReader, call: { verb: V } & Calls[V], caller: Caller): Answers[V] =>
  VERBS[call.verb](store, call, caller)
