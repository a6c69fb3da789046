import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { parseFlags, parsePort } from '../local/arguments.ts'
import { bundleTestWorker } from '../local/bundle.ts'
import { Problem } from '../local/problem.ts'
import { KUBERNETES_PROFILE, readSettings } from '../local/settings.ts'
import { startTestServer, type TestServer } from '../testing/index.ts'

const FLAGS = {
  port: { value: 'N', about: 'of the plain http port on 127.0.0.1 (default 0: any that is free)' },
  kubernetes: { about: 'every rule as kube-apiserver has it' },
  help: { about: 'show this' },
} as const

export const TEST_SERVER_USAGE = `test-server [--port N] [--kubernetes] -- COMMAND …
  runs a command beside an empty server of its own, and ends with its exit code; settings as for a start
  KUBECONFIG           for kubectl and client-go
  COXSWAIN_URL         plain http
  COXSWAIN_TOKEN       the bearer token for it
  COXSWAIN_FAULTS_URL  POST {"fault":"reset"} there, or cut-watches, expire-history,
                       conflict-next with "writes", delay with "ms"`

/** `npx coxswain test-server -- go test ./...` */
export async function runBesideTestServer(words: string[]): Promise<void> {
  const { flagWords, command } = split(words)
  const { port = '0', kubernetes = false, help } = parseFlags(FLAGS, flagWords)
  if (help) return console.log(`npx coxswain ${TEST_SERVER_USAGE}`)
  const [program, ...parameters] = command
  if (program === undefined) throw new Problem('test-server needs a command: npx coxswain test-server -- go test ./...')
  const { deployment } = await bundleTestWorker()
  const environment = { ...process.env, ...(kubernetes ? KUBERNETES_PROFILE : {}) }
  const settings = readSettings(Object.keys(deployment.settings), environment)
  const server = await startTestServer({ port: parsePort(port), settings })
  try {
    process.exitCode = await run(program, parameters, server)
  } finally {
    await server.stop()
  }
}

/** What comes before the first word that is no flag of ours; `--` may stand between. */
function split(words: string[]): { flagWords: string[]; command: string[] } {
  let end = 0
  while (words[end]?.startsWith('-') && words[end] !== '--') end += words[end] === '--port' ? 2 : 1
  return { flagWords: words.slice(0, end), command: words.slice(words[end] === '--' ? end + 1 : end) }
}

/** Resolves with the exit code, which for a command that a signal ended is the one that shells give. */
async function run(program: string, parameters: string[], server: TestServer): Promise<number> {
  const child = spawn(program, parameters, { stdio: 'inherit', env: { ...process.env, ...environmentOf(server) } })
  // the terminal sends Ctrl-C to the command too, and its end is waited for
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    return code ?? 128 + (signal ? constants.signals[signal] : 0)
  } catch (error) {
    throw new Problem(`${program} cannot be run: ${(error as NodeJS.ErrnoException).code}`)
  }
}

const environmentOf = ({ url, token, kubeconfigFile, faultsUrl }: TestServer) => ({
  KUBECONFIG: kubeconfigFile,
  COXSWAIN_URL: url,
  COXSWAIN_TOKEN: token,
  COXSWAIN_FAULTS_URL: faultsUrl,
})
