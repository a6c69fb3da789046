import type { Json, JsonObject } from '../../wire/object.ts'
import { REFERENCE_PREFIX } from './openapi-schemas.ts'

const DEFINITION_PREFIX = '#/definitions/'

/** What a keyword of a v3 schema is in v2: the keywords that take its place. */
const KEYWORDS: Readonly<Record<string, (value: Json) => JsonObject>> = {
  $ref: (value) => ({ $ref: DEFINITION_PREFIX + (value as string).slice(REFERENCE_PREFIX.length) }),
  // v3 wraps a reference that has something beside it; v2 has both in one place
  allOf: (value) => Object.assign({}, ...(value as JsonObject[]).map(toV2Schema)),
  // v2 knows no alternatives; clients take a string for what may be one among others, and numbers for strings too
  oneOf: () => ({ type: 'string' }),
  default: () => ({}),
  items: (value) => ({ items: toV2Schema(value as JsonObject) }),
  additionalProperties: (value) => ({ additionalProperties: toV2Schema(value as JsonObject) }),
  properties: (value) => ({ properties: toV2Definitions(value as Record<string, JsonObject>) }),
}

/** A schema of OpenAPI v3, as the kinds have them, in the words of v2. Defaults are left out, as Kubernetes does. */
export const toV2Schema = (schema: JsonObject): JsonObject =>
  Object.assign(
    {},
    ...Object.entries(schema).map(([keyword, value]) =>
      Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword]!(value!) : { [keyword]: value },
    ),
  )

/** Schemas by their names. */
export const toV2Definitions = (schemas: Record<string, JsonObject>): JsonObject =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toV2Schema(schema)]))

interface Content {
  [mediaType: string]: { schema: JsonObject }
}
interface OperationV3 extends JsonObject {
  parameters: JsonObject[]
  requestBody?: { content: JsonObject; required: boolean }
  responses: { [code: string]: { description: string; content?: JsonObject } }
}

/** A path of v3, in the words of v2: there the body is a parameter, and media types stand in lists. */
export const toV2PathItem = ({ parameters, ...operations }: JsonObject): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(operations).map(([method, operation]) => [method, toV2Operation(operation as OperationV3)]),
  ),
  parameters: (parameters as JsonObject[]).map(toV2Parameter),
})

function toV2Operation({ parameters, requestBody, responses, ...extensions }: OperationV3): JsonObject {
  const body = requestBody && {
    name: 'body',
    in: 'body',
    ...(requestBody.required ? { required: true } : {}),
    schema: schemaOf(requestBody.content as Content),
  }
  const answers = Object.entries(responses).map(([code, { description, content }]) => {
    return [code, { description, ...(content ? { schema: schemaOf(content as Content) } : {}) }] as const
  })
  const taken = [...(body ? [body] : []), ...parameters.map(toV2Parameter)]
  return {
    ...(requestBody ? { consumes: Object.keys(requestBody.content) } : {}),
    produces: Object.keys(responses[200]?.content ?? {}),
    ...(taken.length ? { parameters: taken } : {}),
    responses: Object.fromEntries(answers),
    ...extensions,
  }
}

const toV2Parameter = ({ schema, ...rest }: JsonObject): JsonObject => ({ ...rest, ...(schema as JsonObject) })

/** It is the same for every media type. */
const schemaOf = (content: Content): JsonObject => toV2Schema(Object.values(content)[0]?.schema ?? {})
