/** Standard base64, as the JSON form of `bytes` has it. */

const CANONICAL = /^[A-Za-z0-9+/]*={0,2}$/
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Thrown for text that is no base64; `at` is the input byte where that shows. */
export class IllegalBase64 extends Error {
  constructor(at: number) {
    super(`illegal base64 data at input byte ${at}`)
  }
}

/** The one text for the same bytes: without line breaks and with the unused bits zero. Throws IllegalBase64. */
export function canonicalBase64(text: string): string {
  if (text.length % 4 !== 0 || !CANONICAL.test(text)) {
    const at = illegalAt(text)
    if (at !== undefined) throw new IllegalBase64(at)
    text = text.replaceAll(/[\r\n]/g, '')
  }
  if (!text.endsWith('=')) return text
  const padding = text.endsWith('==') ? 2 : 1
  const last = text.length - padding - 1
  const bits = ALPHABET.indexOf(text.charAt(last))
  const used = bits & (padding === 2 ? 0b110000 : 0b111100)
  return text.slice(0, last) + ALPHABET.charAt(used) + '='.repeat(padding)
}

/** Where a decoder that takes line breaks between characters and wants full padding gives up. */
function illegalAt(text: string): number | undefined {
  let taken = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '\n' || char === '\r') continue
    if (char !== '=' || taken < 2) {
      if (char === '' || !ALPHABET.includes(char)) return at
      taken = (taken + 1) % 4
    } else {
      return taken === 2 ? illegalAfterFirstPad(text, at + 1) : illegalAfterPadding(text, at + 1)
    }
  }
  return taken === 0 ? undefined : text.length - taken
}

/** A second `=` is due; what comes in its place is told by the byte before it. */
function illegalAfterFirstPad(text: string, from: number): number | undefined {
  const at = skipLineBreaks(text, from)
  if (at === text.length) return at
  return text.charAt(at) === '=' ? illegalAfterPadding(text, at + 1) : at - 1
}

function illegalAfterPadding(text: string, from: number): number | undefined {
  const at = skipLineBreaks(text, from)
  return at < text.length ? at : undefined
}

function skipLineBreaks(text: string, from: number): number {
  let at = from
  while (text.charAt(at) === '\n' || text.charAt(at) === '\r') at++
  return at
}

/** The number of bytes that a canonical text stands for. */
export const decodedLength = (text: string) =>
  (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)

/** The bytes of a canonical text. */
export function bytesFromBase64(text: string): Uint8Array {
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

const CHUNK = 0x8000

export function bytesToBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return btoa(binary)
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** The base64 of a text's UTF-8. */
export const textToBase64 = (text: string) => bytesToBase64(encoder.encode(text))
/** The text whose UTF-8 a canonical base64 stands for. */
export const textFromBase64 = (text: string) => decoder.decode(bytesFromBase64(text))
