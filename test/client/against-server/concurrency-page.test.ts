import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatWithOptions } from 'node:util'
import { runInThisContext } from 'node:vm'
import { transformSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as client from '../../../src/client/index.ts'
import { PROJECT_FOLDER } from '../../../src/local/deployment.ts'
import { ownServerOnly } from '../../support/black-box.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { typeErrorsOf } from '../../support/type-check.ts'

const PAGE = readFileSync(join(PROJECT_FOLDER, 'docs/concurrency.md'), 'utf8')
/** What ends the answers of a piece that would go on for ever. */
const AND_SO_ON = ', …'

interface Piece {
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

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const [start = '', ...parts] = PAGE.split(/^##+ /m)
const [prelude = ''] = fencedIn(start, 'ts').map(({ code }) => code)
const [imports = '', setUp = ''] = prelude.split('\n\n')
const pieces = parts.flatMap(piecesIn)

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

/** Sends what a piece sends, and notes the answers as the page tells them. */
class Transcript {
  readonly answers: string[] = []
  lastBody: string | undefined
  lastMessage: string | undefined
  readonly #send = globalThis.fetch
  readonly #most: number
  #on = false

  /** Nothing is answered after the `most`th answer: that ends a piece that would go on for ever. */
  constructor(most: number) {
    this.#most = most
  }

  /** The lines that each piece begins with are over. */
  begin(): void {
    this.#on = true
  }

  readonly fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    if (this.answers.length === this.#most) throw new Error('the line is cut')
    const response = await this.#send(url, init)
    if (this.#on) await this.#note(init.method ?? 'GET', response.clone())
    return response
  }

  async #note(method: string, response: Response): Promise<void> {
    this.lastBody = await response.text()
    const { reason, message } = JSON.parse(this.lastBody) as client.Status
    const result = `${method} ${response.status}${response.ok ? '' : ` ${reason}`}`
    this.lastMessage = response.ok ? undefined : message
    const whole = response.ok ? result : `${result}: ${message}`
    this.answers.push(!response.ok && this.answers.includes(whole) ? `${result} again` : whole)
  }
}

describe('the page on concurrency', () => {
  it('has code that compiles', () => {
    const functions = pieces.map(
      ({ code }, i) => `export async function piece${i}() {\n${setUp}\nvoid oneMore\n${code}}\n`,
    )
    const given =
      'declare const server: string, token: string\ndeclare const console: { log(...values: unknown[]): void }'
    expect(typeErrorsOf({ 'page.ts': [imports, given, ...functions].join('\n') })).toBe('')
  })

  it('shows four ways and five mistakes, each with code', () => {
    const titles = new Set(pieces.map(({ title }) => title.replace(/,.*/, '')))
    expect([...titles].filter((title) => /^\d/.test(title))).toHaveLength(9)
  })
})

describe.skipIf(ownServerOnly)('a piece of the page on concurrency', () => {
  let server: TestServer
  let settings: Record<string, string> = {}

  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.stop())

  /** The server as a piece needs it, with nothing stored. */
  async function prepare(piece: Piece): Promise<void> {
    if (JSON.stringify(settings) !== JSON.stringify(piece.settings)) await server.restart(piece.settings)
    settings = piece.settings
    const { url, token } = server
    await client
      .connect({ server: url, token })
      .resource('v1', 'configmaps', { namespace: 'default' })
      .deleteCollection()
  }

  it.each(pieces)('does what the page says: $title', async (piece) => {
    await prepare(piece)
    const endless = piece.answers.endsWith(AND_SO_ON)
    const transcript = new Transcript(endless ? piece.answers.match(/[A-Z]+ \d{3}\b/g)!.length : 100)
    vi.stubGlobal('fetch', transcript.fetch)
    onTestFinished(() => void vi.unstubAllGlobals())
    const printed: string[] = []
    const thrown = await run(piece.code, {
      ...client,
      server: server.url,
      token: server.token,
      console: { log: (...values: unknown[]) => printed.push(formatWithOptions({ breakLength: Infinity }, ...values)) },
      begin: () => transcript.begin(),
    })
    expect(printed).toEqual(piece.prints)
    const refused = thrown instanceof client.ApiError
    if (refused) expect(transcript.lastMessage).toBe(thrown.status.message)
    const answers = [...transcript.answers, ...(thrown && !refused && !endless ? [thrown.toString()] : [])].join(', ')
    if (piece.answers) expect(inOneLine(answers) + (endless ? AND_SO_ON : '')).toBe(piece.answers)
    else expect(thrown).toBeUndefined()
    if (piece.lastBody) expect(transcript.lastBody).toBe(piece.lastBody)
  })
})

/** Runs it after the lines that each piece begins with; settles to what it throws. */
async function run(code: string, given: Record<string, unknown>): Promise<Error | undefined> {
  const source = `(async ({ ${Object.keys(given).join(', ')} }) => {\n${setUp}\nbegin()\n${code}})`
  const piece = runInThisContext(transformSync(source, { loader: 'ts' }).code) as (names: object) => Promise<undefined>
  return piece(given).catch((error: Error) => error)
}
