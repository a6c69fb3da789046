import { type DeleteOptions, parseDeleteOptions } from '../../core/request/delete-options.ts'
import { decodeDeleteOptionsProtobuf } from '../../kinds/protobuf/envelope.ts'
import { nextPart } from '../../core/request/list-parts.ts'
import { parseListOptions } from '../../core/request/list-options.ts'
import type { Status } from '../../wire/status.ts'
import { callerOf } from '../caller.ts'
import type { AppContext } from '../context.ts'
import { negotiateList, sendList } from '../list-response.ts'
import { negotiateObject, sendObject } from '../object-response.ts'
import { bodyMedia, decodeOptions, readBody } from '../request-body.ts'
import { sendStatusAs } from '../respond.ts'
import type { Target } from '../target.ts'
import { fromStart, listCall, readList, readOn } from './list.ts'

/** DELETE of an object (D1–D11, D15–D19). */
export async function remove(c: AppContext, { definition, resource, namespace, name }: Target): Promise<Response> {
  const form = negotiateObject(c, definition)
  const options = await readDeleteOptions(c)
  const { preconditions, dryRun } = options
  const propagation = propagationOf(options)
  const call = { verb: 'delete', resource, name, preconditions, propagation, dryRun } as const
  const deleted = await c.get('scopes').write(namespace, callerOf(c), call)
  if (!deleted.removed)
    return sendObject(c, definition, form, deleted.body, { status: options.orphanDependents === false ? 202 : 200 })
  if (definition.returnsDeletedObject) return sendObject(c, definition, form, deleted.body)
  const status: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: {
      name,
      ...(definition.group ? { group: definition.group } : {}),
      kind: definition.resource,
      uid: deleted.uid,
    },
  }
  return sendStatusAs(c, form.media, status)
}

/**
 * DELETE of a collection (D12, D13, D20): answers with the objects as they were. All are gone before the answer begins,
 * however slowly it is read; what did not fit into one part is read again, from history.
 */
export async function removeCollection(c: AppContext, target: Target): Promise<Response> {
  const form = negotiateList(c, target.definition)
  const call = listCall(target, parseListOptions(c.get('query')))
  const options = await readDeleteOptions(c, { collection: true })
  const { preconditions, dryRun } = options
  const deletion = { ...call, preconditions, propagation: propagationOf(options), dryRun }
  const { namespace } = target
  const first = await c.get('scopes').deleteCollection(namespace, callerOf(c), deletion)
  for (let part = first, count = part.count; part.more === 'length'; count += part.count)
    part = await c.get('scopes').deleteCollection(namespace, callerOf(c), nextPart(deletion, first, part, count))
  const shown = first.more === 'length' ? await readList(c, target, fromStart(call, first)) : first
  return sendList(c, target.definition, form, shown, readOn(c, target, call, shown))
}

async function readDeleteOptions(c: AppContext, { collection } = { collection: false }) {
  const media = bodyMedia(c.req.raw)
  const body = decodeOptions(media, await readBody(c.req.raw), decodeDeleteOptionsProtobuf)
  return parseDeleteOptions(body, c.get('query'), { collection })
}

const propagationOf = ({ propagationPolicy, orphanDependents }: DeleteOptions) => ({
  propagationPolicy,
  orphanDependents,
})
