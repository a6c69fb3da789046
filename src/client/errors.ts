import type { Status, StatusCause, StatusReason } from '../wire/status.ts'

/** What an `ApiError` is told apart by; `Unknown` where the server gave no reason that is known. */
export type ErrorReason = StatusReason | 'Unknown'

export interface ErrorContext {
  method: string
  /** Path and query. */
  path: string
  /** From the header Retry-After, or the Status. */
  retryAfterMs?: number | undefined
  /** What the server says beyond the Status of Kubernetes, where it does. */
  problem?: string | undefined
}

/** The server refused: an answer of 400 or more, or an ERROR event of a watch. Subclasses tell why. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly reason: ErrorReason
  /** The HTTP status. */
  readonly code: number
  readonly status: Status
  readonly method: string
  readonly path: string
  /** The server asks not to be asked again before. Milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(reason: ErrorReason, status: Status, context: ErrorContext) {
    super([status.message ?? reason, context.problem].filter(Boolean).join(': '))
    this.reason = reason
    this.status = status
    this.code = status.code ?? 500
    this.method = context.method
    this.path = context.path
    this.retryAfterMs = context.retryAfterMs
  }

  /** One for each field that is wrong, each owner that is in the way, … */
  get causes(): StatusCause[] {
    return this.status.details?.causes ?? []
  }
}

/** 400: the request cannot be understood. */
export class BadRequestError extends ApiError {
  override name = 'BadRequestError'
}
/** 401: no credentials that the server knows. */
export class UnauthorizedError extends ApiError {
  override name = 'UnauthorizedError'
}
/** 403: this user may not. Asking again does not help. */
export class ForbiddenError extends ApiError {
  override name = 'ForbiddenError'
}
/** 404: no such object, namespace or resource. */
export class NotFoundError extends ApiError {
  override name = 'NotFoundError'
}
/** 405 */
export class MethodNotAllowedError extends ApiError {
  override name = 'MethodNotAllowedError'
}
/** 406 */
export class NotAcceptableError extends ApiError {
  override name = 'NotAcceptableError'
}
/** 409 of a create: the name is taken. No conflict: reading and writing again would change another's object. */
export class AlreadyExistsError extends ApiError {
  override name = 'AlreadyExistsError'
}
/** 409: the object has changed since it was read, or another owns a field. Read it again and decide anew. */
export class ConflictError extends ApiError {
  override name = 'ConflictError'
}
/** 410: the version or the page token is older than what the server keeps. Begin with a list. */
export class ExpiredError extends ApiError {
  override name = 'ExpiredError'
}
/** 413 */
export class TooLargeError extends ApiError {
  override name = 'TooLargeError'
}
/** 415 */
export class UnsupportedMediaTypeError extends ApiError {
  override name = 'UnsupportedMediaTypeError'
}
/** 422: the object is not valid; `causes` names each field. */
export class InvalidError extends ApiError {
  override name = 'InvalidError'
}
/** 429: asked too often; `retryAfterMs` tells when to come back. */
export class TooManyRequestsError extends ApiError {
  override name = 'TooManyRequestsError'
}
/** 500 */
export class InternalError extends ApiError {
  override name = 'InternalError'
}
/** 503 */
/** 507: what is stored there has no room to grow. Nothing was written. */
export class InsufficientStorageError extends ApiError {
  override name = 'InsufficientStorageError'
}
export class ServiceUnavailableError extends ApiError {
  override name = 'ServiceUnavailableError'
}
/** 504: the server ran out of time. A write may have happened or not. */
export class TimeoutError extends ApiError {
  override name = 'TimeoutError'
}

/** No answer, or half of one: the network, or the time limit of the client. A write may have happened or not. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
}

const hasReason = (error: unknown, ...reasons: ErrorReason[]) =>
  error instanceof Error && reasons.includes((error as Partial<ApiError>).reason as ErrorReason)

/** Someone was faster. True for a 409 that is no `AlreadyExists`, and for nothing else. */
export const isConflict = (error: unknown): error is ConflictError => hasReason(error, 'Conflict')
export const isAlreadyExists = (error: unknown): error is AlreadyExistsError => hasReason(error, 'AlreadyExists')
export const isNotFound = (error: unknown): error is NotFoundError => hasReason(error, 'NotFound')
export const isForbidden = (error: unknown): error is ForbiddenError => hasReason(error, 'Forbidden')
export const isUnauthorized = (error: unknown): error is UnauthorizedError => hasReason(error, 'Unauthorized')
export const isExpired = (error: unknown): error is ExpiredError => hasReason(error, 'Expired', 'Gone')
export const isInvalid = (error: unknown): error is InvalidError => hasReason(error, 'Invalid')
export const isTooManyRequests = (error: unknown): error is TooManyRequestsError => hasReason(error, 'TooManyRequests')
