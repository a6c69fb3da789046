import { parseStartArguments, startFlagLines } from './arguments.ts'
import { startLocalServer } from './local-server.ts'
import type { LocalServer } from './local-server.ts'
import { Problem } from './problem.ts'

const PARENT_CHECK_MS = 250
/** Taken at once: npm, which started this program, may be killed while the server starts. */
const PARENT = process.ppid

/** A server on this machine, until Ctrl-C. `command` is what was typed before `words`. */
export async function runServer(command: string, words: string[]): Promise<void> {
  const options = parseStartArguments(words)
  if (options.help) {
    console.log([`${command} [flags]`, ...startFlagLines()].join('\n'))
    return
  }
  const server = await startLocalServer({ ...options, environment: process.env, onLog: (line) => console.error(line) })
  console.log(formatGreeting(server))
  const end = await Promise.race([server.exited.then(() => 'died' as const), endOfSession()])
  if (end === 'died') throw new Problem('workerd ended on its own; what was acknowledged is kept')
  await server.stop()
  // a readable input or a timer must not hold the program
  process.exit()
}

const formatGreeting = ({ url, kubeconfigFile }: LocalServer) => `Coxswain listens on ${url}

  export KUBECONFIG=${shellWord(kubeconfigFile)}

  kubectl create configmap hello --from-literal=who=world
  kubectl get configmaps
  kubectl get configmaps --watch
`

const shellWord = (word: string) => (/^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** Resolves at Ctrl-C, at a request to end, and when npm, which started this program, is gone. */
function endOfSession(): Promise<'over'> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve('over'))
    if (process.env['npm_lifecycle_event'] === undefined) return
    setInterval(() => (process.ppid === PARENT ? undefined : resolve('over')), PARENT_CHECK_MS).unref()
  })
}
