import { parseCreateOptions } from '../../core/request/write-options.ts'
import { assertNamespace } from '../../core/write/identity.ts'
import type { AppContext } from '../context.ts'
import { decodeObject } from '../decode-object.ts'
import { negotiateObject, sendObject } from '../object-response.ts'
import { callerOf } from '../caller.ts'
import { bodyMedia, readBody } from '../request-body.ts'
import type { Target } from '../target.ts'

/** POST of an object (C1–C13). */
export async function create(c: AppContext, { definition, resource, namespace }: Target): Promise<Response> {
  const form = negotiateObject(c, definition, { collection: true })
  const media = bodyMedia(c.req.raw)
  const bytes = await readBody(c.req.raw)
  const options = parseCreateOptions(c.get('query'))
  const { object, warnings, sentManagedFields } = decodeObject(definition, media, bytes, options.fieldValidation)
  assertNamespace(definition, object, namespace)
  const { body } = await c.get('scopes').write(namespace, callerOf(c, options), {
    verb: 'create',
    resource,
    object: JSON.stringify(object),
    sentManagedFields,
    dryRun: options.dryRun,
  })
  return sendObject(c, definition, form, body, { status: 201, warnings })
}
