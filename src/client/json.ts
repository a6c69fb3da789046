import type { Json, RawNumber } from '../wire/object.ts'

/** What JavaScript engines since 2024 have; Node 20 does not. */
interface RawJson {
  rawJSON?(digits: string): RawNumber
}
const platform = JSON as RawJson

const LONG_NUMBER = /\d{16}/
/** A text, or a number that may be too long. */
const TEXT_OR_LONG = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/** Stands for a long integer where the platform cannot. */
class MarkedNumber implements RawNumber {
  readonly rawJSON: string
  constructor(digits: string) {
    this.rawJSON = digits
  }
  /** What `JSON.stringify` writes in its place, as a text; `formatJson` takes the quotes and the mark away. */
  toJSON(): string {
    return mark() + this.rawJSON
  }
}

/** An integer that a JavaScript number cannot hold, as it stands in an object. `digits` such as `-9223372036854775808`. */
export const rawNumber = (digits: string): RawNumber => platform.rawJSON?.(digits) ?? new MarkedNumber(digits)

/** Parses JSON; an integer beyond 2^53 becomes a `RawNumber`, so that no digit is lost. Throws SyntaxError. */
export function parseJson(text: string): Json {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text) as Json
  // a text cannot be taken for a mark: nobody outside knows it
  const marked = text.replace(TEXT_OR_LONG, (part) =>
    part.startsWith('"') || Number.isSafeInteger(Number(part)) ? part : `"${mark()}${part}"`,
  )
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark()) ? rawNumber(value.slice(mark().length)) : value,
  ) as Json
}

/** Writes JSON; a `RawNumber` comes out digit for digit. */
export function formatJson(value: unknown): string {
  const text = JSON.stringify(value)
  return madeMark ? text.replaceAll(new RegExp(`"${madeMark}(-?\\d+)"`, 'g'), '$1') : text
}

let madeMark: string | undefined
/** Made when first needed: a Worker has no chance at its start. */
function mark(): string {
  madeMark ??= `${crypto.getRandomValues(new Uint32Array(4)).join('-')}:`
  return madeMark
}
