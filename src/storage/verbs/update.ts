import type { Caller } from '../../core/caller.ts'
import { formatObject } from '../../core/object-text.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import { notFound } from '../../core/errors/status-error.ts'
import { assertUpdatable, uidConflict, type UpdateRules } from '../../core/write/preconditions.ts'
import { blindUpdateWarning } from '../../core/write/blind-update.ts'
import { decideUpdate, type UpdateOptions } from '../../core/write/update.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import type { StoredObject } from '../store/change.ts'
import { removeObject } from './removal.ts'
import type { Transaction } from '../store/transaction.ts'
import { tracking } from './tracking.ts'
import { createObject } from './create.ts'
import { definitionFor, type ObjectAnswer, objectOf, parseObject, type ResourceCall } from './object-call.ts'

export interface UpdateCall extends ResourceCall {
  name: string
  /** empty for the object itself */
  subresource: string
  /** the object as decoded and pruned, JSON without apiVersion and kind */
  object: string
  /** `metadata.managedFields` as the client sent them, which counts even when it is empty */
  sentManagedFields?: unknown
  dryRun: boolean
  rules: UpdateRules
}

export interface UpdateAnswer extends ObjectAnswer {
  /** true where the update made the object */
  created: boolean
  warnings?: readonly string[]
}

/** PUT (U1–U18): compare-and-swap. */
export function updateObject(tx: Transaction, call: UpdateCall, caller: Caller): UpdateAnswer {
  const definition = definitionFor(tx, call)
  const incoming = parseObject(call.object)
  const before = tx.read(definition, call.name)
  if (!before) return createByUpdate(tx, definition, call, caller, incoming)
  const current = objectOf(before)
  assertUpdatable(definition, incoming, current, rulesFor(definition, call))
  const options = tracking(tx, definition, current, { ...call, manager: caller.manager })
  const body = storeUpdate(tx, definition, { incoming, current, before }, options, call.dryRun)
  const warning =
    body === before.body ? undefined : blindUpdateWarning(definition, incoming, current, rulesFor(definition, call))
  return { body, created: false, ...(warning ? { warnings: [warning] } : {}) }
}

/** Some subresources need no version. */
const rulesFor = ({ strategy }: ResourceDefinition, { subresource, rules }: UpdateCall): UpdateRules =>
  strategy.subresources?.[subresource]?.unconditionalUpdate ? { unconditionalUpdate: 'allow' } : rules

/** What an update is about: what comes in, and what is stored. */
export interface UpdateSubject {
  incoming: KubernetesObject
  current: KubernetesObject
  before: StoredObject
}

/** An update whose preconditions hold: decides it and stores what follows. Returns the text that the client sees. */
export function storeUpdate(
  tx: Transaction,
  definition: ResourceDefinition,
  { incoming, current, before }: UpdateSubject,
  options: UpdateOptions,
  dryRun: boolean,
): string {
  const decision = decideUpdate(definition, incoming, current, options)
  if (decision.change === 'none') return before.body
  if (dryRun) return formatObject(decision.object, before.revision)
  if (decision.change === 'replace') return tx.replace(definition, decision.object, before).body
  const kept = removeObject(tx, definition, decision.object, before)
  return kept?.body ?? formatObject(decision.object, before.revision)
}

/** A PUT of a missing object: some kinds are made by it, for the others it is a 404. */
function createByUpdate(
  tx: Transaction,
  definition: ResourceDefinition,
  call: UpdateCall,
  caller: Caller,
  incoming: KubernetesObject,
): UpdateAnswer {
  if (!definition.createOnUpdate || call.subresource) throw notFound(definition, call.name)
  if (incoming.metadata.uid) throw uidConflict(definition, call.name, incoming.metadata.uid, undefined)
  const { resourceVersion: _resourceVersion, ...metadata } = incoming.metadata
  const object = JSON.stringify({ ...incoming, metadata })
  return { ...createObject(tx, { ...call, object }, caller), created: true }
}
