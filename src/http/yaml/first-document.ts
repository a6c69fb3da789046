const MARKER = /[\r\n](?:---|\.\.\.)(?=[ \t\r\n]|$)/g

/**
 * The first document of a stream, with what stands before it, so that lines keep their numbers: what comes behind it does
 * not count, whatever it is. A text without a document is given whole.
 */
export function firstDocument(text: string): string {
  const begin = beginOf(text)
  MARKER.lastIndex = isMarker(text, begin, '-') ? begin + 3 : begin
  const end = MARKER.exec(text)?.index
  return end === undefined ? text : text.slice(0, end + 1)
}

/** Where the first line stands that is neither blank nor a comment, a directive or the end of a document. */
function beginOf(text: string): number {
  let at = 0
  while (at < text.length && isBeside(text, at)) {
    const end = text.indexOf('\n', at)
    if (end === -1) return text.length
    at = end + 1
  }
  return at
}

function isBeside(text: string, lineStart: number): boolean {
  let at = lineStart
  while (text[at] === ' ' || text[at] === '\t' || text[at] === '\uFEFF') at++
  const char = text[at]
  if (char === undefined || char === '\n' || char === '\r' || char === '#') return true
  return at === lineStart && (char === '%' || isMarker(text, at, '.'))
}

function isMarker(text: string, at: number, char: '-' | '.'): boolean {
  const behind = text[at + 3]
  return text.startsWith(char.repeat(3), at) && (behind === undefined || ' \t\r\n'.includes(behind))
}
