import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Bundle } from '../local/bundle.ts'
import type { Deployment } from '../local/deployment.ts'

/** What stands in the package for src/local/bundle.ts: its Workers were bundled when it was made. */
const WORKERS_FOLDER = fileURLToPath(new URL('../workers/', import.meta.url))

export const bundleWorker = (): Promise<Bundle> => packed('worker.js')
export const bundleTestWorker = (): Promise<Bundle> => packed('test-worker.js')

async function packed(script: string): Promise<Bundle> {
  const deployment = JSON.parse(readFileSync(`${WORKERS_FOLDER}deployment.json`, 'utf8')) as Deployment
  return { deployment, scriptFile: WORKERS_FOLDER + script }
}
