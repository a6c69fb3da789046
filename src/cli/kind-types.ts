import type { FieldData, KindsData, ResourceData } from '../kinds/kinds-data.ts'
import { arrayOf, objectType, stringLiteral } from './typescript.ts'

/** What the types of plain fields are in TypeScript. An int64 beyond 2^53 is held as a RawNumber all the same. */
const SCALARS: Record<string, string> = {
  string: 'string',
  bool: 'boolean',
  int32: 'number',
  int64: 'number',
  float64: 'number',
  bytes: 'string',
  quantity: 'string',
  time: 'string',
  microTime: 'string',
  duration: 'string',
  intOrString: 'number | string',
  rawExtension: 'JsonObject',
  fieldsV1: 'JsonObject',
  json: 'Json',
  schemaOrArray: 'JSONSchemaProps | JSONSchemaProps[]',
  schemaOrBool: 'JSONSchemaProps | boolean',
  schemaOrStrings: 'JSONSchemaProps | string[]',
}

/** As the module that is written finds it. */
const OBJECT_MODULE = '../../wire/object.ts'
const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.'
/** These are spelled in src/wire. */
const IMPORTED = new Map([
  [`${META}ObjectMeta`, 'ObjectMeta'],
  [`${META}OwnerReference`, 'OwnerReference'],
])

/** The text of a module with an interface for each built-in kind, and for each type that one of them holds. */
export function kindTypes(data: KindsData): string {
  const names = typeNames(data)
  const typeOf = (text: string): string => typeText(text, names)
  const kinds = new Map(data.resources.map((resource) => [resource.type, resource]))
  const interfaces = [...names].map(([type, name]) => {
    const kind = kinds.get(type)
    const properties = fieldsOf(data, type).map((field) => ({
      name: field.name,
      type: field.enum ? field.enum.map(stringLiteral).join(' | ') : typeOf(field.type),
      isOptional: !(field.required && field.default === undefined) && !(kind && field.name === 'metadata'),
    }))
    const typeMeta = ['apiVersion', 'kind'].map((field) => ({ name: field, type: 'string', isOptional: true }))
    const comment = kind ? `/** ${apiVersionOf(kind)} \`${kind.resource}\` */\n` : ''
    return `${comment}export interface ${name} ${objectType([...(kind ? typeMeta : []), ...properties])}\n`
  })
  return `/* oxlint-disable max-lines */
/** The built-in kinds. Made from src/kinds/kinds.json by src/cli/write-kind-types.ts. */
import type { Json, JsonObject, ObjectMeta } from ${stringLiteral(OBJECT_MODULE)}

/** The type of each built-in kind, by apiVersion and name of the resource. */
export interface BuiltInKinds ${builtInKinds(data, names)}

${interfaces.join('\n')}`
}

/** Kinds come first, so that of two types of one name the kind keeps it; the others are told apart by group and version. */
function typeNames(data: KindsData): Map<string, string> {
  const types = new Set(data.resources.map(({ type }) => type))
  for (const type of types)
    for (const field of fieldsOf(data, type))
      for (const [reference] of field.type.matchAll(/[\w-]+(?:\.[\w-]+)+/g))
        if (!IMPORTED.has(reference)) types.add(reference)
  const names = new Map<string, string>()
  const taken = new Set(IMPORTED.values())
  for (const type of types) {
    const [group = '', version = '', short = ''] = type.split('.').slice(-3)
    const name = taken.has(short) ? `${capitalised(group)}${capitalised(version)}${short}` : short
    taken.add(name)
    names.set(type, name)
  }
  return names
}

/** With the fields of inlined types in their place. */
function fieldsOf(data: KindsData, type: string): FieldData[] {
  return (data.types[type] ?? []).flatMap((field) => (field.inline ? fieldsOf(data, field.type) : [field]))
}

function typeText(type: string, names: Map<string, string>): string {
  const list = /^(?:wrapped)?\[\](.+)$/.exec(type)?.[1]
  if (list !== undefined) return arrayOf(typeText(list, names))
  const map = /^map\[string\](.+)$/.exec(type)?.[1]
  if (map !== undefined) return `Record<string, ${typeText(map, names)}>`
  const found = SCALARS[type] ?? IMPORTED.get(type) ?? names.get(type)
  if (found === undefined) throw new Error(`kinds.json has a type that is not known here: ${type}`)
  return found
}

function builtInKinds({ resources }: KindsData, names: Map<string, string>): string {
  const versions = [...new Set(resources.map(apiVersionOf))]
  const properties = versions.map((version) => {
    const kinds = resources.filter((resource) => apiVersionOf(resource) === version)
    const inner = kinds.map(({ resource, type }) => ({
      name: resource,
      type: names.get(type) ?? '',
      isOptional: false,
    }))
    return { name: version, type: objectType(inner), isOptional: false }
  })
  return objectType(properties)
}

const apiVersionOf = ({ group, version }: ResourceData) => (group ? `${group}/${version}` : version)
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
