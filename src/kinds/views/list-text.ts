import type { ListMeta } from '../../wire/object.ts'
import type { ListShape } from './object-view.ts'
import { toYaml } from './yaml.ts'

/** One part of a list, as it was read. */
export interface ListedPart {
  /** stored texts, comma between them */
  items: string
  count: number
  /** comes with the last part: it cannot be known before */
  metadata?: ListMeta
}

/** A list as JSON, part by part: each is written when it was read, so that memory does not grow with the list (L16). */
export async function* jsonList(shape: ListShape, parts: AsyncIterable<ListedPart>): AsyncGenerator<string> {
  yield `${shape.head}"${shape.member}":[`
  let begun = false
  for await (const { items, count, metadata } of parts) {
    if (count > 0) yield (begun ? ',' : '') + shape.show(items)
    begun ||= count > 0
    if (metadata) yield `],"metadata":${JSON.stringify(metadata)}}`
  }
}

/** The same as YAML. The text is that of the whole list: an object looks the same whatever stands before and behind it. */
export async function* yamlList(shape: ListShape, parts: AsyncIterable<ListedPart>): AsyncGenerator<string> {
  yield toYaml(`${shape.head.slice(0, -1)}}`)
  let begun = false
  for await (const { items, count, metadata } of parts) {
    if (count > 0) {
      const text = toYaml(`{"${shape.member}":[${shape.show(items)}]}`)
      yield begun ? text.slice(text.indexOf('\n') + 1) : text
      begun = true
    }
    if (metadata) yield (begun ? '' : `${shape.member}: []\n`) + toYaml(JSON.stringify({ metadata }))
  }
}
