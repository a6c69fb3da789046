import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, inject, it } from 'vitest'
import { PROJECT_FOLDER } from '../../src/local/deployment.ts'
import { assertRan, InstalledPackage } from '../support/installed-package.ts'

const installed = new InstalledPackage(inject('installedPackage'))
const packageFolder = join(installed.folder, 'node_modules/coxswain')
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

/** As both kinds of module have it. */
const LOADED = {
  module: `import { startTestServer } from 'coxswain/testing'
import { connect, ConflictError, isConflict } from 'coxswain/client'
`,
  commonjs: `const { startTestServer } = require('coxswain/testing')
const { connect, ConflictError, isConflict } = require('coxswain/client')
`,
}

describe('the package', () => {
  it('holds what runs and its types, and nothing of where it was made', () => {
    expect(readdirSync(packageFolder).toSorted()).toEqual(['README.md', 'dist', 'package.json'])
    expect(readdirSync(join(packageFolder, 'dist'))).toEqual(['package'])
    expect(readdirSync(join(packageFolder, 'dist/package')).toSorted()).toEqual(['cjs', 'esm', 'workers'])
    const files = filesOf(packageFolder).map((entry) => join(entry.parentPath, entry.name))
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => readFileSync(file, 'utf8').includes(PROJECT_FOLDER))).toEqual([])
  })

  it('needs workerd and what makes certificates at run time, and no tool of the build', () => {
    const packages = readdirSync(join(installed.folder, 'node_modules'))
    expect(packages).toEqual(expect.arrayContaining(['selfsigned', 'workerd']))
    for (const tool of ['wrangler', 'esbuild', 'hono', 'yaml', 'typescript', 'smol-toml'])
      expect(packages).not.toContain(tool)
  })

  it.each(['module', 'commonjs'] as const)('works as a %s: client, server and faults', async (type) => {
    const script = `${LOADED[type]}
async function main() {
  const server = await startTestServer()
  const { url, token } = server
  const configMaps = connect({ server: url, token }).resource('v1', 'configmaps', { namespace: 'default' })
  const made = await configMaps.create({ metadata: { name: 'a' }, data: { k: '1' } })
  await server.conflictNext(1)
  const error = await configMaps.update({ ...made, data: { k: '2' } }).catch((error) => error)
  const own = await server.client.resource('v1', 'configmaps', { namespace: 'default' }).update(made).catch((error) => error)
  const names = []
  for await (const { object } of configMaps.watch()) { names.push(object.metadata.name); break }
  await server.stop()
  console.log(JSON.stringify([isConflict(error), error instanceof ConflictError, own instanceof ConflictError, names]))
}
void main()`
    const { stdout } = assertRan(await installed.node(script, { type }))
    expect(JSON.parse(stdout)).toEqual([true, true, true, ['a']])
  })

  it.each(['esm', 'cjs'])('is bundled from %s for pages and Workers without what Node alone can', async (format) => {
    const { outputFiles } = await build({
      entryPoints: [join(packageFolder, 'dist/package', format, 'client.js')],
      bundle: true,
      platform: 'browser',
      write: false,
    })
    expect(outputFiles[0]!.text).not.toMatch(/node:(https?|fs|stream)/)
  })

  it('Z1 Z3 starts a server in under a second, from nothing loaded, and resets it in milliseconds', async () => {
    const script = `const begin = performance.now()
const { startTestServer } = await import('coxswain/testing')
const server = await startTestServer()
const configMaps = server.client.resource('v1', 'configmaps', { namespace: 'default' })
await configMaps.create({ metadata: { name: 'a' } })
const startMs = performance.now() - begin
const resets = []
for (let n = 0; n < 5; n++) {
  const begin = performance.now()
  await server.reset()
  resets.push(performance.now() - begin)
  await configMaps.create({ metadata: { name: 'a' } })
}
await server.stop()
console.log(JSON.stringify({ startMs, resetMs: Math.min(...resets) }))`
    const runs: { startMs: number; resetMs: number }[] = []
    // other tests run beside it: the best of some is what the package can do
    for (let n = 0; n < 3; n++) runs.push(JSON.parse(assertRan(await installed.node(script)).stdout) as never)
    expect(Math.min(...runs.map(({ startMs }) => startMs))).toBeLessThan(1000)
    expect(Math.min(...runs.map(({ resetMs }) => resetMs))).toBeLessThan(100)
  })

  it('leaves nothing behind when a program forgets to stop its server', async () => {
    const script = `import { startTestServer } from 'coxswain/testing'
const { url, kubeconfigFile } = await startTestServer()
console.log(JSON.stringify({ url, kubeconfigFile }))`
    const { url, kubeconfigFile } = JSON.parse(assertRan(await installed.node(script)).stdout) as Record<string, string>
    expect(existsSync(join(kubeconfigFile!, '..'))).toBe(false)
    await expect(fetch(url!)).rejects.toThrow()
  })
})
