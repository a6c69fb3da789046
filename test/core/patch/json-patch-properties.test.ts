import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyJsonPatch } from '../../../src/core/patch/json-patch.ts'
import { parseJsonPatch } from '../../../src/core/patch/parse-json-patch.ts'
import { PatchError } from '../../../src/core/patch/patch-error.ts'
import { StatusError } from '../../../src/core/errors/status-error.ts'
import type { Json } from '../../../src/wire/object.ts'
import { deepFreeze, jsonObject, jsonValue } from '../../support/json-values.ts'

const token = fc.constantFrom('a', 'b', 'c', '', '-', '-1', '0', '1', '~0', '~1', '__proto__', 'constructor')
const pointer = fc.array(token, { maxLength: 3 }).map((tokens) => tokens.map((text) => `/${text}`).join(''))
const operation = fc.record({
  op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
  path: pointer,
  from: pointer,
  value: jsonValue(),
})

/** The result as text; undefined if the patch is refused. */
function attempt(document: Json, patch: Json): string | undefined {
  try {
    return JSON.stringify(applyJsonPatch(document, parseJsonPatch(patch).operations))
  } catch (error) {
    if (error instanceof StatusError) return undefined
    throw error
  }
}

describe('for any document and any operations', () => {
  it('neither is changed, and nothing but a PatchError is thrown', () => {
    fc.assert(
      fc.property(jsonObject(), fc.array(operation, { maxLength: 5 }), (document, patch) => {
        const before = JSON.stringify([document, patch])
        const { operations } = parseJsonPatch(deepFreeze(patch))
        try {
          applyJsonPatch(deepFreeze(document), operations)
        } catch (error) {
          expect(error).toBeInstanceOf(PatchError)
        }
        expect(JSON.stringify([document, patch])).toBe(before)
      }),
    )
  })

  it('a patch cut in two gives what it gives whole', () => {
    fc.assert(
      fc.property(jsonObject(), fc.array(operation, { maxLength: 4 }), fc.nat(4), (document, patch, cut) => {
        const first = attempt(document, patch.slice(0, cut))
        const second = first === undefined ? undefined : attempt(JSON.parse(first) as Json, patch.slice(cut))
        expect(second).toBe(attempt(document, patch))
      }),
    )
  })

  it('what is added is there, and goes when it is removed', () => {
    fc.assert(
      fc.property(jsonObject(), fc.constantFrom('new', '__proto__2', 'a~1b'), jsonValue(), (document, key, value) => {
        const path = `/${key}`
        const added = attempt(document, [
          { op: 'add', path, value },
          { op: 'test', path, value },
          { op: 'remove', path },
        ])
        expect(added).toBe(JSON.stringify(document))
      }),
    )
  })
})

describe('for any JSON as a patch', () => {
  it('nothing but a StatusError is thrown', () => {
    const anything = fc.oneof(
      fc.jsonValue() as fc.Arbitrary<Json>,
      fc.array(
        fc.dictionary(fc.constantFrom('op', 'path', 'from', 'value', 'x'), fc.jsonValue()) as fc.Arbitrary<Json>,
      ),
    )
    fc.assert(
      fc.property(jsonValue(), anything, (document, patch) => {
        const result = attempt(document, patch)
        expect(result === undefined || typeof result === 'string').toBe(true)
      }),
    )
  })
})
