import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleTestWorker, bundleWorker } from '../local/bundle.ts'
import { PROJECT_FOLDER } from '../local/deployment.ts'
import { runProgram } from '../local/problem.ts'
import { bundleEntries } from './bundle-entries.ts'
import { writeTypes } from './write-types.ts'

/**
 * `npm run build`: makes `dist/package`, what `npm pack` packs beside package.json.
 *
 *   esm/client.js testing.js cli.js    cjs/client.js testing.js    esm/types cjs/types    workers/
 */
const PACKAGE_FOLDER = join(PROJECT_FOLDER, 'dist/package')

async function main(): Promise<void> {
  rmSync(PACKAGE_FOLDER, { recursive: true, force: true })
  mkdirSync(PACKAGE_FOLDER, { recursive: true })
  await packWorkers(join(PACKAGE_FOLDER, 'workers'))
  await bundleEntries(PACKAGE_FOLDER)
  // npm does this where it unpacks, but not where it links
  chmodSync(join(PACKAGE_FOLDER, 'esm/cli.js'), 0o755)
  writeFileSync(join(PACKAGE_FOLDER, 'cjs/package.json'), '{ "type": "commonjs" }\n')
  await writeTypes(
    ['client', 'testing'],
    ['esm', 'cjs'].map((format) => join(PACKAGE_FOLDER, format, 'types')),
  )
}

async function packWorkers(folder: string): Promise<void> {
  mkdirSync(folder)
  const { deployment, scriptFile } = await bundleWorker()
  copyFileSync(scriptFile, join(folder, 'worker.js'))
  copyFileSync((await bundleTestWorker()).scriptFile, join(folder, 'test-worker.js'))
  // where they were bundled is of no use elsewhere
  const { configFile: _configFile, main: _main, ...told } = deployment
  writeFileSync(join(folder, 'deployment.json'), `${JSON.stringify(told, null, 2)}\n`)
}

await runProgram(main)
