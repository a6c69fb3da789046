import type { ObjectMeta, OwnerReference } from '../../wire/object.ts'

const identity = (owner: OwnerReference) =>
  JSON.stringify([
    owner.uid,
    owner.apiVersion,
    owner.kind,
    owner.name,
    owner.controller ?? null,
    owner.blockOwnerDeletion ?? null,
  ])

const warningFor = (uids: readonly string[]) =>
  '.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject ' +
  `such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids.join(', ')}`

/** Leaves out each owner that stands there before in every part, and says so. Same uid with another name is kept. */
export function dedupeOwnerReferences(meta: ObjectMeta): { meta: ObjectMeta; warning?: string } {
  const owners = meta.ownerReferences ?? []
  const distinct = new Map<string, OwnerReference>()
  const repeated: string[] = []
  for (const owner of owners) {
    const key = identity(owner)
    if (distinct.has(key)) repeated.push(owner.uid)
    else distinct.set(key, owner)
  }
  if (repeated.length === 0) return { meta }
  return { meta: { ...meta, ownerReferences: [...distinct.values()] }, warning: warningFor(repeated) }
}
