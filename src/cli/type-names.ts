import type { Definition, DefinitionVersion } from './definitions.ts'

/** What the module says itself, or what a type needs from elsewhere. */
const RESERVED = ['Json', 'JsonObject', 'ObjectMeta', 'Record']

/** Interfaces of a definition, one for each served version, and the name that stands for the stored one. */
export interface NamedTypes {
  definition: Definition
  versions: { name: string; version: DefinitionVersion }[]
  alias?: { name: string; of: string } | undefined
}

/**
 * Gives each version of each definition a name of its own. A kind has its name, `CronTab`; where several definitions would have
 * it, each has its group before it, `StableExampleComCronTab`. Versions of one kind are told apart by themselves, `CronTabV1`.
 */
export function nameTypes(definitions: Definition[]): NamedTypes[] {
  const taken = new Set(RESERVED)
  const kinds = definitions.map(({ kind }) => identifierOf(kind))
  const isOwn = (kind: string) => !taken.has(kind) && kinds.filter((other) => other === kind).length === 1
  const bases = definitions.map(({ group }, i) => {
    const kind = kinds[i] as string
    return isOwn(kind) ? kind : identifierOf(group) + kind
  })
  const unique = (name: string): string => {
    let found = name
    for (let n = 2; taken.has(found); n++) found = `${name}_${n}`
    taken.add(found)
    return found
  }
  const names = bases.map(unique)
  return definitions.map((definition, i) => {
    const name = names[i] as string
    const served = definition.versions.filter(({ served }) => served !== false)
    const versions = served.map((version) => ({
      name: served.length === 1 ? name : unique(name + versionOf(version)),
      version,
    }))
    const stored = versions.find(({ version }) => version.storage) ?? versions[0]
    return { definition, versions, alias: served.length > 1 && stored ? { name, of: stored.name } : undefined }
  })
}

/** `cron-tab.example.com` → `CronTabExampleCom` */
const identifierOf = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalised)
    .join('')
    .replace(/^(?=\d)/, '_')

/** `v1-1-0` → `V1_1_0`: as it stands, so that `v11` is another. */
const versionOf = ({ name }: DefinitionVersion) => capitalised(String(name).replaceAll(/[^A-Za-z0-9]/g, '_'))

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
