import type { ApiObject, Stored } from '../types.ts'
import { byVersion, isLater, keyOf, type WatchChange } from './change.ts'

/**
 * The objects that a watch knows, and what an event or a new list changes in them. Only what differs is a change: an event
 * that came before, or is older than what is known, is none; an object of another uid is a deletion and an addition.
 */
export class KnownObjects<T extends ApiObject> {
  readonly #objects = new Map<string, Stored<T>>()
  /** The latest event of each namespace: what is not later has been seen. */
  readonly #latest = new Map<string | undefined, string>()

  get(key: string): Stored<T> | undefined {
    return this.#objects.get(key)
  }

  values(): IterableIterator<Stored<T>> {
    return this.#objects.values()
  }

  /** Takes over objects of which somebody else has told already. */
  seed(items: Stored<T>[]): void {
    for (const item of items) this.#objects.set(keyOf(item), item)
  }

  event(type: WatchChange<T>['type'], object: Stored<T>): WatchChange<T>[] {
    const { namespace, resourceVersion } = object.metadata
    const known = this.#objects.get(keyOf(object))
    const latest = known?.metadata.resourceVersion ?? this.#latest.get(namespace)
    if (latest !== undefined && !isLater(resourceVersion, latest)) return []
    this.#latest.set(namespace, resourceVersion)
    if (type !== 'DELETED') return this.#put(object)
    if (!known) return []
    this.#objects.delete(keyOf(object))
    return [{ type, object }]
  }

  /** A list made later than everything known: what is not in it is gone. Deletions first, then by version. */
  list(items: Stored<T>[]): WatchChange<T>[] {
    const listed = new Set(items.map(keyOf))
    const gone = [...this.#objects.values()].filter((known) => !listed.has(keyOf(known)))
    for (const known of gone) this.#objects.delete(keyOf(known))
    // a server that was set back to an earlier state counts from there
    this.#latest.clear()
    const isNew = (item: Stored<T>) =>
      this.#objects.get(keyOf(item))?.metadata.resourceVersion !== item.metadata.resourceVersion
    return [
      ...gone.map(missed),
      ...items
        .filter(isNew)
        .sort(byVersion)
        .flatMap((item) => this.#put(item)),
    ]
  }

  #put(object: Stored<T>): WatchChange<T>[] {
    const known = this.#objects.get(keyOf(object))
    this.#objects.set(keyOf(object), object)
    if (!known) return [{ type: 'ADDED', object }]
    if (known.metadata.uid === object.metadata.uid) return [{ type: 'MODIFIED', object }]
    return [missed(known), { type: 'ADDED', object }]
  }
}

const missed = <T extends ApiObject>(object: Stored<T>): WatchChange<T> => ({
  type: 'DELETED',
  object,
  finalStateUnknown: true,
})
