import { BinaryReader } from '@bufbuild/protobuf/wire'

/** Thrown for bytes that are no protobuf message, or not one of the expected type. */
export class WireError extends Error {}

export const WireType = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

const MAX_LENGTH_BYTES = 5

/** Reads the fields of one protobuf message in order. Never reads past its end: whatever is wrong is a WireError. */
export class WireReader {
  readonly #bytes: Uint8Array
  readonly #reader: BinaryReader

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#reader = new BinaryReader(bytes)
  }

  get isAtEnd(): boolean {
    return this.#reader.pos >= this.#reader.len
  }

  tag(): { number: number; wireType: number } {
    try {
      const [number, wireType] = this.#reader.tag()
      return { number, wireType }
    } catch (error) {
      throw toWireError(error)
    }
  }

  /** Unsigned, 64 bits. */
  varint(): bigint {
    try {
      return BigInt(this.#reader.uint64())
    } catch (error) {
      throw toWireError(error)
    }
  }

  int32(): number {
    try {
      return this.#reader.int32()
    } catch (error) {
      throw toWireError(error)
    }
  }

  double(): number {
    try {
      return this.#reader.double()
    } catch (error) {
      throw toWireError(error)
    }
  }

  /** The bytes of a length-delimited field, not copied. */
  bytes(): Uint8Array {
    this.#assertLength()
    try {
      return this.#reader.bytes()
    } catch (error) {
      throw toWireError(error)
    }
  }

  /** Bytes that are no UTF-8 become U+FFFD. */
  string(): string {
    this.#assertLength()
    try {
      return this.#reader.string()
    } catch (error) {
      throw toWireError(error)
    }
  }

  /** Passes over a field; over a group too, of which a hundred may stand within each other. */
  skip(wireType: number): void {
    if (wireType === WireType.bytes) this.#assertLength()
    try {
      this.#reader.skip(wireType)
    } catch (error) {
      throw toWireError(error)
    }
  }

  /** The library takes the lower 32 bits of a longer length: here it is what it says, past the end. */
  #assertLength(): void {
    const start = this.#reader.pos
    for (let at = start; at < start + MAX_LENGTH_BYTES; at++) if ((this.#bytes[at] ?? 0) < 0x80) return
    throw new WireError('unexpected EOF')
  }
}

function toWireError(error: unknown): WireError {
  if (error instanceof RangeError) return new WireError('unexpected EOF')
  return new WireError(`proto: ${error instanceof Error ? error.message : String(error)}`)
}
