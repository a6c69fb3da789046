import { parseCreateOptions } from '../../core/write-options.ts'
import { Header } from '../../wire/names.ts'
import type { AppContext } from '../context.ts'
import { assertNamespace, decodeObject } from '../decode-object.ts'
import { negotiate } from '../negotiate.ts'
import { sendObject } from '../object-response.ts'
import { bodyMedia, readBody } from '../request-body.ts'
import type { Target } from '../target.ts'

/** POST of an object (C1–C12). */
export async function create(c: AppContext, { definition, resource, namespace }: Target): Promise<Response> {
  const form = negotiate(c.req.header(Header.accept) ?? null, { collection: true })
  const media = bodyMedia(c.req.raw)
  const bytes = await readBody(c.req.raw)
  const options = parseCreateOptions(c.var.query)
  const { object, warnings } = decodeObject(definition, media, bytes, options.fieldValidation)
  assertNamespace(definition, object, namespace)
  const { body } = await c.var.scopes.create({
    resource,
    namespace,
    object: JSON.stringify(object),
    dryRun: options.dryRun,
  })
  return sendObject(c, definition, form, body, { status: 201, warnings })
}
