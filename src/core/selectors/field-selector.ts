import { quote, shorten } from '../errors/quote.ts'
import type { ResourceDefinition, Strategy } from '../resource-definition.ts'
import { badRequest } from '../errors/status-error.ts'

export interface FieldTerm {
  field: string
  operator: '=' | '!='
  value: string
}

/** All must hold; none = everything matches. Sorted, none twice. Plain data. */
export type FieldSelector = readonly FieldTerm[]

/** What of a resource decides which fields can be selected on. */
type Fields = Pick<ResourceDefinition, 'namespaced'> & { strategy: Pick<Strategy, 'selectableFields'> }

const NAME = 'metadata.name'
const NAMESPACE = 'metadata.namespace'

/** Throws 400: bad syntax, or a field that cannot be selected on for this resource. */
export function parseFieldSelector(text: string, definition: Fields): FieldSelector {
  const terms = parseFieldTerms(text)
  const known = knownFields(definition)
  for (const { field } of terms) if (!known.includes(field)) throw unknownField(field, definition)
  return terms
}

/** The syntax alone: which fields a resource has is not asked. Throws 400. */
export function parseFieldTerms(text: string): FieldSelector {
  const terms = splitTerms(text)
    .filter((term) => term !== '')
    .sort()
    .map((term) => parseTerm(term, text))
  const distinct = new Map(terms.map((term) => [formatTerm(term), term]))
  return [...distinct.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, term]) => term)
}

/** Splits at commas; a backslash takes the next character along, whatever it is. */
const splitTerms = (text: string): string[] => {
  const terms: string[] = []
  let start = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === ',') {
      terms.push(text.slice(start, i))
      start = i + 1
    }
  }
  return [...terms, text.slice(start)]
}

function parseTerm(term: string, whole: string): FieldTerm {
  const match = /^(.*?)(!=|==|=)(.*)$/s.exec(term)
  if (!match) throw badRequest(`invalid selector: '${shorten(whole)}'; can't understand '${shorten(term)}'`)
  const [, field, operator, value] = match as unknown as [string, string, string, string]
  return { field, operator: operator === '!=' ? '!=' : '=', value: unescape(value) }
}

const escape = (value: string) => value.replace(/[\\,=]/g, '\\$&')

const unescape = (value: string) =>
  value.replace(/\\(.?)|[,=]/gsu, (sequence, escaped: string | undefined) => {
    if (escaped === undefined) throw badRequest(`invalid field selector: unescaped character in value: '${sequence}'`)
    if (escaped !== '\\' && escaped !== ',' && escaped !== '=') {
      throw badRequest(`invalid field selector: invalid escape sequence: ${sequence}`)
    }
    return escaped
  })

/** Kinds with fields of their own take those and no more; all others take name and namespace, cluster-scoped or not. */
const ownFields = ({ strategy }: Fields) => Object.keys(strategy.selectableFields)

const knownFields = (d: Fields): readonly string[] =>
  ownFields(d).length > 0 ? [NAME, ...(d.namespaced ? [NAMESPACE] : []), ...ownFields(d)] : [NAME, NAMESPACE]

const unknownField = (field: string, definition: Fields) =>
  badRequest(
    ownFields(definition).length > 0
      ? `field label not supported: ${shorten(field)}`
      : `${quote(field)} is not a known field selector: only "${NAME}", "${NAMESPACE}"`,
  )

/** `fields` gives the value of a field of the object; missing is "". */
export const matchesFields = (selector: FieldSelector, fields: (name: string) => string): boolean =>
  selector.every(({ field, operator, value }) => (fields(field) === value) === (operator === '='))

/** The one name that an object must have to match: the selector asks for `metadata.name=x`. */
export const requiredName = (selector: FieldSelector): string | undefined =>
  selector.find(({ field, operator }) => field === NAME && operator === '=')?.value

/** The canonical text: equal selectors give equal text, which parses to the same selector. */
export const formatFieldSelector = (selector: FieldSelector): string => selector.map(formatTerm).join(',')

const formatTerm = ({ field, operator, value }: FieldTerm) => `${field}${operator}${escape(value)}`
