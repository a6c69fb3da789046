import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { RunningKubectl } from './running-kubectl.ts'

export interface Run {
  code: number
  stdout: string
  stderr: string
}

/** Runs kubectl against one server, in a folder of its own, where it also keeps its cache. */
export class Kubectl {
  readonly folder = mkdtempSync(join(tmpdir(), 'coxswain-kubectl-'))
  readonly #program: string
  readonly #kubeconfig: string

  constructor(program: string, kubeconfig: string) {
    this.#program = program
    this.#kubeconfig = kubeconfig
  }

  /** Writes a file into the folder and gives its path. An object is written as JSON. */
  write(name: string, content: string | object, mode = 0o644): string {
    const path = join(this.folder, name)
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode })
    return path
  }

  async run(words: string[], environment: Record<string, string> = {}): Promise<Run> {
    const child = this.#spawn(words, environment)
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    const [code] = (await once(child, 'close')) as [number | null]
    const [stdout, stderr] = await output
    return { code: code ?? -1, stdout, stderr }
  }

  /** The output of a command that must succeed and have nothing to complain about. */
  async output(...words: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(words)
    if (code !== 0 || stderr !== '')
      throw new Error(`kubectl ${words.join(' ')} ended with ${code}: ${stderr}${stdout}`)
    return stdout
  }

  /** What a command that must fail says, and its exit code. */
  async failure(...words: string[]): Promise<Run> {
    const run = await this.run(words)
    if (run.code === 0) throw new Error(`kubectl ${words.join(' ')} succeeded: ${run.stdout}`)
    return run
  }

  /** A command that goes on until it is stopped. */
  start(words: string[]): RunningKubectl {
    return new RunningKubectl(this.#spawn(words))
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
  #spawn(words: string[], environment: Record<string, string> = {}) {
    return spawn(this.#program, words, {
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: this.folder,
        KUBECONFIG: this.#kubeconfig,
        KUBECACHEDIR: join(this.folder, 'cache'),
        ...environment,
      },
    })
  }
}
