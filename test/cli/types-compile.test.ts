import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { typesOf } from '../../src/cli/types.ts'
import { typeErrorsOf } from '../support/type-check.ts'
import { definition } from './arbitrary-definitions.ts'

type Definition = typeof definition extends fc.Arbitrary<infer T> ? T : never

const asList = (definitions: Definition[]) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items: definitions })
const asDocuments = (definitions: Definition[]) =>
  definitions.map((one) => stringify(one, { version: '1.1' })).join('---\n')

const file = fc
  .tuple(fc.array(definition, { minLength: 1, maxLength: 4 }), fc.constantFrom(asList, asDocuments))
  .map(([definitions, write]) => ({ definitions, text: write(definitions) }))

const namesIn = (module: string) =>
  [...module.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name)

/** Each type is one that a client can have, and not `any`. */
const useOf = (names: string[], i: number) => `import { connect } from 'coxswain/client'
import type * as types from './types-${i}.ts'
const client = connect({ server: 'http://127.0.0.1' })
type IsAny<T> = 0 extends 1 & T ? true : false
${names.map((name, n) => `export const use${n} = [client.resource<types.${name}>('g/v', 'p'), false satisfies IsAny<types.${name}>] as const`).join('\n')}
`

describe('types of any definitions', () => {
  it('X23 compile, and each served version has a name of its own', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.array(file, { minLength: 60, maxLength: 60 }), (files) => {
        const modules = files.map(({ text }) => typesOf(text))
        files.forEach(({ definitions }, i) => {
          const names = namesIn(modules[i]!)
          expect(new Set(names).size).toBe(names.length)
          const served = definitions.map(({ spec }) => spec.versions.filter((version) => version.served).length)
          const wanted = served.reduce((sum, count) => sum + count + (count > 1 ? 1 : 0), 0)
          expect(names).toHaveLength(wanted)
        })
        const sources = modules.flatMap((text, i) => [
          [`types-${i}.ts`, text],
          [`use-${i}.ts`, namesIn(text).length > 0 ? useOf(namesIn(text), i) : ''],
        ])
        expect(typeErrorsOf(Object.fromEntries(sources))).toBe('')
      }),
      // each compiles once: to shrink would compile a hundred times
      { numRuns: 3, endOnFailure: true },
    )
  })
})
