import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'

const PAGE = readFileSync(join(PROJECT_FOLDER, 'docs/concurrency.md'), 'utf8')
/** What ends the answers of a piece that would go on for ever. */
export const AND_SO_ON = ', …'

/** A piece of code of docs/concurrency.md, and what the page says comes of it. */
export interface Piece {
  /** Of the part of the page, and which piece of that part it is. */
  title: string
  code: string
  /** `NAME=value` after the language of the fence: of the server that the piece runs against. */
  settings: Record<string, string>
  /** What `console.log` prints, from the remark on its line. */
  prints: string[]
  /** The whole lines of comment. */
  answers: string
  /** The body that the page shows for the last answer, members in their order. */
  lastBody: string | undefined
}

export const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const [start = '', ...parts] = PAGE.split(/^##+ /m)
const [prelude = ''] = fencedIn(start, 'ts').map(({ code }) => code)
export const [imports = '', setUp = ''] = prelude.split('\n\n')
/** The types of Node are not there where the page is checked. */
export const ofClient = imports.replace(/^import .* from 'node:fs'\n/m, '')
export const pieces = parts.flatMap(piecesIn)

function piecesIn(part: string): Piece[] {
  const heading = part.slice(0, part.indexOf('\n'))
  const [body] = fencedIn(part, 'json').map(({ code }) => code.replaceAll('\n', ' '))
  return fencedIn(part, 'ts').map(({ code, words }, i) => ({
    title: `${heading}, piece ${i + 1}`,
    code,
    settings: Object.fromEntries(words.map((word) => word.split('='))) as Record<string, string>,
    prints: [...code.matchAll(/console\.log\(.*\) \/\/ (.*)$/gm)].map(([, text = '']) => text),
    answers: inOneLine([...code.matchAll(/^\/\/ (.*)$/gm)].map(([, text = '']) => text).join(' ')),
    lastBody: body === undefined ? undefined : JSON.stringify(JSON.parse(body)),
  }))
}

function fencedIn(text: string, language: string): { code: string; words: string[] }[] {
  const fences = text.matchAll(new RegExp(`^\`\`\`${language}\\b(.*)\\n([^]*?)^\`\`\`$`, 'gm'))
  return [...fences].map(([, words = '', code = '']) => ({ code, words: words.split(' ').filter(Boolean) }))
}
