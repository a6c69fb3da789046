import { quote } from '../errors/quote.ts'
import { Query } from '../../wire/names.ts'
import type { Json, JsonObject } from '../../wire/object.ts'
import { type FieldError, invalid, notSupported } from '../errors/field-error.ts'
import { isJsonObject, jsonTypeOf } from '../json/json.ts'
import { assertOptionHonoured } from './not-honoured.ts'
import { readBoolean, readInteger } from './query-parameters.ts'
import { badRequest, invalidOptions } from '../errors/status-error.ts'
import { dryRunErrors } from './write-options.ts'
import type { Preconditions } from '../write/preconditions.ts'

export type PropagationPolicy = 'Foreground' | 'Background' | 'Orphan'

export interface DeleteOptions {
  dryRun: boolean
  preconditions: Preconditions
  /** at most one of this and `orphanDependents` is set */
  propagationPolicy: PropagationPolicy | undefined
  orphanDependents: boolean | undefined
  /** never negative */
  gracePeriodSeconds: number | undefined
}

/** As a client gave them, not yet judged. */
interface GivenOptions {
  dryRun: string[]
  preconditions: Preconditions
  propagationPolicy: string | undefined
  orphanDependents: boolean | undefined
  gracePeriodSeconds: number | undefined
}

const POLICIES = ['Foreground', 'Background', 'Orphan']

/**
 * `body` undefined = the request had none: then the query counts. Any body, `{}` too, switches it off. Of a collection, the
 * version in the query is that of the list (D25). 400, 422.
 */
export function parseDeleteOptions(
  body: Json | undefined,
  query: URLSearchParams,
  { collection = false } = {},
): DeleteOptions {
  const given = body === undefined ? readQuery(query, collection) : readBody(body)
  const errors = validate(given)
  if (errors.length > 0) throw invalidOptions('DeleteOptions', errors)
  return {
    ...given,
    dryRun: given.dryRun.length > 0,
    propagationPolicy: given.propagationPolicy as PropagationPolicy | undefined,
    // Old clients send -1 for "at once"; Kubernetes reads any negative number as one second.
    gracePeriodSeconds: given.gracePeriodSeconds! < 0 ? 1 : given.gracePeriodSeconds,
  }
}

function validate({ dryRun, propagationPolicy: policy, orphanDependents }: GivenOptions): FieldError[] {
  const field = Query.propagationPolicy
  return [
    ...(policy !== undefined && orphanDependents !== undefined
      ? [invalid(field, policy, 'orphanDependents and deletionPropagation cannot be both set')]
      : []),
    ...(policy !== undefined && !POLICIES.includes(policy) ? [notSupported(field, policy, [...POLICIES, 'nil'])] : []),
    ...dryRunErrors(dryRun),
  ]
}

const readQuery = (query: URLSearchParams, collection: boolean): GivenOptions => ({
  gracePeriodSeconds: readInteger(query, Query.gracePeriodSeconds),
  orphanDependents: readBoolean(query, Query.orphanDependents),
  propagationPolicy: query.get(Query.propagationPolicy) ?? undefined,
  dryRun: query.getAll(Query.dryRun),
  preconditions: preconditionsOf(query.get(Query.uid), collection ? '' : query.get(Query.resourceVersion)),
})

/** Empty ones ask for nothing. */
const preconditionsOf = (uid: string | null, resourceVersion: string | null): Preconditions => ({
  ...(uid ? { uid } : {}),
  ...(resourceVersion ? { resourceVersion } : {}),
})

function readBody(body: Json): GivenOptions {
  const options = checkedOptions(body)
  if (booleanIn(options, Query.ignoreStoreReadError)) assertOptionHonoured(Query.ignoreStoreReadError)
  const preconditions = objectIn(options, 'preconditions')
  const uid = textIn(preconditions, 'uid', 'preconditions.')
  const resourceVersion = textIn(preconditions, 'resourceVersion', 'preconditions.')
  return {
    gracePeriodSeconds: integerIn(options, 'gracePeriodSeconds'),
    orphanDependents: booleanIn(options, 'orphanDependents'),
    propagationPolicy: textIn(options, 'propagationPolicy'),
    dryRun: textsIn(options, 'dryRun'),
    preconditions: {
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
  }
}

/** Kind and version may be missing and the version may be any; another kind is refused. `null` counts as `{}`. */
function checkedOptions(body: Json): JsonObject {
  if (body === null) return {}
  const unreadable = (why: string) => badRequest(`couldn't get version/kind; json parse error: ${why}`)
  if (!isJsonObject(body)) throw unreadable(`DeleteOptions must be an object, not ${jsonTypeOf(body)}`)
  const options = body as JsonObject
  const { kind, apiVersion } = options
  for (const [name, value] of Object.entries({ kind, apiVersion })) {
    if ((value ?? '') !== '' && typeof value !== 'string') {
      throw unreadable(`${name} must be a string, not ${jsonTypeOf(value)}`)
    }
  }
  if (kind && kind !== 'DeleteOptions') {
    const shown = `no kind ${quote(kind)} is registered for version ${quote(apiVersion ?? '')}`
    throw badRequest(`${shown} in scheme "DELETE": the body of a DELETE is of kind DeleteOptions`)
  }
  return options
}

const wrongType = (field: string, value: unknown, type: string) =>
  badRequest(
    'DeleteOptions in version "v1" cannot be handled as a DeleteOptions: ' +
      `json: cannot unmarshal ${jsonTypeOf(value)} into field ${field} of type ${type}`,
  )

function valueIn<T extends Json>(
  object: JsonObject,
  field: string,
  type: string,
  is: (value: Json) => value is T,
  at = '',
): T | undefined {
  const value = Object.hasOwn(object, field) ? (object[field] ?? null) : null
  if (value === null) return undefined
  if (!is(value)) throw wrongType(`${at}${field}`, value, type)
  return value
}

const isText = (value: Json): value is string => typeof value === 'string'
const isBoolean = (value: Json): value is boolean => typeof value === 'boolean'
const isInteger = (value: Json): value is number => Number.isSafeInteger(value)
const isTexts = (value: Json): value is string[] => Array.isArray(value) && value.every(isText)

const textIn = (object: JsonObject, field: string, at = '') => valueIn(object, field, 'string', isText, at)
const booleanIn = (object: JsonObject, field: string) => valueIn(object, field, 'bool', isBoolean)
const integerIn = (object: JsonObject, field: string) => valueIn(object, field, 'int64', isInteger)
const textsIn = (object: JsonObject, field: string) => valueIn(object, field, '[]string', isTexts) ?? []
const objectIn = (object: JsonObject, field: string): JsonObject =>
  valueIn(object, field, 'Preconditions', isJsonObject) ?? {}
