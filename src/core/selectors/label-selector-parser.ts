import { quote, shorten } from '../errors/quote.ts'
import type { LabelRequirement } from './label-requirement.ts'
import { labelValue, qualifiedName } from '../metadata/names.ts'
import { isInt64 } from '../int64.ts'
import { type StatusError, badRequest } from '../errors/status-error.ts'

/*
 * selector    = [ requirement { ',' requirement } ]
 * requirement = [ '!' ] key | key ( '=' | '==' | '!=' | '<' | '>' ) [ value ] | key ( 'in' | 'notin' ) '(' [ value ] { ',' [ value ] } ')'
 *
 * `in` and `notin` are keywords after a key only. A value that is left out is the empty string.
 */

/** A symbol or a word; `''` is the end of the text. */
type Token = string

const SYMBOLS = new Set(['!', '=', '==', '!=', '<', '>', '(', ')', ','])
const TOKEN = /[ \t\r\n]*(==|!=|[=!<>(),]|[^ \t\r\n=!<>(),]+)/y

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) tokens.push(match[1]!)
  return tokens
}

const isWord = (token: Token) => token !== '' && !SYMBOLS.has(token)

interface Reader {
  peek(): Token
  next(): Token
}

function readerOf(text: string): Reader {
  const tokens = tokenize(text)
  let at = 0
  return { peek: () => tokens[at] ?? '', next: () => tokens[at++] ?? '' }
}

const refused = (why: string): StatusError => badRequest(why)
const badRequirement = (why: string): StatusError => badRequest(`unable to parse requirement: ${why}`)

export function parseRequirements(text: string): LabelRequirement[] {
  const reader = readerOf(text)
  const requirements: LabelRequirement[] = []
  if (reader.peek() === '') return requirements
  if (!startsRequirement(reader.peek())) {
    throw refused(`found '${shorten(reader.peek())}', expected: !, identifier, or 'end of string'`)
  }
  for (;;) {
    requirements.push(parseRequirement(reader))
    const separator = reader.next()
    if (separator === '') return requirements
    if (separator !== ',') throw refused(`found '${shorten(separator)}', expected: ',' or 'end of string'`)
    if (!startsRequirement(reader.peek()))
      throw refused(`found '${shorten(reader.peek())}', expected: identifier after ','`)
  }
}

const startsRequirement = (token: Token) => token === '!' || isWord(token)

function parseRequirement(reader: Reader): LabelRequirement {
  const absent = reader.peek() === '!'
  if (absent) reader.next()
  const key = reader.next()
  if (!isWord(key)) throw badRequirement(`found '${shorten(key)}', expected: identifier`)
  const errors = qualifiedName(key)
  if (errors.length > 0) throw badRequirement(`<nil>: Invalid value: ${quote(key)}: ${errors.join('; ')}`)
  if (absent) return { key, operator: 'absent' }
  if (reader.peek() === '' || reader.peek() === ',') return { key, operator: 'exists' }
  return parseComparison(key, reader)
}

function parseComparison(key: string, reader: Reader): LabelRequirement {
  const operator = reader.next()
  switch (operator) {
    case 'in':
    case 'notin':
      return { key, operator, values: checkedValues(key, parseValues(reader)) }
    case '=':
    case '==':
      return { key, operator: 'in', values: checkedValues(key, [parseValue(reader)]) }
    case '!=':
      return { key, operator: 'notin', values: checkedValues(key, [parseValue(reader)]) }
    case '>':
      return { key, operator: 'above', value: checkedInteger(key, parseValue(reader)) }
    case '<':
      return { key, operator: 'below', value: checkedInteger(key, parseValue(reader)) }
    default:
      throw badRequirement(`found '${shorten(operator)}', expected: in, notin, =, ==, !=, gt, lt`)
  }
}

function parseValue(reader: Reader): string {
  if (reader.peek() === '' || reader.peek() === ',') return ''
  const value = reader.next()
  if (!isWord(value)) throw badRequirement(`found '${shorten(value)}', expected: identifier`)
  return value
}

function parseValues(reader: Reader): string[] {
  const open = reader.next()
  if (open !== '(') throw badRequirement(`found '${shorten(open)}' expected: '('`)
  const values: string[] = []
  for (;;) {
    values.push(isWord(reader.peek()) ? reader.next() : '')
    const token = reader.next()
    if (token === ')') return values
    if (token !== ',') throw badRequirement(`found '${shorten(token)}', expected: ',' or ')'`)
  }
}

const valueErrors = (key: string, value: string, index: number) => {
  const errors = labelValue(value)
  const shown = `values[${index}][${shorten(key)}]: Invalid value: ${quote(value)}: ${errors.join('; ')}`
  return errors.length > 0 ? [shown] : []
}

/** One error stands alone, several as a list; the same words once. */
const aggregate = (errors: readonly string[]) => {
  const distinct = [...new Set(errors)]
  return badRequirement(distinct.length === 1 ? distinct[0]! : `[${distinct.join(', ')}]`)
}

function checkedValues(key: string, values: string[]): string[] {
  const sorted = [...new Set(values)].sort()
  const errors = sorted.flatMap((value, i) => valueErrors(key, value, i))
  if (errors.length > 0) throw aggregate(errors)
  return sorted
}

function checkedInteger(key: string, value: string): string {
  const integer = /^[-+]?\d{1,63}$/.test(value) && isInt64(BigInt(value.replace('+', '')))
  const notInteger = `values[0]: Invalid value: ${quote(value)}: for 'Gt', 'Lt' operators, the value must be an integer`
  const errors = [...(integer ? [] : [notInteger]), ...valueErrors(key, value, 0)]
  if (errors.length > 0) throw aggregate(errors)
  return BigInt(value).toString()
}
