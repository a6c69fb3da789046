import { MAX_COPIED_CHARACTERS } from './bounds.ts'
import { checkDepth, type Draft, partsOf, Refused } from './draft.ts'

const SCALAR_CHARACTERS = 4
const PUNCTUATION = 4

/**
 * Counts what the `copy` operations of one patch copy, about as long as its JSON text is, and looks at no more than may
 * still be copied: a patch that doubles a value again and again costs as much as one that copies 3 MiB.
 */
export class CopyMeter {
  #copied = 0

  /** Throws Refused past 3 MiB in all, and for a value that is nested too deep. */
  count(value: Draft, depth = 0): void {
    const parts = partsOf(value)
    if (!parts) {
      this.#add(typeof value === 'string' ? value.length : SCALAR_CHARACTERS)
      return
    }
    checkDepth(depth)
    this.#add(PUNCTUATION)
    for (const [name, part] of parts) {
      this.#add(name.length + PUNCTUATION)
      this.count(part, depth + 1)
    }
  }

  #add(characters: number) {
    this.#copied += characters
    if (this.#copied > MAX_COPIED_CHARACTERS) throw new Refused(`more than ${MAX_COPIED_CHARACTERS} bytes are copied`)
  }
}
