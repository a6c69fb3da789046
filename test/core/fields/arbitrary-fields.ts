import fc from 'fast-check'
import { type FieldSet, NO_FIELDS, setOfPaths } from '../../../src/core/fields/field-set.ts'
import { keyElement, type PathElement, valueElement } from '../../../src/core/fields/path.ts'
import type { Json, JsonObject } from '../../../src/wire/object.ts'

const word = fc.constantFrom('a', 'b', 'c', '__proto__', '0', '')

const element: fc.Arbitrary<PathElement> = fc.oneof(
  word.map((name) => `f:${name}`),
  word.map((value) => valueElement(value)),
  fc.integer({ min: 0, max: 2 }).map((i) => `i:${i}`),
  fc.tuple(word, fc.constantFrom<Json>(1, 'x', null)).map(([name, value]) => keyElement([[name, value]])),
)

/** Sets of few paths, so that two of them often have some in common. */
export const arbitrarySet: fc.Arbitrary<FieldSet> = fc
  .array(fc.array(element, { minLength: 1, maxLength: 3 }), { maxLength: 6 })
  .map((paths) => (paths.length > 0 ? setOfPaths(paths) : NO_FIELDS))

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
const distinct = <T>(items: fc.Arbitrary<T>, by: (item: T) => unknown) =>
  fc.uniqueArray(items, { maxLength: 3, selector: by })

const port = fc.record({
  port: fc.constantFrom(80, 443),
  protocol: fc.constantFrom('TCP', 'UDP'),
  name: fc.constantFrom('x', 'y'),
})

const free: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, 1, 'x', [], {}, [{ a: 1 }]),
  fc.dictionary(word, fc.constantFrom<Json>(1, 'x', { deep: 1 }, [1]), { maxKeys: 2 }) as fc.Arbitrary<JsonObject>,
)

/** Values of `sampleSchema`, without doubled items. */
export const arbitraryValue: fc.Arbitrary<JsonObject> = fc
  .record({
    name: maybe(word),
    size: maybe(fc.constantFrom<Json>(1, 2, null)),
    data: maybe(fc.dictionary(word, word, { maxKeys: 3 })),
    nested: maybe(fc.record({ a: word, more: maybe(fc.record({ c: word })) })),
    fixed: maybe(fc.record({ a: word })),
    words: maybe(fc.array(word, { maxLength: 2 })),
    tags: maybe(distinct(word, (tag) => tag)),
    ports: maybe(distinct(port, (item) => `${item.port} ${item.protocol}`)),
    services: maybe(fc.dictionary(word, fc.record({ host: word }), { maxKeys: 2 })),
    free: maybe(free),
  })
  .map((value) => Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as JsonObject)

/** Any JSON, also where a schema wants something else. */
export const arbitraryJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(null, 1, 'x', true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom('name', 'data', 'tags', 'ports', 'port', 'fixed', 'free', '__proto__', 'metadata'),
      tie('value'),
      { maxKeys: 3 },
    ) as fc.Arbitrary<JsonObject>,
  ),
})).value
