import type { KubernetesObject } from '../../wire/object.ts'
import type { UnconditionalUpdate } from '../server-settings.ts'
import type { ResourceDefinition } from '../resource-definition.ts'
import { parseResourceVersion } from '../revision.ts'
import { badRequest, conflict, invalidObject, type StatusError } from '../errors/status-error.ts'
import { groupResource } from '../resource-name.ts'
import { invalid } from '../errors/field-error.ts'

/** This is where a conflict is decided. `http` turns the error into 409; nothing else makes one. */

export interface UpdateRules {
  unconditionalUpdate: UnconditionalUpdate
}

const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again'

/**
 * Holds an update against what is stored: uid first, then version (U2, U3, U9). `name` is the object's.
 * An empty version or "0" is one that was not stated; leading zeros do not count.
 */
export function assertUpdatable(
  definition: ResourceDefinition,
  incoming: KubernetesObject,
  current: KubernetesObject,
  rules: UpdateRules,
): void {
  const name = current.metadata.name ?? ''
  const { uid, resourceVersion } = incoming.metadata
  if (uid && uid !== current.metadata.uid) throw uidConflict(definition, name, uid, current.metadata.uid)
  assertCurrent(definition, name, resourceVersion, current.metadata.resourceVersion, rules)
}

/** The one comparison of versions: the stated one is that of the object as stored, or it is a Conflict. */
function assertCurrent(
  definition: ResourceDefinition,
  name: string,
  stated: string | undefined,
  stored: string | undefined,
  rules: UpdateRules,
): void {
  if (!statesVersion(stated)) return assertMayBeUnconditional(definition, name, rules)
  if (parseResourceVersion(stated) !== Number(stored)) throw conflict(definition, name, MODIFIED)
}

/** An empty version and "0" state none. */
export const statesVersion = (stated: string | undefined): stated is string => !/^0*$/.test(stated ?? '')

function assertMayBeUnconditional(definition: ResourceDefinition, name: string, rules: UpdateRules): void {
  if (rules.unconditionalUpdate === 'refuse')
    throw badRequest(
      `metadata.resourceVersion is required to update ${groupResource(definition)} "${name}": ` +
        'read the object, keep its metadata.resourceVersion, apply your change and send it again ' +
        '(a server started with --kubernetes, or with the setting PROFILE=kubernetes, has the rules of Kubernetes)',
    )
  if (!definition.unconditionalUpdate)
    throw invalidObject({ group: definition.group, kind: definition.resource }, name, [
      invalid('metadata.resourceVersion', 0, 'must be specified for an update'),
    ])
}

export interface PatchRules {
  /** `PATCH_PRECONDITION=require`: a patch must state the version that it was based on. */
  precondition: 'optional' | 'require'
}

/**
 * Holds a patched object against what is stored (P10, P11). A patch that sets `metadata.resourceVersion` is compared; one that
 * leaves it alone was applied to the current object and needs no comparison; one that takes it away follows Kubernetes' rule
 * for the kind.
 */
export function assertPatchable(
  definition: ResourceDefinition,
  patched: KubernetesObject,
  current: KubernetesObject,
): void {
  const { name = '', resourceVersion } = current.metadata
  assertCurrent(definition, name, patched.metadata.resourceVersion, resourceVersion, { unconditionalUpdate: 'allow' })
}

/** With `PATCH_PRECONDITION=require`, a patch without a version is refused; the error says where to put it (P12). */
export function assertStatesVersion(isStated: boolean, where: string, { precondition }: PatchRules): void {
  if (precondition === 'optional' || isStated) return
  throw badRequest(
    `metadata.resourceVersion is required in a patch: read the object and send its metadata.resourceVersion along (${where})`,
  )
}

/** A uid that is not the stored one (`stored` is absent where no object has the name). */
export const uidConflict = (
  definition: ResourceDefinition,
  name: string,
  stated: string,
  stored: string | undefined,
): StatusError =>
  conflict(
    definition,
    name,
    `StorageError: invalid object, Code: 4, Key: ${groupResource(definition)}/${name}, ResourceVersion: 0, ` +
      `AdditionalErrorMsg: Precondition failed: UID in precondition: ${stated}, UID in object meta: ${stored ?? ''}`,
  )

export interface Preconditions {
  uid?: string | undefined
  resourceVersion?: string | undefined
}

/** Preconditions of a DELETE (D3, D4). These errors name the kind, not the plural, as Kubernetes does. */
export function assertPreconditions(
  definition: ResourceDefinition,
  current: KubernetesObject,
  { uid, resourceVersion }: Preconditions,
): void {
  const { name = '', uid: liveUid, resourceVersion: liveVersion } = current.metadata
  if (uid !== undefined && uid !== liveUid)
    throw conflict(
      definition,
      name,
      `the UID in the precondition (${uid}) does not match the UID in record (${liveUid}). The object might have been deleted and then recreated`,
      'kind',
    )
  if (resourceVersion !== undefined && resourceVersion !== liveVersion)
    throw conflict(
      definition,
      name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${liveVersion}). The object might have been modified`,
      'kind',
    )
}
