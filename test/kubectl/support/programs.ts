import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_FOLDER } from '../../../src/local/deployment.ts'

export interface KubectlProgram {
  name: string
  /** absent where there is none; then `name` says why */
  file: string | undefined
}

const run = promisify(execFile)
const MODULE_FOLDER = join(PROJECT_FOLDER, 'test/kubectl/go')
const CACHE_FOLDER = join(PROJECT_FOLDER, '.cache')
/** The first build compiles all that kubectl is made of. Milliseconds. */
const BUILD_MS = 15 * 60_000

/**
 * The kubectl of this machine, and a current one. To be awaited before tests are declared: a build takes minutes, once, and
 * there no time limit runs.
 */
export const kubectlPrograms = (): Promise<KubectlProgram[]> => Promise.all([installedKubectl(), currentKubectl()])

/** The kubectl of this machine. */
async function installedKubectl(): Promise<KubectlProgram> {
  return (await probe('kubectl', 'installed')) ?? { name: 'installed kubectl (there is none)', file: undefined }
}

/** The kubectl of test/kubectl/go/go.mod, built on first use and kept in `.cache`. */
async function currentKubectl(): Promise<KubectlProgram> {
  const version = /k8s\.io\/kubectl v(\S+)/.exec(readFileSync(join(MODULE_FOLDER, 'go.mod'), 'utf8'))![1]!
  const file = join(CACHE_FOLDER, `kubectl-v${version}`)
  const failure = existsSync(file) ? undefined : await build(file, version)
  if (failure !== undefined) return { name: `current kubectl (${failure})`, file: undefined }
  return (await probe(file, 'current')) ?? { name: `current kubectl (${file} does not run)`, file: undefined }
}

async function probe(file: string, which: string): Promise<KubectlProgram | undefined> {
  try {
    const { stdout } = await run(file, ['version', '--client', '-o', 'json'])
    const { clientVersion } = JSON.parse(stdout) as { clientVersion: { gitVersion: string } }
    return { name: `${which} kubectl ${clientVersion.gitVersion}`, file }
  } catch {
    return undefined
  }
}

/** Builds kubectl; returns why that cannot be done. Other work goes first: it takes all that a core has, for minutes. */
async function build(file: string, version: string): Promise<string | undefined> {
  const [, minor, patch] = version.split('.')
  const stamp = (name: string, value: string) => `-X k8s.io/component-base/version.${name}=${value}`
  // modules are numbered v0, releases of Kubernetes v1
  const stamps = [stamp('gitVersion', `v1.${minor}.${patch}`), stamp('gitMajor', '1'), stamp('gitMinor', minor!)]
  const unfinished = `${file}.${process.pid}`
  mkdirSync(CACHE_FOLDER, { recursive: true })
  try {
    await run('nice', ['go', 'build', '-trimpath', '-ldflags', ['-s -w', ...stamps].join(' '), '-o', unfinished, '.'], {
      cwd: MODULE_FOLDER,
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/local/go/bin` },
      timeout: BUILD_MS,
    })
    renameSync(unfinished, file)
    return undefined
  } catch (error) {
    rmSync(unfinished, { force: true })
    const { stderr, message } = error as Error & { stderr?: string }
    return `cannot be built: ${(stderr || message).trim().split('\n')[0]}`
  }
}
