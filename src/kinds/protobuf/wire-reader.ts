/** Thrown for bytes that are no protobuf message, or not one of the expected type. */
export class WireError extends Error {}

export const WireType = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })
const MAX_VARINT_BYTES = 10

/** Reads the fields of one protobuf message in order. Never reads past its end: WireError. */
export class WireReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  tag(): { number: number; wireType: number } {
    const tag = this.varint()
    const number = Number(tag >> 3n)
    if (number < 1 || number >= 2 ** 29) throw new WireError(`proto: illegal tag ${number}`)
    return { number, wireType: Number(tag & 7n) }
  }

  /** Unsigned, 64 bits. */
  varint(): bigint {
    const small = this.#bytes[this.#at]
    if (small !== undefined && small < 0x80) {
      this.#at++
      return BigInt(small)
    }
    let value = 0n
    for (let i = 0; i < MAX_VARINT_BYTES; i++) {
      const byte = this.#next()
      value |= BigInt(byte & 0x7f) << BigInt(7 * i)
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw new WireError('proto: integer overflow')
  }

  double(): number {
    const bytes = this.#take(8)
    return new DataView(bytes.buffer, bytes.byteOffset, 8).getFloat64(0, true)
  }

  /** The bytes of a length-delimited field, not copied. */
  bytes(): Uint8Array {
    const length = this.varint()
    if (length > BigInt(this.#bytes.length)) throw new WireError('unexpected EOF')
    return this.#take(Number(length))
  }

  /** Bytes that are no UTF-8 become U+FFFD. */
  string(): string {
    return decoder.decode(this.bytes())
  }

  skip(wireType: number) {
    if (wireType === WireType.varint) this.varint()
    else if (wireType === WireType.fixed64) this.#take(8)
    else if (wireType === WireType.bytes) this.bytes()
    else if (wireType === WireType.fixed32) this.#take(4)
    else throw new WireError(`proto: illegal wireType ${wireType}`)
  }

  #next(): number {
    const byte = this.#bytes[this.#at]
    if (byte === undefined) throw new WireError('unexpected EOF')
    this.#at++
    return byte
  }

  #take(length: number): Uint8Array {
    if (length > this.#bytes.length - this.#at) throw new WireError('unexpected EOF')
    const bytes = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    return bytes
  }
}
