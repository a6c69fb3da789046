import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundleWorker } from '../src/local/bundle.ts'
import { PROJECT_FOLDER, readDeployment } from '../src/local/deployment.ts'
import { startWorkerd, type RunningWorkerd } from '../src/local/workerd.ts'
import { Connection, endpointOf, type Endpoint } from './connection.ts'
import { bareDialect, kubernetesDialect, type Dialect, type Target } from './targets.ts'

/** On the disk of the project: a temporary folder may be in memory, where durability costs nothing. */
const DATA_FOLDER = join(PROJECT_FOLDER, 'dist/bench')
const BARE_CONFIG = join(import.meta.dirname, 'bare/wrangler.toml')

export interface Running {
  targets: Target[]
  stop(): Promise<void>
}

/** A server of this machine with data of its own. */
export interface LocalServer extends Running {
  pid(): number
  /** Ends it and starts it again with the same data, on another port. */
  restart(): Promise<void>
}

/** The bare object, once for each way in which it commits. */
export async function startBare(): Promise<LocalServer> {
  const elsewhere = bareDialect('elsewhere')
  return startLocal(BARE_CONFIG, (url) => [
    { column: 'bare', endpoint: endpointOf(url), dialect: bareDialect('each'), elsewhere },
    { column: 'grouped', endpoint: endpointOf(url), dialect: bareDialect('grouped'), elsewhere },
  ])
}

export async function startCoxswain(): Promise<LocalServer> {
  const token = randomBytes(16).toString('hex')
  const settings = { TOKENS: `${token},bench,system:masters` }
  const [dialect, elsewhere] = [kubernetesDialect('default'), kubernetesDialect('kube-public')]
  const targetAt = (url: string): Target => ({
    column: 'coxswain',
    endpoint: endpointOf(url, token),
    dialect,
    elsewhere,
    access: { server: url, token },
  })
  return startLocal(undefined, (url) => [targetAt(url)], settings)
}

/** Another Kubernetes API server; it is measured in namespaces that are made for it and deleted at the end. */
export async function usePeer(url: string, token: string | undefined): Promise<Running> {
  const endpoint = endpointOf(url, token)
  const name = `coxswain-bench-${randomBytes(4).toString('hex')}`
  const names = [name, `${name}-elsewhere`]
  const [dialect, elsewhere] = names.map(kubernetesDialect) as [Dialect, Dialect]
  for (const one of names) {
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: one } }
    await sendOnce(endpoint, 'POST', '/api/v1/namespaces', JSON.stringify(namespace))
  }
  return {
    targets: [{ column: 'peer', endpoint, dialect, elsewhere }],
    async stop() {
      for (const one of names) await sendOnce(endpoint, 'DELETE', `/api/v1/namespaces/${one}`)
    },
  }
}

async function sendOnce(endpoint: Endpoint, method: string, path: string, body?: string): Promise<void> {
  const connection = await Connection.open(endpoint)
  try {
    await connection.send({ method, path, body })
  } finally {
    connection.close()
  }
}

async function startLocal(
  configFile: string | undefined,
  targetsAt: (url: string) => Target[],
  settings?: Record<string, string>,
): Promise<LocalServer> {
  const bundle = await bundleWorker(readDeployment(configFile))
  mkdirSync(DATA_FOLDER, { recursive: true })
  const folder = mkdtempSync(join(DATA_FOLDER, 'data-'))
  const start = () => startWorkerd({ bundle, folder, port: 0, settings, onLog: (line) => console.error(line) })
  let workerd: RunningWorkerd = await start()
  const server: LocalServer = {
    targets: targetsAt(workerd.url),
    pid: () => workerd.pid,
    async restart() {
      await workerd.stop()
      workerd = await start()
      server.targets = targetsAt(workerd.url)
    },
    async stop() {
      await workerd.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return server
}
