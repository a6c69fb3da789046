import { mkdirSync, rmSync } from 'node:fs'
import { formatScopeName, MAIN_PLANE } from '../core/scope-name.ts'
import { bundleWorker } from './bundle.ts'
import type { Bundle } from './bundle.ts'
import type { Deployment } from './deployment.ts'
import { formatKubeconfig } from './kubeconfig.ts'
import { type Served, startBehindFront } from './behind-front.ts'
import { assertKept, forgetKept, markKept, type Store, storeIn } from './kept-store.ts'
import { lockFolder } from './lock.ts'
import { Problem } from './problem.ts'
import { assertReady } from './ready.ts'
import { KUBERNETES_PROFILE, readSettings, withAccess } from './settings.ts'
import { openStateFolder, writePrivately, writing } from './state-folder.ts'
import type { StateFolder } from './state-folder.ts'
import { LOOPBACK, objectsFolderOf, WorkerdStartError } from './workerd.ts'

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

export interface LocalServer extends Served {
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
  return writing(state.folder, async () => {
    const lock = await lockFolder(state.folder)
    try {
      const server = await startLocked(options, bundle, state, withAccess(settings, state.token, options.open))
      void server.exited.then(() => lock.release())
      return server
    } catch (error) {
      lock.release()
      throw error
    }
  })
}

/** The folder is this process's alone. */
async function startLocked(
  options: LocalServerOptions,
  bundle: Bundle,
  state: StateFolder,
  settings: Record<string, string>,
): Promise<LocalServer> {
  const { folder, kubeconfigFile } = state
  const className = (bundle.deployment.objects[0] as Deployment['objects'][0]).className
  const store = storeIn(
    folder,
    objectsFolderOf(folder),
    className,
    formatScopeName({ plane: MAIN_PLANE, namespace: '' }),
  )
  if (options.fresh) forgetObjects(store)
  assertKept(store)
  const running = await startBehindFront(options, bundle, state, settings)
  try {
    await assertReady(running.url, state.ca)
    markKept(store)
    const access = options.open ? {} : { token: state.token, ca: state.ca }
    writePrivately(kubeconfigFile, formatKubeconfig({ server: running.url, ...access }))
  } catch (error) {
    await running.stop()
    throw error
  }
  const stop = async () => {
    await running.stop()
    // of what was made in the meantime; where there is no room, the one of the start stands
    try {
      markKept(store)
    } catch {}
  }
  return { ...running, stop, kubeconfigFile }
}

function forgetObjects(store: Store): void {
  forgetKept(store)
  rmSync(objectsFolderOf(store.folder), { recursive: true, force: true })
  mkdirSync(objectsFolderOf(store.folder), { mode: 0o700 })
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
