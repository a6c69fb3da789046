import { type Event, EVENT_ID, getScalarValue, SCALAR_STYLE } from 'js-yaml'
import type { Json } from '../../wire/object.ts'
import { InvalidScalar, keyText, resolveScalar, shown } from './resolve-scalar.ts'
import type { Size, YamlBudget } from './yaml-bounds.ts'

/** Thrown for events that make no JSON value; `at` is the place in the text. */
export class InvalidYaml extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

/** A key that was given twice in one map, and where its value stands. */
export interface DuplicateKey {
  key: Json
  at: number
}

export interface ReadDocument {
  value: Json
  duplicates: DuplicateKey[]
}

/** A whole value, and what an alias of it costs. Its members are kept where a map may be merged into another. */
interface Node extends Size {
  value: Json
  entries?: Entries | undefined
}

/** By the keys as they were read: 1 and "1" are two. */
type Entries = Map<Json, { value: Json; at: number }>

interface Place {
  /** where it begins, its anchor and tag included */
  at: number
  anchor: string
}

/** A list or map that is open. `before` is what was spent when it began. */
type Frame = Place & { before: Size } & (
    | { kind: 'list'; items: Json[]; merges: Entries[] | undefined }
    | { kind: 'map'; entries: Entries; key: Json | undefined; keyAt: number; isMerge: boolean; keepsEntries: boolean }
  )

const MAX_DUPLICATES = 100
const NONE = -1
const MERGE = '<<'
const MERGE_TAG = 'tag:yaml.org,2002:merge'

/** Makes a value of the events of one document. Each event is looked at once, and an alias costs as one, but is counted as all that it stands for. */
export class DocumentReader {
  readonly #text: string
  readonly #budget: YamlBudget
  readonly #handles = new Map<string, string>()
  /** undefined: not whole yet */
  readonly #anchors = new Map<string, Node | undefined>()
  readonly #frames: Frame[] = []
  readonly #duplicates: DuplicateKey[] = []
  #root: Json = null

  constructor(text: string, budget: YamlBudget) {
    this.#text = text
    this.#budget = budget
  }

