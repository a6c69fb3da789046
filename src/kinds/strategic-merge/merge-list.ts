import { isJsonObject, isRawNumber, jsonTypeOf } from '../../core/json/json.ts'
import { shorten } from '../../core/patch/bounds.ts'
import type { Json, JsonObject } from '../../wire/object.ts'
import { type FieldEdit, patchDirective, refusal, unknownDirective } from './directives.ts'
import { type Element, inPatchOrder, itemsOf, keysOf, ranks } from './element-order.ts'
import type { PatchField } from './patch-schema.ts'
import { cleanItems, newValue, wholeValue } from './plain-value.ts'

/** Merges an object of a patch into a live one; `at` is its path. */
export type MergeObjects = (live: JsonObject, patch: JsonObject, at: string) => JsonObject

/** The list of a field after an edit; undefined where there was none and is none. `live` is undefined where it is no list. */
export function mergeList(
  field: PatchField,
  live: Json[] | undefined,
  edit: FieldEdit,
  at: string,
  mergeObjects: MergeObjects,
): Json[] | undefined {
  const given = edit.value
  if (given !== undefined && !Array.isArray(given))
    throw refusal(at, `expected a list, but received a value of type ${jsonTypeOf(given)}`)
  const remaining = live && edit.deleted ? withoutItems(live, edit.deleted, at) : live
  const list = given === undefined ? remaining : combined(field, remaining, given, at, mergeObjects)
  if (!list || !edit.order) return list
  return setOrder(field, list, live ?? [], given ?? [], edit.order, at)
}

function combined(
  field: PatchField,
  live: Json[] | undefined,
  patch: Json[],
  at: string,
  mergeObjects: MergeObjects,
): Json[] {
  if (!live) return cleanItems(patch, newValue)
  if (!field.merges) return replaced(patch, at)
  if (live.length === 0 && patch.length === 0) return live
  return field.mergeKey === undefined
    ? union(live, patch, at)
    : mergeByKey(field.mergeKey, live, patch, at, mergeObjects)
}

/** A list that is replaced whole. `$patch: replace` asks for just that; any other directive cannot be followed here. */
function replaced(patch: Json[], at: string): Json[] {
  patch.forEach((item, i) => {
    const directive = isJsonObject(item) ? patchDirective(item) : undefined
    if (directive !== undefined && directive !== 'replace')
      throw refusal(`${at}[${i}]`, `$patch: ${shorten(JSON.stringify(directive))} in a list that is not merged`)
  })
  return cleanItems(patch, wholeValue)
}

function withoutItems(live: Json[], deleted: Json[], at: string): Json[] {
  const gone = new Set(scalarElements(deleted, at).map(({ key }) => key))
  return scalarElements(live, at).flatMap(({ key, item }) => (gone.has(key) ? [] : [item]))
}

/** The items of both lists, each once. */
function union(live: Json[], patch: Json[], at: string): Json[] {
  const [old, added] = [scalarElements(live, at), scalarElements(patch, at)]
  if (old.length > 0 && added.length > 0 && jsonTypeOf(live[0]) !== jsonTypeOf(patch[0]))
    throw refusal(at, `list element types are not identical: ${jsonTypeOf(live[0])} and ${jsonTypeOf(patch[0])}`)
  const distinct = new Map([...old, ...added].map((element) => [element.key, element]))
  return itemsOf(inPatchOrder([...distinct.values()], ranks(keysOf(added)), ranks(keysOf(old))))
}

function mergeByKey(mergeKey: string, live: Json[], patch: Json[], at: string, mergeObjects: MergeObjects): Json[] {
  const { deleted, replace, items } = readItems(mergeKey, patch, at)
  if (replace) return cleanItems(itemsOf(items), wholeValue)
  const merged = liveElements(mergeKey, live).filter(({ key }) => !deleted.has(key))
  const liveOrder = ranks(keysOf(merged))
  const places = new Map(liveOrder)
  for (const { key, item, at: itemAt } of items) {
    const place = places.get(key) ?? merged.length
    const old = merged[place]?.item
    places.set(key, place)
    merged[place] = { key, item: isJsonObject(old) ? mergeObjects(old, item, itemAt) : wholeValue(item)! }
  }
  return itemsOf(inPatchOrder(merged, ranks(keysOf(items)), liveOrder))
}

