import type { ResourceDefinition } from '../../core/resource-definition.ts'
import type { ListMeta } from '../../wire/object.ts'
import type { ListedPart } from './list-text.ts'
import { parseAll } from './object-view.ts'
import { encodeItems, encodeListMeta, ENVELOPE_TAIL, envelopeHead } from '../protobuf/envelope.ts'

/**
 * A list as protobuf, part by part. The message says its own length before it begins, so the list is read twice: once to
 * measure it, which keeps nothing, and once to write it. `read` must give the same parts each time. The first chunk comes
 * when the list is measured. Throws, and so breaks the answer off, where the two readings differ.
 */
export async function* protobufList(
  definition: ResourceDefinition,
  read: () => AsyncIterable<ListedPart>,
): AsyncGenerator<Uint8Array> {
  const itemsOf = ({ items }: ListedPart) => encodeItems(definition, parseAll(items))
  let left = 0
  let meta: ListMeta = {}
  for await (const part of read()) {
    left += itemsOf(part).length
    meta = part.metadata ?? meta
  }
  const head = encodeListMeta(meta)
  yield envelopeHead(definition, `${definition.kind}List`, head.length + left)
  yield head
  for await (const part of read()) {
    const bytes = itemsOf(part)
    left -= bytes.length
    if (left < 0) break
    if (bytes.length > 0) yield bytes
  }
  if (left !== 0) throw new Error(`the list of ${definition.resource} changed while it was written`)
  yield ENVELOPE_TAIL
}
