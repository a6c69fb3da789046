const MAX_TOTAL = 4_096
const MAX_TRUNCATED = 256

/**
 * Values for `Warning` headers, one a text, each text once. Where all together would be longer than 4096 characters,
 * each is cut to 256, and what does not fit then is dropped.
 */
export function formatWarnings(texts: readonly string[]): string[] {
  const distinct = [...new Set(texts)].filter((text) => text !== '').map((text) => Array.from(text))
  const total = distinct.reduce((sum, text) => sum + text.length, 0)
  const kept = total <= MAX_TOTAL ? distinct : fitting(distinct.map((text) => text.slice(0, MAX_TRUNCATED)))
  return kept.map((text) => `299 - "${text.map(escaped).join('')}"`)
}

function fitting(texts: readonly string[][]): string[][] {
  let length = 0
  return texts.filter((text) => (length += text.length) <= MAX_TOTAL)
}

/** A text as the value of a header, as it is but for what a header cannot hold. */
export const formatHeaderText = (text: string): string =>
  Array.from(text.slice(0, MAX_TOTAL), (character) => (isPrintable(character) ? character : numbered(character))).join(
    '',
  )

/** A header holds printable ASCII alone. */
const isPrintable = (character: string) => /^[ -~]$/.test(character)

/** How anything else is shown: `\u{e9}`. */
const numbered = (character: string) => `\\u{${character.codePointAt(0)!.toString(16)}}`

/** Within quotes, where quotes and backslashes carry a backslash before them. */
function escaped(character: string): string {
  const shown = isPrintable(character) ? character : numbered(character)
  return shown.replaceAll(/["\\]/g, '\\$&')
}
