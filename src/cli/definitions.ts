import { parseAllDocuments } from 'yaml'
import type { Schema } from './schema-types.ts'

export interface DefinitionVersion {
  name: string
  served?: boolean | null
  storage?: boolean | null
  schema?: { openAPIV3Schema?: Schema | null } | null
}

/** As much of a CustomResourceDefinition as types follow from. */
export interface Definition {
  group: string
  kind: string
  plural: string
  isClustered: boolean
  versions: DefinitionVersion[]
}

interface Document {
  kind?: string
  apiVersion?: string
  metadata?: { name?: string } | null
  items?: (Document | null)[] | null
  spec?: {
    group?: string
    names?: { kind?: string; plural?: string } | null
    scope?: string
    versions?: DefinitionVersion[] | null
  } | null
}

/**
 * The CustomResourceDefinitions (apiextensions.k8s.io/v1) in a text of YAML or JSON, those in lists too; what is of other kinds is
 * passed over. Throws an Error that says what is wrong.
 */
export function readDefinitions(text: string): Definition[] {
  // as Kubernetes reads it, where `on` is true; a day is a text
  const documents = [
    ...parseAllDocuments(text, {
      version: '1.1',
      logLevel: 'silent',
      customTags: (tags) => tags.filter((tag) => tag !== 'timestamp' && !(typeof tag === 'object' && isTimestamp(tag))),
    }),
  ]
  const problem = documents.flatMap(({ errors }) => errors)[0]
  if (problem) throw new Error(`the file is no YAML: ${problem.message}`)
  const definitions = documents.flatMap((one) => definitionsIn(one.toJS() as Document | null))
  if (definitions.length === 0) throw new Error('the file has no CustomResourceDefinition')
  return definitions
}

const isTimestamp = ({ tag }: { tag: string }) => tag.endsWith(':timestamp')

function definitionsIn(document: Document | null): Definition[] {
  if (document?.kind?.endsWith('List')) return (document.items ?? []).flatMap(definitionsIn)
  if (document?.kind !== 'CustomResourceDefinition') return []
  if (document.apiVersion !== 'apiextensions.k8s.io/v1')
    throw new Error(`CustomResourceDefinitions of ${document.apiVersion} are not read: use apiextensions.k8s.io/v1`)
  const { group, names, scope, versions } = document.spec ?? {}
  const { kind, plural } = names ?? {}
  if (!group || !kind || !plural || !Array.isArray(versions))
    throw new Error(
      `${document.metadata?.name ?? 'a definition'} lacks one of spec.group, spec.names.kind, spec.names.plural, spec.versions`,
    )
  return [{ group, kind, plural, isClustered: scope === 'Cluster', versions }]
}
