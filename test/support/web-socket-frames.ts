import { randomBytes } from 'node:crypto'

/** The frames of RFC 6455 that a watch needs, written out so that tests see each of them and can leave one out. */
export type Frame =
  | { kind: 'text'; text: string }
  | { kind: 'binary'; bytes: Buffer }
  | { kind: 'close'; code: number; reason: string }
  | { kind: 'ping' | 'pong'; bytes: Buffer }

const OPCODES = { text: 0x1, binary: 0x2, close: 0x8, ping: 0x9, pong: 0xa } as const

/** A masked frame, as clients must send it. */
export function encodeFrame(kind: keyof typeof OPCODES, payload: Uint8Array): Buffer {
  const mask = randomBytes(4)
  const size = payload.length
  const head = size < 126 ? [0x80 | size] : size < 65_536 ? [0xfe, size >> 8, size & 0xff] : undefined
  if (!head) throw new Error('a test sends no frame of 64 KB or more')
  const body = Buffer.from(payload.map((byte, i) => byte ^ mask[i % 4]!))
  return Buffer.concat([Buffer.from([0x80 | OPCODES[kind], ...head]), mask, body])
}

export const encodeClose = (code: number) => encodeFrame('close', Buffer.from([code >> 8, code & 0xff]))

/** Cuts the bytes from a server into frames; a message in fragments comes out whole. */
export class FrameReader {
  #bytes: Buffer[] = []
  #held = 0
  #message: { opcode: number; parts: Buffer[] } | undefined;

  *read(chunk: Buffer): Generator<Frame> {
    this.#bytes.push(chunk)
    this.#held += chunk.length
    for (;;) {
      const part = this.#nextPart()
      if (!part) return
      const frame = this.#assemble(part)
      if (frame) yield frame
    }
  }

  #nextPart(): { final: boolean; opcode: number; payload: Buffer } | undefined {
    if (this.#held < 2) return undefined
    const all = this.#bytes.length === 1 ? this.#bytes[0]! : Buffer.concat(this.#bytes)
    this.#bytes = [all]
    const short = all[1]! & 0x7f
    const start = short === 126 ? 4 : short === 127 ? 10 : 2
    if (all.length < start) return undefined
    const size = short === 126 ? all.readUInt16BE(2) : short === 127 ? Number(all.readBigUInt64BE(2)) : short
    if (all.length < start + size) return undefined
    this.#bytes = [all.subarray(start + size)]
    this.#held = all.length - start - size
    return { final: (all[0]! & 0x80) !== 0, opcode: all[0]! & 0xf, payload: all.subarray(start, start + size) }
  }

  #assemble({ final, opcode, payload }: { final: boolean; opcode: number; payload: Buffer }): Frame | undefined {
    if (opcode >= OPCODES.close) return controlFrame(opcode, payload)
    this.#message = opcode === 0 ? this.#message : { opcode, parts: [] }
    if (!this.#message) throw new Error('a continuation without a beginning')
    this.#message.parts.push(payload)
    if (!final) return undefined
    const bytes = Buffer.concat(this.#message.parts)
    return this.#message.opcode === OPCODES.text
      ? { kind: 'text', text: bytes.toString('utf8') }
      : { kind: 'binary', bytes }
  }
}

function controlFrame(opcode: number, payload: Buffer): Frame {
  if (opcode === OPCODES.ping) return { kind: 'ping', bytes: payload }
  if (opcode === OPCODES.pong) return { kind: 'pong', bytes: payload }
  const code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005
  return { kind: 'close', code, reason: payload.subarray(2).toString('utf8') }
}
