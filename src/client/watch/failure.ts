import { ApiError, ConnectionError, isExpired, isNotFound, isUnauthorized } from '../errors.ts'
import type { Failure } from './state.ts'

/** What an error means for a watch. Missing rights are never asked for again, nor is a 401 without a way to another token. */
export function failureOf(error: unknown, renewsToken: boolean): Failure {
  if (isExpired(error)) return { kind: 'expired', error }
  if (isNotFound(error)) return { kind: 'missing', error }
  if (isUnauthorized(error) && renewsToken) return { kind: 'unauthorized', error }
  if (error instanceof ConnectionError) return { kind: 'transient', atLeastMs: 0 }
  const isTransient = error instanceof ApiError && (error.code === 408 || error.code === 429 || error.code >= 500)
  return isTransient ? { kind: 'transient', atLeastMs: error.retryAfterMs ?? 0 } : { kind: 'final', error }
}
