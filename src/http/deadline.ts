import { StatusError } from '../core/errors/status-error.ts'

/** The longest that a timer can be set for: some 25 days. */
const MAX_TIMER_MS = 2_147_483_647

/**
 * The answer, or 504 where it takes longer than the client's `timeout` (B22). What was begun goes on: a write may yet be done.
 */
export async function answerWithin(timeoutMs: number | undefined, answer: Promise<Response>): Promise<Response> {
  if (timeoutMs === undefined) return answer
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(timedOut()), Math.min(timeoutMs, MAX_TIMER_MS))
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

const timedOut = () => new StatusError('Timeout', 'Timeout: request did not complete within the allotted timeout', {})
