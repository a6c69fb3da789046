/** Pieces of TypeScript text. */

/** Others are quoted: which letters of the world a name may have depends on the compiler. */
const IDENTIFIER = /^[A-Za-z$_][\w$]*$/

/** A string as a literal: names of fields and values come from elsewhere. */
export const stringLiteral = (text: string) =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')}'`

export const propertyName = (name: string) => (IDENTIFIER.test(name) ? name : stringLiteral(name))

/** A comment that its own text cannot end, and that the compiler takes for no order (`@ts-…`); nothing for no text. */
export function docComment(text: string | undefined): string {
  const lines = (text ?? '')
    .trim()
    .replaceAll('*/', '*∕')
    .split(/[ \t]*(?:\r\n|[\r\n\u2028\u2029])/)
  if (lines.length === 1 && !lines[0]?.includes('@ts-')) return lines[0] === '' ? '' : `/** ${lines[0]} */\n`
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

export const indent = (text: string) => text.replace(/^(?=.)/gm, '  ')

/** Members joined by `|`, in parentheses where there are several and `[]` follows. */
export const arrayOf = (type: string) =>
  /[|&]/.test(type) && (!/^\{[^]*\}$/.test(type) || /\} [|&] /.test(type)) ? `(${type})[]` : `${type}[]`

export interface Property {
  name: string
  type: string
  isOptional: boolean
  comment?: string | undefined
}

/** `{ … }`, one property a line. */
export function objectType(properties: Property[], indexed?: string): string {
  const lines = properties.map(
    ({ name, type, isOptional, comment }) =>
      `${docComment(comment)}${propertyName(name)}${isOptional ? '?' : ''}: ${type}`,
  )
  if (indexed !== undefined) lines.push(`[field: string]: ${indexed}`)
  return lines.length === 0 ? '{}' : `{\n${indent(lines.join('\n'))}\n}`
}
