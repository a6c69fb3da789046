import { StatusError, tooLarge } from '../../core/errors/status-error.ts'
import { MAX_BODY_BYTES } from '../../wire/names.ts'

/**
 * How many keys, values and items a document may have, those counted that aliases repeat. Each costs the parser some 60
 * bytes, and its share of a third of a second.
 */
export const MAX_PARTS = 400_000

/** How deep a document may be nested: twice what any object may be, so that the decoder tells it in its own words. */
export const MAX_YAML_DEPTH = 512

/** 413 */
export const tooManyParts = () =>
  new StatusError(
    'RequestEntityTooLarge',
    `Request entity too large: as YAML it may have ${MAX_PARTS} keys, values and items; send it as JSON`,
  )

/** Throws 413 for a text that may have too many parts, before it is parsed. */
export function assertModest(text: string): void {
  if (maxEvents(text) > MAX_PARTS) throw tooManyParts()
}

const BASE = 8
const PER_SIGN = 2
const [TAB, LINE, RETURN, SPACE, COMMA, DASH, COLON, QUESTION, BRACKET, BRACE] = '\t\n\r ,-:?[{'
  .split('')
  .map((char) => char.charCodeAt(0))

/**
 * An upper bound of the events of a text, from its signs alone: each line, `- `, `? `, `:`, bracket and comma makes two at
 * most, and a comma none before the first bracket. Text that is quoted counts too, so a text of many signs is taken for
 * larger than it is.
 */
export function maxEvents(text: string): number {
  let signs = 0
  let isFlow = false
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case BRACKET:
      case BRACE:
        isFlow = true
        signs++
        break
      case COMMA:
        if (isFlow) signs++
        break
      case LINE:
      case RETURN:
      case COLON:
        signs++
        break
      case DASH:
      case QUESTION:
        if (isBlank(text.charCodeAt(at + 1))) signs++
        break
    }
  }
  return BASE + PER_SIGN * signs
}

/** NaN is the end of the text. */
const isBlank = (code: number) =>
  code === SPACE || code === LINE || code === TAB || code === RETURN || Number.isNaN(code)

/** What a document may still hold. Throws 413 when it is spent. */
export class YamlBudget {
  #parts = 0
  #characters = 0
  #followed = 0

  spend({ parts, characters }: Size): void {
    this.#followed++
    this.#parts += parts
    this.#characters += characters
    if (this.#characters > MAX_BODY_BYTES) throw tooLarge(MAX_BODY_BYTES)
    if (this.#parts > MAX_PARTS) throw tooManyParts()
  }

  /** The steps taken: an alias is one, however much it stands for. */
  get followed(): number {
    return this.#followed
  }

  get spent(): Size {
    return { parts: this.#parts, characters: this.#characters }
  }
}

/** How large a value is with all that is in it. */
export interface Size {
  parts: number
  characters: number
}
