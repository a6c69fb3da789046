import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'

export interface Ran {
  code: number
  stdout: string
  stderr: string
}

export interface RunOptions {
  environment?: Record<string, string>
  input?: string
}

/** An empty project outside of this one, with the package installed in it: as its users have it, on the system's Node. */
export class InstalledPackage {
  readonly folder: string

  constructor(folder: string) {
    this.folder = folder
  }

  /** Packs and installs; `remove` undoes it. */
  static async install(): Promise<InstalledPackage> {
    const installed = new InstalledPackage(mkdtempSync(join(tmpdir(), 'coxswain-installed-')))
    writeFileSync(join(installed.folder, 'package.json'), '{ "private": true }\n')
    try {
      // packing builds, for which it needs the tools of this project
      const words = ['pack', '--silent', '--pack-destination', installed.folder]
      const packed = await run('npm', words, PROJECT_FOLDER, process.env)
      const tarball = `./${assertRan(packed).stdout.trim().split('\n').at(-1)}`
      const options = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
      assertRan(await installed.run('npm', ['install', ...options, tarball]))
      return installed
    } catch (error) {
      installed.remove()
      throw error
    }
  }

  run(program: string, words: string[], options: RunOptions = {}): Promise<Ran> {
    return run(program, words, this.folder, { ...systemEnvironment(), ...options.environment }, options.input)
  }

  /** Runs a script, on the system's Node. */
  node(script: string, options: RunOptions & { type?: 'module' | 'commonjs' } = {}): Promise<Ran> {
    return this.run('node', [`--input-type=${options.type ?? 'module'}`, '--eval', script], options)
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text)
  }

  /** A copy of one of the examples, in a project that has the package. */
  addExample(name: string): InstalledPackage {
    const copy = new InstalledPackage(join(this.folder, name))
    cpSync(join(PROJECT_FOLDER, 'examples', name), copy.folder, {
      recursive: true,
      filter: (path) => !path.endsWith('node_modules'),
    })
    return copy
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** What npm tells the scripts of one project must not reach those of another. */
const KEPT_OF_NPM = new Set(['npm_config_cache', 'npm_config_registry', 'npm_config_userconfig'])

/** The environment without this project's programs, its Node above all. */
export function systemEnvironment(): Record<string, string | undefined> {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_|VITEST|FORCE_COLOR)/.test(name) || KEPT_OF_NPM.has(name),
  )
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !/node_modules/.test(folder))
  // where the system has no Node of its own
  const fallback = dirname(process.execPath)
  return { ...Object.fromEntries(own), NO_COLOR: '1', PATH: [...folders, fallback].join(delimiter) }
}

export function assertRan(ran: Ran): Ran {
  if (ran.code !== 0) throw new Error(`exit code ${ran.code}\n${ran.stdout}\n${ran.stderr}`)
  return ran
}

function run(
  program: string,
  words: string[],
  cwd: string,
  env: Record<string, string | undefined>,
  input = '',
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = execFile(program, words, { cwd, env, timeout: 120_000 }, (error, stdout, stderr) => {
      const code = error?.code ?? 0
      if (typeof code === 'number') resolve({ code, stdout, stderr })
      else reject(error as Error)
    })
    child.stdin?.end(input)
  })
}
