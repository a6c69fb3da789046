import { YAMLException } from 'js-yaml'
import type { Json } from '../../wire/object.ts'
import { firstDocument } from './first-document.ts'
import { lineFinder } from './line-finder.ts'
import { parseTolerantly } from './parse-events.ts'
import { DocumentReader, type DuplicateKey, InvalidYaml } from './read-document.ts'
import { assertModest, MAX_YAML_DEPTH, YamlBudget } from './yaml-bounds.ts'

export interface YamlValue {
  value: Json
  /** `line 5: key "a" already set in map`; of a doubled key the last value counts */
  duplicates: string[]
}

/** What is wrong with a text: `line 3: did not find …`. It holds no more of the text than a few characters. */
export class YamlError extends Error {}

/**
 * YAML as Kubernetes reads it (`sigs.k8s.io/yaml`): 1.1, its first document, as JSON. Throws YamlError for what is none,
 * and 413 for what is larger than a body may be once aliases are followed, or has too many parts. The steps taken are
 * counted in the budget; they never exceed it.
 */
export function parseYaml(text: string, budget = new YamlBudget()): YamlValue {
  const document = firstDocument(text)
  assertModest(document)
  const control = document.indexOf('\0')
  if (control !== -1) throw new YamlError(`line ${lineFinder(document)(control)}: control characters are not allowed`)
  const parsed = parseOrThrow(document)
  const lineAt = lineFinder(parsed.text)
  try {
    const { value, duplicates } = new DocumentReader(parsed.text, budget).read(parsed.events)
    return { value, duplicates: duplicates.map((duplicate) => describeDuplicate(duplicate, lineAt)) }
  } catch (error) {
    if (error instanceof InvalidYaml) throw new YamlError(`line ${lineAt(error.at)}: ${error.message}`)
    throw error
  }
}

function parseOrThrow(document: string) {
  try {
    return parseTolerantly(document)
  } catch (error) {
    if (error instanceof YAMLException) throw new YamlError(describe(error))
    throw error
  }
}

const describeDuplicate = ({ key, at }: DuplicateKey, lineAt: (at: number) => number) =>
  `line ${lineAt(at)}: key ${JSON.stringify(key)} already set in map`

const SHOWN_CHARACTERS = 200

/** The parser's reason without its picture of the text, which may be secret, and without the names of its options. */
function describe({ reason, mark }: YAMLException): string {
  const why = reason.includes('maxDepth') ? `it is nested more than ${MAX_YAML_DEPTH} levels deep` : reason
  return `line ${(mark?.line ?? 0) + 1}: ${why.slice(0, SHOWN_CHARACTERS)}`
}
