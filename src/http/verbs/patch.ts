import { parseJson } from '../../core/json/json.ts'
import { badRequest, StatusError } from '../../core/errors/status-error.ts'
import { parsePatchOptions } from '../../core/request/write-options.ts'
import type { PatchType } from '../../objects/scope-api.ts'
import { MediaType } from '../../wire/names.ts'
import type { AppContext } from '../context.ts'
import { callerOf } from '../caller.ts'
import { negotiateObject, sendObject } from '../object-response.ts'
import type { ResponseForm } from '../negotiate.ts'
import { decodeConfiguration, decodeText, mediaTypeOf, readBody } from '../request-body.ts'
import type { Target } from '../target.ts'

const PATCH_TYPES = new Map<string, PatchType>([
  [MediaType.jsonPatch, 'json'],
  [MediaType.mergePatch, 'merge'],
  [MediaType.strategicMergePatch, 'strategic'],
])

/** PATCH of an object (P1–P23, Y1–Y23). */
export async function patch(c: AppContext, target: Target): Promise<Response> {
  const form = negotiateObject(c, target.definition)
  const contentType = mediaTypeOf(c.req.raw)
  if (contentType === MediaType.applyPatch) return apply(c, target, form)
  const type = patchType(contentType)
  const bytes = await readBody(c.req.raw)
  const options = parsePatchOptions(c.get('query'), { apply: false })
  const { resource, namespace, name, subresource } = target
  const { body, warnings } = await c.get('scopes').write(namespace, callerOf(c, options), {
    verb: 'patch',
    resource,
    name,
    subresource,
    type,
    patch: jsonText(bytes),
    fieldValidation: options.fieldValidation,
    dryRun: options.dryRun,
    rules: { precondition: c.get('settings').patchPrecondition },
  })
  return sendObject(c, target.definition, form, body, { warnings })
}

async function apply(c: AppContext, target: Target, form: ResponseForm): Promise<Response> {
  const bytes = await readBody(c.req.raw)
  const options = parsePatchOptions(c.get('query'), { apply: true })
  const { value, duplicates } = decodeConfiguration(bytes)
  if (options.fieldValidation === 'Strict' && duplicates.length > 0) throw doubledKeys(duplicates)
  const { resource, namespace, name, subresource } = target
  const { body, created } = await c.get('scopes').write(namespace, callerOf(c, options), {
    verb: 'apply',
    resource,
    name,
    subresource,
    applied: JSON.stringify(value),
    force: options.force,
    dryRun: options.dryRun,
  })
  const warnings = options.fieldValidation === 'Warn' ? duplicates : []
  return sendObject(c, target.definition, form, body, { status: created ? 201 : 200, warnings })
}

const doubledKeys = (duplicates: string[]) =>
  badRequest(
    `error strict decoding patch: error converting YAML to JSON: yaml: unmarshal errors:\n  ${duplicates.join('\n  ')}`,
  )

function patchType(contentType: string): PatchType {
  const type = PATCH_TYPES.get(contentType)
  if (type) return type
  throw new StatusError('UnsupportedMediaType', '415: Unsupported Media Type', {})
}

/** The body as JSON text, checked here, so that the scope object is sent no other. */
function jsonText(bytes: Uint8Array): string {
  const text = decodeText(bytes)
  try {
    parseJson(text)
    return text
  } catch {
    throw badRequest('invalid JSON patch')
  }
}
