import { isRawNumber, rawNumber } from '../../core/json/json.ts'
import type { Json } from '../../wire/object.ts'
import { canonicalBase64, bytesFromBase64 } from '../../kinds/decode/base64.ts'

/**
 * Scalars as `sigs.k8s.io/yaml` reads them: YAML 1.1 without dates and without base 60, and `0o17` beside `017`. What JSON
 * has no form for (`.nan`, `.inf`) is refused.
 */

const TAG_PREFIX = 'tag:yaml.org,2002:'
const STRING = `${TAG_PREFIX}str`
const BINARY = `${TAG_PREFIX}binary`

/** What the tags are called that a plain scalar may get; any other leaves it a string. */
const RESOLVABLE = new Set(['str', 'bool', 'int', 'float', 'null', 'timestamp'].map((name) => TAG_PREFIX + name))

type Kind = 'str' | 'bool' | 'int' | 'float' | 'null' | 'merge'

interface Resolved {
  kind: Kind
  value: Json
}

const words = (text: string, value: Json) => text.split(' ').map((word) => [word, value] as const)
const WORDS: ReadonlyMap<string, Json> = new Map([
  ...words('y Y yes Yes YES true True TRUE on On ON', true),
  ...words('n N no No NO false False FALSE off Off OFF', false),
  ...words(' ~ null Null NULL', null),
])

/** Thrown for a scalar that is not what its tag says. */
export class InvalidScalar extends Error {}

/** The value of a scalar without quotes or with a tag; '' is no tag. Throws InvalidScalar. */
export function resolveScalar(text: string, tag: string): Json {
  if (tag === '') return resolve(text).value
  if (tag === BINARY) return decodeBinary(text)
  if (tag === STRING || !RESOLVABLE.has(tag)) return text
  const { kind, value } = resolve(text)
  const wanted = tag.slice(TAG_PREFIX.length)
  const fits = kind === wanted || (kind === 'int' && wanted === 'float') || (wanted === 'timestamp' && isDate(text))
  if (!fits) throw new InvalidScalar(`cannot decode !!${kind} ${shown(text)} as a !!${wanted}`)
  return value
}

const SHOWN_CHARACTERS = 60
export const shown = (text: string) =>
  text.length > SHOWN_CHARACTERS ? `\`${text.slice(0, SHOWN_CHARACTERS)}...\`` : `\`${text}\``

const isDate = (text: string) => /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt ]|$)/.test(text)

const SMALL_INTEGER = /^[-+]?(?:0|[1-9]\d{0,14})$/

function resolve(text: string): Resolved {
  if (SMALL_INTEGER.test(text)) return { kind: 'int', value: Number(text) + 0 }
  const word = WORDS.get(text)
  if (word !== undefined) return { kind: word === null ? 'null' : 'bool', value: word }
  if (/^[-+]?\.(?:inf|Inf|INF)$|^\.(?:nan|NaN|NAN)$/.test(text))
    throw new InvalidScalar(`unsupported value: ${text}, for which JSON has no form`)
  return (/^[-+.\d]/.test(text) ? resolveNumber(text) : undefined) ?? { kind: 'str', value: text }
}

function resolveNumber(text: string): Resolved | undefined {
  if (text.startsWith('.')) return resolveFloat(text)
  const plain = text.replaceAll('_', '')
  return resolveInteger(plain) ?? resolveFloat(plain)
}

const INTEGER = /^([-+]?)(?:0[bB]([01]+)|0[oO]([0-7]+)|0[xX]([\da-fA-F]+)|0([0-7]*)|([1-9]\d*))$/
const SIGNED_BINARY = /^0b([-+])([01]+)$/
/** Of 64 bits in base 2; longer integers are floats, or texts. */
const MAX_DIGITS = 64
/** In any base these are exact as a number. */
const SAFE_DIGITS = 13
const MIN_INT64 = -(2n ** 63n)
const MAX_UINT64 = 2n ** 64n

/** An integer of 64 bits in base 2, 8, 10 or 16. */
function resolveInteger(text: string): Resolved | undefined {
  const signed = SIGNED_BINARY.exec(text)
  if (signed) return toInteger(signed[1]!, '0b', signed[2]!)
  const match = INTEGER.exec(text)
  if (!match) return undefined
  const [, sign = '', binary, octal, hex, oldOctal, decimal = ''] = match
  if (binary !== undefined) return toInteger(sign, '0b', binary)
  if (hex !== undefined) return toInteger(sign, '0x', hex)
  if (octal !== undefined || oldOctal !== undefined) return toInteger(sign, '0o', octal ?? oldOctal ?? '')
  return toInteger(sign, '', decimal)
}

function toInteger(sign: string, base: string, written: string): Resolved | undefined {
  const digits = written.replace(/^0+/, '') || '0'
  if (digits.length > MAX_DIGITS) return undefined
  if (digits.length <= SAFE_DIGITS) return { kind: 'int', value: Number(base + digits) * (sign === '-' ? -1 : 1) + 0 }
  const exact = BigInt(base + digits) * (sign === '-' ? -1n : 1n)
  const isInRange = exact >= MIN_INT64 && exact < (sign === '' ? MAX_UINT64 : -MIN_INT64)
  return isInRange ? { kind: 'int', value: jsonInteger(exact) } : undefined
}

const jsonInteger = (exact: bigint): Json => {
  const number = Number(exact)
  return Number.isSafeInteger(number) ? number : rawNumber(String(exact))
}

const FLOAT = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/

function resolveFloat(text: string): Resolved | undefined {
  const value = FLOAT.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? { kind: 'float', value } : undefined
}

const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true })

function decodeBinary(text: string): string {
  try {
    return decoder.decode(bytesFromBase64(canonicalBase64(text)))
  } catch {
    throw new InvalidScalar('!!binary value contains invalid base64 data')
  }
}

/** The text of a key; undefined for a value that is none. */
export function keyText(key: Json): string | undefined {
  if (typeof key === 'string') return key
  if (typeof key === 'boolean') return String(key)
  if (isRawNumber(key)) return key.rawJSON
  if (typeof key !== 'number') return undefined
  return Number.isInteger(key) ? String(key) : formatSingle(key)
}

/** The shortest decimal that is the same number in 32 bits. */
function formatSingle(value: number): string {
  const single = Math.fround(value)
  const lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const text = lengths.map((digits) => value.toPrecision(digits)).find((short) => Math.fround(Number(short)) === single)
  return String(Number(text ?? value)).replace(/e-(\d)$/, 'e-0$1')
}
