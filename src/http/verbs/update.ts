import { parseUpdateOptions } from '../../core/write-options.ts'
import { Header } from '../../wire/names.ts'
import type { AppContext } from '../context.ts'
import { assertName, assertNamespace, decodeObject } from '../decode-object.ts'
import { negotiate } from '../negotiate.ts'
import { sendObject } from '../object-response.ts'
import { bodyMedia, readBody } from '../request-body.ts'
import type { Target } from '../target.ts'

/** PUT of an object (U1–U14). */
export async function update(c: AppContext, { definition, resource, namespace, name }: Target): Promise<Response> {
  const form = negotiate(c.req.header(Header.accept) ?? null)
  const media = bodyMedia(c.req.raw)
  const bytes = await readBody(c.req.raw)
  const options = parseUpdateOptions(c.var.query)
  const { object, warnings } = decodeObject(definition, media, bytes, options.fieldValidation)
  assertNamespace(definition, object, namespace)
  assertName(object, name)
  const { body, created } = await c.var.scopes.update({
    resource,
    namespace,
    name,
    object: JSON.stringify(object),
    dryRun: options.dryRun,
    rules: { unconditionalUpdate: c.var.settings.unconditionalUpdate },
  })
  return sendObject(c, definition, form, body, { status: created ? 201 : 200, warnings })
}
