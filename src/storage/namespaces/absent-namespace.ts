import type { Caller } from '../../core/caller.ts'
import { type Outcome, toOutcome } from '../../core/errors/status-error.ts'
import type { Revision } from '../../core/revision.ts'
import { namespaceIn } from '../../core/scope-name.ts'
import type { Database } from '../store/database.ts'
import { hasScope } from './ended-namespaces.ts'
import { ScopeStore } from '../store/scope-store.ts'
import { type DeleteCollectionCall, findCollection } from '../verbs/delete-collection.ts'
import type { ListAnswer, ListPosition } from '../verbs/list.ts'
import { read, type ReadAnswer, type ReadCall } from '../verbs/read.ts'
import { type WriteAnswer, type WriteCall, writeAll } from '../verbs/write.ts'

/** A call about what may not exist; the verb of a read or a write is in it. */
export type AbsentCall = ReadCall | WriteCall | ({ verb: 'deleteCollection' } & DeleteCollectionCall)

export type AbsentAnswer<C extends AbsentCall> = C extends ReadCall
  ? ReadAnswer<C>
  : C extends WriteCall
    ? WriteAnswer<C>
    : ListAnswer

/**
 * What the cluster scope answers in the place of a namespace that does not exist (N22); undefined for one that exists, or
 * that has left history. In one turn, so that the answer is true at the version that it carries.
 */
export function answerAbsent(
  cluster: ScopeStore,
  namespace: string,
  call: AbsentCall,
  caller: Caller,
): Outcome<unknown> | undefined {
  if (hasScope(cluster, namespace)) return undefined
  const store = emptyScope(cluster, namespace, call)
  switch (call.verb) {
    case 'get':
    case 'list':
      return toOutcome(() => read(store, call, caller))
    case 'deleteCollection':
      return toOutcome(() => findCollection(store, call).answer)
    default: {
      const outcome = writeAll(store, [call], caller)
      return outcome.ok ? { ok: true, value: outcome.value[0] } : outcome
    }
  }
}

/** The scope as it would be: without tables, open for nobody, at the last version of the cluster scope. */
function emptyScope(cluster: ScopeStore, namespace: string, call: AbsentCall): ScopeStore {
  const { env, retention, registry, clock } = cluster
  const asked = 'position' in call ? askedVersion(call.position) : undefined
  if (asked !== undefined && !clock.isFuture(asked)) cluster.observe(asked)
  const store = new ScopeStore(NOTHING, {
    scope: namespaceIn(cluster.scope, namespace),
    env,
    retention,
    registry,
    followers: [],
  })
  store.follow(clock.last, cluster.settings.read('forgotten'))
  return store
}

function askedVersion(position: ListPosition): Revision | undefined {
  if (position.at === 'recent') return position.notOlderThan
  return position.at === 'exact' ? position.revision : undefined
}

/** A database in which nothing is, and into which nothing is written. */
const NOTHING: Database = {
  rows: () => [],
  run: () => {
    throw new Error('a namespace that does not exist was written to')
  },
  transaction: (work) => work(),
}
