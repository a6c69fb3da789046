import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'

/** A program of a client's language: the command that runs it, or why there is none. */
export type Tool = { command: string[]; missing?: undefined } | { command?: undefined; missing: string }

export const COMPAT_FOLDER = join(PROJECT_FOLDER, 'compat')
const CACHE_FOLDER = join(PROJECT_FOLDER, '.cache/compat')
/** The first build of a client compiles all that it is made of. Milliseconds. */
const BUILD_MS = 20 * 60_000

const run = promisify(execFile)

export interface Recipe {
  /** What is built, with its version: a folder of this name keeps it. */
  name: string
  /** Says which version of the language there is; a failure means that the language is missing. */
  probe: string[]
  /** Commands that build into the folder they are given, run in `in`. */
  build: (target: string) => string[][]
  in: string
  command: (target: string) => string[]
  /** Built once for its name. Without it the build runs each time: it knows by itself what is up to date. */
  once?: boolean
}

/**
 * Builds a program on first use and keeps it in `.cache/compat`. To be awaited before tests are declared: no time limit
 * runs there. Other work goes first: a build takes all that a core has, for minutes.
 */
export async function tool({ name, probe, build, in: folder, command, once }: Recipe): Promise<Tool> {
  const [language = ''] = probe
  const absent = await failureOf(probe)
  if (absent !== undefined) return { missing: `there is no ${language}` }
  const target = join(CACHE_FOLDER, name)
  const finished = join(target, '.finished')
  if (once && existsSync(finished)) return { command: command(target) }
  mkdirSync(target, { recursive: true })
  for (const words of build(target)) {
    const failure = await failureOf(['nice', ...words], join(COMPAT_FOLDER, folder))
    if (failure !== undefined) return { missing: `cannot be built: ${failure}` }
  }
  writeFileSync(finished, '')
  return { command: command(target) }
}

/** Runs a command that should succeed; the first line of what it complains about where it does not. */
async function failureOf(words: string[], cwd?: string): Promise<string | undefined> {
  const [program = '', ...parameters] = words
  try {
    await run(program, parameters, { cwd, env: ENVIRONMENT, timeout: BUILD_MS, maxBuffer: 64 * 1_048_576 })
    return undefined
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    return (stderr || message).trim().split('\n')[0] ?? 'without a word'
  }
}

/** Languages are often installed where only a login shell looks. */
const PATHS = ['/usr/local/go/bin', `${process.env['HOME']}/.cargo/bin`]
export const ENVIRONMENT = { ...process.env, PATH: [process.env['PATH'], ...PATHS].join(':') }
