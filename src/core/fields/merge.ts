import type { Json, JsonObject } from '../../wire/object.ts'
import {
  asGranularList,
  asGranularMap,
  type FieldSchema,
  itemElement,
  type ListSchema,
  type MapSchema,
  memberSchema,
  UNTYPED,
} from './field-schema.ts'
import type { PathElement } from './path.ts'
import { asMap, sameValue } from './values.ts'

/**
 * The live value with what a configuration sets. Nothing goes by being left out. Gives back the very live value where
 * that has all of it. A field that is one (scalar, atomic) is the configuration's; so is a value of another form.
 * Throws UnkeyedItem for a live list whose items cannot be told apart.
 */
export function merge(schema: FieldSchema, live: Json | undefined, config: Json | undefined): Json | undefined {
  if (config === undefined || live === config) return live
  if (live === undefined) return config
  const map = asGranularMap(schema)
  if (map && isMapLike(live) && isMapLike(config)) return mergeMaps(map, live, config)
  const list = asGranularList(schema)
  if (list && isListLike(live) && isListLike(config)) return mergeLists(list, live, config)
  return sameValue(live, config) ? live : config
}

type MapLike = JsonObject | null

const isMapLike = (value: Json): value is MapLike => value === null || asMap(value) !== undefined
const isListLike = (value: Json): value is Json[] | null => value === null || Array.isArray(value)

function mergeMaps(schema: MapSchema, live: MapLike, config: MapLike): Json {
  const [ours, theirs] = [live ?? {}, config ?? {}]
  const keys = Object.keys(theirs)
  if (keys.length === 0 && Object.keys(ours).length === 0) return (live === null) === (config === null) ? live : config
  const changed = new Map<string, Json>()
  for (const key of keys) {
    const before = Object.hasOwn(ours, key) ? ours[key] : undefined
    const after = merge(memberSchema(schema, key) ?? UNTYPED, before, theirs[key])
    if (after !== undefined && after !== before) changed.set(key, after)
  }
  if (changed.size === 0) return live
  return Object.fromEntries(new Map<string, Json | undefined>([...Object.entries(ours), ...changed]))
}

/**
 * Items by their keys. The order is the configuration's; an item that only the live list has stays where it stood before
 * the next one that both have, and goes before what only the configuration has:
 *
 *   live a x b y, config b c a  →  x b y c a
 */
function mergeLists(schema: ListSchema, live: Json[] | null, config: Json[] | null): Json {
  const [ours, theirs] = [live ?? [], config ?? []]
  if (ours.length === 0 && theirs.length === 0) return (live === null) === (config === null) ? live : config
  const merged = new ListMerge(schema, ours, theirs).run()
  return live !== null && merged.length === live.length && merged.every((item, i) => item === live[i]) ? live : merged
}

class ListMerge {
  readonly #schema: ListSchema
  readonly #live: readonly Json[]
  readonly #config: readonly Json[]
  readonly #liveElements: PathElement[]
  readonly #configElements: PathElement[]
  /** The live item of each key; undefined where there are several. */
  readonly #liveItems = new Map<PathElement, Json | undefined>()
  readonly #merged: Json[] = []

  constructor(schema: ListSchema, live: readonly Json[], config: readonly Json[]) {
    this.#schema = schema
    this.#live = live
    this.#config = config
    this.#liveElements = live.map((item) => itemElement(schema, item))
    this.#configElements = config.map((item) => itemElement(schema, item))
    for (const [i, element] of this.#liveElements.entries())
      this.#liveItems.set(element, this.#liveItems.has(element) ? undefined : live[i])
  }

  run(): Json[] {
    const inConfig = new Set(this.#configElements)
    const shared = this.#configElements.filter((element) => this.#liveItems.has(element))
    let next = 0
    let position = 0
    for (const [i, element] of this.#configElements.entries()) {
      position = this.#takeLiveOnly(position, inConfig, shared[next])
      this.#take(element, this.#config[i]!)
      if (element !== shared[next]) continue
      next++
      if (this.#liveElements[position] === element) position++
    }
    this.#takeLiveOnly(position, inConfig, undefined)
    return this.#merged
  }

  /** Goes on in the live list up to the item that comes next of those in both. Gives the place reached. */
  #takeLiveOnly(from: number, inConfig: ReadonlySet<PathElement>, until: PathElement | undefined): number {
    let position = from
    for (; position < this.#live.length; position++) {
      const element = this.#liveElements[position]!
      if (element === until) break
      if (!inConfig.has(element)) this.#merged.push(this.#live[position]!)
    }
    return position
  }

  #take(element: PathElement, item: Json) {
    this.#merged.push(merge(this.#schema.items, this.#liveItems.get(element), item) ?? item)
  }
}
