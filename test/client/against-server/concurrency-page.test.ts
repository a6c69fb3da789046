import { readFileSync } from 'node:fs'
import { formatWithOptions } from 'node:util'
import { runInThisContext } from 'node:vm'
import { transformSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import * as client from '../../../src/client/index.ts'
import { ownServerOnly } from '../../support/black-box.ts'
import { AND_SO_ON, inOneLine, ofClient, type Piece, pieces, setUp } from '../../support/concurrency-page.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { typeErrorsOf } from '../../support/type-check.ts'

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
    const given = `declare function readFileSync(path: string, encoding: string): string
declare const process: { env: Record<string, string> }
declare const console: { log(...values: unknown[]): void }`
    expect(typeErrorsOf({ 'page.ts': [ofClient, given, ...functions].join('\n') })).toBe('')
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
    vi.stubEnv('KUBECONFIG', server.kubeconfigPath)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await server.stop()
  })

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
      readFileSync,
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
