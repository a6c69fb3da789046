import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'
import { AND_SO_ON, imports, pieces, setUp } from '../support/concurrency-page.ts'
import { assertRan, InstalledPackage } from '../support/installed-package.ts'
import { StartProgram } from '../support/start-program.ts'

const installed = new InstalledPackage(inject('installedPackage'))
const README = readFileSync(join(PROJECT_FOLDER, 'README.md'), 'utf8')
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0

/** The blocks of code in a chapter of the README. */
function blocksOf(chapter: string, language = ''): string[] {
  const [, text = ''] = new RegExp(`^## ${chapter}\\n([^]*?)(?=^## )`, 'm').exec(README) ?? []
  return [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].flatMap(([, of, code = '']) => (of === language ? code : []))
}

/** `npm start` as it stands: https, a certificate of its own, a token. */
describe('what a page shows, against npm start', () => {
  let folder: string
  let server: StartProgram
  let open: StartProgram

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'coxswain-pages-'))
    server = new StartProgram(['--port', '0', '--data', join(folder, 'closed')])
    open = new StartProgram(['--port', '0', '--open', '--data', join(folder, 'open')])
    await Promise.all([server.listening(), open.listening()])
  })
  afterAll(async () => {
    await Promise.all([server.end(), open.end()])
    rmSync(folder, { recursive: true, force: true })
  })

  const environment = () => ({ KUBECONFIG: join(folder, 'closed/kubeconfig') })
  const bash = (script: string) => installed.run('bash', ['-c', script], { environment: environment() })

  it('Q2 the client of the README', async () => {
    const [code = ''] = blocksOf('The client', 'js')
    const { stdout } = assertRan(await installed.node(code, { environment: environment() }))
    expect(stdout).toBe("true\n{ count: '1', page: 'home' }\nADDED visits\n")
  })

  /** One that goes on for ever, or needs another setting, is run elsewhere. */
  const ending = pieces.filter(
    ({ answers, settings }) => !answers.endsWith(AND_SO_ON) && Object.keys(settings).length === 0,
  )
  it.each(ending)('Q2 docs/concurrency.md: $title', async ({ code, prints, answers }) => {
    const script = `${imports}
async function piece() {
${setUp}
${code}}
await piece().catch((error: Error) => console.error(error.message))`
    const { stdout, stderr } = assertRan(
      await installed.node(transformSync(script, { loader: 'ts', format: 'esm' }).code, { environment: environment() }),
    )
    expect(stdout.trim()).toBe(prints.join('\n'))
    const message = stderr.trim()
    if (message) expect(answers).toContain(message)
  })

  it('Q2 the tour with curl', async () => {
    const [, tour = ''] = blocksOf('A tour')
    const script = tour.replace(/^API=http:\/\/127\.0\.0\.1:8080/m, `API=${await open.listening()}`)
    expect(script).not.toBe(tour)
    const { stdout } = assertRan(await bash(`${script.replaceAll('timeoutSeconds=5', 'timeoutSeconds=1')}`))
    const reasons = [...stdout.matchAll(/"reason":\s*"(\w+)"/g)].map(([, reason]) => reason)
    expect(reasons).toEqual(['Conflict', 'NotFound'])
    expect(stdout).toContain('"type":"ADDED"')
  })

  it.skipIf(!hasKubectl)('Q2 the tour with kubectl (skipped where it is missing)', async () => {
    const [tour = ''] = blocksOf('A tour')
    const { code, stdout, stderr } = await bash(`trap 'kill $(jobs -p)' EXIT\n${tour}`)
    expect([code, stderr.trim()]).toEqual([0, expect.stringMatching(/^Error from server \(Conflict\): .*\n?/)])
    expect(stderr.trim().split('\n')).toHaveLength(1)
    for (const line of ['configmap/game created', 'configmap/game serverside-applied', 'namespace/team-a created'])
      expect(stdout).toContain(line)
  })
})
