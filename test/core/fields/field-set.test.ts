import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  difference,
  equalSets,
  type FieldSet,
  hasPath,
  intersection,
  isEmpty,
  NO_FIELDS,
  setOfPaths,
  union,
  unionOf,
  without,
} from '../../../src/core/fields/field-set.ts'
import type { PathElement } from '../../../src/core/fields/path.ts'
import { arbitrarySet } from './arbitrary-fields.ts'

function pathsOf(set: FieldSet, path: PathElement[] = []): string[] {
  const below = [...set.children].flatMap(([element, child]) => pathsOf(child, [...path, element]))
  return set.owned ? [path.join(' / '), ...below] : below
}
const sorted = (set: FieldSet) => pathsOf(set).sort()

/** No node is there for nothing. */
const isTidy = (set: FieldSet): boolean => [...set.children.values()].every((child) => !isEmpty(child) && isTidy(child))

const forAll = (law: (a: FieldSet, b: FieldSet, c: FieldSet) => void) =>
  fc.assert(fc.property(arbitrarySet, arbitrarySet, arbitrarySet, law))

describe('a set of fields', () => {
  it('has the paths that it was made of', () => {
    const set = setOfPaths([['f:a', 'f:b'], ['f:a'], ['f:c', 'f:d']])
    expect(sorted(set)).toEqual(['f:a', 'f:a / f:b', 'f:c / f:d'])
    expect(hasPath(set, ['f:a'])).toBe(true)
    expect(hasPath(set, ['f:c'])).toBe(false)
    expect(hasPath(set, ['f:c', 'f:d', 'f:e'])).toBe(false)
    expect(hasPath(set, [])).toBe(false)
  })

  it('united with another has the paths of both', () => {
    forAll((a, b) => {
      const both = union(a, b)
      expect(sorted(both)).toEqual([...new Set([...pathsOf(a), ...pathsOf(b)])].sort())
      expect(isTidy(both)).toBe(true)
    })
  })

  it('united with many has the paths of all', () => {
    fc.assert(
      fc.property(fc.array(arbitrarySet, { maxLength: 5 }), (sets) => {
        expect(sorted(unionOf(sets))).toEqual([...new Set(sets.flatMap((set) => pathsOf(set)))].sort())
      }),
    )
  })

  it('less another has the paths that the other does not have', () => {
    forAll((a, b) => {
      const others = new Set(pathsOf(b))
      const left = difference(a, b)
      expect(sorted(left)).toEqual(sorted(a).filter((path) => !others.has(path)))
      expect(isTidy(left)).toBe(true)
    })
  })

  it('cut with another has the paths that both have', () => {
    forAll((a, b) => {
      const others = new Set(pathsOf(b))
      const shared = intersection(a, b)
      expect(sorted(shared)).toEqual(sorted(a).filter((path) => others.has(path)))
      expect(isTidy(shared)).toBe(true)
    })
  })

  it('without another has nothing at or below its paths', () => {
    forAll((a, b) => {
      const others = pathsOf(b)
      const left = without(a, b)
      const isBelow = (path: string) => others.some((other) => path === other || path.startsWith(`${other} / `))
      expect(sorted(left)).toEqual(sorted(a).filter((path) => !isBelow(path)))
      expect(isTidy(left)).toBe(true)
    })
  })

  it('follows the laws of sets', () => {
    forAll((a, b, c) => {
      const equal = (x: FieldSet, y: FieldSet) => expect(equalSets(x, y)).toBe(true)
      equal(union(a, b), union(b, a))
      equal(union(union(a, b), c), union(a, union(b, c)))
      equal(intersection(a, union(b, c)), union(intersection(a, b), intersection(a, c)))
      equal(difference(a, union(b, c)), difference(difference(a, b), c))
      equal(union(difference(a, b), intersection(a, b)), a)
      equal(difference(a, a), NO_FIELDS)
      expect(equalSets(a, b)).toBe(sorted(a).join('\n') === sorted(b).join('\n'))
    })
  })

  it('is given back itself where nothing changes', () => {
    forAll((a, b) => {
      const both = union(a, b)
      expect(union(both, b)).toBe(both)
      const left = difference(a, b)
      expect(difference(left, b)).toBe(left)
      const cut = without(a, b)
      expect(without(cut, b)).toBe(cut)
    })
  })
})
