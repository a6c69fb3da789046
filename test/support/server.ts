import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { bundleWorker } from '../../src/local/bundle.ts'
import type { Bundle } from '../../src/local/bundle.ts'
import { readDeployment } from '../../src/local/deployment.ts'
import { formatKubeconfig } from '../../src/local/kubeconfig.ts'
import { withAccess } from '../../src/local/settings.ts'
import { openStateFolder, writePrivately } from '../../src/local/state-folder.ts'
import type { StateFolder } from '../../src/local/state-folder.ts'
import { startWorkerd } from '../../src/local/workerd.ts'
import type { RunningWorkerd } from '../../src/local/workerd.ts'
import { BUNDLE_VARIABLE } from './bundle-once.ts'

export interface ServerOptions {
  /** Settings of the Worker. Lines of `TOKENS` come after the server's own token. */
  settings?: Record<string, string>
  /** No credentials are asked for. */
  open?: boolean
  /** https with a certificate of the server's own, as kubectl needs it; plain http otherwise. */
  tls?: boolean
  /** Kept after `stop`; without it a new folder is used and removed. */
  dataDir?: string
}

/** A server of a test's own: `workerd serve` on a port of 127.0.0.1 that was free. It ends with the test's process. */
export interface TestServer {
  url: string
  port: number
  /** Of the running workerd; another one after `restart`. */
  readonly pid: number
  /** Belongs to the user `admin` of the group `system:masters`. */
  token: string
  /** PEM; what `fetch` of this process trusts too. */
  ca: string | undefined
  caFile: string
  kubeconfigPath: string
  dataDir: string
  /** Grows while the server runs: the lines that it logged. */
  log: string[]
  /** Ends the server and removes a folder that it made. */
  stop(): Promise<void>
  /** Ends workerd as a crash would; resolves when it is gone. */
  kill9(): Promise<void>
  /** Ends it if it runs, and starts it on the same data and port, with other settings if given. */
  restart(settings?: Record<string, string>): Promise<void>
  /** Sends the server's token unless `init` has an Authorization of its own. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const bundle = await preparedBundle()
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'coxswain-test-'))
  const state = await openStateFolder(dataDir, new Date())
  const log: string[] = []
  const start = (port: number, settings = options.settings ?? {}) =>
    startWorkerd({
      bundle,
      folder: dataDir,
      port,
      settings: withAccess(settings, state.token, options.open ?? false),
      tls: options.tls ? state.tls : undefined,
      onLog: (line) => log.push(line),
    })
  if (options.tls) trust(state.ca)
  let workerd = await start(0)
  writeKubeconfig(state, workerd, options)
  return {
    url: workerd.url,
    port: workerd.port,
    get pid() {
      return workerd.pid
    },
    token: state.token,
    ca: options.tls ? state.ca : undefined,
    caFile: state.caFile,
    kubeconfigPath: state.kubeconfigFile,
    dataDir,
    log,
    async stop() {
      await workerd.stop()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
    kill9: () => workerd.stop(),
    async restart(settings) {
      await workerd.stop()
      workerd = await start(workerd.port, settings)
    },
    fetch: (path, init) => fetch(new URL(path, workerd.url), withToken(init, options.open ? undefined : state.token)),
  }
}

let bundle: Promise<Bundle> | undefined

/** The bundle of this test run; outside of one, of the sources as they are. */
function preparedBundle(): Promise<Bundle> {
  const scriptFile = process.env[BUNDLE_VARIABLE]
  bundle ??= scriptFile === undefined ? bundleWorker() : Promise.resolve({ deployment: readDeployment(), scriptFile })
  return bundle
}

function writeKubeconfig(state: StateFolder, { url }: RunningWorkerd, { open, tls }: ServerOptions): void {
  const access = { token: open ? undefined : state.token, ca: tls ? state.ca : undefined }
  writePrivately(state.kubeconfigFile, formatKubeconfig({ server: url, ...access }))
}

function withToken(init: RequestInit | undefined, token: string | undefined): RequestInit {
  const headers = new Headers(init?.headers)
  if (token !== undefined && !headers.has('Authorization')) headers.set('Authorization', `Bearer ${token}`)
  return { ...init, headers }
}

function trust(ca: string): void {
  setDefaultCACertificates([...getCACertificates('default'), ca])
}
