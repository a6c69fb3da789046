import { listMeta, type ListPart, nextPart } from '../core/request/list-parts.ts'
import type { Caller } from '../core/caller.ts'
import type { ScopeStore } from '../storage/store/scope-store.ts'
import type { ListAnswer, ListCall } from '../storage/verbs/list.ts'
import { read as readPart } from '../storage/verbs/read.ts'

/** A part of a streamed list is about so long: large enough to be worth a read, small enough to be held by many at once. */
const PART_LENGTH = 131_072
/** UTF-8 needs at most three bytes for a unit of a JavaScript string. */
const BYTES_PER_UNIT = 3

/** A list whose first part was answered already. */
export interface RestCall {
  call: ListCall
  first: ListPart
}

/**
 * The rest of a list as bytes, to its closing bracket: what the Worker passes on without touching it. Each part is a
 * bounded synchronous read, made when the part before was taken; all are encoded into one buffer, so that memory grows
 * neither with the list nor with the number of its parts. A fault on the way breaks the stream off.
 */
export function streamRest(store: ScopeStore, { call, first }: RestCall, caller: Caller): ReadableStream<Uint8Array> {
  const { readable, writable } = new IdentityTransformStream()
  const read = (part: ListCall) => readPart(store, { verb: 'list', ...part }, caller)
  void writeRest(read, call, first, writable)
  return readable
}

async function writeRest(
  read: (call: ListCall) => ListAnswer,
  call: ListCall,
  first: ListPart,
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  const writer = writable.getWriter()
  const buffer = new ReusedBuffer()
  try {
    let last: ListPart = first
    let { count } = first
    while (last.more === 'length') {
      const answer: ListAnswer = read(nextPart({ ...call, maxLength: PART_LENGTH }, first, last, count))
      if (answer.count > 0) await writer.write(buffer.encode((count > 0 ? ',' : '') + answer.items))
      count += answer.count
      last = answer
    }
    await writer.write(buffer.encode(`],"metadata":${JSON.stringify(listMeta(first, last, count))}}`))
    await writer.close()
  } catch (error) {
    await writer.abort(error).catch(() => {})
  }
}

class ReusedBuffer {
  readonly #encoder = new TextEncoder()
  #bytes = new Uint8Array(0)

  /** The text as UTF-8; valid until the next call. */
  encode(text: string): Uint8Array {
    const wanted = text.length * BYTES_PER_UNIT
    if (this.#bytes.byteLength < wanted) this.#bytes = new Uint8Array(wanted)
    const { written } = this.#encoder.encodeInto(text, this.#bytes)
    return this.#bytes.subarray(0, written)
  }
}
