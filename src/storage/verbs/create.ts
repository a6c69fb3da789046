import { formatUnstored } from '../../core/object-text.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import { alreadyExists, groupResource, StatusError } from '../../core/errors/status-error.ts'
import { prepareCreate } from '../../core/write/create.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { tracking, type Writer } from '../field-ownership.ts'
import { assertNamespaceOpen } from '../namespace-gate.ts'
import type { Transaction } from '../transaction.ts'
import { definitionFor, type ObjectAnswer, objectOf, parseObject, type ResourceCall } from './object-call.ts'

export interface CreateCall extends ResourceCall, Omit<Writer, 'subresource'> {
  /** the object as decoded and pruned, JSON without apiVersion and kind */
  object: string
  dryRun: boolean
}

/** How often a generated name is drawn before the client is told to try again. */
const NAME_ATTEMPTS = 8

/** POST (C1–C13). */
export function createObject(tx: Transaction, call: CreateCall): ObjectAnswer {
  const definition = definitionFor(tx, call)
  const { track } = tracking(tx, definition, undefined, { ...call, subresource: '' })
  return createTracked(tx, definition, parseObject(call.object), call, track)
}

/** The same for an object that is parsed; `track` notes who owns its fields. */
export function createTracked(
  tx: Transaction,
  definition: ResourceDefinition,
  incoming: KubernetesObject,
  { namespace, dryRun }: Pick<CreateCall, 'namespace' | 'dryRun'>,
  track: (object: KubernetesObject) => KubernetesObject,
): ObjectAnswer {
  assertNamespaceOpen(tx, definition, namespace, incoming.metadata.name ?? '')
  const object = track(freshObject(tx, definition, incoming, namespace))
  return { body: dryRun ? formatUnstored(object) : tx.create(definition, object).body }
}

/** Prepares the object; a generated name that is taken is drawn anew. */
function freshObject(
  tx: Transaction,
  definition: ResourceDefinition,
  incoming: KubernetesObject,
  namespace: string,
): KubernetesObject {
  const generated = !incoming.metadata.name && Boolean(incoming.metadata.generateName)
  for (let attempt = 1; ; attempt++) {
    const object = prepareCreate(definition, incoming, namespace, tx.env)
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
