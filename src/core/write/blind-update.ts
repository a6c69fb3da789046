import type { KubernetesObject, ObjectMeta } from '../../wire/object.ts'
import { groupResource } from '../resource-name.ts'
import type { ResourceDefinition } from '../resource-definition.ts'
import { statesVersion, type UpdateRules } from './preconditions.ts'

/**
 * With `UNCONDITIONAL_UPDATE=warn`: what an update that states no version is about to overwrite (U22). Nothing where it
 * states one.
 */
export function blindUpdateWarning(
  definition: ResourceDefinition,
  incoming: KubernetesObject,
  current: KubernetesObject,
  { unconditionalUpdate }: UpdateRules,
): string | undefined {
  if (unconditionalUpdate !== 'warn' || statesVersion(incoming.metadata.resourceVersion)) return undefined
  const { name, resourceVersion } = current.metadata
  return (
    `${groupResource(definition)} "${name}" was overwritten without metadata.resourceVersion: ` +
    `it was at version ${resourceVersion}${lastWriters(current.metadata)}`
  )
}

interface ManagedEntry {
  manager?: string
  time?: string
}

/** Who set a field last, as far as `managedFields` tells: its times are whole seconds, so it may be several. */
function lastWriters({ managedFields = [] }: ObjectMeta): string {
  const entries = managedFields as ManagedEntry[]
  const times = entries.flatMap(({ time }) => time ?? []).sort()
  const last = times.at(-1)
  if (last === undefined) return ''
  const names = entries.filter(({ time }) => time === last).map(({ manager = '' }) => JSON.stringify(manager))
  return `, last written by ${[...new Set(names)].join(' or ')} at ${last}`
}
