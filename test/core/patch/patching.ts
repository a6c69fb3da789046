import { applyJsonPatch } from '../../../src/core/patch/json-patch.ts'
import { parseJsonPatch } from '../../../src/core/patch/parse-json-patch.ts'
import { PatchError } from '../../../src/core/patch/patch-error.ts'
import type { Json } from '../../../src/wire/object.ts'
import { deepFreeze } from '../../support/json-values.ts'

/** The document after the operations; neither may be changed. */
export const patched = (document: Json, ...operations: Json[]): Json =>
  applyJsonPatch(deepFreeze(document), parseJsonPatch(deepFreeze(operations)).operations)

/** Why the patch is refused; undefined if it is not. */
export function problem(document: Json, ...operations: Json[]): string | undefined {
  try {
    patched(document, ...operations)
    return undefined
  } catch (error) {
    if (error instanceof PatchError) return error.problem
    throw error
  }
}
