/** How many are looked at; a client that doubled more has seen enough. */
const MAX_FOUND = 100

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/** An object or list that is open at the place of the scan. */
interface Frame {
  /** keys seen, and whether one was found doubled already; undefined = a list */
  keys: Map<string, boolean> | undefined
  /** the key whose value is being read */
  key: string
  /** the item that is being read */
  index: number
  expectsKey: boolean
}

/**
 * The keys that stand twice or more in one object of `text`, which is valid JSON, in document order, none twice:
 * `data.k`, `spec.a[0].b`. At most 100. One pass without recursion; keys are compared as what they mean (`\u006b` is `k`).
 *
 *   {"a": 1, "l": [{"b": 1, "b": 2}], "a": 2}   →   ["l[0].b", "a"]
 */
export function findDuplicateFields(text: string): string[] {
  const frames: Frame[] = []
  const found: string[] = []
  let top: Frame | undefined
  for (let i = 0; i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE: {
        const end = endOfString(text, i)
        if (top?.expectsKey && enterKey(top, keyAt(text, i, end))) found.push(pathOf(frames))
        if (found.length >= MAX_FOUND) return [...new Set(found)]
        i = end
        break
      }
      case COMMA:
        if (top?.keys) top.expectsKey = true
        else if (top) top.index++
        break
      case OPEN_OBJECT:
        frames.push((top = { keys: new Map(), key: '', index: 0, expectsKey: true }))
        break
      case OPEN_LIST:
        frames.push((top = { keys: undefined, key: '', index: 0, expectsKey: false }))
        break
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        frames.pop()
        top = frames[frames.length - 1]
        break
    }
  }
  return [...new Set(found)]
}

/** Notes a key; true the second time it comes, so that a path is made once per key of an object. */
function enterKey(frame: Frame, key: string): boolean {
  frame.key = key
  frame.expectsKey = false
  const doubled = frame.keys!.get(key)
  if (doubled) return false
  frame.keys!.set(key, doubled !== undefined)
  return doubled !== undefined
}

/** The place of the quote that ends the string begun at `start`: one behind an even number of backslashes. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return end
  }
  return text.length
}

function keyAt(text: string, start: number, end: number): string {
  const key = text.slice(start + 1, end)
  return key.includes('\\') ? (JSON.parse(`"${key}"`) as string) : key
}

const pathOf = (frames: readonly Frame[]) =>
  frames.map((frame, i) => (frame.keys ? `${i === 0 ? '' : '.'}${frame.key}` : `[${frame.index}]`)).join('')
