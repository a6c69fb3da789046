import { isJsonObject, jsonTypeOf } from '../../core/json/json.ts'
import { apiVersionOf, type ResourceDefinition } from '../../core/resource-definition.ts'
import { shorten } from '../../core/errors/quote.ts'
import { badRequest } from '../../core/errors/status-error.ts'
import type { Json } from '../../wire/object.ts'
import { kindsData } from '../kinds-data.ts'

const knownKinds = new Set(kindsData.resources.map((r) => `${apiVersionOf(r)} ${r.kind}`))

/**
 * Throws 400 unless the body is an object (or null) of the kind that the URL names; a missing `apiVersion` or `kind` is
 * taken from the URL. `describeData` gives the text about the body that such messages end with.
 */
export function checkTypeMeta(definition: ResourceDefinition, value: Json, describeData: () => string): void {
  if (value === null) return
  if (!isJsonObject(value))
    throw unrecognized(definition, wrongJson(jsonTypeOf(value), 'value', 'object'), describeData)
  const sent = { apiVersion: apiVersionOf(definition), kind: definition.kind }
  for (const field of ['apiVersion', 'kind'] as const) {
    const given = Object.hasOwn(value, field) ? (value as Record<string, Json>)[field] : undefined
    if (given === undefined || given === null || given === '') continue
    if (typeof given !== 'string')
      throw unrecognized(definition, wrongJson(jsonTypeOf(given), `struct field .${field}`, 'string'), describeData)
    sent[field] = given
  }
  checkKind(definition, sent)
}

const wrongJson = (found: string, target: string, type: string) =>
  `couldn't get version/kind; json parse error: json: cannot unmarshal ${found} into Go ${target} of type ${type}`

/** 400: the body is nothing that a kind could be read from. */
export const unrecognized = (definition: ResourceDefinition, why: string, describeData: () => string) =>
  badRequest(`the object provided is unrecognized (must be of type ${definition.kind}): ${why} (${describeData()})`)

function checkKind(definition: ResourceDefinition, sent: { apiVersion: string; kind: string }) {
  const expected = apiVersionOf(definition)
  if (sent.kind === definition.kind && sent.apiVersion === expected) return
  const [kind, apiVersion] = [shorten(sent.kind), shorten(sent.apiVersion)]
  const version = shorten(sent.apiVersion.slice(sent.apiVersion.lastIndexOf('/') + 1))
  const handled = `${kind} in version "${version}" cannot be handled as a ${definition.kind}`
  if (!knownKinds.has(`${sent.apiVersion} ${sent.kind}`))
    throw badRequest(`${handled}: no kind "${kind}" is registered for version "${apiVersion}"`)
  if (sent.kind === definition.kind)
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
    )
  const own = `${definition.group.split('.')[0] || 'core'}.${definition.kind}`
  throw badRequest(`${handled}: converting (${version}.${kind}) to (${own}): unknown conversion`)
}

const SHOWN_BYTES = 30

/** A body as error messages show it: `<empty>`, its text if it looks like JSON, else its bytes; cut after 30. */
export function describeData(bytes: Uint8Array): string {
  if (bytes.length === 0) return '<empty>'
  const shown = bytes.subarray(0, SHOWN_BYTES)
  const isText = bytes[0] === '{'.charCodeAt(0)
  const text = isText
    ? new TextDecoder().decode(shown)
    : [...shown].map((b) => b.toString(16).padStart(2, '0')).join('')
  return bytes.length > SHOWN_BYTES ? `${text} ...` : text
}
