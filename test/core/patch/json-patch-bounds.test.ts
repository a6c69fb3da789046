import { describe, expect, it } from 'vitest'
import { applyJsonPatch } from '../../../src/core/patch/json-patch.ts'
import { parseJsonPatch } from '../../../src/core/patch/parse-json-patch.ts'
import { PatchError } from '../../../src/core/patch/patch-error.ts'
import type { Json } from '../../../src/wire/object.ts'

/** How long a patch may take here: many times what it takes, and far less than without a bound. */
const MILLISECONDS = 5_000

function outcome(document: Json, operations: Json[]): { result: Json } | { problem: string } {
  try {
    return { result: applyJsonPatch(document, parseJsonPatch(operations).operations) }
  } catch (error) {
    if (error instanceof PatchError) return { problem: error.problem }
    throw error
  }
}

const times = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i))
const manyKeys = (count: number) => Object.fromEntries(times(count, (i) => [`k${i}`, 'v']))

describe('P20 a JSON Patch costs bounded time and memory', () => {
  it(
    'when it doubles a value again and again',
    () => {
      const bomb = times(60, (i) => ({ op: 'copy', from: '/d', path: `/d/c${i}` }))
      expect(outcome({ d: { a: 'x'.repeat(100) } }, bomb)).toEqual({
        problem: expect.stringMatching(/^operation 1\d \(copy\) at "\/d\/c1\d": more than 3145728 bytes are copied$/),
      })
    },
    MILLISECONDS,
  )

  it(
    'when it copies small values of a large list 10,000 times',
    () => {
      const copies = times(10_000, () => ({ op: 'copy', from: '/large', path: '/again' }))
      const result = outcome({ large: times(100_000, (i) => i) }, copies)
      expect(result).toEqual({ problem: expect.stringContaining('bytes are copied') })
    },
    MILLISECONDS,
  )

  it('but copies 3 MiB', () => {
    const document = { text: 'x'.repeat(1_000_000) }
    const copies = (count: number) => times(count, (i) => ({ op: 'copy', from: '/text', path: `/t${i}` }))
    expect(outcome(document, copies(3))).toHaveProperty('result.t2.length', 1_000_000)
    expect(outcome(document, copies(4))).toHaveProperty('problem')
  })

  it(
    'when it inserts at the front of a huge list',
    () => {
      const inserts = times(9_999, () => ({ op: 'add', path: '/l/0', value: 1 }))
      expect(outcome({}, [{ op: 'add', path: '/l', value: times(1_000_000, () => 0) }, ...inserts])).toEqual({
        problem: expect.stringContaining('inserts and removes too much in long lists'),
      })
    },
    MILLISECONDS,
  )

  it(
    'but takes 10,000 insertions into a list of 10,000',
    () => {
      const inserts = times(10_000, (i) => ({ op: 'add', path: '/l/0', value: i }))
      expect(outcome({ l: times(10_000, () => 0) }, inserts)).toHaveProperty('result.l.length', 20_000)
    },
    MILLISECONDS,
  )

  it(
    'when it changes or compares an object of 100,000 members 10,000 times',
    () => {
      const document = { data: manyKeys(100_000) }
      const changes = times(5_000, (i) => ({ op: 'replace', path: `/data/k${i}`, value: 'w' }))
      const tests = times(4_999, () => ({ op: 'test', path: '/data', value: {} }))
      expect(outcome(document, changes)).toHaveProperty('result.data.k4999', 'w')
      expect(outcome(document, [...changes, ...tests])).toEqual({
        problem: expect.stringMatching(/^operation 5000 \(test\)/),
      })
      const wrong = times(10_000, (i) => ({ op: 'test', path: `/data/k${i}`, value: 'v' }))
      expect(outcome(document, wrong)).toHaveProperty('result.data.k0', 'v')
    },
    MILLISECONDS,
  )

  it(
    'when it wraps a value again and again',
    () => {
      const wrap = [
        { op: 'add', path: '/b', value: {} },
        { op: 'move', from: '/a', path: '/b/a' },
        { op: 'move', from: '/b', path: '/a' },
      ]
      const levels = (count: number) => times(count, () => wrap).flat()
      expect(outcome({ a: {} }, levels(250))).toHaveProperty('result')
      expect(outcome({ a: {} }, levels(3_333))).toEqual({
        problem: expect.stringMatching(/nested deeper than 256 levels$/),
      })
      expect(outcome({ a: {} }, [...levels(3_000), { op: 'copy', from: '/a', path: '/c' }])).toEqual({
        problem: expect.stringMatching(/^operation 9000 \(copy\) at "\/c": nested deeper than 256 levels$/),
      })
      expect(outcome({ a: {} }, [...levels(3_000), { op: 'test', path: '/a', value: {} }])).toEqual({
        problem: expect.stringMatching(/^operation 9000 \(test\)/),
      })
    },
    MILLISECONDS,
  )

  it('when it copies a value into itself', () => {
    const copies = times(10_000, () => ({ op: 'copy', from: '/a', path: '/a/a' }))
    expect(outcome({ a: {} }, copies)).toEqual({ problem: expect.stringMatching(/nested deeper than 256 levels$/) })
  })

  it('when its paths are long', () => {
    const path = '/a'.repeat(500_000)
    const result = outcome(
      { a: {} },
      times(3, () => ({ op: 'add', path, value: 1 })),
    )
    expect(result).toEqual({ problem: expect.stringMatching(/nothing is at "\/a\/a"$/) })
    expect((result as { problem: string }).problem.length).toBeLessThan(1_000)
  })
})
