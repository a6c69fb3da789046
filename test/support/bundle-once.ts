import { bundleTestWorker, bundleWorker } from '../../src/local/bundle.ts'

/** Names the bundle of this run, so that every server of it runs the same code. Worker processes inherit it. */
export const BUNDLE_VARIABLE = 'COXSWAIN_TEST_BUNDLE'

export async function setup(): Promise<void> {
  // the checks then run against a server elsewhere
  if (process.env['COXSWAIN_SERVER'] !== undefined) return
  process.env[BUNDLE_VARIABLE] = (await bundleWorker()).scriptFile
  // here, so that no two test files do it at once
  await bundleTestWorker()
}
