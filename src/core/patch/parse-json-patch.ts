import type { Json } from '../../wire/object.ts'
import { isJsonObject, jsonTypeOf } from '../json/json.ts'
import { badRequest, StatusError } from '../errors/status-error.ts'
import { isDeeperThan, MAX_OPERATIONS, MAX_PATCH_DEPTH, shorten } from './bounds.ts'
import { type JsonPointer, parseJsonPointer } from './json-pointer.ts'
import { PatchError } from './patch-error.ts'

/** One operation of a JSON Patch. A value that was not given is null. */
export type Operation =
  | { op: 'add' | 'replace' | 'test'; path: JsonPointer; value: Json }
  | { op: 'remove'; path: JsonPointer }
  | { op: 'move' | 'copy'; from: JsonPointer; path: JsonPointer }

const MEMBERS = new Set(['op', 'path', 'from', 'value'])
const MAX_PROBLEMS = 100

/**
 * The operations of a JSON Patch (RFC 6902). `problems` are its unknown members (`json patch unknown field "[0].foo"`), at
 * most 100, to be warned about or refused as `fieldValidation` says. Throws 400 for what is no list of operations, 413 for
 * more than 10,000 and PatchError (422) for an operation that cannot be carried out on any object. kube-apiserver says each
 * of these only after the 404 of an object that is not there.
 */
export function parseJsonPatch(value: Json): { operations: Operation[]; problems: string[] } {
  if (!Array.isArray(value)) throw undecoded(`a JSON Patch is a list of operations, not of type ${jsonTypeOf(value)}`)
  if (value.length > MAX_OPERATIONS)
    throw new StatusError(
      'RequestEntityTooLarge',
      `Request entity too large: The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${value.length}`,
    )
  const members = value.map(toMembers)
  return { operations: members.map(toOperation), problems: members.flatMap(unknownMembers).slice(0, MAX_PROBLEMS) }
}

interface Members {
  op?: string
  path?: string
  from?: string
  value: Json
  unknown: string[]
}

function toMembers(operation: Json, index: number): Members {
  if (!isJsonObject(operation)) throw undecoded(`operation ${index} is of type ${jsonTypeOf(operation)}, not an object`)
  const given = new Map(Object.entries(operation))
  const text = (name: string) => {
    const value = given.get(name) ?? undefined
    if (value === undefined || typeof value === 'string') return value
    throw undecoded(`"${name}" of operation ${index} is of type ${jsonTypeOf(value)}, not a string`)
  }
  return {
    op: text('op'),
    path: text('path'),
    from: text('from'),
    value: given.get('value') ?? null,
    unknown: [...given.keys()].filter((name) => !MEMBERS.has(name)),
  }
}

const undecoded = (why: string) => badRequest(`error decoding patch: ${why}`)

const unknownMembers = ({ unknown }: Members, index: number) =>
  unknown.map((name) => `json patch unknown field ${JSON.stringify(`[${index}].${shorten(name)}`)}`)

function toOperation({ op = '', path: pathText, from: fromText, value }: Members, index: number): Operation {
  const refused = (reason: string, at?: JsonPointer) => new PatchError({ index, op, path: at, reason })
  const pointer = (name: string, text: string | undefined): JsonPointer => {
    if (text === undefined) throw refused(`it has no "${name}"`)
    const parsed = parseJsonPointer(text)
    if (!parsed) throw refused(`its "${name}" is no JSON pointer: "${shorten(text)}"`)
    return parsed
  }
  switch (op) {
    case 'add':
    case 'replace':
    case 'test': {
      const path = pointer('path', pathText)
      if (isDeeperThan(value, MAX_PATCH_DEPTH)) throw refused(`nested deeper than ${MAX_PATCH_DEPTH} levels`, path)
      return { op, path, value }
    }
    case 'remove':
      return { op, path: pointer('path', pathText) }
    case 'move':
    case 'copy':
      return { op, from: pointer('from', fromText), path: pointer('path', pathText) }
    default:
      throw refused(op ? 'an unknown operation' : 'it has no "op"')
  }
}