interface PatchItem extends Element<JsonObject> {
  at: string
}

/** The items of a list that is merged by key, told from those that are directives. */
function readItems(mergeKey: string, patch: Json[], listAt: string) {
  const deleted = new Set<string>()
  const items: PatchItem[] = []
  let replace = false
  patch.forEach((item, i) => {
    const at = `${listAt}[${i}]`
    if (!isJsonObject(item))
      throw refusal(
        at,
        `list element types are not identical: expected an object, not a value of type ${jsonTypeOf(item)}`,
      )
    const directive = patchDirective(item)
    if (directive === undefined) items.push({ key: keyOf(mergeKey, item, at), item, at })
    else if (directive === 'delete') deleted.add(keyOf(mergeKey, item, at))
    else if (directive === 'replace') replace = true
    else if (directive === 'merge') throw refusal(at, 'merging lists cannot yet be specified in the patch')
    else throw unknownDirective(directive, at)
  })
  return { deleted, replace, items }
}

function keyOf(mergeKey: string, item: JsonObject, at: string): string {
  const key = keyOrNone(mergeKey, item)
  if (key === undefined) throw refusal(at, `map does not contain declared merge key: ${mergeKey}`)
  return key
}

/** A live item without its merge key is known by its place: no patch can name it, and it stays as it is. */
const liveElements = (mergeKey: string, live: Json[]): Element<Json>[] =>
  live.map((item, i) => ({ key: keyOrNone(mergeKey, item) ?? `item ${i}`, item }))

const keyOrNone = (mergeKey: string, item: Json): string | undefined =>
  isJsonObject(item) && Object.hasOwn(item, mergeKey) ? scalarKey(item[mergeKey] ?? null) : undefined

/** The items of a list of strings, of numbers or of booleans. */
function scalarElements(list: Json[], at: string): Element<Json>[] {
  const type = jsonTypeOf(list[0])
  return list.map((item, i) => {
    const key = scalarKey(item)
    if (key === undefined) throw refusal(`${at}[${i}]`, 'only scalars can be in a list that is merged as a set')
    if (jsonTypeOf(item) !== type) throw refusal(`${at}[${i}]`, 'list element types are not identical')
    return { key, item }
  })
}

/** A scalar as text, different for different ones; undefined for null, objects and lists. */
function scalarKey(value: Json): string | undefined {
  if (typeof value === 'string') return `"${value}`
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return isRawNumber(value) ? value.rawJSON : undefined
}

/** The list in the order of `$setElementOrder`, which names all items of the patch in their order. */
function setOrder(field: PatchField, list: Json[], live: Json[], patch: Json[], order: Json[], at: string): Json[] {
  if (order.length === 0) return list
  const mergeKey = field.merges ? field.mergeKey : undefined
  const elements = (items: Json[]) =>
    mergeKey === undefined ? scalarElements(items, at) : liveElements(mergeKey, items)
  const named = (items: Json[], place: string) =>
    keysOf(mergeKey === undefined ? scalarElements(items, place) : readItems(mergeKey, items, place).items)
  const wanted = named(order, `${at}.$setElementOrder`)
  if (!isSubsequence(named(patch, at), wanted))
    throw refusal(at, "the order in the patch list doesn't match $setElementOrder list")
  return itemsOf(inPatchOrder(elements(list), ranks(wanted), ranks(keysOf(elements(live)))))
}

function isSubsequence(part: string[], whole: string[]): boolean {
  let found = 0
  for (const key of whole) if (key === part[found]) found++
  return found === part.length
}
