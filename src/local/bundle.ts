import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_FOLDER, readDeployment, readTestDeployment } from './deployment.ts'
import type { Deployment } from './deployment.ts'
import { Problem } from './problem.ts'

const BUNDLES_FOLDER = join(PROJECT_FOLDER, 'dist/worker')
/** These are no part of a Worker. */
const NODE_FOLDERS = ['local', 'testing', 'cli', 'package', 'client'].map((name) => join(PROJECT_FOLDER, 'src', name))
/** Another run may be about to start from a bundle that is not ours. */
const KEEP_UNUSED_MS = 60 * 60_000

/** A Worker in one JavaScript module, beside what its wrangler.toml says. */
export interface Bundle {
  deployment: Deployment
  scriptFile: string
}

/**
 * Bundles a Worker as a deployment would, into `dist/worker/<hash of the sources>`. A bundle of the same sources is
 * used again, so only the first call after a change takes a second.
 */
export async function bundleWorker(deployment = readDeployment()): Promise<Bundle> {
  const folder = join(BUNDLES_FOLDER, hashSources(deployment))
  const scriptFile = join(folder, 'worker.js')
  if (existsSync(scriptFile)) {
    const now = new Date()
    utimesSync(folder, now, now)
    return { deployment, scriptFile }
  }
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(BUNDLES_FOLDER, { recursive: true })
  try {
    await deployDry(deployment.configFile, unfinished, deployment.main)
    if (!existsSync(folder)) renameSync(unfinished, folder)
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
  removeUnusedBundles()
  return { deployment, scriptFile }
}

/** Bundles the Worker of a server for tests. */
export const bundleTestWorker = (): Promise<Bundle> => bundleWorker(readTestDeployment())

/**
 * Runs `wrangler deploy --dry-run`, which bundles and uploads nothing; resolves with what it printed. `main` is another
 * source than the configuration names.
 */
export async function deployDry(configFile: string, outFolder: string, main?: string): Promise<string> {
  const wrangler = join(PROJECT_FOLDER, 'node_modules/wrangler/bin/wrangler.js')
  const source = main === undefined ? [] : [main]
  const parameters = [wrangler, 'deploy', ...source, '--dry-run', '--config', configFile, '--outdir', outFolder]
  try {
    const { stdout } = await promisify(execFile)(process.execPath, parameters, {
      cwd: dirname(configFile),
      env: { ...process.env, ...QUIET_AND_OFFLINE, NO_COLOR: '1', FORCE_COLOR: '0' },
    })
    return stdout
  } catch (error) {
    const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string }
    throw new Problem(`the Worker cannot be bundled:\n${(stderr || stdout || String(error)).trim()}`)
  }
}

/** The environment in which wrangler neither asks the network nor talks about itself. */
export const QUIET_AND_OFFLINE = {
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  X_LOCAL_OBSERVABILITY: 'false',
  WRANGLER_WRITE_LOGS: 'false',
}

function hashSources({ configFile, main }: Deployment): string {
  const hash = createHash('sha256')
  const folders = new Set([join(PROJECT_FOLDER, 'src'), dirname(main)])
  const files = [main, configFile, join(PROJECT_FOLDER, 'package-lock.json'), ...[...folders].flatMap(filesIn)]
  for (const file of files) {
    hash
      .update(`${relative(PROJECT_FOLDER, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith('.') && entry.name !== 'node_modules')
    .map((entry) => ({ path: join(folder, entry.name), isFolder: entry.isDirectory() }))
    .filter(({ path }) => !NODE_FOLDERS.includes(path))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path, isFolder }) => (isFolder ? filesIn(path) : [path]))
}

function removeUnusedBundles(): void {
  const oldest = Date.now() - KEEP_UNUSED_MS
  for (const name of readdirSync(BUNDLES_FOLDER)) {
    const folder = join(BUNDLES_FOLDER, name)
    if (statSync(folder).mtimeMs < oldest) rmSync(folder, { recursive: true, force: true })
  }
}
