import type { Json } from '../../wire/object.ts'
import { isJsonObject, isRawNumber, jsonTypeOf } from '../json/json.ts'
import { MAX_MOVED_ITEMS, shorten } from './bounds.ts'
import { CopyMeter } from './copy-meter.ts'
import {
  type Container,
  type Draft,
  isContainer,
  ListDraft,
  ObjectDraft,
  openItem,
  openMember,
  Refused,
  toJson,
} from './draft.ts'
import { formatJsonPointer, isWithin, type JsonPointer } from './json-pointer.ts'
import type { Operation } from './parse-json-patch.ts'
import { PatchError } from './patch-error.ts'

/**
 * The document as the operations leave it, one after the other; the document itself is not changed, and what no operation
 * touches is shared with the result. Throws PatchError (422) for the first that cannot be carried out.
 *
 * As kube-apiserver does: `replace` of an absent member adds it; a `test` of an absent member passes for null; a `copy` of
 * one copies null; a negative index counts from the end, and `add` at -1 appends. Unlike it, and as RFC 6902 has it: an
 * index has no leading zeros, and "" is the whole document in every operation (which `remove` does not take).
 *
 * The cost is bounded by the document, the patch, 3 MiB of copies and the items that insertions move aside.
 */
export function applyJsonPatch(document: Json, operations: readonly Operation[]): Json {
  const patching = new Patching(document)
  operations.forEach((operation, index) => refusing(operation, index, () => patching.apply(operation)))
  const last = operations.at(-1)
  return last ? refusing(last, operations.length - 1, () => patching.result()) : document
}

function refusing<T>({ op, path }: Operation, index: number, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refused) throw new PatchError({ index, op, path, reason: error.message })
    throw error
  }
}

/** The document is the one member of `#root`, so that the whole of it has a place like any other value. */
const DOCUMENT = ''

class Patching {
  readonly #root: ObjectDraft
  readonly #copies = new CopyMeter()
  #movedItems = 0

  constructor(document: Json) {
    this.#root = new ObjectDraft([[DOCUMENT, document]])
  }

  result = (): Json => toJson(this.#root.get(DOCUMENT) ?? null)

  apply(operation: Operation): void {
    switch (operation.op) {
      case 'add':
        return this.#add(this.#find(operation.path), operation.value)
      case 'replace':
        return this.#replace(this.#find(operation.path), operation.value)
      case 'remove':
        return this.#remove(this.#find(operation.path))
      case 'test':
        return test(this.#find(operation.path), operation.value)
      case 'copy':
        return this.#add(this.#find(operation.path), this.#copy(this.#find(operation.from)))
      case 'move':
        return this.#move(operation.from, operation.path)
    }
  }

  /** Where a pointer points to. What it names need not be there, what holds it must. */
  #find(pointer: JsonPointer): Place {
    let holder: Container = this.#root
    let key: string = DOCUMENT
    pointer.forEach((token, depth) => {
      const next = openAt({ holder, key })
      if (!isContainer(next)) throw new Refused(noHolder(pointer.slice(0, depth), next))
      holder = next
      key = token
    })
    return { holder, key }
  }

  #add({ holder, key }: Place, value: Draft) {
    if (holder instanceof ObjectDraft) return holder.set(key, value)
    const index = key === '-' ? holder.items.length : indexIn(holder, key, holder.items.length + 1)
    this.#splice(holder, index, 0, value)
  }

  #replace({ holder, key }: Place, value: Draft) {
    if (holder instanceof ObjectDraft) holder.set(key, value)
    else holder.set(existingIndex(holder, key), value)
  }

  #remove({ holder, key }: Place) {
    if (holder instanceof ListDraft) return this.#splice(holder, existingIndex(holder, key), 1)
    if (holder === this.#root) throw new Refused('the whole document cannot be removed')
    if (!holder.members.delete(key)) throw new Refused('nothing is there')
  }

  #copy(place: Place): Json {
    const value = valueAt(place) ?? null
    this.#copies.count(value)
    return toJson(value)
  }

  #move(from: JsonPointer, path: JsonPointer) {
    if (isWithin(path, from)) throw new Refused(`"${shownPointer(from)}" cannot be moved into itself`)
    const source = this.#find(from)
    const value = valueAt(source)
    if (value === undefined) throw new Refused(`nothing is at "${shownPointer(from)}"`)
    if (from.length === 0) return
    this.#remove(source)
    this.#add(this.#find(path), value)
  }

  #splice(list: ListDraft, index: number, removed: number, ...added: Draft[]) {
    this.#movedItems += list.items.length - index
    if (this.#movedItems > MAX_MOVED_ITEMS) throw new Refused('the patch inserts and removes too much in long lists')
    list.items.splice(index, removed, ...added)
  }
}

/** A member of an object or an item of a list, which need not be there (yet). */
interface Place {
  holder: Container
  key: string
}

function openAt({ holder, key }: Place): Draft | undefined {
  return holder instanceof ObjectDraft ? openMember(holder, key) : openItem(holder, existingIndex(holder, key))
}

const valueAt = ({ holder, key }: Place): Draft | undefined =>
  holder instanceof ObjectDraft ? holder.get(key) : holder.get(existingIndex(holder, key))

const existingIndex = (list: ListDraft, key: string) => indexIn(list, key, list.items.length)

/** An index below `limit`; a negative one counts from there. */
function indexIn(list: ListDraft, key: string, limit: number): number {
  if (!/^(0|-?[1-9]\d*)$/.test(key)) throw new Refused(`"${shorten(key)}" is no index of a list`)
  const index = key.startsWith('-') ? limit + Number(key) : Number(key)
  if (index >= 0 && index < limit) return index
  throw new Refused(`index ${shorten(key)} is out of range: the length of the list is ${list.items.length}`)
}

function test(place: Place, expected: Json) {
  const found = openAt(place)
  if (!isEqual(found ?? null, expected))
    throw new Refused(found === undefined ? 'nothing is there' : 'the value there is another one')
}

/** Looks at no more of the draft than there is of the expected value. */
function isEqual(found: Draft, expected: Json): boolean {
  if (found instanceof ListDraft)
    return (
      Array.isArray(expected) &&
      found.items.length === expected.length &&
      expected.every((item, i) => isEqual(openItem(found, i) ?? null, item))
    )
  if (found instanceof ObjectDraft) return isJsonObject(expected) && hasEqualMembers(found, expected)
  if (isRawNumber(found)) return isRawNumber(expected) && found.rawJSON === expected.rawJSON
  return found === expected
}

function hasEqualMembers(found: ObjectDraft, expected: Record<string, Json>): boolean {
  const entries = Object.entries(expected)
  if (entries.length !== found.members.size) return false
  return entries.every(([key, member]) => found.members.has(key) && isEqual(openMember(found, key) ?? null, member))
}

const shownPointer = (pointer: JsonPointer) => shorten(formatJsonPointer(pointer))

const noHolder = (pointer: JsonPointer, found: Draft | undefined) =>
  found === undefined || found === null
    ? `nothing is at "${shownPointer(pointer)}"`
    : `"${shownPointer(pointer)}" is of type ${jsonTypeOf(found)}, which holds nothing`
