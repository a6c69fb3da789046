import type { Observation } from './observation.ts'

/**
 * Where what was seen differs from what was recorded, one line each. Left out: the names of the steps, the order of
 * causes and of managers, and words that only the programming language of the recorded server would choose. Where the recorded server
 * fell over bad input (500), a 400 Status is wanted.
 */
export function compareObservations(recorded: Observation[], seen: Observation[]): string[] {
  const count = recorded.length === seen.length ? [] : [`${recorded.length} observations recorded, ${seen.length} seen`]
  const pairs = recorded.slice(0, seen.length).map((want, i) => [want, seen[i]!] as const)
  return [...count, ...pairs.flatMap(([want, got], i) => compareOne(want, got, `#${i + 1} ${want.step}`))]
}

function compareOne(want: Observation, got: Observation, at: string): string[] {
  if (want.status !== 500) return differences(essence(want), essence(got), at)
  const refusal = { status: 400, kind: 'Status', outcome: 'Failure' }
  const body = (got.body ?? {}) as { kind?: string; status?: string }
  return differences(refusal, { status: got.status, kind: body.kind, outcome: body.status }, at)
}

function essence({ step: _step, ...observation }: Observation): unknown {
  return soften(observation)
}

/** Pairs of: what one language's library would say, and what is compared in its place. */
const LANGUAGE: readonly (readonly [RegExp, string])[] = [
  [/(cannot be handled as an? \w+: )(?!strict decoding)[\s\S]*/, '$1…'],
  [/(json parse error: |error decoding patch: |invalid resource version: |couldn't get version\/kind: )[\s\S]*/, '$1…'],
  [/(continue key is not valid: )[\s\S]*/, '$1…'],
  [/strconv\.Parse\w+: [\s\S]*/, 'a number that is none'],
  [/StorageError: [\s\S]*/, 'the words of the storage'],
  [/(found new finalizers )\[\]string\{.*?\}/, '$1…'],
  [/Invalid value: "\{[\s\S]*/, 'Invalid value: an object'],
  [/(ResourceVersion in the precondition )\(\d+\)( does not match the ResourceVersion in record )\(\d+\)/, '$1…$2…'],
  [/( is invalid: )\[[\s\S]*\]$/, '$1several causes'],
]

function softenText(text: string): string {
  return LANGUAGE.reduce((softer, [from, to]) => softer.replace(from, to), text)
}

/** Lists whose order depends on chance, or on the second in which something happened. */
const UNORDERED = new Set(['causes', 'managedFields'])

/** Texts are softened in messages, in lists and where nothing names them; other members are compared as they are. */
function soften(value: unknown): unknown {
  if (typeof value === 'string') return softenText(value)
  if (Array.isArray(value)) return value.map(soften)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, softenMember(key, member)]))
}

function softenMember(key: string, member: unknown): unknown {
  if (UNORDERED.has(key) && Array.isArray(member)) return inAnyOrder(member.map(soften))
  return key === 'message' || typeof member === 'object' ? soften(member) : member
}

const inAnyOrder = (values: unknown[]) => values.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

function differences(want: unknown, got: unknown, at: string): string[] {
  if (Object.is(want, got)) return []
  if (Array.isArray(want) && Array.isArray(got)) return listDifferences(want, got, at)
  if (isMembers(want) && isMembers(got)) {
    const keys = [...new Set([...Object.keys(want), ...Object.keys(got)])]
    return keys.flatMap((key) => differences(want[key], got[key], `${at}.${key}`))
  }
  return [`${at}: recorded ${shown(want)}, seen ${shown(got)}`]
}

function listDifferences(want: unknown[], got: unknown[], at: string): string[] {
  const length = want.length === got.length ? [] : [`${at}: ${want.length} items recorded, ${got.length} seen`]
  const common = want.slice(0, got.length)
  return [...length, ...common.flatMap((item, i) => differences(item, got[i], `${at}[${i}]`))]
}

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shown = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 300))
