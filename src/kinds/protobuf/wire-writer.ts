import { BinaryWriter } from '@bufbuild/protobuf/wire'
import { WireType } from './wire-reader.ts'

/** Writes the fields of one protobuf message. */
export class WireWriter {
  readonly #writer = new BinaryWriter()

  tag(number: number, wireType: number): this {
    this.#writer.tag(number, wireType)
    return this
  }

  /** Negative numbers as their 64-bit two's complement. */
  varint(value: bigint): this {
    this.#writer.int64(value)
    return this
  }

  double(value: number): this {
    this.#writer.double(value)
    return this
  }

  /** A length-delimited field. */
  bytes(number: number, bytes: Uint8Array): this {
    this.#writer.tag(number, WireType.bytes).bytes(bytes)
    return this
  }

  string(number: number, text: string): this {
    this.#writer.tag(number, WireType.bytes).string(text)
    return this
  }

  raw(bytes: Uint8Array): this {
    this.#writer.raw(bytes)
    return this
  }

  finish(): Uint8Array {
    return this.#writer.finish()
  }
}
