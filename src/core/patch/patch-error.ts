import { invalid } from '../errors/field-error.ts'
import { StatusError, invalidObject } from '../errors/status-error.ts'
import { shorten } from './bounds.ts'
import { formatJsonPointer } from './json-pointer.ts'

/** Which operation of a JSON Patch is refused, where and why. */
export interface PatchProblem {
  /** its place in the patch, from 0 */
  index: number
  op: string
  path?: readonly string[]
  reason: string
}

/**
 * 422: a JSON Patch that cannot be applied. Its Status is word for word kube-apiserver's, which names neither operation nor
 * path and has empty details: clients compare it. What they miss is in `problem`, one line for a header beside the Status
 * (docs/adr/0002).
 */
export class PatchError extends StatusError {
  /** `operation 1 (test) at "/data/k": the value there is another one` */
  override readonly problem: string

  constructor({ index, op, path, reason }: PatchProblem) {
    super('Invalid', 'the server rejected our request due to an error in our request', {})
    this.name = 'PatchError'
    const place = path ? ` at "${shorten(formatJsonPointer(path))}"` : ''
    this.problem = `operation ${index}${op ? ` (${shorten(op)})` : ''}${place}: ${reason}`
  }
}

/**
 * 422: a patch of any kind whose result is no object of its kind. `patched` is the result (or the patch) as text and `why`
 * what the decoder said, or the strict violations.
 */
export const undecodable = (patched: string, why: string): StatusError =>
  invalidObject({ group: '', kind: '' }, '', [invalid('patch', patched, why)])
