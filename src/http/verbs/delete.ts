import { parseDeleteOptions } from '../../core/delete-options.ts'
import { assertPropagation } from '../../core/write/delete.ts'
import { decodeDeleteOptionsProtobuf } from '../../kinds/protobuf/envelope.ts'
import { parseListOptions } from '../../core/list-options.ts'
import { Header } from '../../wire/names.ts'
import type { Status } from '../../wire/status.ts'
import type { AppContext } from '../context.ts'
import { sendList } from '../list-response.ts'
import { negotiate } from '../negotiate.ts'
import { sendObject } from '../object-response.ts'
import { bodyMedia, decodeOptions, readBody } from '../request-body.ts'
import { sendStatusAs } from '../respond.ts'
import type { Target } from '../target.ts'
import { listCall, nextPart } from './list.ts'

/** DELETE of an object (D1–D9). */
export async function remove(c: AppContext, { definition, resource, namespace, name }: Target): Promise<Response> {
  const form = negotiate(c.req.header(Header.accept) ?? null)
  const options = await readDeleteOptions(c)
  const { preconditions, dryRun } = options
  const deleted = await c.var.scopes.delete({ resource, namespace, name, preconditions, dryRun })
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

/** DELETE of a collection (D10–D12): answers with the objects as they were. */
export async function removeCollection(c: AppContext, target: Target): Promise<Response> {
  const form = negotiate(c.req.header(Header.accept) ?? null, { collection: true })
  const call = listCall(target, parseListOptions(c.var.query))
  const { preconditions, dryRun } = await readDeleteOptions(c)
  const deletion = { ...call, preconditions, dryRun }
  const first = await c.var.scopes.deleteCollection(deletion)
  return sendList(c, target.definition, form, first, (after, count) =>
    c.var.scopes.deleteCollection(nextPart(deletion, first, after, count)),
  )
}

async function readDeleteOptions(c: AppContext) {
  const media = bodyMedia(c.req.raw)
  const body = decodeOptions(media, await readBody(c.req.raw), decodeDeleteOptionsProtobuf)
  const options = parseDeleteOptions(body, c.var.query)
  assertPropagation(options.propagationPolicy, options.orphanDependents)
  return options
}
