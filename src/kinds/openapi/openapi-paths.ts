import { apiVersionOf, type ResourceDefinition } from '../../core/resource-definition.ts'
import { MediaType, Query } from '../../wire/names.ts'
import type { Json, JsonObject } from '../../wire/object.ts'
import type { KindReference } from '../kinds-data.ts'
import { reference } from './openapi-schemas.ts'
import { DELETE_OPTIONS, STATUS, typeNameOf } from '../schema.ts'

const parameter = (name: string, type: string, where: 'query' | 'path' = 'query'): Json => ({
  name,
  in: where,
  ...(where === 'path' ? { required: true } : {}),
  schema: { type, ...(where === 'query' ? { uniqueItems: true } : {}) },
})

const PRETTY = parameter(Query.pretty, 'string')
const WRITE_PARAMETERS = [Query.dryRun, Query.fieldManager, Query.fieldValidation].map((n) => parameter(n, 'string'))
const PATCH_PARAMETERS = [...WRITE_PARAMETERS, parameter(Query.force, 'boolean')]
const DELETE_PARAMETERS = [
  parameter(Query.dryRun, 'string'),
  parameter(Query.gracePeriodSeconds, 'integer'),
  parameter(Query.orphanDependents, 'boolean'),
  parameter(Query.propagationPolicy, 'string'),
]
const LIST_PARAMETERS = [
  parameter(Query.allowWatchBookmarks, 'boolean'),
  parameter(Query.continue, 'string'),
  parameter(Query.fieldSelector, 'string'),
  parameter(Query.labelSelector, 'string'),
  parameter(Query.limit, 'integer'),
  parameter(Query.resourceVersion, 'string'),
  parameter(Query.resourceVersionMatch, 'string'),
  parameter(Query.sendInitialEvents, 'boolean'),
  parameter(Query.timeoutSeconds, 'integer'),
  parameter(Query.watch, 'boolean'),
]
const BODY_TYPES = [MediaType.json, MediaType.yaml, MediaType.protobuf]
const PATCH_TYPES = [MediaType.applyPatch, MediaType.jsonPatch, MediaType.mergePatch, MediaType.strategicMergePatch]

const content = (types: readonly string[], schema: JsonObject): JsonObject =>
  Object.fromEntries(types.map((type) => [type, { schema }]))

/** What an operation does to its object. */
interface Operation {
  verb: string
  method: string
  action: string
  parameters: Json[]
  body?: (object: JsonObject) => JsonObject
  answers: (object: JsonObject, list: JsonObject) => JsonObject
}

const asObject = (object: JsonObject) => content(BODY_TYPES, object)
const DELETE_BODY = () => content(BODY_TYPES, reference(DELETE_OPTIONS))

const COLLECTION_OPERATIONS: readonly Operation[] = [
  { verb: 'list', method: 'get', action: 'list', parameters: LIST_PARAMETERS, answers: (_object, list) => list },
  { verb: 'create', method: 'post', action: 'post', parameters: WRITE_PARAMETERS, body: asObject, answers: (o) => o },
  {
    verb: 'deletecollection',
    method: 'delete',
    action: 'deletecollection',
    parameters: [...LIST_PARAMETERS, ...DELETE_PARAMETERS],
    body: DELETE_BODY,
    answers: () => reference(STATUS),
  },
]

const OBJECT_OPERATIONS: readonly Operation[] = [
  { verb: 'get', method: 'get', action: 'get', parameters: [], answers: (object) => object },
  { verb: 'update', method: 'put', action: 'put', parameters: WRITE_PARAMETERS, body: asObject, answers: (o) => o },
  {
    verb: 'patch',
    method: 'patch',
    action: 'patch',
    parameters: PATCH_PARAMETERS,
    body: () => content(PATCH_TYPES, { type: 'object' }),
    answers: (object) => object,
  },
  {
    verb: 'delete',
    method: 'delete',
    action: 'delete',
    parameters: DELETE_PARAMETERS,
    body: DELETE_BODY,
    answers: () => reference(STATUS),
  },
  { verb: 'create', method: 'post', action: 'post', parameters: WRITE_PARAMETERS, body: asObject, answers: (o) => o },
]

/** The paths of a resource: its collection, over all namespaces too, its objects and their subresources. */
export function resourcePaths(definition: ResourceDefinition): [string, JsonObject][] {
  const { group, version, resource, kind, namespaced, verbs } = definition
  const root = `${group ? '/apis' : '/api'}/${apiVersionOf(definition)}`
  const collection = `${root}/${namespaced ? 'namespaces/{namespace}/' : ''}${resource}`
  const own = { group, version, kind }
  const types = { object: reference(typeNameOf(definition)), list: reference(listTypeName(definition)) }
  const inNamespace = namespaced ? [parameter('namespace', 'string', 'path')] : []
  const ofObject = [parameter('name', 'string', 'path'), ...inNamespace]
  const item = (operations: readonly Operation[], allowed: string[], target: KindReference, parameters: Json[]) =>
    pathItem(operations, allowed, target, types, parameters)

  const paths: [string, JsonObject][] = [[collection, item(COLLECTION_OPERATIONS, verbs, own, inNamespace)]]
  if (namespaced && verbs.includes('list'))
    paths.push([`${root}/${resource}`, item(COLLECTION_OPERATIONS, ['list'], own, [])])
  const objectVerbs = verbs.filter((verb) => verb !== 'create')
  if (verbs.includes('get')) paths.push([`${collection}/{name}`, item(OBJECT_OPERATIONS, objectVerbs, own, ofObject)])
  for (const sub of definition.subresources) {
    const kindOfSub = { ...own, ...Object.fromEntries(Object.entries(sub.kind).filter(([, value]) => value)) }
    paths.push([`${collection}/{name}/${sub.name}`, item(OBJECT_OPERATIONS, sub.verbs, kindOfSub, ofObject)])
  }
  return paths
}

export const listTypeName = (definition: ResourceDefinition) => `${typeNameOf(definition)}List`

function pathItem(
  operations: readonly Operation[],
  verbs: readonly string[],
  { group, version, kind }: KindReference,
  types: { object: JsonObject; list: JsonObject },
  parameters: Json[],
): JsonObject {
  const allowed = operations.filter(({ verb }) => verbs.includes(verb))
  const entries = allowed.map(({ method, action, parameters: query, body, answers }) => {
    const success = content(BODY_TYPES, answers(types.object, types.list))
    const operation: JsonObject = {
      parameters: query,
      ...(body ? { requestBody: { content: body(types.object), required: action !== 'delete' } } : {}),
      responses: { 200: { description: 'OK', content: success }, 401: { description: 'Unauthorized' } },
      'x-kubernetes-action': action,
      'x-kubernetes-group-version-kind': { group, version, kind },
    }
    return [method, operation] as const
  })
  return { ...Object.fromEntries(entries), parameters: [...parameters, PRETTY] }
}
