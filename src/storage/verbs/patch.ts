import type { Caller } from '../../core/caller.ts'
import { assertName, assertNamespace } from '../../core/write/identity.ts'
import { isJsonObject, parseJson, parseJsonByValue } from '../../core/json/json.ts'
import { sentMetadata } from '../../core/metadata/sent-metadata.ts'
import { applyJsonPatch } from '../../core/patch/json-patch.ts'
import { applyMergePatch, parseMergePatch } from '../../core/patch/merge-patch.ts'
import { parseJsonPatch } from '../../core/patch/parse-json-patch.ts'
import { undecodable } from '../../core/patch/patch-error.ts'
import { apiVersionOf, type ResourceDefinition } from '../../core/resource-definition.ts'
import { notFound, StatusError } from '../../core/errors/status-error.ts'
import { assertPatchable, assertStatesVersion, type PatchRules } from '../../core/write/preconditions.ts'
import type { FieldValidation } from '../../core/request/write-options.ts'
import { decodeObject } from '../../kinds/decode/decode.ts'
import { applyStrategicMergePatch } from '../../kinds/strategic-merge/strategic-merge.ts'
import type { Json, JsonObject, KubernetesObject } from '../../wire/object.ts'
import { tracking } from './tracking.ts'
import type { Transaction } from '../store/transaction.ts'
import { definitionFor, type ObjectAnswer, objectOf, type ResourceCall } from './object-call.ts'
import { storeUpdate } from './update.ts'

export type PatchType = 'json' | 'merge' | 'strategic'

export interface PatchCall extends ResourceCall {
  name: string
  /** empty for the object itself */
  subresource: string
  type: PatchType
  /** the patch, JSON */
  patch: string
  fieldValidation: FieldValidation
  dryRun: boolean
  rules: PatchRules
}

export interface PatchAnswer extends ObjectAnswer {
  warnings: string[]
}

/**
 * PATCH with a JSON Patch, a merge patch or a strategic merge patch (P1–P22): applied to what is stored now, within one
 * transaction, so that patches of different fields all land without a retry.
 */
export function patchObject(tx: Transaction, call: PatchCall, caller: Caller): PatchAnswer {
  const definition = definitionFor(tx, call)
  const before = tx.read(definition, call.name)
  if (!before) throw notFound(definition, call.name)
  const current = objectOf(before)
  const patch = PARSERS[call.type](call.patch)
  assertStatesVersion(statesVersion(patch), WHERE[call.type], call.rules)
  const { patched, problems } = PATCHERS[call.type](definition, toWire(definition, current), patch)
  const { object, warnings } = decodePatched(definition, patched, problems, call.fieldValidation)
  assertNamespace(definition, object, tx.scope.namespace)
  assertName(object, call.name)
  assertStatesVersion(isVersion(object.metadata.resourceVersion), WHERE[call.type], call.rules)
  assertPatchable(definition, object, current)
  // As the patch left them: an empty list is dropped by decoding, but means something here.
  const sentManagedFields = sentMetadata(patched)?.managedFields
  const options = tracking(tx, definition, current, { ...caller, subresource: call.subresource, sentManagedFields })
  const subject = { incoming: withNamespace(object, current), current, before }
  return { body: storeUpdate(tx, definition, subject, options, call.dryRun), warnings }
}

/** How each kind of patch reads numbers. */
const PARSERS: Record<PatchType, (text: string) => Json> = {
  json: parseJson,
  merge: parseJson,
  strategic: parseJsonByValue,
}

/** Where each kind of patch states the version that it was based on. */
const WHERE: Record<PatchType, string> = {
  json: 'an operation such as {"op":"test","path":"/metadata/resourceVersion","value":"…"}',
  merge: '{"metadata":{"resourceVersion":"…"}}',
  strategic: '{"metadata":{"resourceVersion":"…"}}',
}

/** True for a patch that compares or sets the version: with one, that is, and not with the words for none. */
function statesVersion(patch: Json): boolean {
  if (Array.isArray(patch)) return patch.some(isVersionOperation)
  return isVersion(sentMetadata(patch)?.resourceVersion)
}

const isVersionOperation = (operation: Json): boolean =>
  isJsonObject(operation) &&
  operation.path === '/metadata/resourceVersion' &&
  ['add', 'replace', 'test'].includes(operation.op as string) &&
  isVersion(operation.value)

const isVersion = (value: Json | undefined) => typeof value === 'string' && value !== '' && value !== '0'

/** The object as a client sees it: what a patch is applied to. */
const toWire = (definition: ResourceDefinition, current: KubernetesObject): JsonObject =>
  ({ kind: definition.kind, apiVersion: apiVersionOf(definition), ...current }) as unknown as JsonObject

/** A namespace that a patch took away is that of the object. */
const withNamespace = (object: KubernetesObject, { metadata }: KubernetesObject): KubernetesObject =>
  object.metadata.namespace ? object : { ...object, metadata: { ...object.metadata, namespace: metadata.namespace } }

interface Patched {
  patched: Json
  /** unknown members of the patch itself */
  problems: string[]
}

const PATCHERS: Record<PatchType, (definition: ResourceDefinition, document: JsonObject, patch: Json) => Patched> = {
  json: (_definition, document, patch) => {
    const { operations, problems } = parseJsonPatch(patch)
    return { patched: applyJsonPatch(document, operations), problems }
  },
  merge: (_definition, document, patch) => ({
    patched: applyMergePatch(document, parseMergePatch(patch)),
    problems: [],
  }),
  strategic: (definition, document, patch) => ({
    patched: applyStrategicMergePatch(definition, document, parseMergePatch(patch)),
    problems: [],
  }),
}

/** The patched object, decoded as a body would be; what a body would be refused for is 422 here. */
function decodePatched(
  definition: ResourceDefinition,
  patched: Json,
  patchProblems: string[],
  fieldValidation: FieldValidation,
): { object: KubernetesObject; warnings: string[] } {
  assertSameKind(definition, patched)
  const { object, problems } = decoded(definition, patched)
  const found = [...patchProblems, ...problems]
  if (fieldValidation === 'Strict' && found.length > 0)
    throw undecodable(JSON.stringify(patched), `strict decoding error: ${found.slice(0, 100).join(', ')}`)
  return { object, warnings: fieldValidation === 'Warn' ? found : [] }
}

function decoded(definition: ResourceDefinition, patched: Json) {
  try {
    return decodeObject(definition, patched)
  } catch (error) {
    if (error instanceof StatusError) throw undecodable(JSON.stringify(patched), error.message)
    throw error
  }
}

function assertSameKind(definition: ResourceDefinition, patched: Json): void {
  const { kind, apiVersion } = isJsonObject(patched) ? patched : {}
  if (kind === definition.kind && apiVersion === apiVersionOf(definition)) return
  throw undecodable(
    JSON.stringify(patched),
    `a patch cannot make a ${definition.kind} of ${apiVersionOf(definition)} an object of another kind`,
  )
}
