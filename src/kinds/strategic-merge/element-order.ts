/** An item of a list and the text it is known by: its merge key, or itself. */
export interface Element<T> {
  key: string
  item: T
}

export const keysOf = (elements: readonly Element<unknown>[]): string[] => elements.map(({ key }) => key)
export const itemsOf = <T>(elements: readonly Element<T>[]): T[] => elements.map(({ item }) => item)

/** The first place of each key. */
export function ranks(keys: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  keys.forEach((key, i) => {
    if (!places.has(key)) places.set(key, i)
  })
  return places
}

/**
 * The order of a merged list: `wanted` elements (of the patch or of its `$setElementOrder`) in the order given, the others
 * in their live order, and both walked together: the head of the others comes first only where both heads are in the live
 * list and it stands before the other there. So new elements come before all others.
 *
 * live [a, b, c], patch [c, d] → wanted [c, d], others [a, b] → a, b, c, d
 * live [a, b], patch [d] → wanted [d], others [a, b] → d, a, b
 */
export function inPatchOrder<T>(
  elements: readonly Element<T>[],
  wanted: ReadonlyMap<string, number>,
  live: ReadonlyMap<string, number>,
): Element<T>[] {
  const left = sorted(
    elements.filter(({ key }) => !wanted.has(key)),
    live,
  )
  const right = sorted(
    elements.filter(({ key }) => wanted.has(key)),
    wanted,
  )
  const all: Element<T>[] = []
  let [i, j] = [0, 0]
  while (i < left.length && j < right.length)
    all.push(standsBefore(left[i]!, right[j]!, live) ? left[i++]! : right[j++]!)
  return [...all, ...left.slice(i), ...right.slice(j)]
}

const sorted = <T>(elements: Element<T>[], order: ReadonlyMap<string, number>) =>
  elements.toSorted((a, b) => (order.get(a.key) ?? 0) - (order.get(b.key) ?? 0))

function standsBefore<T>(a: Element<T>, b: Element<T>, live: ReadonlyMap<string, number>): boolean {
  const [rankA, rankB] = [live.get(a.key), live.get(b.key)]
  return rankA !== undefined && rankB !== undefined && rankA < rankB
}
