import type { PatchBase } from './types.ts'

/** Checked once more, for callers without types: a patch that forgets its version is a lost update in waiting. */
export function statesVersion({ resourceVersion, unconditional }: Partial<PatchBase> = {}): boolean {
  if (!resourceVersion && !unconditional)
    throw new TypeError(
      'a patch needs what it is based on: { resourceVersion } of the object as read, or { unconditional: true }',
    )
  return !unconditional
}

/** A merge patch with the version that it is based on. */
export function basedOn(patch: unknown, base: PatchBase): object {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch))
    throw new TypeError('a merge patch is an object with the fields to change')
  if (!statesVersion(base)) return patch
  const { metadata } = patch as { metadata?: object }
  return { ...patch, metadata: { ...metadata, resourceVersion: base.resourceVersion } }
}
