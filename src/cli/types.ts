import { parseAllDocuments } from 'yaml'
import { arrayOf, docComment, objectType, stringLiteral, type Property } from './typescript.ts'

/** As much of a structural schema (OpenAPI v3) as types follow from. */
interface Schema {
  type?: string
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  enum?: unknown[]
  nullable?: boolean
  'x-kubernetes-int-or-string'?: boolean
  'x-kubernetes-preserve-unknown-fields'?: boolean
  'x-kubernetes-embedded-resource'?: boolean
}

interface DefinitionVersion {
  name: string
  served?: boolean
  storage?: boolean
  schema?: { openAPIV3Schema?: Schema }
}

interface Definition {
  kind?: string
  apiVersion?: string
  spec: { group: string; names: { kind: string; plural: string }; scope?: string; versions: DefinitionVersion[] }
}

/**
 * The text of a TypeScript module with the types of the custom resources that a text defines: one or several
 * CustomResourceDefinitions (apiextensions.k8s.io/v1) in YAML or JSON; documents of other kinds are passed over. A kind with
 * one served version has its name, `CronTab`; one with several has one type each, `CronTabV1`, and `CronTab` is that which is
 * stored. Throws an Error that says what is wrong.
 */
export function typesOf(text: string): string {
  const documents = [...parseAllDocuments(text)]
  const problem = documents.flatMap(({ errors }) => errors)[0]
  if (problem) throw new Error(`the file is no YAML: ${problem.message}`)
  const definitions = documents.map((one) => one.toJS() as Definition | null).filter(isDefinition)
  if (definitions.length === 0) throw new Error('the file has no CustomResourceDefinition')
  const types = definitions.flatMap(typesOfDefinition)
  const imports = ['JsonObject', 'Json', 'ObjectMeta'].filter((name) =>
    types.some((one) => new RegExp(`\\b${name}\\b`).test(one)),
  )
  return `/** Made from a CustomResourceDefinition by \`coxswain types\`. */
import type { ${imports.sort().join(', ')} } from 'coxswain/client'

${types.join('\n')}`
}

function isDefinition(document: Definition | null): document is Definition {
  if (document?.kind !== 'CustomResourceDefinition') return false
  if (document.apiVersion !== 'apiextensions.k8s.io/v1')
    throw new Error(`CustomResourceDefinitions of ${document.apiVersion} are not read: use apiextensions.k8s.io/v1`)
  return true
}

function typesOfDefinition({ spec: { group, names, scope, versions } }: Definition): string[] {
  const served = versions.filter((version) => version.served !== false)
  const nameOf = (version: DefinitionVersion) =>
    served.length === 1 ? names.kind : names.kind + version.name.charAt(0).toUpperCase() + version.name.slice(1)
  const interfaces = served.map((version) => {
    const schema = version.schema?.openAPIV3Schema ?? {}
    const place = scope === 'Cluster' ? '' : ', { namespace }'
    const use = `client.resource<${nameOf(version)}>('${group}/${version.name}', '${names.plural}'${place})`
    const comment = docComment([schema.description, `\`${use}\``].filter(Boolean).join('\n\n'))
    return `${comment}export interface ${nameOf(version)} ${rootType(schema)}\n`
  })
  const stored = served.find((version) => version.storage) ?? served[0]
  const alias = served.length > 1 && stored ? [`export type ${names.kind} = ${nameOf(stored)}\n`] : []
  return [...interfaces, ...alias]
}

/** Every object has these, whatever its schema says of them. */
function rootType(schema: Schema): string {
  const typeMeta = ['apiVersion', 'kind'].map((name) => ({ name, type: 'string', isOptional: true }))
  const metadata = { name: 'metadata', type: 'ObjectMeta', isOptional: false }
  const own = propertiesOf(schema).filter(({ name }) => !['apiVersion', 'kind', 'metadata'].includes(name))
  return objectType(
    [...typeMeta, metadata, ...own],
    schema['x-kubernetes-preserve-unknown-fields'] ? 'unknown' : undefined,
  )
}

const propertiesOf = ({ properties = {}, required = [] }: Schema): Property[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    isOptional: !required.includes(name),
    comment: schema.description,
  }))

function typeOf(schema: Schema): string {
  const type = schema.enum ? schema.enum.map(literal).join(' | ') : typeWithoutNull(schema)
  return schema.nullable && !schema.enum?.includes(null) ? `${type} | null` : type
}

const literal = (value: unknown) =>
  typeof value === 'string' ? stringLiteral(value) : (JSON.stringify(value) ?? 'null')

function typeWithoutNull(schema: Schema): string {
  if (schema['x-kubernetes-int-or-string']) return 'number | string'
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'number':
      return schema.type
    case 'integer':
      return 'number'
    case 'array':
      return arrayOf(schema.items ? typeOf(schema.items) : 'Json')
    case 'object':
      return objectOf(schema)
    default:
      return schema.properties ? objectOf(schema) : 'Json'
  }
}

function objectOf(schema: Schema): string {
  const { additionalProperties: more, properties } = schema
  if (schema['x-kubernetes-embedded-resource'])
    return rootType({ ...schema, 'x-kubernetes-preserve-unknown-fields': true })
  if (properties)
    return objectType(propertiesOf(schema), schema['x-kubernetes-preserve-unknown-fields'] ? 'unknown' : undefined)
  if (typeof more === 'object') return `Record<string, ${typeOf(more)}>`
  return 'JsonObject'
}
