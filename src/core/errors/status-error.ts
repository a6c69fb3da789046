import type { Status, StatusDetails, StatusReason } from '../../wire/status.ts'
import { type FieldError, toCause } from './field-error.ts'
import { shorten } from './quote.ts'
import { groupKind, groupResource, type ResourceName } from '../resource-name.ts'

const CODES: Record<StatusReason, number> = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Expired: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  ServiceUnavailable: 503,
  Timeout: 504,
  InsufficientStorage: 507,
}

/** Whatever stands in it, a message is no longer. Characters. */
const MAX_MESSAGE = 8_192

/** The one error of the server. Thrown inside one isolate; across a Durable Object call it travels as `Outcome`. */
export class StatusError extends Error {
  readonly status: Status
  /** What the Status itself does not say, as Kubernetes words it; sent in a header of its own. */
  problem: string | undefined

  constructor(reason: StatusReason, text: string, details?: StatusDetails, more?: { continue?: string }) {
    const message = shorten(text, MAX_MESSAGE)
    super(message)
    this.name = 'StatusError'
    this.status = {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: more?.continue ? { continue: more.continue } : {},
      status: 'Failure',
      message,
      reason,
      ...(details ? { details } : {}),
      code: CODES[reason],
    }
  }

  static from(status: Status, problem?: string): StatusError {
    const { reason = 'InternalError', message = '', details, metadata } = status
    const error = new StatusError(reason, message, details, metadata)
    error.problem = problem
    return error
  }
}

/** The result of a call between objects: RPC drops an error's own properties, so errors are data. */
export type Outcome<T> = { ok: true; value: T } | Refusal
export interface Refusal {
  ok: false
  status: Status
  problem?: string | undefined
}

/** Runs `work`; a `StatusError` becomes data, any other error goes on as it is. */
export function toOutcome<T>(work: () => T): Outcome<T> {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    if (error instanceof StatusError) return { ok: false, status: error.status, problem: error.problem }
    throw error
  }
}

/** The value of an outcome; throws its status. */
export function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value
  throw StatusError.from(outcome.status, outcome.problem)
}

const details = (group: string, kind: string, name?: string, more?: StatusDetails): StatusDetails => ({
  ...(name ? { name: shorten(name) } : {}),
  ...(group ? { group } : {}),
  ...(kind ? { kind } : {}),
  ...more,
})

export const badRequest = (message: string) => new StatusError('BadRequest', message)

export const notFound = (r: ResourceName, name: string) =>
  new StatusError('NotFound', `${groupResource(r)} "${shorten(name)}" not found`, details(r.group, r.resource, name))

/** No resource of this name is served. */
export const noSuchResource = () => new StatusError('NotFound', 'the server could not find the requested resource', {})

export const alreadyExists = (r: ResourceName, name: string, prefix = '') =>
  new StatusError(
    'AlreadyExists',
    `${prefix}${groupResource(r)} "${shorten(name)}" already exists`,
    details(r.group, r.resource, name),
  )

/** A write based on a version that is no longer current. `shown` is the plural for updates, the kind for deletes. */
export const conflict = (r: ResourceName, name: string, why: string, shown: 'resource' | 'kind' = 'resource') =>
  new StatusError(
    'Conflict',
    `Operation cannot be fulfilled on ${shown === 'kind' ? groupKind(r) : groupResource(r)} "${shorten(name)}": ${why}`,
    details(r.group, shown === 'kind' ? r.kind : r.resource, name),
  )

export const forbiddenTo = (r: ResourceName, name: string, why: string, more?: StatusDetails) =>
  new StatusError(
    'Forbidden',
    `${groupResource(r)}${name ? ` "${shorten(name)}"` : ''} is forbidden: ${why}`,
    details(r.group, r.resource, name, more),
  )

/** No more causes are told, nor so much text of them: a body full of faults must not be answered with a larger one. */
const MAX_CAUSES = 100
const MAX_CAUSES_LENGTH = 6_144

/** 422 with one cause per refused field (duplicates removed). `kind` may be a plural where Kubernetes shows one. */
export function invalidObject(subject: { group: string; kind: string }, name: string, allErrors: FieldError[]) {
  const errors = firstOf(allErrors)
  const texts = [...new Set(errors.map((e) => `${shorten(e.field)}: ${e.body}`))]
  const shown = subject.group ? `${subject.kind}.${subject.group}` : subject.kind
  const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`
  const causes = [...new Map(errors.map((e) => [`${e.field}: ${e.body}`, toCause(e)])).values()]
  return new StatusError(
    'Invalid',
    `${shown} "${shorten(name)}" is invalid: ${list}`,
    details(subject.group, subject.kind, name, { causes }),
  )
}

function firstOf(errors: FieldError[]): FieldError[] {
  let length = 0
  const end = errors.findIndex(
    ({ field, body }, i) => (length += shorten(field).length + body.length) > MAX_CAUSES_LENGTH && i > 0,
  )
  return errors.slice(0, end < 0 ? MAX_CAUSES : Math.min(end, MAX_CAUSES))
}

/** 422 about the parameters of a request (`ListOptions`, `CreateOptions`, …). */
export const invalidOptions = (kind: string, errors: FieldError[]) =>
  invalidObject({ group: 'meta.k8s.io', kind }, '', errors)

export const tooLarge = (limitBytes: number) =>
  new StatusError('RequestEntityTooLarge', `Request entity too large: limit is ${limitBytes}`)
