import type { SeenObject } from './seen-object.ts'
import type { Selector } from './selectors.ts'

export type ChangeType = 'ADDED' | 'MODIFIED' | 'DELETED'

/** From the sending of a request to its answer, in ticks of the run; `end` is Infinity where no answer came. */
export interface Span {
  start: number
  end: number
}

/** One accepted change. */
export interface LogEntry {
  version: number
  resource: string
  name: string
  type: ChangeType
  /** the content written; of a deletion the content before */
  object: SeenObject
  /** the change of the same name before this one */
  before: LogEntry | undefined
  after: LogEntry | undefined
  /** of the operation that made it; all time where it is not known which one that was */
  span: Span
}

export interface ExpectedEvent {
  type: ChangeType
  version: number
  object: SeenObject
}

/** Every accepted change of one scope, by version: gathered from acknowledged writes and from unselected watches. */
export class ModelLog {
  readonly scope: string
  readonly #byVersion = new Map<number, LogEntry>()
  #sorted: LogEntry[] = []
  #byName = new Map<string, LogEntry[]>()

  constructor(scope: string) {
    this.scope = scope
  }

  /** Takes a change in. Two sources that tell of one version must tell the same; returns what is wrong with it. */
  learn(resource: string, type: ChangeType, object: SeenObject): string | undefined {
    const known = this.#byVersion.get(object.version)
    if (!known) {
      const span = { start: -Infinity, end: Infinity }
      const entry = { version: object.version, resource, name: object.name, type, object, span }
      this.#byVersion.set(object.version, { ...entry, before: undefined, after: undefined })
      return undefined
    }
    const same = known.resource === resource && known.type === type && known.object.digest === object.digest
    if (same && known.name === object.name) return undefined
    return `version ${object.version} of ${this.scope} is both ${describeEntry(known)} and ${type} ${resource}/${object.name}`
  }

  /** Puts the changes in order. Call again after `learn`. */
  arrange(): void {
    this.#sorted = [...this.#byVersion.values()].sort((a, b) => a.version - b.version)
    this.#byName = new Map()
    for (const entry of this.#sorted) {
      const key = `${entry.resource}/${entry.name}`
      const entries = this.#byName.get(key) ?? []
      entry.before = entries.at(-1)
      entry.after = undefined
      if (entry.before) entry.before.after = entry
      entries.push(entry)
      this.#byName.set(key, entries)
    }
  }

  get entries(): readonly LogEntry[] {
    return this.#sorted
  }

  at(version: number): LogEntry | undefined {
    return this.#byVersion.get(version)
  }

  ofName(resource: string, name: string): readonly LogEntry[] {
    return this.#byName.get(`${resource}/${name}`) ?? []
  }

  /** What exists at a version and matches, by name. */
  stateAt(resource: string, version: number, selector: Selector): SeenObject[] {
    const found: SeenObject[] = []
    for (const entries of this.#byName.values()) {
      if (entries[0]!.resource !== resource) continue
      const entry = entries.findLast((one) => one.version <= version)
      if (entry && entry.type !== 'DELETED' && selector.matches(entry.object)) found.push(entry.object)
    }
    return found.sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** What a watcher with this selector must be told of the changes after a version, in order. */
  eventsAfter(resource: string, version: number, selector: Selector): ExpectedEvent[] {
    const events: ExpectedEvent[] = []
    for (const entry of this.#sorted) {
      if (entry.version <= version || entry.resource !== resource) continue
      const event = eventOf(entry, selector)
      if (event) events.push(event)
    }
    return events
  }
}

function eventOf(entry: LogEntry, selector: Selector): ExpectedEvent | undefined {
  const { before, version } = entry
  const matched = before !== undefined && before.type !== 'DELETED' && selector.matches(before.object)
  const matches = entry.type !== 'DELETED' && selector.matches(entry.object)
  if (matches) return { type: matched ? 'MODIFIED' : 'ADDED', version, object: entry.object }
  return matched ? { type: 'DELETED', version, object: before.object } : undefined
}

export const describeEntry = ({ type, resource, name, version }: LogEntry) => `${type} ${resource}/${name}@${version}`
