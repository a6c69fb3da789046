import type { Json } from '../../wire/object.ts'
import { isJsonObject } from '../json/json.ts'
import { MAX_PATCH_DEPTH } from './bounds.ts'

/** Why an operation cannot be carried out; the caller knows which one. */
export class Refused extends Error {}

/**
 * A JSON value while it is being patched. Parts of it that nothing touched are the plain values they were, shared and
 * never changed; an object or a list is opened (copied, one level deep) when something inside it is asked for, and from
 * then on changed in place. Each is opened once, so that all operations of a patch together open no more than there is.
 */
export type Draft = Json | Container
export type Container = ObjectDraft | ListDraft

export class ObjectDraft {
  readonly members: Map<string, Draft>

  constructor(members: Iterable<readonly [string, Draft]>) {
    this.members = new Map(members)
  }

  get(key: string): Draft | undefined {
    return this.members.get(key)
  }

  set(key: string, value: Draft): void {
    this.members.set(key, value)
  }
}

export class ListDraft {
  readonly items: Draft[]

  constructor(items: readonly Draft[]) {
    this.items = [...items]
  }

  get(index: number): Draft | undefined {
    return this.items[index]
  }

  set(index: number, value: Draft): void {
    this.items[index] = value
  }
}

export const isContainer = (value: Draft | undefined): value is Container =>
  value instanceof ObjectDraft || value instanceof ListDraft

/** The member of an opened object, opened in its turn if it has members or items. */
export function openMember(object: ObjectDraft, key: string): Draft | undefined {
  const member = object.get(key)
  const opened = open(member)
  if (opened !== undefined && opened !== member) object.set(key, opened)
  return opened
}

/** The same for an item of a list. */
export function openItem(list: ListDraft, index: number): Draft | undefined {
  const item = list.get(index)
  const opened = open(item)
  if (opened !== undefined && opened !== item) list.set(index, opened)
  return opened
}

function open(value: Draft | undefined): Draft | undefined {
  if (value === undefined || isContainer(value)) return value
  if (Array.isArray(value)) return new ListDraft(value)
  return isJsonObject(value) ? new ObjectDraft(membersOf(value)) : value
}

const membersOf = (object: Record<string, Json | undefined>) =>
  Object.entries(object).filter((entry): entry is [string, Json] => entry[1] !== undefined)

/** What an object or a list holds, whether opened or not, with names (of items: none); undefined for a scalar. */
export function partsOf(draft: Draft): Iterable<readonly [string, Draft]> | undefined {
  if (draft instanceof ObjectDraft) return draft.members
  if (draft instanceof ListDraft) return unnamed(draft.items)
  if (Array.isArray(draft)) return unnamed(draft)
  return isJsonObject(draft) ? membersOf(draft) : undefined
}

const unnamed = (items: readonly Draft[]) => items.map((item) => ['', item] as const)

/** The value as plain JSON. Throws Refused where what was opened is nested too deep. */
export function toJson(draft: Draft, depth = 0): Json {
  if (!isContainer(draft)) return draft
  checkDepth(depth)
  if (draft instanceof ListDraft) return draft.items.map((item) => toJson(item, depth + 1))
  return Object.fromEntries([...draft.members].map(([key, member]) => [key, toJson(member, depth + 1)]))
}

export function checkDepth(depth: number) {
  if (depth >= MAX_PATCH_DEPTH) throw new Refused(`nested deeper than ${MAX_PATCH_DEPTH} levels`)
}
