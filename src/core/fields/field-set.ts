import type { PathElement } from './path.ts'

/**
 * A set of paths, as a tree. A node that is `owned` is itself in the set; what stands below it need not be. Never changed
 * in place: an operation that changes nothing gives back the very set that it was given, and shares what it keeps.
 *
 *   {.data, .data.x, .spec.size}  =  data (owned) ─ x (owned)
 *                                    spec ─ size (owned)
 */
export interface FieldSet {
  readonly owned: boolean
  readonly children: ReadonlyMap<PathElement, FieldSet>
}

const NO_CHILDREN: ReadonlyMap<PathElement, FieldSet> = new Map()

/** No path at all. */
export const NO_FIELDS: FieldSet = { owned: false, children: NO_CHILDREN }
/** The node of a path below which nothing is in the set. */
export const LEAF: FieldSet = { owned: true, children: NO_CHILDREN }

/** A node. None of `children` may be empty. */
export const fieldSet = (owned: boolean, children: ReadonlyMap<PathElement, FieldSet>): FieldSet =>
  children.size > 0 ? { owned, children } : owned ? LEAF : NO_FIELDS

export const isEmpty = (set: FieldSet): boolean => !set.owned && set.children.size === 0

/** The same paths, and the one of the node itself. */
export const owning = (set: FieldSet): FieldSet => (set.owned ? set : fieldSet(true, set.children))

/** Paths that are in `a` or in `b`. */
export function union(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b || isEmpty(b)) return a
  if (isEmpty(a)) return b
  const children = withChildren(a, b.children, (ours, theirs) => (ours ? union(ours, theirs) : theirs))
  return children === a.children && (a.owned || !b.owned) ? a : fieldSet(a.owned || b.owned, children)
}

/** Paths that are in any of the sets. By halves: one after the other would copy what has grown each time. */
export function unionOf(sets: readonly FieldSet[]): FieldSet {
  if (sets.length <= 1) return sets[0] ?? NO_FIELDS
  const half = sets.length >> 1
  return union(unionOf(sets.slice(0, half)), unionOf(sets.slice(half)))
}

/** Paths that are in `a` and not in `b`. (A path of `a` that lies below one of `b` stays.) */
export function difference(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return NO_FIELDS
  const children = withChildren(a, shared(a, b), (ours, theirs) => ours && difference(ours, theirs))
  const owned = a.owned && !b.owned
  return children === a.children && owned === a.owned ? a : fieldSet(owned, children)
}

/** Paths of `a` that are neither in `b` nor below a path of `b`. */
export function without(a: FieldSet, b: FieldSet): FieldSet {
  if (b.owned) return NO_FIELDS
  const children = withChildren(a, shared(a, b), (ours, theirs) => ours && without(ours, theirs))
  return children === a.children ? a : fieldSet(a.owned, children)
}

/** Paths that are in both. */
export function intersection(a: FieldSet, b: FieldSet): FieldSet {
  if (a === b) return a
  const children = new Map<PathElement, FieldSet>()
  const [fewer, more] = a.children.size <= b.children.size ? [a, b] : [b, a]
  for (const [element, ours] of fewer.children) {
    const theirs = more.children.get(element)
    const both = theirs && intersection(ours, theirs)
    if (both && !isEmpty(both)) children.set(element, both)
  }
  return fieldSet(a.owned && b.owned, children)
}

/** Whether both hold the same paths. */
export function equalSets(a: FieldSet, b: FieldSet): boolean {
  if (a === b) return true
  if (a.owned !== b.owned || a.children.size !== b.children.size) return false
  for (const [element, ours] of a.children) {
    const theirs = b.children.get(element)
    if (theirs === undefined || !equalSets(ours, theirs)) return false
  }
  return true
}

/** Whether a path is in the set. */
export function hasPath(set: FieldSet, path: readonly PathElement[]): boolean {
  let node: FieldSet | undefined = set
  for (const element of path) node = node?.children.get(element)
  return node?.owned ?? false
}

/** The set of the given paths. */
export const setOfPaths = (paths: readonly (readonly PathElement[])[]): FieldSet =>
  unionOf(paths.map((path) => path.reduceRight(below, LEAF)))

const below = (set: FieldSet, element: PathElement): FieldSet => fieldSet(false, new Map([[element, set]]))

/** The children of `b` whose elements `a` has too: the fewer of both are gone through. */
function* shared(a: FieldSet, b: FieldSet): Iterable<[PathElement, FieldSet]> {
  if (b.children.size <= a.children.size) {
    yield* b.children
    return
  }
  for (const element of a.children.keys()) {
    const theirs = b.children.get(element)
    if (theirs) yield [element, theirs]
  }
}

/** The children of `a`, changed at those of `others`; the very map of `a` if that changes none. */
function withChildren(
  a: FieldSet,
  others: Iterable<readonly [PathElement, FieldSet]>,
  combine: (ours: FieldSet | undefined, theirs: FieldSet) => FieldSet | undefined,
): ReadonlyMap<PathElement, FieldSet> {
  let changed: Map<PathElement, FieldSet> | undefined
  for (const [element, theirs] of others) {
    const ours = a.children.get(element)
    const combined = combine(ours, theirs)
    if (combined === ours) continue
    changed ??= new Map(a.children)
    if (combined && !isEmpty(combined)) changed.set(element, combined)
    else changed.delete(element)
  }
  return changed ?? a.children
}
