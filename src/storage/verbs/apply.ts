import type { Caller } from '../../core/caller.ts'
import { parseJson } from '../../core/json/json.ts'
import { apiVersionOf, type ResourceDefinition } from '../../core/resource-definition.ts'
import { conflict } from '../../core/errors/status-error.ts'
import { assertName, assertNamespace } from '../../core/write/identity.ts'
import { assertPatchable } from '../../core/write/preconditions.ts'
import { applyConfiguration, parseAppliedObject } from '../../kinds/apply/field-owners.ts'
import { decodeObject } from '../../kinds/decode/decode.ts'
import type { Json, JsonObject, KubernetesObject } from '../../wire/object.ts'
import { tracked } from './tracking.ts'
import type { Transaction } from '../store/transaction.ts'
import { createTracked } from './create.ts'
import { definitionFor, objectOf, type ResourceCall } from './object-call.ts'
import { storeUpdate, type UpdateAnswer } from './update.ts'

export interface ApplyCall extends ResourceCall {
  name: string
  /** empty for the object itself */
  subresource: string
  /** the configuration, JSON */
  applied: string
  force: boolean
  dryRun: boolean
}

/** PATCH with an apply configuration (Y1–Y23): makes the object if there is none. */
export function applyObject(tx: Transaction, call: ApplyCall, { manager }: Caller): UpdateAnswer {
  const definition = definitionFor(tx, call)
  const applied = parseAppliedObject(definition, parseJson(call.applied))
  const before = tx.read(definition, call.name)
  const live = before && objectOf(before)
  const { subresource, force } = call
  const { object } = applyConfiguration({
    definition,
    live,
    applied,
    manager,
    subresource,
    force,
    apiVersion: apiVersionOf(definition),
    now: tx.env.now(),
  })
  const { object: incoming } = decodeObject(definition, object as unknown as Json)
  assertNamespace(definition, incoming, tx.scope.namespace)
  assertName(incoming, call.name)
  if (!before || !live) return createApplied(tx, definition, call, applied, incoming)
  assertPatchable(definition, incoming, live)
  const subject = { incoming, current: live, before }
  return { body: storeUpdate(tx, definition, subject, tracked(subresource), call.dryRun), created: false }
}

/** A version in the configuration is passed over where there is no object; a uid asks for one that is not there. */
function createApplied(
  tx: Transaction,
  definition: ResourceDefinition,
  call: ApplyCall,
  applied: JsonObject,
  incoming: KubernetesObject,
): UpdateAnswer {
  const { uid } = (applied.metadata ?? {}) as { uid?: string }
  if (uid)
    throw conflict(
      definition,
      call.name,
      `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`,
    )
  const { resourceVersion: _resourceVersion, ...metadata } = incoming.metadata
  const { body } = createTracked(tx, definition, { ...incoming, metadata }, call.dryRun, (object) => object)
  return { body, created: true }
}
