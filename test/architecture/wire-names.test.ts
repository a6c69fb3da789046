import { describe, expect, it } from 'vitest'
import * as names from '../../src/wire/names.ts'
import { readSourceFiles, type SourceFile } from './source-files.ts'

const { Header, MediaType, Query } = names

/** Wherever such a literal stands, it means the name on the wire. */
const UNMISTAKABLE = new Set(
  [...Object.values(Header), ...Object.values(MediaType)]
    .map((name): string => name)
    .concat(names.INITIAL_EVENTS_END, names.NAMESPACE_NAME_LABEL, names.SOCKET_TOKEN_PREFIX, names.SOCKET_PROTOCOL)
    .map((name) => name.toLowerCase()),
)
/** Many of these are fields of objects too; they mean the parameter where parameters are looked up. */
const PARAMETERS = new Set(Object.values<string>(Query))

const LITERAL = /'([^'\n]+)'/g
const LOOKUP = /\.(?:get|getAll|has|delete|set|append|query|queries)\('([^'\n]+)'/g

function spelledAgainIn({ path, text }: SourceFile): string[] {
  const literals = [...text.matchAll(LITERAL)].flatMap(([, name = '']) =>
    UNMISTAKABLE.has(name.toLowerCase()) ? [name] : [],
  )
  const lookups = [...text.matchAll(LOOKUP)].flatMap(([, name = '']) => (PARAMETERS.has(name) ? [name] : []))
  return [...literals, ...lookups].map((name) => `${path} spells '${name}'`)
}

describe('names on the wire', () => {
  it('are spelled in src/wire/names.ts alone', () => {
    const files = readSourceFiles().filter(({ part }) => part !== 'wire' && part !== 'local')
    expect(files.length).toBeGreaterThan(20)
    expect(files.flatMap(spelledAgainIn)).toEqual([])
  })

  it.each([
    ["headers.get('authorization')", 1],
    ["headers.set('Content-Type', 'application/json')", 2],
    ["url.searchParams.get('limit')", 1],
    ["pick(options, 'limit')", 0],
    ['headers.get(Header.authorization)', 0],
  ])('%s is %i spelled again', (text, count) => {
    expect(spelledAgainIn({ path: 'http/a.ts', part: 'http', text })).toHaveLength(count)
  })
})
