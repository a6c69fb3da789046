import { ApiError, ConnectionError, isExpired } from '../errors.ts'
import type { Failure } from './state.ts'

/** Whether to list again, to wait and come back, or to give up. Missing rights are never asked for again. */
export function failureOf(error: unknown): Failure {
  if (isExpired(error)) return { kind: 'expired', error }
  if (error instanceof ConnectionError) return { kind: 'transient', atLeastMs: 0 }
  const isTransient = error instanceof ApiError && (error.code === 408 || error.code === 429 || error.code >= 500)
  return isTransient ? { kind: 'transient', atLeastMs: error.retryAfterMs ?? 0 } : { kind: 'final', error }
}
