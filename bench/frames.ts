const OPCODE_TEXT = 0x1
const FIRST_MASKED_BYTE = 0x80

/** A text frame as a client sends it. The mask is zero: it hides nothing here, and a server asks only that there is one. */
export function formatTextFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  if (payload.length > 125) throw new RangeError('only short frames are sent')
  return Buffer.concat([Buffer.from([FIRST_MASKED_BYTE | OPCODE_TEXT, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

/** Counts the payload of a server's frames as their bytes come in, however these are cut. */
export class FrameCounter {
  /** of all frames whose head has come, as far as it has come itself */
  payloadBytes = 0
  #left = 0
  #head: number[] = []

  push(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length) {
      if (this.#left === 0) {
        this.#head.push(bytes[at++]!)
        const length = payloadLength(this.#head)
        if (length === undefined) continue
        this.#head = []
        this.#left = length
        continue
      }
      const taken = Math.min(this.#left, bytes.length - at)
      this.payloadBytes += taken
      this.#left -= taken
      at += taken
    }
  }
}

/** The length that the head of a frame tells, once it is whole. A server's frame has no mask. */
function payloadLength(head: readonly number[]): number | undefined {
  const short = (head[1] ?? 0) & 0x7f
  const extended = short === 127 ? 8 : short === 126 ? 2 : 0
  if (head.length < 2 + extended) return undefined
  return extended === 0 ? short : head.slice(2).reduce((length, byte) => length * 256 + byte, 0)
}
