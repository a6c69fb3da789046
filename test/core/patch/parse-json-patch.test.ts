import { describe, expect, it } from 'vitest'
import { findDuplicateFields } from '../../../src/core/json/duplicate-fields.ts'
import { parseJsonPatch } from '../../../src/core/patch/parse-json-patch.ts'
import { PatchError } from '../../../src/core/patch/patch-error.ts'
import type { Json } from '../../../src/wire/object.ts'
import { refusalOf } from '../../support/refusal.ts'

function problemOf(patch: Json): string | undefined {
  try {
    parseJsonPatch(patch)
    return undefined
  } catch (error) {
    if (error instanceof PatchError) return error.problem
    throw error
  }
}

describe('the body of a JSON Patch', () => {
  it('is a list of operations; a value that is not given is null', () => {
    const patch = [
      { op: 'add', path: '/a', value: { b: [1] } },
      { op: 'test', path: '/a' },
      { op: 'remove', path: '/a', from: null },
      { op: 'move', from: '/a', path: '/b' },
    ]
    expect(parseJsonPatch(patch)).toEqual({
      operations: [
        { op: 'add', path: ['a'], value: { b: [1] } },
        { op: 'test', path: ['a'], value: null },
        { op: 'remove', path: ['a'] },
        { op: 'move', from: ['a'], path: ['b'] },
      ],
      problems: [],
    })
  })

  it.each<[string, Json, RegExp]>([
    ['an object', { data: { k: '2' } }, /^error decoding patch: .* of type object$/],
    ['null', null, /^error decoding patch: .* of type null$/],
    ['a list of something else', [{ op: 'remove', path: '/a' }, 5], /^error decoding patch: operation 1 .* number/],
    ['an operation that is null', [null], /^error decoding patch: operation 0 .* null/],
    ['an op that is no string', [{ op: 1, path: '/a' }], /^error decoding patch: "op" of operation 0 .* number/],
    ['a path that is no string', [{ op: 'add', path: ['a'] }], /^error decoding patch: "path" of operation 0 .* array/],
    ['a from that is no string', [{ op: 'add', path: '/a', from: {} }], /^error decoding patch: "from" of operation 0/],
  ])('is a 400 if it is %s', (_what, patch, message) => {
    expect(refusalOf(() => parseJsonPatch(patch))).toMatchObject({
      code: 400,
      reason: 'BadRequest',
      message: expect.stringMatching(message),
    })
  })

  it('has at most 10,000 operations: one more is a 413 that says how many', () => {
    const patch = (count: number) => Array.from({ length: count }, () => ({ op: 'remove', path: '/a' }))
    expect(parseJsonPatch(patch(10_000)).operations).toHaveLength(10_000)
    expect(refusalOf(() => parseJsonPatch(patch(10_001)))).toMatchObject({
      code: 413,
      reason: 'RequestEntityTooLarge',
      message: 'Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001',
    })
  })

  it('tells unknown members, with the place of their operation, at most 100', () => {
    const patch = [
      { op: 'remove', path: '/a', xyz: 1 },
      { op: 'test', path: '/b', Value: 2, __proto: 3 },
    ]
    expect(parseJsonPatch(patch).problems).toEqual([
      'json patch unknown field "[0].xyz"',
      'json patch unknown field "[1].Value"',
      'json patch unknown field "[1].__proto"',
    ])
    const many = Array.from({ length: 300 }, () => ({ op: 'remove', path: '/a', xyz: 1 }))
    expect(parseJsonPatch(many).problems).toHaveLength(100)
  })

  it('with a doubled member (RFC 6902, A.13) is seen in its text', () => {
    const text = '[{"op": "add", "path": "/baz", "value": "qux", "op": "remove"}]'
    expect(findDuplicateFields(text)).toEqual(['[0].op'])
  })
})

describe('an operation that no object could take', () => {
  it.each<[string, Json, string]>([
    ['unknown', { op: 'frobnicate', path: '/data/k' }, 'operation 0 (frobnicate): an unknown operation'],
    ['in capitals', { op: 'ADD', path: '/data/k' }, 'operation 0 (ADD): an unknown operation'],
    ['without a name', { path: '/data/k' }, 'operation 0: it has no "op"'],
    ['without a path', { op: 'remove' }, 'operation 0 (remove): it has no "path"'],
    ['a move without a from', { op: 'move', path: '/a' }, 'operation 0 (move): it has no "from"'],
    [
      'a path without a slash',
      { op: 'remove', path: 'data' },
      'operation 0 (remove): its "path" is no JSON pointer: "data"',
    ],
  ])('%s is a 422 in the words of Kubernetes, and says which and why', (_what, operation, problem) => {
    expect(refusalOf(() => parseJsonPatch([operation]))).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'the server rejected our request due to an error in our request',
      reason: 'Invalid',
      details: {},
      code: 422,
    })
    expect(problemOf([operation])).toBe(problem)
  })

  it('may be deeper than an object can be', () => {
    const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as Json
    expect(problemOf([{ op: 'add', path: '/a', value: deep(256) }])).toBeUndefined()
    expect(problemOf([{ op: 'add', path: '/a', value: deep(257) }])).toBe(
      'operation 0 (add) at "/a": nested deeper than 256 levels',
    )
    expect(problemOf([{ op: 'test', path: '/a', value: deep(1_000_000) }])).toMatch(/deeper/)
  })

  it('does not make the answer as long as the request', () => {
    const problem = problemOf([{ op: 'x'.repeat(1_000_000), path: '/a' }])
    expect(problem).toMatch(/an unknown operation$/)
    expect(problem!.length).toBeLessThan(400)
  })
})
