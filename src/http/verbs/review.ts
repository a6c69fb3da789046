import { formatUnstored } from '../../core/object-text.ts'
import type { ResourceDefinition } from '../../core/resource-definition.ts'
import { invalidObject } from '../../core/errors/status-error.ts'
import { parseCreateOptions } from '../../core/request/write-options.ts'
import { Header } from '../../wire/names.ts'
import type { KubernetesObject } from '../../wire/object.ts'
import { mayDo } from '../authorize.ts'
import type { AppContext } from '../context.ts'
import { decodeObject } from '../decode-object.ts'
import { negotiate, unknownTransform } from '../negotiate.ts'
import { sendObject } from '../object-response.ts'
import { bodyMedia, readBody } from '../request-body.ts'
import type { Target } from '../target.ts'

/** POST of a question: answered, never stored (V9, V10). Nothing but the question itself can be shown: no Table, no metadata. */
export async function review(c: AppContext, { definition }: Target): Promise<Response> {
  const form = negotiate(c.req.header(Header.accept) ?? null)
  if (form.transform) throw unknownTransform()
  const media = bodyMedia(c.req.raw)
  const bytes = await readBody(c.req.raw)
  const { fieldValidation } = parseCreateOptions(c.get('query'))
  const { object, warnings } = decodeObject(definition, media, bytes, fieldValidation)
  assertValid(definition, object)
  const user = c.get('user')
  const answer = definition.strategy.answer?.({ ...user, mayDoAll: mayDo(user) }, object)
  return sendObject(c, definition, form, formatUnstored({ ...object, ...answer }), { status: 201, warnings })
}

function assertValid(definition: ResourceDefinition, object: KubernetesObject): void {
  const errors = definition.strategy.validate(object)
  // Kubernetes names no kind here.
  if (errors.length) throw invalidObject({ group: definition.group, kind: '' }, object.metadata.name ?? '', errors)
}
