import { Header } from '../wire/names.ts'
import type { Status, StatusReason } from '../wire/status.ts'
import * as errors from './errors.ts'
import { parseJson } from './json.ts'

type ErrorClass = new (reason: errors.ErrorReason, status: Status, context: errors.ErrorContext) => errors.ApiError

/** The class of each reason, and the code that stands for the reason where a server gives none. */
const CLASSES: Record<StatusReason, [ErrorClass, number?]> = {
  BadRequest: [errors.BadRequestError, 400],
  Unauthorized: [errors.UnauthorizedError, 401],
  Forbidden: [errors.ForbiddenError, 403],
  NotFound: [errors.NotFoundError, 404],
  MethodNotAllowed: [errors.MethodNotAllowedError, 405],
  NotAcceptable: [errors.NotAcceptableError, 406],
  AlreadyExists: [errors.AlreadyExistsError],
  Conflict: [errors.ConflictError, 409],
  Gone: [errors.ExpiredError],
  Expired: [errors.ExpiredError, 410],
  RequestEntityTooLarge: [errors.TooLargeError, 413],
  UnsupportedMediaType: [errors.UnsupportedMediaTypeError, 415],
  Invalid: [errors.InvalidError, 422],
  TooManyRequests: [errors.TooManyRequestsError, 429],
  InternalError: [errors.InternalError, 500],
  ServiceUnavailable: [errors.ServiceUnavailableError, 503],
  InsufficientStorage: [errors.InsufficientStorageError, 507],
  Timeout: [errors.TimeoutError, 504],
}

const isReason = (reason: string | undefined): reason is StatusReason =>
  reason !== undefined && Object.hasOwn(CLASSES, reason)

/** By its reason; where that is missing or unknown, by its code. */
export function errorOf(status: Status, context: errors.ErrorContext): errors.ApiError {
  const seconds = status.details?.retryAfterSeconds
  const told = { ...context, retryAfterMs: context.retryAfterMs ?? (seconds && seconds * 1000) }
  const reason = isReason(status.reason)
    ? status.reason
    : (Object.keys(CLASSES) as StatusReason[]).find((one) => CLASSES[one][1] === status.code)
  return reason ? new CLASSES[reason][0](reason, status, told) : new errors.ApiError('Unknown', status, told)
}

/** The error that an answer of 400 or more is. Its body may be a Status, another text, or nothing. */
export function errorOfResponse(response: Response, text: string, method: string, path: string): errors.ApiError {
  const { status: code, headers } = response
  const retryAfter = headers.get(Header.retryAfter)
  const context = {
    method,
    path,
    retryAfterMs: retryAfter && /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : undefined,
    problem: headers.get(Header.problem) ?? undefined,
  }
  return errorOf({ ...(statusIn(text) ?? plainStatus(text || `HTTP ${code}`)), code }, context)
}

function statusIn(text: string): Status | undefined {
  try {
    const body = parseJson(text) as Status | null
    return body?.kind === 'Status' ? body : undefined
  } catch {
    return undefined
  }
}

const plainStatus = (text: string): Status => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: text.slice(0, 2048).trim(),
})
