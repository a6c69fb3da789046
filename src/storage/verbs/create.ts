import type { Caller } from '../../core/caller.ts'
import { formatUnstored } from '../../core/object-text.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import { alreadyExists, StatusError } from '../../core/errors/status-error.ts'
import { groupResource } from '../../core/resource-name.ts'
import { prepareCreate } from '../../core/write/create.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { tracking } from './tracking.ts'
import { assertNamespaceOpen } from '../namespaces/namespace-gate.ts'
import type { Transaction } from '../store/transaction.ts'
import { definitionFor, type ObjectAnswer, objectOf, parseObject, type ResourceCall } from './object-call.ts'

export interface CreateCall extends ResourceCall {
  /** the object as decoded and pruned, JSON without apiVersion and kind */
  object: string
  /** `metadata.managedFields` as the client sent them, which counts even when it is empty */
  sentManagedFields?: unknown
  dryRun: boolean
}

/** A generated name is drawn so often. If all are taken, the client is asked to try again. */
const NAME_ATTEMPTS = 8

/** POST (C1–C13). */
export function createObject(tx: Transaction, call: CreateCall, caller: Caller): ObjectAnswer {
  const definition = definitionFor(tx, call)
  const { sentManagedFields, dryRun } = call
  const sent = parseObject(call.object)
  const writer = { manager: caller.manager, subresource: '', sentManagedFields, sent }
  const { track } = tracking(tx, definition, undefined, writer)
  return createTracked(tx, definition, sent, dryRun, track)
}

/** The same for an object that is parsed; `track` notes who owns its fields. */
export function createTracked(
  tx: Transaction,
  definition: ResourceDefinition,
  incoming: KubernetesObject,
  dryRun: boolean,
  track: (object: KubernetesObject) => KubernetesObject,
): ObjectAnswer {
  assertNamespaceOpen(tx, definition, incoming.metadata.name ?? '')
  const object = track(freshObject(tx, definition, incoming))
  return { body: dryRun ? formatUnstored(object) : tx.create(definition, object).body }
}

/** Prepares the object; a generated name that is taken is drawn anew. */
function freshObject(tx: Transaction, definition: ResourceDefinition, incoming: KubernetesObject): KubernetesObject {
  const generated = !incoming.metadata.name && Boolean(incoming.metadata.generateName)
  for (let attempt = 1; ; attempt++) {
    const object = prepareCreate(definition, incoming, tx.scope.namespace, tx.env)
    const name = object.metadata.name ?? ''
    const taken = tx.read(definition, name)
    if (!taken) return object
    if (!generated)
      throw alreadyExists(
        definition,
        name,
        objectOf(taken).metadata.deletionTimestamp ? 'object is being deleted: ' : '',
      )
    if (attempt === NAME_ATTEMPTS) throw noUniqueName(definition, name)
  }
}

const noUniqueName = (definition: ResourceDefinition, name: string) =>
  new StatusError(
    'AlreadyExists',
    `${groupResource(definition)} "${name}" already exists, the server was not able to generate a unique name for the object`,
    {
      name,
      ...(definition.group ? { group: definition.group } : {}),
      kind: definition.resource,
      retryAfterSeconds: 1,
    },
  )
