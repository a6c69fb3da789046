/** The tokens of a JSON pointer (RFC 6901), unescaped. The whole document has none. */
export type JsonPointer = readonly string[]

/**
 * Parses a pointer; undefined where the text is none. As kube-apiserver does, a text without a slash in front loses what
 * stands before its first slash (`data/x` means `/x`). `~1` is a slash and `~0` a tilde, so `~01` is the key `~1`.
 */
export function parseJsonPointer(text: string): JsonPointer | undefined {
  if (text === '') return []
  if (!text.includes('/') || /~(?![01])/.test(text)) return undefined
  return text.split('/').slice(1).map(unescape)
}

/** The text of a pointer. */
export const formatJsonPointer = (tokens: JsonPointer): string =>
  tokens.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** Whether `inner` names something within what `outer` names. */
export const isWithin = (inner: JsonPointer, outer: JsonPointer): boolean =>
  inner.length > outer.length && outer.every((token, i) => token === inner[i])

const unescape = (token: string) =>
  token.includes('~') ? token.replace(/~[01]/g, (escape) => (escape === '~1' ? '/' : '~')) : token
