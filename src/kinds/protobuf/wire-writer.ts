import { WireType } from './wire-reader.ts'

const encoder = new TextEncoder()
const FIRST_CAPACITY = 256

/** Writes the fields of one protobuf message. */
export class WireWriter {
  #bytes = new Uint8Array(FIRST_CAPACITY)
  #length = 0

  tag(number: number, wireType: number): this {
    return this.varint(BigInt((number << 3) | wireType))
  }

  /** Negative numbers as their 64-bit two's complement. */
  varint(value: bigint): this {
    let rest = BigInt.asUintN(64, value)
    while (rest >= 0x80n) {
      this.#push(Number(rest & 0x7fn) | 0x80)
      rest >>= 7n
    }
    this.#push(Number(rest))
    return this
  }

  double(value: number): this {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setFloat64(0, value, true)
    return this.raw(bytes)
  }

  /** A length-delimited field. */
  bytes(number: number, bytes: Uint8Array): this {
    return this.tag(number, WireType.bytes).varint(BigInt(bytes.length)).raw(bytes)
  }

  string(number: number, text: string): this {
    return this.bytes(number, encoder.encode(text))
  }

  raw(bytes: Uint8Array): this {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
    return this
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  #push(byte: number) {
    this.#reserve(1)
    this.#bytes[this.#length++] = byte
  }

  #reserve(more: number) {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}
