import type { Revision } from '../../../core/revision.ts'

/** What the marks need to know of a change. */
export interface Marking {
  resource: string
  name: string
}

/**
 * One mark for all watches of a resource, or for those that watch one name of it.
 *
 *     quiet ──publish──► due ──taken──► passing ──publish──► again
 *       ▲                 ▲                │                   │
 *       └─────────────────┼──── passed ────┘                   │
 *                         └──────────────── passed ────────────┘
 */
export interface Mark<Watch> {
  readonly key: string
  readonly watches: Set<Watch>
  state: 'quiet' | 'due' | 'passing' | 'again'
  /** Unless quiet: the idle watches were sent everything up to this revision. */
  from: Revision
}

/**
 * Says which watches may be owed something. To publish a change touches the marks of its resource and name, not the watches:
 * these are gone through later, by the delivery loop.
 */
export class ResourceMarks<Watch> {
  readonly #marks = new Map<string, Mark<Watch>>()
  #due: Mark<Watch>[] = []
  #published: Revision

  constructor(published: Revision) {
    this.#published = published
  }

  get isDue(): boolean {
    return this.#due.length > 0
  }

  /** `name`: where the watch can only ever see the object of this name. */
  add(watch: Watch, resource: string, name: string | undefined): Mark<Watch> {
    const key = keyOf(resource, name)
    const mark = this.#marks.get(key) ?? { key, watches: new Set<Watch>(), state: 'quiet', from: this.#published }
    this.#marks.set(key, mark)
    mark.watches.add(watch)
    return mark
  }

  remove(watch: Watch, mark: Mark<Watch>): void {
    mark.watches.delete(watch)
    if (mark.watches.size === 0) this.#marks.delete(mark.key)
  }

  /** Changes were committed; `last` is the last revision there is. */
  publish(changes: readonly Marking[], last: Revision): void {
    for (const { resource, name } of changes) {
      this.#touch(this.#marks.get(keyOf(resource, undefined)))
      this.#touch(this.#marks.get(keyOf(resource, name)))
    }
    this.#published = last
  }

  /** Nothing that a watch could see happened up to `revision`. */
  passOver(revision: Revision): void {
    this.#published = revision
  }

  /** Up to here the idle watches of a mark were sent everything. */
  quietSince({ state, from }: Mark<Watch>): Revision {
    return state === 'quiet' ? this.#published : from
  }

  /** Goes through the watches of all that is due now. A mark that is published meanwhile is due again. */
  *take(): Generator<Watch> {
    for (const mark of this.#due.splice(0)) {
      mark.state = 'passing'
      try {
        yield* mark.watches
      } finally {
        this.#passed(mark)
      }
    }
  }

  #touch(mark: Mark<Watch> | undefined): void {
    if (mark?.state === 'passing') mark.state = 'again'
    if (mark?.state !== 'quiet') return
    mark.state = 'due'
    mark.from = this.#published
    this.#due.push(mark)
  }

  #passed(mark: Mark<Watch>): void {
    if (mark.state === 'passing') {
      mark.state = 'quiet'
      return
    }
    mark.state = 'due'
    this.#due.push(mark)
  }
}

/** A resource is never the empty text, and no name holds a space. */
const keyOf = (resource: string, name: string | undefined) => (name === undefined ? resource : `${resource} ${name}`)
