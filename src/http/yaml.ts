import { isScalar, Lexer, LineCounter, parseDocument, type Tags, visit, type YAMLMap } from 'yaml'
import { parseJson } from '../core/json.ts'
import { tooLarge } from '../core/errors/status-error.ts'
import { MAX_BODY_BYTES } from '../wire/names.ts'
import type { Json } from '../wire/object.ts'

export interface YamlValue {
  value: Json
  /** `line 5: key "a" already set in map`; of a doubled key the last value counts */
  duplicates: string[]
}

/** No more are told. */
const MAX_DUPLICATES = 100
/** Words and signs, blanks included: some 35,000 keys. A tree of more would take more memory than there is. */
const MAX_LEXEMES = 250_000
/** Not of JSON, so not of Kubernetes' YAML either: a date stays text. */
const FOREIGN_TAGS = /timestamp|binary|omap|pairs|set$/

/**
 * YAML 1.1, as Kubernetes reads it: `y` and `on` are booleans, but `12:30` is a text. Throws for what is no YAML; 413 where
 * aliases make it larger than a body may be. Takes time in proportion to the length of the text.
 */
export function parseYaml(text: string): YamlValue {
  assertModest(text)
  const lines = new LineCounter()
  const document = parseDocument(text, {
    version: '1.1',
    intAsBigInt: true,
    prettyErrors: false,
    // Doubled keys are looked for below: the library compares each key with all before it.
    uniqueKeys: false,
    lineCounter: lines,
    customTags: (tags) => tags.filter(isKubernetesTag),
  })
  const [broken] = document.errors
  if (broken) throw broken
  const duplicates: string[] = []
  visit(document, { Map: (_key, map) => addDuplicates(map, lines, duplicates) })
  return { value: toJson(document.toJS({ maxAliasCount: 100 }), { left: MAX_BODY_BYTES }), duplicates }
}

/** Before a tree is built: it is many times the size of its text. */
function assertModest(text: string): void {
  let lexemes = 0
  for (const _lexeme of new Lexer().lex(text))
    if (++lexemes > MAX_LEXEMES) throw new Error('the document has too many parts for YAML: send it as JSON')
}

const isKubernetesTag = (tag: Tags[number]) =>
  typeof tag === 'string' || !(FOREIGN_TAGS.test(tag.tag) || ('format' in tag && tag.format === 'TIME'))

function addDuplicates(map: YAMLMap, lines: LineCounter, found: string[]): void {
  const seen = new Set<string>()
  for (const { key } of map.items) {
    if (!isScalar(key) || typeof key.value === 'symbol') continue
    const id = `${typeof key.value} ${String(key.value)}`
    if (seen.has(id) && found.length < MAX_DUPLICATES) {
      const { line } = lines.linePos(key.range?.[0] ?? 0)
      found.push(`line ${line}: key ${JSON.stringify(String(key.value))} already set in map`)
    }
    seen.add(id)
  }
}

/** What the YAML reader gives, as JSON holds it: integers as numbers where these are exact. */
function toJson(value: unknown, budget: { left: number }): Json {
  budget.left -= typeof value === 'string' ? value.length : 1
  if (budget.left < 0) throw tooLarge(MAX_BODY_BYTES)
  if (typeof value === 'bigint') return parseJson(String(value))
  if (Array.isArray(value)) return value.map((item) => toJson(item, budget))
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json
  budget.left -= Object.keys(value).reduce((sum, key) => sum + key.length, 0)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item, budget)]))
}
