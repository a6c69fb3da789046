import { arrayOf, objectType, stringLiteral, type Property } from './typescript.ts'

/** As much of a structural schema (OpenAPI v3) as types follow from; Kubernetes reads null as absent. */
export interface Schema {
  type?: string | null
  description?: string | null
  properties?: Record<string, Schema | null> | null
  required?: string[] | null
  items?: Schema | null
  additionalProperties?: Schema | boolean | null
  enum?: unknown[] | null
  nullable?: boolean | null
  'x-kubernetes-int-or-string'?: boolean | null
  'x-kubernetes-preserve-unknown-fields'?: boolean | null
  'x-kubernetes-embedded-resource'?: boolean | null
}

/** Types of the client that the types of schemas are made of. */
export type ImportedType = 'Json' | 'JsonObject' | 'ObjectMeta'

/** Turns schemas into TypeScript, and notes what that needs of the client. */
export class SchemaTypes {
  readonly imports = new Set<ImportedType>()

  /** Of a whole object: it has these members, whatever its schema says of them. */
  root(schema: Schema): string {
    const typeMeta = ['apiVersion', 'kind'].map((name) => ({ name, type: 'string', isOptional: true }))
    const metadata = { name: 'metadata', type: this.#needs('ObjectMeta'), isOptional: false }
    const { apiVersion: _apiVersion, kind: _kind, metadata: _metadata, ...properties } = schema.properties ?? {}
    const own = this.#properties({ ...schema, properties })
    return objectType([...typeMeta, metadata, ...own], othersOf(schema))
  }

  #of(schema: Schema | null): string {
    if (!schema) return this.#needs('Json')
    const values = schema.enum?.length ? schema.enum : undefined
    const type = values ? values.map(literal).join(' | ') : this.#ofAnyValue(schema)
    return schema.nullable && !values?.includes(null) ? `${type} | null` : type
  }

  #ofAnyValue(schema: Schema): string {
    if (schema['x-kubernetes-int-or-string']) return 'number | string'
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'number':
        return schema.type
      case 'integer':
        return 'number'
      case 'array':
        return arrayOf(this.#of(schema.items ?? null))
      case 'object':
        return this.#object(schema)
      default:
        return schema.properties ? this.#object(schema) : this.#needs('Json')
    }
  }

  #object(schema: Schema): string {
    const { additionalProperties: others, properties } = schema
    if (schema['x-kubernetes-embedded-resource'])
      return this.root({ ...schema, 'x-kubernetes-preserve-unknown-fields': true })
    if (properties && Object.keys(properties).length > 0) return objectType(this.#properties(schema), othersOf(schema))
    if (typeof others === 'object' && others) return `Record<string, ${this.#of(others)}>`
    return this.#needs('JsonObject')
  }

  #properties({ properties, required }: Schema): Property[] {
    return Object.entries(properties ?? {}).map(([name, schema]) => ({
      name,
      type: this.#of(schema),
      isOptional: !required?.includes(name),
      comment: schema?.description ?? undefined,
    }))
  }

  #needs(name: ImportedType): string {
    this.imports.add(name)
    return name
  }
}

const othersOf = (schema: Schema) => (schema['x-kubernetes-preserve-unknown-fields'] ? 'unknown' : undefined)

const literal = (value: unknown) =>
  typeof value === 'string' ? stringLiteral(value) : (JSON.stringify(value) ?? 'null')
