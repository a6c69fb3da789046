import { StatusError } from '../../src/core/errors/status-error.ts'
import type { Status } from '../../src/wire/status.ts'

/** The status with which `work` is refused, undefined if it is not. Any other error goes on. */
export function refusalOf(work: () => unknown): Status | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof StatusError) return error.status
    throw error
  }
}
