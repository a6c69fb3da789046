import { parseUpdateOptions } from '../../core/request/write-options.ts'
import { assertName, assertNamespace } from '../../core/write/identity.ts'
import type { AppContext } from '../context.ts'
import { decodeObject } from '../decode-object.ts'
import { negotiateObject, sendObject } from '../object-response.ts'
import { callerOf } from '../caller.ts'
import { bodyMedia, readBody } from '../request-body.ts'
import type { Target } from '../target.ts'

/** PUT of an object (U1–U18). */
export async function update(
  c: AppContext,
  { definition, resource, namespace, name, subresource }: Target,
): Promise<Response> {
  const form = negotiateObject(c, definition)
  const media = bodyMedia(c.req.raw)
  const bytes = await readBody(c.req.raw)
  const options = parseUpdateOptions(c.get('query'))
  const { object, warnings, sentManagedFields } = decodeObject(definition, media, bytes, options.fieldValidation)
  assertNamespace(definition, object, namespace)
  assertName(object, name)
  const {
    body,
    created,
    warnings: made = [],
  } = await c.get('scopes').write(namespace, callerOf(c, options), {
    verb: 'update',
    resource,
    name,
    object: JSON.stringify(object),
    subresource,
    sentManagedFields,
    dryRun: options.dryRun,
    rules: { unconditionalUpdate: c.get('settings').unconditionalUpdate },
  })
  return sendObject(c, definition, form, body, { status: created ? 201 : 200, warnings: [...warnings, ...made] })
}