  /** Throws InvalidYaml for what JSON cannot hold, and 413 past the budget. */
  read(events: readonly Event[]): ReadDocument {
    for (const event of events) this.#take(event)
    return { value: this.#root, duplicates: this.#duplicates }
  }

  #take(event: Event): void {
    switch (event.type) {
      case EVENT_ID.DOCUMENT:
        for (const directive of event.directives)
          if (directive.kind === 'tag') this.#handles.set(directive.handle, directive.prefix)
        return
      case EVENT_ID.SCALAR:
        return this.#scalar(event)
      case EVENT_ID.ALIAS:
        return this.#alias(event)
      case EVENT_ID.SEQUENCE:
        return this.#open({
          ...this.#begin(event),
          kind: 'list',
          items: [],
          merges: this.#isMerging() ? [] : undefined,
        })
      case EVENT_ID.MAPPING: {
        const place = this.#begin(event)
        const keepsEntries = place.anchor !== '' || this.#isMerging()
        return this.#open({
          ...place,
          kind: 'map',
          entries: new Map(),
          key: undefined,
          keyAt: 0,
          isMerge: false,
          keepsEntries,
        })
      }
      case EVENT_ID.POP:
        return this.#close()
    }
  }

  #begin(event: Extract<Event, { start: number }>): Place & { before: Size } {
    const before = this.#budget.spent
    this.#budget.spend({ parts: 1, characters: 1 })
    return { ...this.#place(event, event.start), before }
  }

  #open(frame: Frame): void {
    if (frame.anchor) this.#anchors.set(frame.anchor, undefined)
    this.#frames.push(frame)
  }

  #close(): void {
    const frame = this.#frames.pop()
    if (!frame) return
    const { parts, characters } = this.#budget.spent
    const size = { parts: parts - frame.before.parts, characters: characters - frame.before.characters }
    const node: Node =
      frame.kind === 'list'
        ? { ...size, value: frame.items }
        : { ...size, value: toObject(frame.entries), entries: frame.keepsEntries ? frame.entries : undefined }
    if (frame.anchor) this.#anchors.set(frame.anchor, node)
    if (frame.kind === 'list' && frame.merges) return this.#mergeAll(frame.merges)
    this.#add(node, frame.at)
  }

  #scalar(event: Extract<Event, { valueStart: number }>): void {
    const text = event.valueStart === NONE ? '' : getScalarValue(this.#text, event)
    const { at, anchor } = this.#place(event, event.valueStart)
    const size = { parts: 1, characters: text.length + 1 }
    this.#budget.spend(size)
    const isPlain = event.style === SCALAR_STYLE.PLAIN
    if (event.tagStart === NONE && isPlain && text === MERGE && this.#expectsKey()) return this.#beginMerge(at)
    const tag = event.tagStart === NONE ? '' : this.#tag(this.#text.slice(event.tagStart, event.tagEnd))
    if (tag === MERGE_TAG && text === MERGE && this.#expectsKey()) return this.#beginMerge(at)
    const node = { ...size, value: tag === '!' || (tag === '' && !isPlain) ? text : this.#resolve(text, tag, at) }
    if (anchor) this.#anchors.set(anchor, node)
    this.#add(node, at)
  }

  #resolve(text: string, tag: string, at: number): Json {
    try {
      return resolveScalar(text, tag)
    } catch (error) {
      if (error instanceof InvalidScalar) throw new InvalidYaml(error.message, at)
      throw error
    }
  }

  #alias(event: Extract<Event, { type: typeof EVENT_ID.ALIAS }>): void {
    const name = this.#text.slice(event.anchorStart, event.anchorEnd)
    const node = this.#anchors.get(name)
    if (!node) {
      const why = this.#anchors.has(name)
        ? `anchor ${shown(name)} contains itself`
        : `unknown anchor ${shown(name)} referenced`
      throw new InvalidYaml(why, event.anchorStart)
    }
    this.#budget.spend(node)
    this.#add(node, event.anchorStart - 1)
  }

  #add(node: Node, at: number): void {
    const frame = this.#frames.at(-1)
    if (!frame) this.#root = node.value
    else if (frame.kind === 'list') this.#addItem(frame, node, at)
    else if (frame.isMerge) this.#merge(frame, node.entries, at)
    else if (frame.key === undefined) this.#addKey(frame, node.value, at)
    else this.#addMember(frame, node.value, at)
  }

  #addItem(frame: Extract<Frame, { kind: 'list' }>, node: Node, at: number): void {
    frame.items.push(node.value)
    if (!frame.merges) return
    if (!node.entries) throw noMap(at)
    frame.merges.push(node.entries)
  }

  #addKey(frame: Extract<Frame, { kind: 'map' }>, key: Json, at: number): void {
    const text = keyText(key)
    if (text === undefined)
      throw new InvalidYaml(`invalid map key: ${key === null ? 'null' : 'a map or list'} cannot be a key in JSON`, at)
    frame.key = typeof key === 'object' ? text : key
    frame.keyAt = at
  }

  /** An empty value has no place of its own: it stands where its key does. */
  #addMember(frame: Extract<Frame, { kind: 'map' }>, value: Json, at: number): void {
    const { key = null, keyAt } = frame
    frame.key = undefined
    this.#put(frame.entries, key, value, at < 0 ? keyAt : at)
  }

  #put(entries: Entries, key: Json, value: Json, at: number): void {
    if (entries.has(key) && this.#duplicates.length < MAX_DUPLICATES) this.#duplicates.push({ key, at })
    entries.set(key, { value, at })
  }

  #expectsKey(): boolean {
    const frame = this.#frames.at(-1)
    return frame?.kind === 'map' && frame.key === undefined && !frame.isMerge
  }

  #beginMerge(at: number): void {
    const frame = this.#frames.at(-1)
    if (frame?.kind !== 'map') return
    frame.isMerge = true
    frame.keyAt = at
  }

  /** What begins here is merged into a map, or is a list of such. */
  #isMerging(): boolean {
    const frame = this.#frames.at(-1)
    return frame?.kind === 'map' ? frame.isMerge : frame?.merges !== undefined
  }

  /** Earlier maps of a list win. */
  #mergeAll(maps: readonly Entries[]): void {
    const frame = this.#frames.at(-1)
    if (frame?.kind !== 'map') return
    frame.isMerge = false
    for (const entries of maps.toReversed()) this.#mergeEntries(frame.entries, entries)
  }

  #merge(frame: Extract<Frame, { kind: 'map' }>, entries: Entries | undefined, at: number): void {
    if (!entries) throw noMap(at)
    frame.isMerge = false
    this.#mergeEntries(frame.entries, entries)
  }

  #mergeEntries(into: Entries, from: Entries): void {
    this.#budget.spend({ parts: from.size, characters: from.size })
    for (const [key, { value, at }] of from) this.#put(into, key, value, at)
  }

  #place(event: { anchorStart: number; anchorEnd: number; tagStart: number }, start: number): Place {
    if (event.anchorStart === NONE && event.tagStart === NONE) return { at: start, anchor: '' }
    const { anchorStart, anchorEnd, tagStart } = event
    let at = start
    if (tagStart !== NONE && (at === NONE || tagStart < at)) at = tagStart
    if (anchorStart === NONE) return { at, anchor: '' }
    if (at === NONE || anchorStart <= at) at = anchorStart - 1
    return { at, anchor: this.#text.slice(anchorStart, anchorEnd) }
  }

  /** `!!str` → `tag:yaml.org,2002:str` */
  #tag(raw: string): string {
    if (raw.startsWith('!<')) return raw.slice(2, -1)
    const end = raw.indexOf('!', 1) + 1
    if (end === 0) return raw
    const handle = raw.slice(0, end)
    const prefix = this.#handles.get(handle) ?? (handle === '!!' ? 'tag:yaml.org,2002:' : handle)
    return prefix + raw.slice(end)
  }
}

const noMap = (at: number) => new InvalidYaml('map merge requires map or sequence of maps as the value', at)

const toObject = (entries: Entries): Json =>
  Object.fromEntries([...entries].map(([key, { value }]) => [keyText(key)!, value]))
