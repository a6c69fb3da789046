import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '../client/index.ts'
import type { Client } from '../client/index.ts'
import { bundleTestWorker } from '../local/bundle.ts'
import { formatKubeconfig } from '../local/kubeconfig.ts'
import { explainStart } from '../local/local-server.ts'
import { Problem } from '../local/problem.ts'
import { assertReady } from '../local/ready.ts'
import { type Profile, readSettings, TOKENS, withAccess } from '../local/settings.ts'
import { openStateFolder, writePrivately } from '../local/state-folder.ts'
import { startWorkerd } from '../local/workerd.ts'
import type { RunningWorkerd } from '../local/workerd.ts'
import { FAULTS_KEY, FAULTS_PATH, type FaultCommand, ON_PURPOSE } from '../wire/faults.ts'
import { switchFault } from './fault-switch.ts'

export interface TestServerOptions {
  /** Of `url`, on 127.0.0.1; by default any that is free. */
  port?: number | undefined
  /** Every rule as kube-apiserver has it, for clients that were made for Kubernetes. `settings` win over it. */
  profile?: Profile | undefined
  /** Settings of the server, such as `{ CORS_ORIGINS: 'http://127.0.0.1:8080' }`. */
  settings?: Record<string, string> | undefined
  /** Gets each line that the server logs, which are faults of its own; printed by default. */
  onLog?: ((line: string) => void) | undefined
}

/** A server of a test's own, with a store of its own, on this machine. */
export interface TestServer {
  /** Plain http, as a client with a token needs no more. */
  readonly url: string
  readonly port: number
  /** Of the user `admin`, who may do everything. */
  readonly token: string
  /** A client with that token. */
  readonly client: Client
  /** For kubectl and client-go, which send a token over https alone: the text of a kubeconfig, with the certificate. */
  readonly kubeconfig: string
  /** The same in a file, for the variable KUBECONFIG. */
  readonly kubeconfigFile: string
  /** Where programs in other languages switch faults: `POST` a `FaultCommand`. Whoever knows it may. */
  readonly faultsUrl: string

  /** Ends the server at once and removes its files. A test program that forgets it ends all the same. */
  stop(): Promise<void>
  /** Makes the server as new, within milliseconds: nothing is stored, no fault is switched on, and every watch is ended. */
  reset(): Promise<void>

  /** Breaks off every watch that is open, as a network would. */
  cutWatches(): Promise<void>
  /**
   * Makes every version that was told so far too old: who comes back with one is told 410 `Expired`. Watches that are open
   * and have been told everything go on.
   */
  expireHistory(): Promise<void>
  /**
   * Each of the next `writes` updates, patches and applies that state a version is answered 409 `Conflict`: just before it,
   * someone else writes the object. So the same object sent again is refused again; it must be read anew.
   */
  conflictNext(writes: number): Promise<void>
  /** What is asked is done at once, but every answer waits so long; 0 ends that. */
  delay(ms: number): Promise<void>
}

/** Starts a server. Throws an Error that says what is wrong with the options. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'coxswain-test-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const server = await start(folder, options)
    process.once('exit', remove)
    return {
      ...server,
      async stop() {
        await server.stop()
        process.off('exit', remove)
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}

async function start(folder: string, options: TestServerOptions): Promise<TestServer> {
  const { port = 0, profile, onLog = (line: string) => console.error(`coxswain: ${line}`) } = options
  const settings = { ...(profile === undefined ? {} : { PROFILE: profile }), ...options.settings }
  const bundle = await bundleTestWorker()
  const names = Object.keys(bundle.deployment.settings)
  assertKnown(names, settings)
  const { token, ca, tls, kubeconfigFile } = await openStateFolder(folder, new Date())
  const key = randomBytes(16).toString('hex')
  // before it listens, what it says is in the error
  let listening = false
  const workerd = await startWorkerd({
    bundle,
    folder,
    temporary: folder,
    port,
    alsoTls: tls,
    settings: { ...withAccess(readSettings(names, settings), token, false), [FAULTS_KEY]: key },
    onLog: (line) => (listening && !line.includes(ON_PURPOSE) ? onLog(line) : undefined),
  }).catch((error: unknown) => Promise.reject(explainStart(error, port)))
  listening = true
  await assertReady(workerd.url, ca).catch(async (error: unknown) => {
    await workerd.stop()
    throw error
  })
  workerd.unref()
  const kubeconfig = formatKubeconfig({ server: workerd.alsoUrl as string, token, ca })
  writePrivately(kubeconfigFile, kubeconfig)
  return { token, kubeconfig, kubeconfigFile, ...served(workerd, token), ...switches(workerd.url + FAULTS_PATH + key) }
}

const served = (workerd: RunningWorkerd, token: string) => ({
  url: workerd.url,
  port: workerd.port,
  client: connect({ server: workerd.url, token }),
  stop: () => workerd.stop(),
})

function switches(faultsUrl: string) {
  const tell = (command: FaultCommand) => switchFault(faultsUrl, command)
  return {
    faultsUrl,
    reset: () => tell({ fault: 'reset' }),
    cutWatches: () => tell({ fault: 'cut-watches' }),
    expireHistory: () => tell({ fault: 'expire-history' }),
    conflictNext: (writes: number) => tell({ fault: 'conflict-next', writes }),
    delay: (ms: number) => tell({ fault: 'delay', ms }),
  }
}

function assertKnown(names: string[], settings: Record<string, string>): void {
  const known = [...names, TOKENS]
  const unknown = Object.keys(settings).find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Problem(`there is no setting ${unknown}; known are ${known.join(', ')}`)
}
