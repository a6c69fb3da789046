import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkFields, FieldMismatch } from '../../../src/core/fields/check-fields.ts'
import { UNTYPED } from '../../../src/core/fields/field-schema.ts'
import type { Json } from '../../../src/wire/object.ts'
import { arbitraryJson, arbitraryValue } from './arbitrary-fields.ts'
import { sampleSchema } from './sample-schema.ts'

function mismatchOf(value: Json): string | undefined {
  try {
    checkFields(sampleSchema, value)
    return undefined
  } catch (error) {
    if (error instanceof FieldMismatch) return error.message
    throw error
  }
}

describe('a configuration is refused', () => {
  it.each<[string, Json, string]>([
    ['an unknown field', { nested: { zzz: 1 } }, '.nested.zzz: field not declared in schema'],
    ['an unknown field at the root', { zzz: 1 }, '.zzz: field not declared in schema'],
    ['no string', { data: { k: 5 } }, '.data.k: expected string, got &value.valueUnstructured{Value:5}'],
    ['no number', { size: 'x' }, '.size: expected numeric (int or float), got string'],
    ['no boolean', { ready: 'x' }, '.ready: expected boolean, got "x"'],
    ['no scalar', { port: [1] }, '.port: expected any scalar, got […]'],
    ['no map', { data: ['x'] }, '.data: expected map, got […]'],
    ['no list', { tags: 'x' }, '.tags: expected list, got "x"'],
    [
      'a doubled key',
      { ports: [{ port: 80 }, { port: 80, protocol: 'TCP' }] },
      '.ports: duplicate entries for key [port=80,protocol="TCP"]',
    ],
    ['a doubled item of a set', { tags: ['a', 'a'] }, '.tags: duplicate entries for key [="a"]'],
    ['a null item', { ports: [null] }, '.ports: element 0: associative list with keys may not have a null element'],
    [
      'an item that is no map',
      { ports: ['x'] },
      '.ports: element 0: associative list with keys may not have non-map elements',
    ],
    [
      'an item without its keys',
      { owners: [{ kind: 'K' }] },
      '.owners: element 0: associative list with keys has an element that omits all key fields ["uid"] (and doesn\'t have default values for any key fields)',
    ],
    [
      'a null item of a set',
      { tags: [null] },
      '.tags: element 0: associative list without keys has an element that is an explicit null',
    ],
    ['a map in a set', { tags: [{}] }, '.tags: element 0: associative list without keys has an element that is a map'],
    [
      'a field of an item',
      { ports: [{ port: 1, zzz: 1 }] },
      '.ports[port=1,protocol="TCP"].zzz: field not declared in schema',
    ],
    [
      'an item of an atomic list',
      { words: ['a', 1] },
      '.words[1]: expected string, got &value.valueUnstructured{Value:1}',
    ],
    ['a field of an atomic struct', { fixed: { zzz: 1 } }, '.fixed.zzz: field not declared in schema'],
  ])('for %s', (_what, value, message) => {
    expect(mismatchOf(value)).toBe(message)
  })

  it('when nested too deep, before the stack is at risk', () => {
    const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as Json
    expect(mismatchOf({ free: nested(200) })).toBeUndefined()
    expect(mismatchOf({ free: nested(100_000) })).toBe('exceeded max depth of 256')
    expect(mismatchOf({ name: nested(100_000) })).toContain('.name: expected string')
    expect(mismatchOf({ ports: [{ port: nested(100_000) }] })).toContain('.ports: element 0')
  })

  it('with a text that is short, however long the value', () => {
    expect(mismatchOf({ size: 'x'.repeat(100_000) })!.length).toBeLessThan(100)
    expect(mismatchOf({ ready: 'x'.repeat(100_000) })!.length).toBeLessThan(200)
  })
})

describe('a configuration is taken', () => {
  it('if it is as the schema says', () => {
    fc.assert(
      fc.property(arbitraryValue, (value) => {
        expect(mismatchOf(value)).toBeUndefined()
      }),
    )
  })

  it.each<Json>([
    { name: null, data: null, tags: null, ports: null, nested: null, fixed: null, free: null },
    { port: 80 },
    { port: 'http' },
    { free: { any: [{ thing: null }] } },
    { tags: ['a', 'b'], ports: [{ port: 80 }, { port: 80, protocol: 'UDP' }] },
  ])('%j', (value) => {
    expect(mismatchOf(value)).toBeUndefined()
  })

  it('or refused, whatever its form', () => {
    fc.assert(
      fc.property(arbitraryJson, (value) => {
        expect(['string', 'undefined']).toContain(typeof mismatchOf(value))
        expect(() => checkFields(UNTYPED, value)).not.toThrow()
      }),
    )
  })
})
