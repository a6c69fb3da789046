import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { transformSync } from 'esbuild'
import { applyTo, type Mutation } from './mutation.ts'

export interface Verdict {
  /** `skipped`: no test of the promise runs here without the mutation either */
  outcome: 'killed' | 'survived' | 'skipped'
  /** the stage whose test noticed */
  by?: string
}

/** Tests of a promise are run stage by stage, the cheap ones first: the first red one is enough. */
const STAGES: { name: string; folders: RegExp }[] = [
  {
    name: 'unit',
    folders: /^test\/(core|kinds|storage|http|contract|client\/(?!against)|cli|architecture|promises)\b/,
  },
  { name: 'workers', folders: /^test\/objects\// },
  { name: 'server', folders: /^test\/(conformance|golden|regressions|testing|client\/against-server|local)\b/ },
  { name: 'programs', folders: /^(test\/(kubectl|package|examples|browser)|compat)\b/ },
]
/** A run that hangs is one that noticed. */
const LIMIT_MS = 240_000
const VITEST = 'node_modules/vitest/vitest.mjs'

/** A copy of the tree in which code may be taken away. */
export class WorkTree {
  readonly #folder = mkdtempSync(join(tmpdir(), 'coxswain-promises-'))

  constructor(project: string) {
    for (const path of trackedFiles(project)) {
      const target = join(this.#folder, path)
      mkdirSync(dirname(target), { recursive: true })
      cpSync(join(project, path), target)
    }
    symlinkSync(join(project, 'node_modules'), join(this.#folder, 'node_modules'))
  }

  /** Takes code away, runs the tests of the promise, and puts the code back. */
  async judge(mutation: Mutation, files: readonly string[]): Promise<Verdict> {
    const path = join(this.#folder, mutation.file)
    const source = readFileSync(path, 'utf8')
    const mutated = applyTo(mutation, source)
    assertParses(mutated, mutation)
    writeFileSync(path, mutated)
    try {
      return await this.#judgeIn(stagesOf(files), mutation.id, () => writeFileSync(path, source))
    } finally {
      writeFileSync(path, source)
    }
  }

  async #judgeIn(stages: [string, string[]][], id: string, restore: () => void): Promise<Verdict> {
    let ran = false
    const red: [string, string[]][] = []
    for (const [name, files] of stages) {
      const result = await this.#run(id, files)
      ran ||= result === 'green'
      if (result !== 'red') continue
      red.push([name, files])
      break
    }
    const [first] = red
    if (!first) return { outcome: ran ? 'survived' : 'skipped' }
    restore()
    // red without the mutation too: it says nothing
    return (await this.#run(id, first[1])) === 'green' ? { outcome: 'killed', by: first[0] } : { outcome: 'skipped' }
  }

  /** Runs the tests of `files` whose titles name the promise. */
  #run(id: string, files: readonly string[]): Promise<'green' | 'red' | 'nothing'> {
    const title = `(^| )([A-Z]\\d+ )*${id} `
    const args = [VITEST, 'run', '--bail', '1', '--maxWorkers', '1', '--reporter', 'json', '-t', title, ...files]
    return new Promise((resolve, reject) => {
      const vitest = spawn(process.execPath, args, { cwd: this.#folder, stdio: ['ignore', 'pipe', 'ignore'] })
      const limit = setTimeout(() => vitest.kill('SIGKILL'), LIMIT_MS)
      let output = ''
      vitest.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
      vitest.on('error', reject)
      vitest.on('close', (code) => {
        clearTimeout(limit)
        if (code !== 0) return resolve('red')
        resolve(/"numPassedTests":0\b/.test(output) ? 'nothing' : 'green')
      })
    })
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const stagesOf = (files: readonly string[]): [string, string[]][] =>
  STAGES.map(({ name, folders }): [string, string[]] => [name, files.filter((file) => folders.test(file))]).filter(
    ([, inStage]) => inStage.length > 0,
  )

const trackedFiles = (project: string) =>
  spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: project, encoding: 'utf8' })
    .stdout.split('\0')
    .filter((path) => path !== '' && !path.includes('node_modules'))

/** Code that does not parse would make every test red. */
function assertParses(source: string, { id, file }: Mutation): void {
  try {
    transformSync(source, { loader: 'ts', logLevel: 'silent' })
  } catch (cause) {
    throw new Error(`the mutation for ${id} leaves ${file} in pieces`, { cause })
  }
}
