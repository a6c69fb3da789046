import { expect } from 'vitest'
import { parseMergePatch } from '../../../src/core/patch/merge-patch.ts'
import { applyStrategicMergePatch } from '../../../src/kinds/strategic-merge/strategic-merge.ts'
import type { Json, JsonObject } from '../../../src/wire/object.ts'
import { deepFreeze } from '../../support/json-values.ts'
import { refusalOf } from '../../support/refusal.ts'

const KINDS = {
  configMap: { group: '', version: 'v1', kind: 'ConfigMap' },
  namespace: { group: '', version: 'v1', kind: 'Namespace' },
  serviceAccount: { group: '', version: 'v1', kind: 'ServiceAccount' },
  service: { group: '', version: 'v1', kind: 'Service' },
  pod: { group: '', version: 'v1', kind: 'Pod' },
  deployment: { group: 'apps', version: 'v1', kind: 'Deployment' },
  budget: { group: 'policy', version: 'v1', kind: 'PodDisruptionBudget' },
  role: { group: 'rbac.authorization.k8s.io', version: 'v1', kind: 'Role' },
  definition: { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' },
}
type Kind = keyof typeof KINDS

/** The document after the patch; neither may be changed. */
export const patched = (kind: Kind, document: Json, patch: Json) =>
  applyStrategicMergePatch(KINDS[kind], deepFreeze(document), parseMergePatch(deepFreeze(patch)))

/** The message of the 400 with which a patch is refused. */
export function refused(kind: Kind, document: Json, patch: Json): string | undefined {
  const status = refusalOf(() => patched(kind, document, patch))
  expect(status).toMatchObject({ code: 400, reason: 'BadRequest' })
  return status?.message
}

/** The finalizers of an object after a patch of its metadata. */
export const finalizersAfter = (finalizers: string[], patch: JsonObject) =>
  (patched('configMap', { metadata: { finalizers } }, { metadata: patch }) as { metadata: JsonObject }).metadata
    .finalizers
export const owner = (uid: string, more: JsonObject = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name: `o-${uid}`,
  uid,
  ...more,
})
/** The owners of an object after a patch of its metadata. */
export const ownersAfter = (live: Json[], patch: JsonObject) => {
  const result = patched('configMap', { metadata: { ownerReferences: live } }, { metadata: patch })
  return (result as { metadata: { ownerReferences: JsonObject[] } }).metadata.ownerReferences
}
export const ownerUidsAfter = (live: string[], patch: JsonObject) =>
  ownersAfter(
    live.map((uid) => owner(uid)),
    patch,
  ).map(({ uid }) => uid)
