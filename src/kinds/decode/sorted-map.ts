/**
 * The same map with its keys in order, so that equal maps are written as equal text. (JavaScript puts keys that look like
 * list indexes first, by value; that is an order too.)
 */
export function sortedMap<T>(map: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(map).sort(byKey))
}

/** Orders entries by key. */
export const byKey = ([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]) =>
  a < b ? -1 : a > b ? 1 : 0
