import type { Json } from '../../wire/object.ts'
import { isJsonObject, parseJson } from '../json/json.ts'
import { canonicalText, compareTexts, compareValues, isScalar } from './values.ts'

/**
 * One step of a path to a field, in the form in which `fieldsV1` spells it. A step has one text only, so that equal steps
 * are equal strings:
 *
 *   f:replicas                       a field, or a key of a map
 *   k:{"port":80,"protocol":"TCP"}   an item of a list that is a map, by its keys
 *   v:"example.com/f"                an item of a list that is a set, by its value
 *   i:2                              an item of another list, by its place
 */
export type PathElement = string

export const fieldElement = (name: string): PathElement => `f:${name}`
export const valueElement = (value: Json): PathElement => `v:${canonicalText(value)}`
/** `keys` in order of their names. */
export const keyElement = (keys: readonly (readonly [name: string, value: Json])[]): PathElement =>
  `k:{${keys.map(([name, value]) => `${JSON.stringify(name)}:${canonicalText(value)}`).join(',')}}`

/** An element as it is read: what stands behind its letter. */
export type ParsedElement =
  | { step: 'field'; name: string }
  | { step: 'key'; keys: [name: string, value: Json][] }
  | { step: 'value'; value: Json }
  | { step: 'index'; index: number }

/** Thrown for a text that is no path element, and for a set of fields that is none. */
export class InvalidFields extends Error {}

/** Parses an element; undefined for a kind of step that is not known. Throws InvalidFields. */
export function parseElement(text: string): ParsedElement | undefined {
  const content = text.slice(2)
  switch (text.slice(0, 2)) {
    case 'f:':
      return { step: 'field', name: content }
    case 'k:':
      return { step: 'key', keys: parseKeys(content) }
    case 'v:':
      return { step: 'value', value: asScalar(parseContent(content)) }
    case 'i:':
      if (!/^[+-]?\d{1,15}$/.test(content)) throw new InvalidFields(`${text} is no index`)
      return { step: 'index', index: Number(content) }
    default:
      if (text[1] !== ':') throw new InvalidFields(`${JSON.stringify(text)} is no path element`)
      return undefined
  }
}

function parseKeys(content: string): [string, Json][] {
  const keys = parseContent(content)
  if (!isJsonObject(keys)) throw new InvalidFields('the keys of an item are an object')
  return Object.entries(keys)
    .map(([name, value]): [string, Json] => [name, asScalar(value)])
    .sort(([a], [b]) => compareTexts(a, b))
}

function asScalar(value: Json): Json {
  if (!isScalar(value)) throw new InvalidFields('items are told apart by scalars')
  return value
}

function parseContent(content: string): Json {
  try {
    return parseJson(content)
  } catch (error) {
    // RangeError: nested too deep for the parser
    if (error instanceof SyntaxError || error instanceof RangeError) throw new InvalidFields(error.message)
    throw error
  }
}

/** The one text of an element that may be written in another way; undefined for a kind of step that is not known. */
export function canonicalElement(text: string): PathElement | undefined {
  if (text.startsWith('f:')) return text
  const element = parseElement(text)
  return element && formatElement(element)
}

function formatElement(element: ParsedElement): PathElement {
  switch (element.step) {
    case 'field':
      return fieldElement(element.name)
    case 'key':
      return keyElement(element.keys)
    case 'value':
      return valueElement(element.value)
    case 'index':
      return `i:${element.index + 0}`
  }
}

const STEPS: readonly ParsedElement['step'][] = ['field', 'key', 'value', 'index']

/** Fields, then keys, values and indexes; within each by content. */
export function sortElements(elements: Iterable<PathElement>): PathElement[] {
  const sorted = [...elements]
  if (sorted.every((element) => element.startsWith('f:'))) return sorted.sort()
  return sorted
    .flatMap((element) => {
      const parsed = parseElement(element)
      return parsed ? [{ element, parsed }] : []
    })
    .sort((a, b) => compareElements(a.parsed, b.parsed))
    .map(({ element }) => element)
}

function compareElements(a: ParsedElement, b: ParsedElement): number {
  if (a.step === 'field' && b.step === 'field') return compareTexts(a.name, b.name)
  if (a.step === 'key' && b.step === 'key') return compareKeys(a.keys, b.keys)
  if (a.step === 'value' && b.step === 'value') return compareValues(a.value, b.value)
  if (a.step === 'index' && b.step === 'index') return a.index - b.index
  return STEPS.indexOf(a.step) - STEPS.indexOf(b.step)
}

function compareKeys(a: [string, Json][], b: [string, Json][]): number {
  for (const [i, [name, value]] of a.entries()) {
    const other = b[i]
    if (other === undefined) return 1
    const difference = compareTexts(name, other[0]) || compareValues(value, other[1])
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
