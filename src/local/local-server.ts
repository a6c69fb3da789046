import { mkdirSync, rmSync } from 'node:fs'
import { bundleWorker } from './bundle.ts'
import type { Bundle } from './bundle.ts'
import { formatKubeconfig } from './kubeconfig.ts'
import { lockFolder } from './lock.ts'
import { Problem } from './problem.ts'
import { assertReady } from './ready.ts'
import { KUBERNETES_PROFILE, readSettings, withAccess } from './settings.ts'
import { openStateFolder, writePrivately, writing } from './state-folder.ts'
import type { StateFolder } from './state-folder.ts'
import { LOOPBACK, objectsFolderOf, startWorkerd, WorkerdStartError } from './workerd.ts'
import type { RunningWorkerd } from './workerd.ts'

export interface LocalServerOptions {
  port: number
  data: string
  /** Plain http without credentials. */
  open: boolean
  /** Forget the data of earlier runs; token and certificate stay. */
  fresh: boolean
  /** Every rule as kube-apiserver has it. */
  kubernetes: boolean
  environment: Record<string, string | undefined>
  onLog: (line: string) => void
}

export interface LocalServer extends RunningWorkerd {
  kubeconfigFile: string
}

/** Starts a server for this machine's user and waits until it answers. Throws a `Problem` for what the user can mend. */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const bundle = await bundleWorker()
  const settings = readSettings(Object.keys(bundle.deployment.settings), {
    ...options.environment,
    ...(options.kubernetes ? KUBERNETES_PROFILE : {}),
  })
  const state = await openStateFolder(options.data, new Date())
  const lock = await lockFolder(state.folder)
  try {
    if (options.fresh) await forgetObjects(state.folder)
    const workerd = await listen(options, bundle, state, withAccess(settings, state.token, options.open))
    try {
      await assertReady(workerd.url, state.ca)
      const access = options.open ? {} : { token: state.token, ca: state.ca }
      writePrivately(state.kubeconfigFile, formatKubeconfig({ server: workerd.url, ...access }))
    } catch (error) {
      await workerd.stop()
      throw error
    }
    void workerd.exited.then(() => lock.release())
    return { ...workerd, kubeconfigFile: state.kubeconfigFile }
  } catch (error) {
    lock.release()
    throw error
  }
}

const forgetObjects = (folder: string) =>
  writing(folder, () => {
    rmSync(objectsFolderOf(folder), { recursive: true, force: true })
    mkdirSync(objectsFolderOf(folder), { mode: 0o700 })
  })

async function listen(
  { port, open, onLog }: LocalServerOptions,
  bundle: Bundle,
  { folder, tls }: StateFolder,
  settings: Record<string, string>,
): Promise<RunningWorkerd> {
  let listening = false
  try {
    const workerd = await startWorkerd({
      bundle,
      folder,
      port,
      settings,
      tls: open ? undefined : tls,
      // before it listens, what it says becomes the one line of the Problem below
      onLog: (line) => (listening ? onLog(line) : undefined),
    })
    listening = true
    return workerd
  } catch (error) {
    throw explainStart(error, port)
  }
}

/** What is wrong with the start of workerd, as a `Problem` where the user can mend it. */
export function explainStart(error: unknown, port: number): unknown {
  if (!(error instanceof WorkerdStartError)) return error
  const { message } = error
  const address = `${LOOPBACK}:${port}`
  if (/Address already in use/.test(message)) return new Problem(`${address} is taken; choose another port with --port`)
  if (/Permission denied/.test(message))
    return new Problem(`${address} may not be used: permission denied; choose another port with --port`)
  return new Problem(`workerd did not start: ${message}`)
}
