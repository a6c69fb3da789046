import { join } from 'node:path'
import { build, type BuildOptions, type Plugin } from 'esbuild'
import { PROJECT_FOLDER } from '../local/deployment.ts'

const source = (path: string) => join(PROJECT_FOLDER, 'src', path)

const COMMON: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  // dependencies of the package; anything else is put into it
  external: ['selfsigned', 'workerd'],
}

/**
 * The client is one file, for pages and Workers too, and one that Node alone loads. The others import it, so that its classes are
 * there once.
 */
export async function bundleEntries(folder: string): Promise<void> {
  const esm: BuildOptions = { ...COMMON, format: 'esm', outdir: join(folder, 'esm') }
  const cjs: BuildOptions = { ...COMMON, format: 'cjs', outdir: join(folder, 'cjs') }
  const client = { client: source('client/index.ts') }
  const node = { node: source('client/node/index.ts') }
  const testing = { testing: source('testing/index.ts') }
  const cli = { cli: source('cli/coxswain.ts') }
  await Promise.all([
    build({ ...esm, platform: 'neutral', entryPoints: client, plugins: [nodeApart] }),
    // jest gives CommonJS no `import()`
    build({ ...cjs, platform: 'neutral', supported: NO_IMPORT, entryPoints: client, plugins: [nodeApart] }),
    build({ ...esm, platform: 'neutral', entryPoints: node }),
    build({ ...cjs, platform: 'neutral', entryPoints: node }),
    build({ ...esm, entryPoints: testing, plugins: [packed] }),
    build({ ...cjs, ...WITH_MODULE_URL, entryPoints: testing, plugins: [packed] }),
    build({ ...esm, ...AS_PROGRAM, entryPoints: cli, plugins: [packed] }),
  ])
}

const WITH_MODULE_URL: BuildOptions = {
  define: { 'import.meta.url': 'moduleUrl' },
  banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href" },
}

/** `require` is for the YAML parser, which is CommonJS. */
const AS_PROGRAM: BuildOptions = {
  banner: {
    js: `#!/usr/bin/env node
import { createRequire as requireFrom } from 'node:module'
const require = requireFrom(import.meta.url)`,
  },
}

const NO_IMPORT = { 'dynamic-import': false }

/** What Node alone can is a file of its own, which `browser` in package.json keeps out of pages and Workers. */
const nodeApart: Plugin = {
  name: 'node-apart',
  setup(bundling) {
    bundling.onResolve({ filter: /\/node\/index\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './node.js', external: true },
    )
  },
}

/** The client is a file of its own, and the Workers are bundled already. */
const packed: Plugin = {
  name: 'packed',
  setup(bundling) {
    bundling.onResolve({ filter: /\/client\/index\.ts$/ }, () => ({ path: './client.js', external: true }))
    bundling.onResolve({ filter: /\/bundle\.ts$/ }, () => ({ path: source('package/packed-bundle.ts') }))
  },
}
