import type { Json, JsonObject } from '../../wire/object.ts'
import { endOfString } from './duplicate-fields.ts'

/** An object or list that is open. `key` is the one whose value comes next. */
type Open = { list: Json[] } | { object: JsonObject; key: string | undefined }

const [QUOTE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, TRUE, FALSE, NULL] = '",:[]{}tfn'
  .split('')
  .map((char) => char.charCodeAt(0))
const SPACE = 0x20

/**
 * The value of a text that is valid JSON, its numbers as `toNumber` reads them. One pass without recursion. For texts whose
 * numbers must be seen as they are written: `JSON.parse` tells them to a reviver only, which takes ten times as long.
 */
export function readJson(text: string, toNumber: (written: string) => Json): Json {
  const open: Open[] = []
  let top: Open | undefined
  let at = 0
  const enter = (container: Open) => {
    open.push((top = container))
    at++
  }
  for (;;) {
    const code = text.charCodeAt(at)
    let value: Json
    if (code <= SPACE || code === COMMA || code === COLON) {
      at++
      continue
    } else if (code === OPEN_OBJECT) {
      enter({ object: {}, key: undefined })
      continue
    } else if (code === OPEN_LIST) {
      enter({ list: [] })
      continue
    } else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
      const closed = open.pop()!
      value = 'list' in closed ? closed.list : closed.object
      top = open[open.length - 1]
      at++
    } else if (code === QUOTE) {
      const end = endOfString(text, at) + 1
      value = stringIn(text.slice(at, end))
      at = end
      if (top && 'object' in top && top.key === undefined) {
        top.key = value
        continue
      }
    } else if (code === TRUE || code === FALSE || code === NULL) {
      value = code === NULL ? null : code === TRUE
      at += code === FALSE ? 5 : 4
    } else {
      const end = endOfNumber(text, at)
      value = toNumber(text.slice(at, end))
      at = end
    }
    if (!top) return value
    if ('list' in top) top.list.push(value)
    else {
      setMember(top.object, top.key!, value)
      top.key = undefined
    }
  }
}

const stringIn = (quoted: string) => (quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1))

function endOfNumber(text: string, start: number): number {
  let end = start
  while (end < text.length && !',]} \n\r\t'.includes(text[end]!)) end++
  return end
}

/** Keys such as `__proto__` are plain keys. */
function setMember(object: JsonObject, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { configurable: true, enumerable: true, writable: true, value })
  else object[key] = value
}
