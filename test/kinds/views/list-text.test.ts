import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonList, type ListedPart, yamlList } from '../../../src/kinds/views/list-text.ts'
import { objectView } from '../../../src/kinds/views/object-view.ts'
import { toYaml } from '../../../src/kinds/views/yaml.ts'
import { definitionOf } from '../../support/definitions.ts'

const texts = fc.array(
  fc.record({
    metadata: fc.record({
      resourceVersion: fc.constant('8'),
      name: fc.string(),
      labels: fc.dictionary(fc.string(), fc.string()),
    }),
    data: fc.dictionary(
      fc.string({ unit: 'binary' }),
      fc.oneof(fc.string(), fc.constantFrom('a\nb\n', ' x', '- y', '|', '#')),
    ),
  }),
  { maxLength: 4 },
)

async function* partsOf(lists: object[][]): AsyncGenerator<ListedPart> {
  for (const [i, objects] of lists.entries()) {
    const items = objects.map((object) => JSON.stringify(object)).join(',')
    yield { items, count: objects.length, ...(i === lists.length - 1 ? { metadata: { resourceVersion: '8' } } : {}) }
  }
}

async function joined(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

it.each(['object', 'PartialObjectMetadata', 'Table'] as const)(
  'L16 M3 a list of %s in YAML, part by part, is the YAML of the list in JSON',
  async (form) => {
    const { list } = objectView(definitionOf('configmaps'), { form, includeObject: 'Object' }, () => 0)
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 4 }), async (parts) => {
        const json = await joined(jsonList(list, partsOf(parts)))
        expect(await joined(yamlList(list, partsOf(parts)))).toBe(toYaml(json))
      }),
      { numRuns: 200 },
    )
  },
)
