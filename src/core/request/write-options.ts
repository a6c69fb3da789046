import { Query } from '../../wire/names.ts'
import { type FieldError, forbidden, notSupported, required, tooLong } from '../errors/field-error.ts'
import { shorten } from '../errors/quote.ts'
import { byteLength } from '../json/json.ts'
import { readBoolean } from './query-parameters.ts'
import { invalidOptions } from '../errors/status-error.ts'

export type FieldValidation = 'Ignore' | 'Warn' | 'Strict'

export interface WriteOptions {
  /** all checks, nothing stored */
  dryRun: boolean
  /** what happens to unknown and doubled fields */
  fieldValidation: FieldValidation
  /** undefined = not given (`defaultFieldManager`) */
  fieldManager: string | undefined
}

export interface PatchOptions extends WriteOptions {
  /** apply: take fields from other managers */
  force: boolean
}

const MAX_MANAGER_BYTES = 128
/** No more characters are told. */
const MAX_ERRORS = 100
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u

/** Throws 422. */
export const parseCreateOptions = (query: URLSearchParams): WriteOptions => parseWriteOptions(query, 'CreateOptions')

/** Throws 422. */
export const parseUpdateOptions = (query: URLSearchParams): WriteOptions => parseWriteOptions(query, 'UpdateOptions')

/** Throws 422. `apply`: the patch is a server-side apply, which has rules of its own. */
export function parsePatchOptions(query: URLSearchParams, { apply }: { apply: boolean }): PatchOptions {
  const errors = [
    ...(!apply && query.has(Query.force) ? [forbidden(Query.force, 'may not be specified for non-apply patch')] : []),
    ...(apply && !query.get(Query.fieldManager) ? [required(Query.fieldManager, 'is required for apply patch')] : []),
  ]
  return { ...parseWriteOptions(query, 'PatchOptions', errors), force: readBoolean(query, Query.force) ?? false }
}

function parseWriteOptions(query: URLSearchParams, kind: string, before: FieldError[] = []): WriteOptions {
  const fieldManager = query.get(Query.fieldManager) || undefined
  const dryRun = query.getAll(Query.dryRun)
  const fieldValidation = query.get(Query.fieldValidation) ?? ''
  const errors = [
    ...before,
    ...(fieldManager === undefined ? [] : managerErrors(fieldManager)),
    ...dryRunErrors(dryRun),
    ...validationErrors(fieldValidation),
  ]
  if (errors.length > 0) throw invalidOptions(kind, errors)
  return {
    dryRun: dryRun.length > 0,
    fieldValidation: (fieldValidation || 'Warn') as FieldValidation,
    fieldManager,
  }
}

/** `All` is the only stage of a dry run; it may be repeated. */
export const dryRunErrors = (stages: readonly string[]): FieldError[] =>
  stages.every((stage) => stage === 'All') ? [] : [notSupported(Query.dryRun, stages, ['All'])]

const validationErrors = (text: string): FieldError[] => {
  const supported = ['', 'Ignore', 'Strict', 'Warn']
  return supported.includes(text) ? [] : [notSupported(Query.fieldValidation, text, supported)]
}

function managerErrors(manager: string): FieldError[] {
  const errors = byteLength(manager) > MAX_MANAGER_BYTES ? [tooLong(Query.fieldManager, MAX_MANAGER_BYTES)] : []
  const shown = quoted(shorten(manager))
  let position = 0
  for (const character of manager) {
    if (UNPRINTABLE.test(character)) errors.push(unprintable(shown, character, position))
    if (errors.length === MAX_ERRORS) break
    position += byteLength(character)
  }
  return errors
}

const unprintable = (shown: string, character: string, position: number): FieldError => {
  const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  return {
    field: Query.fieldManager,
    reason: 'FieldValueInvalid',
    body: `Invalid value: ${shown}: invalid character ${code} (at position ${position})`,
  }
}

const SHORT_ESCAPES = new Map([...'\x07\b\t\n\v\f\r'].map((c, i) => [c, `\\${'abtnvfr'[i]}`]))

/** In double quotes, with the escapes that Kubernetes shows here (`\a`, `\x1b`, `\u00ad`). */
function quoted(text: string): string {
  const escapeOf = (c: string) => {
    const code = c.codePointAt(0)!
    const short = SHORT_ESCAPES.get(c)
    if (short !== undefined) return short
    if (code < 0x80) return `\\x${code.toString(16).padStart(2, '0')}`
    return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
  }
  const shown = Array.from(text, (c) => (c === '"' || c === '\\' ? `\\${c}` : UNPRINTABLE.test(c) ? escapeOf(c) : c))
  return `"${shown.join('')}"`
}

/** Who writes where no field manager is given: the client's program, `kubectl/v1.37 (…)` → `kubectl`. */
export function defaultFieldManager(userAgent: string | null | undefined): string {
  const program = Array.from((userAgent ?? '').split('/', 1)[0]!).filter((c) => !UNPRINTABLE.test(c))
  let manager = ''
  for (const character of program) {
    if (byteLength(manager + character) > MAX_MANAGER_BYTES) break
    manager += character
  }
  return manager || 'unknown'
}
